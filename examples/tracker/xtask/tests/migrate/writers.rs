//! The application, as it goes on writing: binaries of before, which know version 1 alone, and of
//! after, which read both and write version 2.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bson::oid::ObjectId;
use bson::{Bson, Document, doc};
use mongodb::Collection;

use crate::site::{Site, task};

/// What was acknowledged last of each task that a writer touched: its title and its labels.
pub(crate) type Expected = BTreeMap<ObjectId, (String, Vec<String>)>;

/// Writers that go on until they are stopped.
pub(crate) struct Writers {
    stop: Arc<AtomicBool>,
    tasks: Vec<tokio::task::JoinHandle<Expected>>,
}

impl Writers {
    /// Starts `count` writers, each with tasks of its own among `ids`.
    pub(crate) async fn start(site: &Site, ids: &[ObjectId], count: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let mut tasks = Vec::new();
        for number in 0..count {
            let own = ids.iter().skip(number).step_by(count).copied().collect();
            let writer = Writer {
                tasks: site.tasks().await,
                own,
                number,
                expected: Expected::new(),
            };
            tasks.push(tokio::spawn(writer.work(Arc::clone(&stop))));
        }
        Self { stop, tasks }
    }

    /// Stops them; returns all that was acknowledged.
    pub(crate) async fn stop(self) -> Expected {
        self.stop.store(true, Ordering::SeqCst);
        let mut all = Expected::new();
        for task in self.tasks {
            all.extend(task.await.expect("no panic"));
        }
        all
    }
}

struct Writer {
    tasks: Collection<Document>,
    own: Vec<ObjectId>,
    number: usize,
    expected: Expected,
}

/// How many tasks of version 1 each writer of before inserts: as if it were stopped by the deploy.
const INSERTED: usize = 200;

impl Writer {
    async fn work(mut self, stop: Arc<AtomicBool>) -> Expected {
        let mut step = 0_usize;
        while !stop.load(Ordering::SeqCst) {
            step += 1;
            // A step that spreads over all of the tasks.
            let id = self.own[step.wrapping_mul(7919) % self.own.len()];
            match step % 4 {
                0 if step / 4 < INSERTED => self.insert(1, step).await,
                1 => self.insert(2, step).await,
                _ => self.update(id, step).await,
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        self.expected
    }

    fn values(&self, step: usize) -> (String, Vec<String>) {
        let title = format!("writer {} step {step}", self.number);
        (title, vec!["written".to_owned(), format!("step {step}")])
    }

    /// A task of version 1 or 2; what the validator does not admit at the time is not there.
    async fn insert(&mut self, version: i32, step: usize) {
        let (title, labels) = self.values(step);
        let stored = task(step);
        let mut document = bson::serialize_to_document(&stored).expect("BSON");
        document.insert("title", &title);
        document.insert("schemaVersion", version);
        document.insert("labels", stored_labels(version, &labels));
        if self.tasks.insert_one(document).await.is_ok() {
            self.expected.insert(stored.id, (title, labels));
        }
    }

    /// By whoever knows the version that the task has: guarded by it, as an application does.
    async fn update(&mut self, id: ObjectId, step: usize) {
        let (title, labels) = self.values(step);
        for version in [1, 2] {
            let filter = doc! { "_id": id, "schemaVersion": version };
            let set = doc! { "title": &title, "labels": stored_labels(version, &labels) };
            let written = self.tasks.update_one(filter, doc! { "$set": set }).await;
            if written.is_ok_and(|written| written.matched_count == 1) {
                self.expected.insert(id, (title, labels));
                return;
            }
        }
    }
}

fn stored_labels(version: i32, labels: &[String]) -> Bson {
    match version {
        1 => labels.join(",").into(),
        _ => labels.to_vec().into(),
    }
}

/// Asserts that each acknowledged write is there, as version 2 has it.
pub(crate) fn assert_kept(expected: &Expected, documents: &[Document]) {
    let found: BTreeMap<ObjectId, &Document> = documents
        .iter()
        .map(|it| (it.get_object_id("_id").expect("an id"), it))
        .collect();
    for (id, (title, labels)) in expected {
        let document = found.get(id).unwrap_or_else(|| panic!("{id} is lost"));
        assert_eq!(document.get_str("title").ok(), Some(&**title), "{document}");
        let stored = document.get_array("labels").expect("an array");
        let stored: Vec<&str> = stored.iter().filter_map(Bson::as_str).collect();
        assert_eq!(&stored, labels, "{document}");
    }
}
