//! What a client sends.

use std::sync::{Arc, Mutex, PoisonError};

use bson::Document;
use mongodb::event::{EventHandler, command::CommandEvent};
use mongodb::{Client, error::Result, options::ClientOptions};

/// The commands that a client sent.
#[derive(Debug, Clone, Default)]
pub struct Recorded(Arc<Mutex<Vec<Document>>>);

impl Recorded {
    /// A client of the server at this connection string, and what it sends.
    pub async fn client(uri: &str) -> Result<(Client, Self)> {
        let mut options = ClientOptions::parse(uri).await?;
        let recorded = Self::default();
        let kept = recorded.clone();
        options.command_event_handler = Some(EventHandler::callback(move |event| {
            if let CommandEvent::Started(started) = event {
                kept.commands(|all| all.push(started.command));
            }
        }));
        Ok((Client::with_options(options)?, recorded))
    }

    /// What was sent since it was last asked.
    #[must_use]
    pub fn taken(&self) -> Vec<Document> {
        self.commands(std::mem::take)
    }

    fn commands<R>(&self, with: impl FnOnce(&mut Vec<Document>) -> R) -> R {
        with(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
