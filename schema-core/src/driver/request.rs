//! What a query asks the server for.

use std::time::Duration;

use bson::{Bson, Document, doc};
use mongodb::{
    ClientSession, Cursor, SessionCursor,
    options::{FindOptions, Hint},
};
use serde::de::DeserializeOwned;

use super::{
    AccessError, Argument, PageKey, Refusal, Result, Target, guard,
    order::Sorted,
    terms::{self, Conditions},
};

/// A declared query with its values and options, whatever is made of its documents.
pub(super) struct Request {
    pub(super) target: Target,
    pub(super) query: usize,
    conditions: Result<Conditions>,
    pub(super) limit: Option<u32>,
    pub(super) skip: Option<u64>,
    pub(super) batch_size: Option<u32>,
    pub(super) max_time: Option<Duration>,
    pub(super) hint: bool,
    pub(super) after: Option<PageKey>,
}

impl Request {
    pub(super) fn new(target: &Target, query: usize, arguments: Vec<Argument>) -> Self {
        Self {
            target: target.clone(),
            query,
            conditions: terms::conditions(target.facts, query, arguments),
            limit: None,
            skip: None,
            batch_size: None,
            max_time: None,
            hint: false,
            after: None,
        }
    }

    pub(super) fn and(&mut self, filter: Document) {
        if let Ok(conditions) = &mut self.conditions {
            conditions.also(filter);
        }
    }

    pub(super) fn name(&self) -> &'static str {
        self.target.facts.query(self.query).0.name
    }

    pub(super) fn sort(&self) -> &Document {
        &self.target.facts.query(self.query).1.sort
    }

    pub(super) fn order(&self) -> &'static [Sorted] {
        &self.target.facts.query(self.query).2.order
    }

    pub(super) fn projection(&self) -> Option<&Document> {
        self.target.facts.query(self.query).2.projection.as_ref()
    }

    pub(super) fn refused(&self, refusal: Refusal) -> AccessError {
        AccessError::refused(self.target.facts, refusal)
    }

    /// The filter that is sent. Behind a key it is a list of them, each of which the same index serves
    /// in order, and each of which is scoped.
    pub(super) fn filter(&self) -> Result<Document> {
        let conditions = self.conditions.as_ref().map_err(Clone::clone)?;
        let scoped = |conditions: &Conditions| {
            let scoped = guard::filter(&self.target.scope, conditions.document().clone());
            scoped.map_err(|refusal| self.refused(refusal))
        };
        let Some(key) = &self.after else {
            return scoped(conditions);
        };
        let behind = key.behind(self.name(), self.order());
        let behind = behind.map_err(|refusal| self.refused(refusal))?;
        let branches: Result<Vec<Document>> = behind
            .iter()
            .map(|branch| scoped(&conditions.with(branch)))
            .collect();
        let mut branches = branches?;
        Ok(match branches.len() {
            1 => branches.remove(0),
            _ => doc! { "$or": branches },
        })
    }

    /// The filter of a write to all matches, which keeps no limit.
    pub(super) fn unlimited_filter(&self) -> Result<Document> {
        if self.limit.is_some() || self.skip.is_some() || self.after.is_some() {
            return Err(self.refused(Refusal::LimitedWrite(self.name())));
        }
        self.filter()
    }

    /// The keys of the index that is to be used, where one is asked for and known.
    pub(super) fn hinted(&self) -> Option<Hint> {
        let index = &self.target.facts.query(self.query).2.index;
        index.clone().filter(|_| self.hint).map(Hint::Keys)
    }

    pub(super) fn options(&self) -> FindOptions {
        let mut options = FindOptions::default();
        options.sort = Some(self.sort().clone()).filter(|sort| !sort.is_empty());
        options.projection = self.projection().cloned();
        options.limit = self.limit.map(i64::from);
        options.skip = self.skip;
        options.batch_size = self.batch_size;
        options.max_time = self.max_time;
        options.hint = self.hinted();
        options
    }

    pub(super) async fn cursor<R: DeserializeOwned + Send + Sync>(self) -> Result<Cursor<R>> {
        let filter = self.filter()?;
        let collection = self.target.collection.clone_with_type::<R>();
        let found = collection.find(filter).with_options(self.options()).await;
        found.map_err(|error| AccessError::read(self.target.facts, error))
    }

    pub(super) async fn session_cursor<R: DeserializeOwned + Send + Sync>(
        self,
        session: &mut ClientSession,
    ) -> Result<SessionCursor<R>> {
        let filter = self.filter()?;
        let collection = self.target.collection.clone_with_type::<R>();
        let find = collection.find(filter).with_options(self.options());
        let found = find.session(session).await;
        found.map_err(|error| AccessError::read(self.target.facts, error))
    }

    pub(super) fn command(&self) -> Result<Document> {
        let mut command = doc! { "find": self.target.facts.name(), "filter": self.filter()? };
        let index = &self.target.facts.query(self.query).2.index;
        let parts = [
            (
                "sort",
                Some(self.sort().clone())
                    .filter(|it| !it.is_empty())
                    .map(Bson::from),
            ),
            ("projection", self.projection().cloned().map(Bson::from)),
            ("hint", index.clone().filter(|_| self.hint).map(Bson::from)),
            ("limit", self.limit.map(|most| i64::from(most).into())),
            ("skip", self.skip.map(|skip| Bson::from(skip.cast_signed()))),
            (
                "batchSize",
                self.batch_size.map(|size| i64::from(size).into()),
            ),
        ];
        let given = parts
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        command.extend(given);
        Ok(command)
    }

    pub(super) async fn explain(&self, verbosity: &str) -> Result<Document> {
        let command = doc! { "explain": self.command()?, "verbosity": verbosity };
        let explained = self.target.database().run_command(command).await;
        explained.map_err(|error| AccessError::read(self.target.facts, error))
    }
}
