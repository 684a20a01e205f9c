//! A command that uses the development server, as a process.

use std::env;
use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};
use std::process::{Child, ChildStdout, ExitStatus, Stdio};

use bson::doc;
use rustix::process::{Pid, Signal, kill_process};
use schema_xtask::dev_server::{self, Progress, testing::ThrowAway};

use crate::workspace::{State, Workspace};

/// Says what the process does.
const VARIABLE: &str = "DEV_SERVER_TEST_COMMAND";

/// A running command. Its standard input is a pipe whose end tells it to finish.
pub(crate) struct Command {
    child: Child,
    output: BufReader<ChildStdout>,
    uri: String,
}

impl Command {
    /// Starts a command, and waits until it has a server.
    pub(crate) fn start(what: &str, workspace: &Workspace) -> Self {
        let mut command = Self::spawn(what, workspace);
        command.uri = command.read_uri();
        command
    }

    /// Starts a command.
    pub(crate) fn spawn(what: &str, workspace: &Workspace) -> Self {
        let mut child = std::process::Command::new(env::current_exe().unwrap())
            .args(["--exact", "command", "--ignored", "--nocapture"])
            .env(VARIABLE, what)
            .env("CARGO_TARGET_DIR", workspace.target())
            .env("PATH", workspace.search_path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            output,
            uri: String::new(),
        }
    }

    /// Reads the address that the command prints once it has a server.
    pub(crate) fn read_uri(&mut self) -> String {
        let mut line = String::new();
        // The test's name may stand before it on the same line.
        while !line.contains("mongodb://") {
            line.clear();
            assert_ne!(
                self.output.read_line(&mut line).unwrap(),
                0,
                "no address was printed"
            );
        }
        line[line.find("mongodb://").unwrap()..]
            .trim_end()
            .to_owned()
    }

    /// The server's address.
    pub(crate) fn uri(&self) -> &str {
        &self.uri
    }

    /// What the command wrote down about the server, before it ends.
    pub(crate) fn state_of(mut self, workspace: &Workspace) -> State {
        let state = workspace.state();
        assert!(self.finish().success());
        state
    }

    /// Lets the command finish, and waits for its end.
    pub(crate) fn finish(&mut self) -> ExitStatus {
        drop(self.child.stdin.take());
        self.wait()
    }

    /// Waits for the command's end.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        // Else the command would fail when it prints the test's outcome.
        self.output.read_to_end(&mut Vec::new()).unwrap();
        self.child.wait().unwrap()
    }

    /// Kills the command (SIGKILL).
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Lets the command end by `exit`.
    pub(crate) fn finish_by_exit(&mut self) {
        assert!(self.finish().success());
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }
}

impl Drop for Command {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            self.finish();
        }
    }
}

/// What the process does when it is a command.
pub(crate) async fn run() {
    match env::var(VARIABLE).as_deref() {
        Ok("hold") => hold().await,
        Ok("use") => make_use().await,
        Ok("panic") => panic_while_using().await,
        Ok("dev") => dev_server::run_in_foreground().await.unwrap(),
        Ok("throw-away") => throw_away().await,
        _ => {}
    }
}

/// Uses the server until told to finish.
async fn hold() {
    let server = dev_server::acquire(Progress::stderr()).await.unwrap();
    print(server.uri());
    until_told();
    server.release().await.unwrap();
}

/// Writes a few documents, for a tenth of a second.
async fn make_use() {
    let server = dev_server::acquire(Progress::stderr()).await.unwrap();
    let client = mongodb::Client::with_uri_str(server.uri()).await.unwrap();
    for _ in 0..10 {
        let collection = client.database("shop").collection("orders");
        collection.insert_one(doc! {}).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    server.release().await.unwrap();
}

async fn panic_while_using() {
    let server = dev_server::acquire(Progress::stderr()).await.unwrap();
    print(server.uri());
    until_told();
    panic!("on purpose");
}

/// Ends by `exit`, which drops nothing.
async fn throw_away() {
    let server = ThrowAway::start().await.unwrap();
    print(server.uri());
    until_told();
    std::process::exit(0);
}

fn print(uri: &str) {
    let mut out = stdout().lock();
    writeln!(out, "{uri}").unwrap();
    out.flush().unwrap();
}

fn until_told() {
    stdin().read_to_end(&mut Vec::new()).unwrap();
}
