//! What users without enough privileges are told.

use bson::{Document, doc};
use mongodb::Client;
use schema_xtask::dev_server::testing::Mortal;

use crate::support::{Finished, finished, fixture};

/// A server that demands credentials, with users of several roles on the database `app`.
async fn guarded() -> Option<Mortal> {
    let server = Mortal::with_auth().await.expect("a server")?;
    // Until there is a user, whoever comes from this machine may make one.
    let client = Client::with_uri_str(server.uri()).await.expect("a client");
    let root = doc! { "createUser": "root", "pwd": "secret-root", "roles": ["root"] };
    client
        .database("admin")
        .run_command(root)
        .await
        .expect("the first user");
    let client = Client::with_uri_str(as_user(&server, "root", "admin"))
        .await
        .expect("a client");
    for (user, role) in [
        ("reader", "read"),
        ("writer", "readWrite"),
        ("admin", "dbAdmin"),
    ] {
        let roles = vec![doc! { "role": role, "db": "app" }];
        let command = doc! { "createUser": user, "pwd": format!("secret-{user}"), "roles": roles };
        client
            .database("app")
            .run_command(command)
            .await
            .expect("a user");
    }
    let both = vec![
        doc! { "role": "readWrite", "db": "app" },
        doc! { "role": "dbAdmin", "db": "app" },
    ];
    let command = doc! { "createUser": "owner", "pwd": "secret-owner", "roles": both };
    client
        .database("app")
        .run_command(command)
        .await
        .expect("a user");
    Some(server)
}

fn as_user(server: &Mortal, user: &str, source: &str) -> String {
    let host = server
        .uri()
        .strip_prefix("mongodb://")
        .expect("a connection string");
    format!("mongodb://{user}:secret-{user}@{host}&authSource={source}")
}

fn run(server: &Mortal, user: &str, schema: &str, arguments: &str) -> Finished {
    let mut command = fixture(arguments);
    let uri = as_user(server, user, "app");
    finished(
        command
            .env("FIXTURE", schema)
            .env("MONGODB_URI", uri)
            .env("MONGODB_DB", "app"),
    )
}

/// One line, with the action and a role, and no password.
fn tells(finished: &Finished, parts: &[&str]) {
    assert_eq!(finished.code, Some(1), "{finished:?}");
    for part in parts {
        assert!(finished.err.contains(part), "{part}: {finished:?}");
    }
    assert!(!finished.err.contains("secret"), "{finished:?}");
    let lines = finished
        .err
        .lines()
        .filter(|line| line.contains("may not run"));
    assert!(lines.count() >= 1, "{finished:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_privilege_is_named_with_its_role() {
    let Some(server) = guarded().await else {
        eprintln!("skipped: a `mongod` demands a key file for this");
        return;
    };
    let made = run(&server, "owner", "old", "apply --yes");
    assert_eq!(
        made.code,
        Some(0),
        "readWrite and dbAdmin are enough: {made:?}"
    );

    let looked = run(&server, "reader", "new", "plan");
    assert_eq!(looked.code, Some(0), "`read` is enough to look: {looked:?}");
    let refused = run(&server, "reader", "new", "apply --yes");
    tells(&refused, &["`update`", "`app._schema.lock`", "`readWrite`"]);

    // `readWrite` creates collections and indexes, and may not run `collMod`.
    let refused = run(&server, "writer", "new", "apply --yes");
    tells(&refused, &["`collMod`", "`dbAdmin`"]);
    let client = Client::with_uri_str(as_user(&server, "root", "admin"))
        .await
        .expect("a client");
    let users = client.database("app").collection::<Document>("notes");
    let names = users.list_index_names().await.expect("names");
    assert!(
        names.contains(&"text_1".to_owned()),
        "the rest is done: {names:?}"
    );

    let nobody = run(&server, "admin", "new", "apply --yes");
    tells(&nobody, &["`find`"]);
    let finished = run(&server, "owner", "new", "apply --yes");
    assert_ne!(finished.code, Some(1), "{finished:?}");

    let host = server.uri();
    let mut command = fixture("plan --db app");
    let anonymous = finished_with(command.env("MONGODB_URI", host));
    assert_eq!(anonymous.code, Some(1), "{anonymous:?}");
    let wrong = as_user(&server, "owner", "app").replace("secret-owner", "hunter22");
    let mut command = fixture("plan --db app");
    let wrong = finished_with(command.env("MONGODB_URI", wrong));
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(wrong.err.contains("refused the credentials"), "{wrong:?}");
    assert!(!wrong.err.contains("hunter22"), "{wrong:?}");
}

fn finished_with(command: &mut std::process::Command) -> Finished {
    finished(command)
}

/// The commands that `emit --target roles --format json` prints.
fn role_commands(server: &Mortal) -> Vec<Document> {
    let printed = run(server, "root", "", "emit --target roles --format json");
    let value: serde_json::Value = serde_json::from_str(&printed.out).expect("JSON");
    let commands = value["roles"].as_array().expect("the roles").iter();
    commands
        .map(|command| bson::serialize_to_document(command).expect("a command"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_emitted_roles_are_enough_and_no_more() {
    let Some(server) = guarded().await else {
        eprintln!("skipped: a `mongod` demands a key file for this");
        return;
    };
    let root = Client::with_uri_str(as_user(&server, "root", "admin")).await;
    let database = root.expect("a client").database("app");
    for mut command in role_commands(&server) {
        let role = command.get_str("createRole").expect("a name").to_owned();
        command.remove("$db");
        database.run_command(command).await.expect("a role");
        let user = role.rsplit('_').next().expect("a last word");
        let create = doc! { "createUser": user, "pwd": format!("secret-{user}"), "roles": [&role] };
        database.run_command(create).await.expect("a user");
    }
    let code = |user, arguments| run(&server, user, "", arguments).code;
    assert_eq!(code("plan", "plan --exit-code"), Some(2));
    tells(&run(&server, "plan", "", "apply --yes"), &["may not run"]);
    tells(&run(&server, "app", "", "plan"), &["may not run"]);
    let applied = run(&server, "apply", "", "apply --yes");
    assert_eq!(applied.code, Some(0), "{applied:?}");
    assert_eq!(code("plan", "plan --exit-code --inspect-data"), Some(0));
    assert_eq!(code("plan", "history"), Some(0));
    assert_eq!(code("apply", "apply --yes"), Some(0));
}
