//! The development server's life: really started, shared, killed and stopped.
//!
//! Commands are processes of their own here: this test binary itself, run again for the one test
//! `command`, which does what the variable `DEV_SERVER_TEST_COMMAND` says.

#[path = "dev_server/command.rs"]
mod command;
#[path = "dev_server/workspace.rs"]
mod workspace;

use std::fs;
use std::time::Duration;

use bson::doc;
use command::Command;
use mongodb::Client;
use schema_xtask::dev_server::testing::{TestDatabase, ThrowAway};
use workspace::{Workspace, answers, until_silent};

#[tokio::test(flavor = "multi_thread")]
async fn a_command_starts_the_server_and_stops_it_and_the_data_stay() {
    let workspace = Workspace::new().await;
    let mut first = Command::start("hold", &workspace);
    let documents = |client: Client| client.database("shop").collection("orders");
    let client = Client::with_uri_str(first.uri()).await.unwrap();
    documents(client)
        .insert_one(doc! { "_id": 1 })
        .await
        .unwrap();
    let uri = first.uri().to_owned();
    assert!(first.finish().success());
    assert!(!answers(&uri).await, "stopped at the end of the command");
    assert!(!workspace.state_path().exists());

    let second = Command::start("hold", &workspace);
    let client = Client::with_uri_str(second.uri()).await.unwrap();
    assert_eq!(documents(client).count_documents(doc! {}).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_at_the_same_time_share_one_server_and_the_last_stops_it() {
    let workspace = Workspace::new().await;
    let mut commands: Vec<Command> = (0..6).map(|_| Command::spawn("hold", &workspace)).collect();
    let uris: Vec<String> = commands.iter_mut().map(Command::read_uri).collect();
    assert!(uris.iter().all(|uri| *uri == uris[0]), "{uris:?}");
    let last = commands.pop().unwrap();
    for mut command in commands {
        assert!(command.finish().success());
        assert!(
            answers(&uris[0]).await,
            "a command that ends leaves the server to the others"
        );
    }
    let mut last = last;
    assert!(last.finish().success());
    assert!(!answers(&uris[0]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_come_and_go_never_lose_the_server_under_them() {
    let workspace = Workspace::new().await;
    let mut workers = Vec::new();
    for _ in 0..4 {
        let workspace = workspace.clone();
        workers.push(std::thread::spawn(move || {
            (0..4).all(|_| Command::spawn("use", &workspace).wait().success())
        }));
    }
    assert!(workers.into_iter().all(|worker| worker.join().unwrap()));
    assert!(
        !workspace.state_path().exists(),
        "the last stopped the server"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_killed_is_replaced() {
    let workspace = Workspace::new().await;
    let mut first = Command::start("hold", &workspace);
    let (old, uri) = (workspace.state().pid, first.uri().to_owned());
    workspace::kill(old);
    until_silent(&uri).await;
    assert!(workspace.state_path().exists(), "nobody has noticed yet");

    let mut second = Command::start("hold", &workspace);
    assert_ne!(workspace.state().pid, old);
    assert!(answers(second.uri()).await);
    assert!(first.finish().success());
    assert!(second.finish().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_of_a_killed_command_is_reused_and_then_stopped() {
    let workspace = Workspace::new().await;
    let mut killed = Command::start("hold", &workspace);
    let uri = killed.uri().to_owned();
    killed.kill();
    assert!(answers(&uri).await, "the server outlives its command");

    let mut next = Command::start("hold", &workspace);
    assert_eq!(next.uri(), uri);
    assert!(next.finish().success());
    assert!(!answers(&uri).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_left_by_a_starter_that_wrote_no_state_is_replaced() {
    let workspace = Workspace::new().await;
    let mut killed = Command::start("hold", &workspace);
    let (uri, old) = (killed.uri().to_owned(), workspace.state().pid);
    killed.kill();
    fs::remove_file(workspace.state_path()).unwrap();

    let mut next = Command::start("hold", &workspace);
    assert!(!answers(&uri).await, "never two servers on one folder");
    assert_ne!(workspace.state().pid, old);
    assert!(next.finish().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_speaks_of_a_foreign_process_harms_nobody() {
    let workspace = Workspace::new().await;
    let mut bystander = std::process::Command::new("sleep")
        .arg("60")
        .spawn()
        .unwrap();
    let mut state = Command::start("hold", &workspace).state_of(&workspace);
    state.pid = i32::try_from(bystander.id()).unwrap();
    workspace.write_state(&state);
    workspace.write_pid(state.pid);

    let mut next = Command::start("hold", &workspace);
    assert_ne!(workspace.state().pid, state.pid);
    assert!(next.finish().success());
    assert!(
        bystander.try_wait().unwrap().is_none(),
        "the bystander lives"
    );
    bystander.kill().unwrap();
    bystander.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_ends_early_leaves_no_server() {
    let workspace = Workspace::new().await;
    let mut command = Command::start("panic", &workspace);
    let uri = command.uri().to_owned();
    assert!(!command.finish().success());
    until_silent(&uri).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dev_keeps_the_server_until_it_is_asked_to_end() {
    for signal in [rustix::process::Signal::INT, rustix::process::Signal::TERM] {
        let workspace = Workspace::new().await;
        let mut dev = Command::start("dev", &workspace);
        let mut user = Command::start("hold", &workspace);
        assert_eq!(user.uri(), dev.uri());
        assert!(user.finish().success());
        assert!(
            answers(dev.uri()).await,
            "a command leaves the server of `dev` running"
        );
        dev.signal(signal);
        assert!(dev.wait().success());
        assert!(!answers(dev.uri()).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dev_leaves_the_server_to_the_commands_that_still_use_it() {
    let workspace = Workspace::new().await;
    let mut dev = Command::start("dev", &workspace);
    let mut user = Command::start("hold", &workspace);
    dev.signal(rustix::process::Signal::TERM);
    assert!(dev.wait().success());
    assert!(answers(user.uri()).await);
    assert!(user.finish().success());
    assert!(!answers(user.uri()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn dev_fails_when_its_server_ends() {
    let workspace = Workspace::new().await;
    let mut dev = Command::start("dev", &workspace);
    workspace::kill(workspace.state().pid);
    assert!(!dev.wait().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn cargo_clean_under_dev_leaves_no_server() {
    let workspace = Workspace::new().await;
    let mut dev = Command::start("dev", &workspace);
    fs::remove_dir_all(workspace.data()).unwrap();
    dev.signal(rustix::process::Signal::TERM);
    dev.wait();
    assert!(!answers(dev.uri()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mongod_on_the_path_comes_first_and_another_port_is_tried_when_one_is_taken() {
    let workspace = Workspace::new()
        .await
        .with_mongod_that_first_finds_its_port_taken();
    let mut command = Command::start("hold", &workspace);
    assert!(workspace.data().join("mongod").is_dir());
    let client = Client::with_uri_str(command.uri()).await.unwrap();
    let hello = client
        .database("admin")
        .run_command(doc! { "hello": 1 })
        .await
        .unwrap();
    assert!(hello.get_bool("isWritablePrimary").unwrap());
    assert_eq!(workspace.mongod_runs(), 2);
    assert!(command.finish().success());
    assert!(!answers(command.uri()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_throw_away_server_goes_with_its_value() {
    let server = ThrowAway::start().await.unwrap();
    let (uri, folder) = (server.uri().to_owned(), server.folder().to_owned());
    assert!(answers(&uri).await && folder.is_dir());
    drop(server);
    assert!(!answers(&uri).await && !folder.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_throw_away_server_goes_with_its_process_however_that_ends() {
    let workspace = Workspace::new().await;
    for end in [Command::kill, Command::finish_by_exit] {
        let mut command = Command::start("throw-away", &workspace);
        let folders = workspace.throw_away_folders();
        assert_eq!(fs::read_dir(&folders).unwrap().count(), 1);
        end(&mut command);
        until_silent(command.uri()).await;
        workspace::until(Duration::from_secs(10), || {
            fs::read_dir(&folders).unwrap().count() == 0
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_database_is_dropped_and_no_other() {
    let (ours, others) = (
        TestDatabase::create().await.unwrap(),
        TestDatabase::create().await.unwrap(),
    );
    for database in [ours.database(), others.database()] {
        database.create_collection("tasks").await.unwrap();
    }
    let (gone, client) = (ours.name().to_owned(), others.client().clone());
    drop(ours);
    let names = client.list_database_names().await.unwrap();
    assert!(
        !names.contains(&gone) && names.contains(&others.name().to_owned()),
        "{names:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by the other tests, as a process of its own"]
async fn command() {
    command::run().await;
}
