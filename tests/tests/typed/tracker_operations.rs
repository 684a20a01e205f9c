//! The tracker's queries and writes on a running server, by its typed operations.

use std::{collections::BTreeSet, time::Duration};

use bson::{DateTime, oid::ObjectId};
use mongo_schema_tests::declared;
use schema_core::{DatabaseSchema, driver::AccessError};
use schema_xtask::dev_server::testing::TestDatabase;
use tracker::{
    Billing, InvitationStatus, Person, Priority, Project, Status, Task, Tracker, User, Verb,
    app::{Invited, TaskIdea, Workspace},
};

const DAY: i64 = 86_400_000;

/// One tenant's workspace, beside another's with the same content.
struct Played {
    test: TestDatabase,
    workspace: Workspace,
    other: Workspace,
    user: User,
    project: Project,
    tasks: Vec<Task>,
}

async fn played() -> Played {
    let test = TestDatabase::create().await.unwrap();
    declared::create(&test.database(), &Tracker::declared())
        .await
        .unwrap();
    let (other, ..) = filled(&test).await;
    let (workspace, user, project, tasks) = filled(&test).await;
    Played {
        test,
        workspace,
        other,
        user,
        project,
        tasks,
    }
}

async fn filled(test: &TestDatabase) -> (Workspace, User, Project, Vec<Task>) {
    let billing = Billing {
        email: "billing@example.com".to_owned(),
        currency: "EUR".to_owned(),
        seat_price: "9.90".parse().unwrap(),
    };
    let workspace = Workspace::create(&test.database(), "Example", billing)
        .await
        .unwrap();
    let user = workspace.add_user("Ada", "Ada@Example.com").await.unwrap();
    let project = workspace.add_project("Engine", &user).await.unwrap();
    let mut tasks = Vec::new();
    for at in 0..10 {
        let idea = idea(&user, &project, at);
        tasks.push(workspace.add_task(idea).await.unwrap());
    }
    (workspace, user, project, tasks)
}

/// Three tasks share a place on the board, and one is nobody's.
fn idea(user: &User, project: &Project, at: i64) -> TaskIdea {
    let priorities = [Priority::Low, Priority::Critical];
    TaskIdea {
        project_id: project.id,
        title: format!("Task {at}"),
        priority: priorities[usize::from(at % 2 == 0)],
        position: at / 3,
        labels: vec!["mill".to_owned(), format!("label {at}")],
        assignee: (at > 0).then(|| person(user)),
        due_at: (at != 5).then(|| DateTime::from_millis(DAY * at)),
    }
}

fn person(user: &User) -> Person {
    Person {
        id: user.id,
        name: user.name.clone(),
    }
}

fn titles(tasks: &[Task]) -> Vec<&str> {
    tasks.iter().map(|task| &*task.title).collect()
}

/// Q1
#[tokio::test]
async fn a_board_is_paged_without_gap_or_repetition() {
    let played = played().await;
    let (workspace, project) = (&played.workspace, played.project.id);
    for size in [1, 2, 4, 10, 11] {
        let (mut behind, mut seen, mut pages) = (None, Vec::new(), 0);
        loop {
            let page = workspace.board(project, size, behind).await.unwrap();
            assert!(page.items.len() <= size as usize);
            seen.extend(page.items.into_iter().map(|task| (task.position, task.id)));
            (behind, pages) = (page.next, pages + 1);
            if behind.is_none() {
                break;
            }
        }
        let positions: Vec<i64> = seen.iter().map(|(position, _)| *position).collect();
        assert!(positions.is_sorted(), "{positions:?}");
        let ids: BTreeSet<ObjectId> = seen.iter().map(|(_, id)| *id).collect();
        assert_eq!((seen.len(), ids.len()), (10, 10), "pages of {size}");
        assert!(pages >= 10 / size as usize);
    }
    assert!(
        played
            .other
            .board(project, 5, None)
            .await
            .unwrap()
            .items
            .is_empty()
    );
}

/// Q2, W1
#[tokio::test]
async fn open_work_is_what_is_not_done_and_moves_once() {
    let played = played().await;
    let (workspace, tasks) = (&played.workspace, &played.tasks);
    let (id, done) = (tasks[3].id, Status::Done);
    assert!(workspace.move_task(id, Status::Todo, done).await.unwrap());
    assert!(!workspace.move_task(id, Status::Todo, done).await.unwrap());
    let theirs = &played.other;
    assert!(
        !theirs
            .move_task(tasks[4].id, Status::Todo, done)
            .await
            .unwrap()
    );
    let open = workspace.open_work(played.user.id).await.unwrap();
    // What is due at no time comes first.
    let expected = [
        "Task 5", "Task 1", "Task 2", "Task 4", "Task 6", "Task 7", "Task 8", "Task 9",
    ];
    assert_eq!(titles(&open), expected);
}

