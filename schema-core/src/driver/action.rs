//! An operation that is about to run: awaiting it runs it.

use std::{future::Future, future::IntoFuture, pin::Pin};

use mongodb::ClientSession;

use super::Result;

/// What an [`Action`] does; implemented by this crate alone.
pub trait Operation: Send + sealed::Sealed {
    /// What it yields.
    type Output;

    /// Runs it, inside of a session where one is given.
    #[doc(hidden)]
    fn run(
        self,
        session: Option<&mut ClientSession>,
    ) -> impl Future<Output = Result<Self::Output>> + Send;
}

pub(super) mod sealed {
    /// Keeps a trait to this crate.
    pub trait Sealed {}
}

/// Awaits an action of the driver, inside of the session where there is one.
macro_rules! in_session {
    ($action:expr, $session:expr) => {
        match $session {
            Some(session) => $action.session(session).await,
            None => $action.await,
        }
    };
}
pub(super) use in_session;

/// An operation that runs when it is awaited.
#[must_use = "nothing happens before it is awaited"]
pub struct Action<'a, O> {
    pub(super) operation: O,
    session: Option<&'a mut ClientSession>,
}

impl<'a, O> Action<'a, O> {
    pub(super) fn new(operation: O) -> Self {
        Self {
            operation,
            session: None,
        }
    }

    /// Runs it inside of a session: in its transaction, or causally after what it saw.
    pub fn session(mut self, session: &'a mut ClientSession) -> Self {
        self.session = Some(session);
        self
    }
}

impl<'a, O: Operation + 'a> IntoFuture for Action<'a, O> {
    type Output = Result<O::Output>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.operation.run(self.session))
    }
}
