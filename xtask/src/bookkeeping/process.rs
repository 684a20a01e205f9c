//! Which process holds a lock, and whether it is still alive.
//!
//! Only a process of the same machine, since the same start, and of the same process namespace can
//! be looked at: two containers may share a host's name, and number their processes alike. Where
//! any of that is not known, as on systems without `/proc`, nothing is said of a process.

use std::fs;

use bson::{Document, doc};
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// A process, as it can be found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    host: String,
    /// `/proc/sys/kernel/random/boot_id`: new with each start of the machine.
    boot: String,
    /// What `/proc/self/ns/pid` names.
    namespace: String,
    pid: i32,
    /// When it started, in clock ticks since the machine did: a number may be given again.
    started: String,
}

impl Process {
    /// This one; none where the system does not tell enough to find it again.
    pub(crate) fn own() -> Option<Self> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
        let pid = i32::try_from(std::process::id()).ok()?;
        Some(Self {
            host: super::host(),
            boot: boot.trim().to_owned(),
            namespace: namespace.to_str()?.to_owned(),
            pid,
            started: running(pid)?,
        })
    }

    pub(crate) fn document(&self) -> Document {
        doc! {
            "host": &self.host,
            "boot": &self.boot,
            "namespace": &self.namespace,
            "pid": self.pid,
            "started": &self.started,
        }
    }

    pub(crate) fn of(document: &Document) -> Option<Self> {
        let text = |name| document.get_str(name).map(str::to_owned).ok();
        Some(Self {
            host: text("host")?,
            boot: text("boot")?,
            namespace: text("namespace")?,
            pid: document.get_i32("pid").ok()?,
            started: text("started")?,
        })
    }

    /// Whether it is certain that the process has ended.
    pub(crate) fn is_dead(&self) -> bool {
        let Some(own) = Self::own() else {
            return false;
        };
        let is_near =
            own.host == self.host && own.boot == self.boot && own.namespace == self.namespace;
        is_near && (!exists(self.pid) || running(self.pid).is_some_and(|it| it != self.started))
    }
}

/// Whether there is a process of this number, of whatever user, one that ended and was not waited
/// for aside.
fn exists(pid: i32) -> bool {
    let Some(number) = Pid::from_raw(pid) else {
        return false;
    };
    let is_gone = test_kill_process(number) == Err(Errno::SRCH);
    !is_gone && !has_ended(pid)
}

fn has_ended(pid: i32) -> bool {
    status(pid).is_some_and(|fields| ["Z", "X"].contains(&fields[0].as_str()))
}

/// The start of a running process.
fn running(pid: i32) -> Option<String> {
    // The 22nd field of all (proc_pid_stat(5)), the 20th after the name.
    status(pid)?.into_iter().nth(19)
}

/// What follows the name in `/proc/PID/stat`; the name may hold spaces and parentheses.
fn status(pid: i32) -> Option<Vec<String>> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = line.rsplit_once(')')?;
    let fields: Vec<String> = fields.split_whitespace().map(str::to_owned).collect();
    (!fields.is_empty()).then_some(fields)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn own() -> Process {
        Process::own().expect("Linux tells")
    }

    #[test]
    fn this_process_lives_and_is_read_back() {
        assert!(!own().is_dead());
        assert_eq!(Process::of(&own().document()), Some(own()));
        assert_eq!(Process::of(&doc! {}), None);
    }

    #[test]
    fn one_that_ended_is_dead_even_before_it_is_waited_for() {
        let mut child = std::process::Command::new("true")
            .spawn()
            .expect("it starts");
        let pid = i32::try_from(child.id()).expect("a number");
        let process = Process {
            pid,
            started: running(pid).unwrap_or_default(),
            ..own()
        };
        while !has_ended(pid) {
            std::thread::yield_now();
        }
        assert!(process.is_dead());
        child.wait().expect("it ends");
        assert!(process.is_dead());
    }

    #[test]
    fn a_number_given_again_is_another_process() {
        let before = Process {
            started: "1".into(),
            ..own()
        };
        assert!(before.is_dead());
    }

    #[test]
    fn nothing_is_known_of_other_machines_starts_and_containers() {
        let gone = |change: fn(&mut Process)| {
            let mut process = Process {
                started: "1".into(),
                ..own()
            };
            change(&mut process);
            process.is_dead()
        };
        assert!(!gone(|it| it.host.push('x')));
        assert!(!gone(|it| it.boot.push('x')));
        assert!(!gone(|it| it.namespace.push('x')));
    }
}