/// Q3, Q4
#[tokio::test]
async fn ranges_and_items_of_arrays_are_found() {
    let played = played().await;
    let workspace = &played.workspace;
    let (from, to) = (DateTime::from_millis(DAY), DateTime::from_millis(DAY * 5));
    let due = workspace
        .due_between(played.project.id, from, to)
        .await
        .unwrap();
    let priorities: Vec<Priority> = due.iter().map(|task| task.priority).collect();
    let expected = [
        Priority::Critical,
        Priority::Critical,
        Priority::Low,
        Priority::Low,
    ];
    assert_eq!(priorities, expected);
    let due: BTreeSet<&str> = titles(&due).into_iter().collect();
    assert_eq!(
        due,
        BTreeSet::from(["Task 1", "Task 2", "Task 3", "Task 4"])
    );

    let all = workspace.labelled("mill").await.unwrap();
    let created: Vec<DateTime> = all.iter().map(|task| task.created_at).collect();
    assert!(created.is_sorted_by(|newer, older| newer >= older) && all.len() == 10);
    let one = workspace.labelled("label 7").await.unwrap();
    assert_eq!(titles(&one), ["Task 7"]);
    workspace.label(one[0].id, "urgent").await.unwrap();
    workspace.label(one[0].id, "urgent").await.unwrap();
    let labels = workspace.task(one[0].id).await.unwrap().unwrap().labels;
    assert_eq!(labels, ["mill", "label 7", "urgent"]);
}

/// Q5, W2
#[tokio::test]
async fn comments_are_counted_and_the_count_is_repaired() {
    let played = played().await;
    let (workspace, task) = (&played.workspace, &played.tasks[0]);
    let count = async || {
        let task = workspace.task(task.id).await.unwrap();
        task.unwrap().comment_count
    };
    for body in ["first", "second", "third"] {
        let author = person(&played.user);
        workspace.comment(task, author, body).await.unwrap();
    }
    assert_eq!(count().await, 3);
    let page = workspace.comments(task.id, 2, None).await.unwrap();
    let rest = workspace.comments(task.id, 2, page.next).await.unwrap();
    let bodies = page.items.iter().chain(&rest.items);
    let bodies: Vec<&str> = bodies.map(|comment| &*comment.body).collect();
    assert_eq!(bodies, ["first", "second", "third"]);
    assert!(rest.next.is_none());

    // A comment of which the count was lost.
    let comments = played
        .test
        .database()
        .collection::<tracker::Comment>("comments");
    let lost = tracker::Comment {
        id: ObjectId::new(),
        ..rest.items[0].clone()
    };
    comments.insert_one(lost).await.unwrap();
    assert_eq!(count().await, 3);
    assert_eq!(workspace.recount(task.id).await.unwrap(), 4);
    assert_eq!(count().await, 4);
    let theirs = played
        .other
        .comment(task, person(&played.user), "not mine")
        .await;
    assert!(
        matches!(theirs, Err(AccessError::NotMatched { .. })),
        "{theirs:?}"
    );

    for verb in [Verb::TaskCreated, Verb::CommentAdded] {
        workspace
            .note(task, person(&played.user), verb)
            .await
            .unwrap();
    }
    let events = workspace.activity(played.project.id, 1).await.unwrap();
    assert_eq!(events.len(), 1);
    assert!(
        played
            .other
            .activity(played.project.id, 9)
            .await
            .unwrap()
            .is_empty()
    );
}

/// Q6
#[tokio::test]
async fn a_user_is_found_by_an_email_in_any_case() {
    let played = played().await;
    let found = played
        .workspace
        .user_of_email(" ADA@example.COM")
        .await
        .unwrap();
    assert_eq!(found, Some(played.user));
    let twice = played
        .workspace
        .add_user("Ada again", "ada@EXAMPLE.com")
        .await;
    assert!(
        matches!(twice, Err(AccessError::DuplicateKey { .. })),
        "{twice:?}"
    );
}

/// W3
#[tokio::test]
async fn an_invitation_is_accepted_once_and_only_while_it_is_valid() {
    let played = played().await;
    let (workspace, ada) = (&played.workspace, &played.user);
    let day = Duration::from_hours(24);
    let invited = workspace
        .invite("Charles@example.com", ada, day)
        .await
        .unwrap();
    let Invited::Yes(invitation) = invited else {
        panic!("{invited:?}");
    };
    assert_eq!(invitation.status, InvitationStatus::Pending);
    let again = workspace
        .invite("charles@example.com", ada, day)
        .await
        .unwrap();
    assert!(matches!(again, Invited::Already), "{again:?}");
    assert!(
        played
            .other
            .accept("charles@example.com", "Charles")
            .await
            .unwrap()
            .is_none()
    );
    let joined = workspace
        .accept("charles@example.com", "Charles")
        .await
        .unwrap();
    let found = workspace
        .user_of_email("charles@example.com")
        .await
        .unwrap();
    assert!(joined.is_some() && found == joined);
    assert!(
        workspace
            .accept("charles@example.com", "Charles")
            .await
            .unwrap()
            .is_none()
    );

    // The server deletes it up to a minute later.
    let expired = Duration::ZERO;
    workspace
        .invite("late@example.com", ada, expired)
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(
        workspace
            .accept("late@example.com", "Late")
            .await
            .unwrap()
            .is_none()
    );
    assert!(
        workspace
            .user_of_email("late@example.com")
            .await
            .unwrap()
            .is_none()
    );
}

/// A user who cannot be added leaves the invitation pending.
#[tokio::test]
async fn what_belongs_together_happens_together_or_not_at_all() {
    let played = played().await;
    let (workspace, ada) = (&played.workspace, &played.user);
    let day = Duration::from_hours(24);
    workspace.invite("ada@example.com", ada, day).await.unwrap();
    let taken = workspace.accept("ada@example.com", "Ada").await;
    assert!(
        matches!(taken, Err(AccessError::DuplicateKey { .. })),
        "{taken:?}"
    );
    let again = workspace.invite("ada@example.com", ada, day).await.unwrap();
    assert!(matches!(again, Invited::Already), "{again:?}");
}
