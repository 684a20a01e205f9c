//! Stands between a command and the server, and sees each message that the command sends.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bson::doc;

/// What becomes of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It goes on to the server, and the reply comes back.
    Pass,
    /// It goes on to the server, and the connection ends before the reply.
    LoseReply,
    /// The connection ends before the server sees it.
    Cut,
    /// It is answered with a failure of this code and message, as another make of server would, and
    /// the server does not see it.
    Refuse(i32, &'static str),
}

/// Is asked for each message, by the name of its command.
pub(crate) trait Tap: Fn(&str) -> Verdict + Send + Sync + 'static {}
impl<F: Fn(&str) -> Verdict + Send + Sync + 'static> Tap for F {}

/// Listens on a port of its own as long as the process lives.
pub(crate) struct Proxy {
    address: SocketAddr,
    target: Arc<Mutex<SocketAddr>>,
}

impl Proxy {
    /// One before the server of `uri`, a connection string with one host.
    pub(crate) fn before(uri: &str, tap: impl Tap) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let target = Arc::new(Mutex::new(host(uri)));
        let (to, tap) = (Arc::clone(&target), Arc::new(tap));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let to = *to.lock().expect("a target");
                let tap = Arc::clone(&tap);
                std::thread::spawn(move || {
                    // A server that is down refuses; the client's connection ends as well then.
                    if let Ok(server) = TcpStream::connect(to) {
                        connect(&client, &server, &*tap);
                    }
                });
            }
        });
        Self { address, target }
    }

    /// Where it listens, as a connection string without a database.
    pub(crate) fn uri(&self) -> String {
        format!("mongodb://{}/?directConnection=true", self.address)
    }

    /// Goes on to the server of another connection string from now on.
    pub(crate) fn retarget(target: &Mutex<SocketAddr>, uri: &str) {
        *target.lock().expect("a target") = host(uri);
    }

    /// What [`retarget`](Self::retarget) takes.
    pub(crate) fn target(&self) -> Arc<Mutex<SocketAddr>> {
        Arc::clone(&self.target)
    }
}

/// The kind of message that carries commands and their replies.
const OP_MSG: [u8; 4] = 2013_i32.to_le_bytes();

fn host(uri: &str) -> SocketAddr {
    let host = uri
        .strip_prefix("mongodb://")
        .and_then(|it| it.split('/').next());
    host.and_then(|it| it.parse().ok())
        .expect("one host with its port")
}

fn connect(client: &TcpStream, server: &TcpStream, tap: &dyn Fn(&str) -> Verdict) {
    let loses = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while let Some(reply) = message(server) {
                if loses.load(Ordering::SeqCst) || (&*client).write_all(&reply).is_err() {
                    break;
                }
            }
            end(client, server);
        });
        while let Some(request) = message(client) {
            let verdict = command(&request).map_or(Verdict::Pass, |name| tap(&name));
            if verdict == Verdict::LoseReply {
                loses.store(true, Ordering::SeqCst);
            }
            if let Verdict::Refuse(code, message) = verdict {
                if (&*client)
                    .write_all(&refusal(&request, code, message))
                    .is_err()
                {
                    break;
                }
                continue;
            }
            if verdict == Verdict::Cut || (&*server).write_all(&request).is_err() {
                break;
            }
        }
        // What the server still says of a client that went away is read, so that it says it all.
        let _ = client.shutdown(Shutdown::Both);
        if !loses.load(Ordering::SeqCst) {
            end(client, server);
        }
    });
}

fn end(client: &TcpStream, server: &TcpStream) {
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
}

/// One message of the wire protocol, with its header.
fn message(mut from: &TcpStream) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length).ok()?;
    let size = usize::try_from(i32::from_le_bytes(length)).ok()?;
    let mut message = vec![0; size];
    message[..4].copy_from_slice(&length);
    from.read_exact(&mut message[4..]).ok()?;
    Some(message)
}

/// The reply to `request` of a server that refuses it.
fn refusal(request: &[u8], code: i32, message: &str) -> Vec<u8> {
    let body = doc! { "ok": 0.0, "errmsg": message, "code": code };
    let body = body.to_vec().expect("a document");
    let size = i32::try_from(16 + 4 + 1 + body.len()).expect("a short reply");
    let mut reply = size.to_le_bytes().to_vec();
    reply.extend(1_i32.to_le_bytes());
    reply.extend(&request[4..8]);
    reply.extend(OP_MSG);
    reply.extend([0; 5]);
    reply.extend(body);
    reply
}

/// The command's name, which is the first key of the body of an OP_MSG.
fn command(message: &[u8]) -> Option<String> {
    // The header, the flags, the kind of section, the document's length, the key's type.
    const KEY: usize = 16 + 4 + 1 + 4 + 1;
    if message.get(12..16) != Some(&OP_MSG) || message.get(20) != Some(&0) {
        return None;
    }
    let key = message.get(KEY..)?;
    let end = key.iter().position(|byte| *byte == 0)?;
    String::from_utf8(key[..end].to_vec()).ok()
}

/// Whether a command of this name writes.
pub(crate) fn writes(command: &str) -> bool {
    [
        "create",
        "createIndexes",
        "collMod",
        "dropIndexes",
        "drop",
        "insert",
        "update",
        "delete",
        "findAndModify",
    ]
    .contains(&command)
}
