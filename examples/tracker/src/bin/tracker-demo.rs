//! Plays the tracker's queries and writes through, on the server of `MONGODB_URI`, in the database
//! `tracker`, after `cargo xtask apply` has made it what the schema says:
//!
//! `cargo run -p tracker --features demo`

use std::time::Duration;

use bson::{DateTime, oid::ObjectId};
use schema_core::driver::mongodb::{Client, Database};
use tracker::{
    Billing, Person, Priority, Project, Status, Task, Tracker, User, Verb,
    app::{TaskIdea, Workspace},
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Outcome {
    let uri = std::env::var("MONGODB_URI").map_err(|_| "name a server in `MONGODB_URI`")?;
    let client = Client::with_uri_str(uri).await?;
    let name = <Tracker as schema_core::DatabaseSchema>::MODEL.name;
    play(&client.database(name)).await
}

async fn play(database: &Database) -> Outcome {
    let stamp = ObjectId::new().to_hex();
    let billing = Billing {
        email: format!("billing@{stamp}.example"),
        currency: "EUR".to_owned(),
        seat_price: "9.90".parse()?,
    };
    let workspace = Workspace::create(database, "Example", billing).await?;
    println!("tenant {}", workspace.tenant_id());
    let ada = workspace.add_user("Ada", "Ada@Example.com").await?;
    let project = workspace.add_project("Analytical engine", &ada).await?;
    let tasks = tasks(&workspace, &project, &ada).await?;
    pages(&workspace, &project).await?;
    talk(&workspace, &tasks[0], &ada).await?;
    look(&workspace, &project, &ada).await?;
    invite(&workspace, &ada).await
}

/// Ten tasks, one of which is begun.
async fn tasks(
    workspace: &Workspace,
    project: &Project,
    ada: &User,
) -> Result<Vec<Task>, Box<dyn std::error::Error>> {
    let mut tasks = Vec::new();
    for position in 0..10 {
        let idea = TaskIdea {
            project_id: project.id,
            title: format!("Task {position}"),
            priority: Priority::Normal,
            position,
            labels: vec!["mill".to_owned()],
            assignee: Some(person(ada)),
            due_at: Some(DateTime::from_millis(86_400_000 * (position + 1))),
        };
        tasks.push(workspace.add_task(idea).await?);
    }
    let (id, to) = (tasks[0].id, Status::InProgress);
    let first = workspace.move_task(id, Status::Todo, to).await?;
    let second = workspace.move_task(id, Status::Todo, to).await?;
    println!("W1 moved once: {}", first && !second);
    Ok(tasks)
}

/// Q1, page by page.
async fn pages(workspace: &Workspace, project: &Project) -> Outcome {
    let mut behind = None;
    loop {
        let page = workspace.board(project.id, 4, behind).await?;
        let titles: Vec<&str> = page.items.iter().map(|task| &*task.title).collect();
        println!("Q1 {}", titles.join(", "));
        behind = page.next;
        if behind.is_none() {
            return Ok(());
        }
    }
}

/// W2, Q5.
async fn talk(workspace: &Workspace, task: &Task, ada: &User) -> Outcome {
    workspace
        .comment(
            task,
            person(ada),
            "It can do whatever we know how to order it.",
        )
        .await?;
    workspace
        .note(task, person(ada), Verb::CommentAdded)
        .await?;
    let comments = workspace.comments(task.id, 10, None).await?.items.len();
    let counted = workspace
        .task(task.id)
        .await?
        .map(|task| task.comment_count);
    let events = workspace.activity(task.project_id, 10).await?.len();
    println!("W2 counted {counted:?}; Q5 {comments} comments, {events} events");
    Ok(())
}

/// Q2, Q3, Q4, Q6.
async fn look(workspace: &Workspace, project: &Project, ada: &User) -> Outcome {
    let open = workspace.open_work(ada.id).await?.len();
    let (from, to) = (
        DateTime::from_millis(0),
        DateTime::from_millis(86_400_000 * 4),
    );
    let due = workspace.due_between(project.id, from, to).await?.len();
    let labelled = workspace.labelled("mill").await?.len();
    let found = workspace
        .user_of_email(" ADA@example.COM ")
        .await?
        .is_some();
    println!("Q2 {open} open; Q3 {due} due; Q4 {labelled} labelled; Q6 found: {found}");
    Ok(())
}

/// W3.
async fn invite(workspace: &Workspace, ada: &User) -> Outcome {
    let day = Duration::from_hours(24);
    workspace.invite("charles@example.com", ada, day).await?;
    let again = workspace.invite("Charles@example.com", ada, day).await?;
    let joined = workspace.accept("charles@example.com", "Charles").await?;
    let twice = workspace.accept("charles@example.com", "Charles").await?;
    println!(
        "W3 again: {again:?}; joined: {}; twice: {}",
        joined.is_some(),
        twice.is_some()
    );
    Ok(())
}

fn person(user: &User) -> Person {
    Person {
        id: user.id,
        name: user.name.clone(),
    }
}
