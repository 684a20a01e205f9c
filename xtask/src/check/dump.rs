//! A file that `mongodump` wrote: documents in BSON, one after the other, perhaps compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use schema_core::evaluate::Validator;

use super::{Onlooker, Report, Tally, Wanted};
use crate::error::{Error, Result};

/// The most bytes that a document may have. Source: MongoDB Limits and Thresholds, 16 MiB, and what
/// the server takes beyond that for itself.
const LARGEST: u32 = 16 * 1024 * 1024 + 16 * 1024;
/// How many documents lie between two tellings of how far it is.
const TELLING: u64 = 1_000;

/// Checks the documents of a file against a collection's validator; the onlooker is told bytes of
/// the file.
///
/// # Errors
///
/// The file cannot be read, or is none of BSON documents.
pub fn dump(
    path: &Path,
    collection: &str,
    validator: &Validator,
    wanted: Wanted,
    onlooker: Onlooker<'_>,
) -> Result<Report> {
    let unreadable = |detail: String| Error::Unreadable {
        place: format!("`{}`", path.display()),
        detail,
    };
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let total = file.metadata().map_or(0, |metadata| metadata.len());
    let read = Arc::new(AtomicU64::new(0));
    let counted = Counted {
        inner: file,
        read: read.clone(),
    };
    let mut documents = Documents::new(counted).map_err(|error| unreadable(error.to_string()))?;
    let mut tally = Tally::new(wanted.limit);
    let limit = wanted.sample.unwrap_or(u64::MAX);
    while tally.seen < limit {
        let at = documents.offset;
        let Some(document) = documents
            .next()
            .map_err(|error| unreadable(error.to_string()))?
        else {
            break;
        };
        let asked = tally.ask(validator, document);
        asked.map_err(|error| unreadable(format!("the document at byte {at}: {error}")))?;
        if tally.seen.is_multiple_of(TELLING) {
            onlooker(collection, read.load(Ordering::Relaxed), total);
        }
    }
    onlooker(collection, total, total);
    let documents = tally.seen;
    Ok(tally.report(collection, documents, None))
}

/// Counts the bytes that were read of it.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Documents, one at a time, in a buffer that is used again.
struct Documents {
    source: Box<dyn Read>,
    buffer: Vec<u8>,
    /// Where the next one begins, in bytes of what was compressed.
    offset: u64,
}

impl Documents {
    fn new(source: impl Read + 'static) -> io::Result<Self> {
        let mut source = BufReader::with_capacity(1 << 16, source);
        // The two bytes with which gzip begins; no document is so short or so long.
        let is_compressed = source.fill_buf()?.starts_with(&[0x1F, 0x8B]);
        let source: Box<dyn Read> = if is_compressed {
            Box::new(BufReader::new(MultiGzDecoder::new(source)))
        } else {
            Box::new(source)
        };
        Ok(Self {
            source,
            buffer: Vec::new(),
            offset: 0,
        })
    }

    /// None at the end.
    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let Some(length) = self.length()? else {
            return Ok(None);
        };
        let size = u32::from_le_bytes(length);
        if !(5..=LARGEST).contains(&size) {
            let told = format!("at byte {} there is no BSON document", self.offset);
            return Err(io::Error::new(io::ErrorKind::InvalidData, told));
        }
        self.buffer.resize(size as usize, 0);
        self.buffer[..4].copy_from_slice(&length);
        let rest = self.source.read_exact(&mut self.buffer[4..]);
        rest.map_err(|error| self.cut_short(error))?;
        self.offset += u64::from(size);
        Ok(Some(&self.buffer))
    }

    fn length(&mut self) -> io::Result<Option<[u8; 4]>> {
        let mut length = [0; 4];
        // The end is where not one byte is left.
        let mut first = [0];
        if self.source.read(&mut first)? == 0 {
            return Ok(None);
        }
        length[0] = first[0];
        let rest = self.source.read_exact(&mut length[1..]);
        rest.map_err(|error| self.cut_short(error))
            .map(|()| Some(length))
    }

    fn cut_short(&self, error: io::Error) -> io::Error {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            let told = format!(
                "it is cut short: the document at byte {} is not whole",
                self.offset
            );
            return io::Error::new(error.kind(), told);
        }
        error
    }
}
