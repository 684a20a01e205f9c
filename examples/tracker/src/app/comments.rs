//! Comments, the number of which a task carries, and activity.

use bson::{DateTime, oid::ObjectId};
use futures::TryStreamExt;
use schema_core::driver::{Page, PageKey, Result};

use super::Workspace;
use crate::{Activity, Comment, Person, Task, Verb};

impl Workspace {
    /// W2: writes a comment, then counts it. What is lost between the two, [`recount`](Self::recount)
    /// finds.
    pub async fn comment(&self, task: &Task, author: Person, body: &str) -> Result<Comment> {
        let comment = Comment {
            id: ObjectId::new(),
            tenant_id: self.tenant_id(),
            schema_version: 1,
            task_id: task.id,
            author,
            body: body.to_owned(),
            created_at: DateTime::now(),
            edited_at: None,
        };
        self.comments.insert_one(&comment).await?;
        let tasks = &self.tasks;
        tasks
            .update(task.id, |u, f| u.inc(f.comment_count(), 1))
            .await?;
        Ok(comment)
    }

    /// Q5: a page of a task's comments, from its start or behind another page.
    pub async fn comments(
        &self,
        task_id: ObjectId,
        size: u32,
        behind: Option<PageKey>,
    ) -> Result<Page<Comment>> {
        let comments = self.comments.query().of_task(task_id).limit(size);
        match behind {
            Some(key) => comments.after(key).page().await,
            None => comments.page().await,
        }
    }

    /// Counts a task's comments anew, which a job does from time to time.
    pub async fn recount(&self, task_id: ObjectId) -> Result<i32> {
        let count = self.comments.query().of_task(task_id).count().await?;
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        let tasks = &self.tasks;
        tasks
            .update(task_id, |u, f| u.set(f.comment_count(), count))
            .await?;
        Ok(count)
    }

    /// Notes that something happened.
    pub async fn note(&self, task: &Task, actor: Person, verb: Verb) -> Result<()> {
        let event = Activity {
            id: ObjectId::new(),
            tenant_id: self.tenant_id(),
            schema_version: 1,
            project_id: task.project_id,
            task_id: Some(task.id),
            actor,
            verb,
            at: DateTime::now(),
        };
        self.activity.insert_one(&event).await?;
        Ok(())
    }

    /// Q5: a project's newest events.
    pub async fn activity(&self, project_id: ObjectId, most: u32) -> Result<Vec<Activity>> {
        let newest = self.activity.query().of_project(project_id).limit(most);
        newest.await?.try_collect().await
    }
}
