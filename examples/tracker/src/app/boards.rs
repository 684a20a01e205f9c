//! Tasks: the board and the other ways to look at them, and how a task moves.

use bson::{DateTime, oid::ObjectId};
use futures::TryStreamExt;
use schema_core::driver::{AccessError, Page, PageKey, Result};

use super::Workspace;
use crate::{Person, Priority, Status, Task};

/// What is known of a task when it is created.
pub struct TaskIdea {
    /// Its project.
    pub project_id: ObjectId,
    /// Its title.
    pub title: String,
    /// How urgent it is.
    pub priority: Priority,
    /// Its place in the first column.
    pub position: i64,
    /// What it is about.
    pub labels: Vec<String>,
    /// Who is to do it.
    pub assignee: Option<Person>,
    /// When it is due.
    pub due_at: Option<DateTime>,
}

impl Workspace {
    /// Creates a task that is yet to be done.
    pub async fn add_task(&self, idea: TaskIdea) -> Result<Task> {
        let task = Task {
            id: ObjectId::new(),
            tenant_id: self.tenant_id(),
            schema_version: 2,
            project_id: idea.project_id,
            title: idea.title,
            description: None,
            status: Status::Todo,
            priority: idea.priority,
            position: idea.position,
            labels: idea.labels,
            assignee: idea.assignee,
            comment_count: 0,
            due_at: idea.due_at,
            created_at: DateTime::now(),
        };
        self.tasks.insert_one(&task).await?;
        Ok(task)
    }

    /// The task with this id.
    pub async fn task(&self, id: ObjectId) -> Result<Option<Task>> {
        self.tasks.find_one(id).await
    }

    /// Q1: a page of a project's board, column by column, from its start or behind another page.
    pub async fn board(
        &self,
        project_id: ObjectId,
        size: u32,
        behind: Option<PageKey>,
    ) -> Result<Page<Task>> {
        let board = self.tasks.query().board(project_id).limit(size);
        match behind {
            Some(key) => board.after(key).page().await,
            None => board.page().await,
        }
    }

    /// Q2: a member's open work, next due first.
    pub async fn open_work(&self, user_id: ObjectId) -> Result<Vec<Task>> {
        let open = [Status::Todo, Status::InProgress];
        let found = self.tasks.query().open_work(user_id, open).await?;
        found.try_collect().await
    }

    /// Q3: what is due in a period, most urgent first.
    pub async fn due_between(
        &self,
        project_id: ObjectId,
        from: DateTime,
        to: DateTime,
    ) -> Result<Vec<Task>> {
        let found = self.tasks.query().due_between(project_id, from..to).await?;
        found.try_collect().await
    }

    /// Q4: tasks with a label, newest first.
    pub async fn labelled(&self, label: &str) -> Result<Vec<Task>> {
        let found = self.tasks.query().labelled(label).await?;
        found.try_collect().await
    }

    /// W1: moves a task to another column, unless somebody else has moved it from `from` already.
    pub async fn move_task(&self, id: ObjectId, from: Status, to: Status) -> Result<bool> {
        let in_from = self.tasks.query().with_status(id, from);
        match in_from.update(|u, f| u.set(f.status(), to)).await {
            Ok(_) => Ok(true),
            Err(AccessError::NotMatched { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Adds a label that a task does not have yet.
    pub async fn label(&self, id: ObjectId, label: &str) -> Result<()> {
        let tasks = &self.tasks;
        tasks
            .update(id, |u, f| u.add_to_set(f.labels(), label))
            .await
    }
}
