//! Non-blocking streams where the system has none: one thread per stream reads ahead or writes buffered bytes.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Stream;
use super::child::Streams;

/// How much is read ahead. Then the program blocks, as with any full pipe.
const READ_AHEAD_BYTES: usize = 64 << 10;

/// How much is buffered for writing.
const WRITE_BUFFER_BYTES: usize = 64 << 10;

/// Converts between a program's bytes and its text: see [`super::conpty_screen`].
pub(super) trait Filter: Send {
    /// Decodes output. Returns the text, and bytes to write back at once.
    fn decode_output(&mut self, bytes: &[u8]) -> (Vec<u8>, Vec<u8>);

    /// Encodes input for the program.
    fn encode_input(&mut self, bytes: &[u8]) -> Vec<u8>;
}

/// A filter that changes nothing.
pub(super) struct PassThrough;

impl Filter for PassThrough {
    fn decode_output(&mut self, bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
        (bytes.to_vec(), Vec::new())
    }

    fn encode_input(&mut self, bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

#[derive(Default)]
struct StreamBuffer {
    bytes: VecDeque<u8>,
    /// The stream has ended.
    over: bool,
}

struct BufferState {
    /// Bytes read, by [`Stream`].
    read: [StreamBuffer; 2],
    written: StreamBuffer,
    filter: Box<dyn Filter>,
    /// The [`PipeThreads`] were dropped.
    dropped: bool,
}

struct Shared {
    state: Mutex<BufferState>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, BufferState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, BufferState>) -> MutexGuard<'a, BufferState> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// The streams of a program, each with a thread that ends with its stream or the program.
pub(super) struct PipeThreads {
    shared: Arc<Shared>,
    has_errors: bool,
}

const fn index(stream: Stream) -> usize {
    match stream {
        Stream::Output => 0,
        Stream::Errors => 1,
    }
}

impl PipeThreads {
    /// Starts the threads. `filter` converts output and input.
    pub(super) fn new(
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        errors: Option<impl Read + Send + 'static>,
        filter: Box<dyn Filter>,
    ) -> PipeThreads {
        let mut read = [StreamBuffer::default(), StreamBuffer::default()];
        let has_errors = errors.is_some();
        read[index(Stream::Errors)].over = !has_errors;
        let state = BufferState { read, written: StreamBuffer::default(), filter, dropped: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        thread::spawn({
            let shared = Arc::clone(&shared);
            move || read_loop(&shared, output, Stream::Output)
        });
        if let Some(errors) = errors {
            let shared = Arc::clone(&shared);
            thread::spawn(move || read_loop(&shared, errors, Stream::Errors));
        }
        thread::spawn({
            let shared = Arc::clone(&shared);
            move || write_loop(&shared, input)
        });
        PipeThreads { shared, has_errors }
    }
}

impl Streams for PipeThreads {
    fn has_errors(&self) -> bool {
        self.has_errors
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.shared.lock();
        if state.written.over {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let room = WRITE_BUFFER_BYTES.saturating_sub(state.written.bytes.len());
        if room == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        let count = room.min(bytes.len());
        let encoded = state.filter.encode_input(&bytes[..count]);
        state.written.bytes.extend(encoded);
        self.shared.changed.notify_all();
        Ok(count)
    }

    fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.shared.lock();
        let side = &mut state.read[index(stream)];
        if side.bytes.is_empty() && !side.over {
            return Err(ErrorKind::WouldBlock.into());
        }
        let count = side.bytes.len().min(buffer.len());
        for (place, byte) in buffer.iter_mut().zip(side.bytes.drain(..count)) {
            *place = byte;
        }
        self.shared.changed.notify_all();
        Ok(count)
    }

    fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        let mut state = self.shared.lock();
        loop {
            let can_read = |&stream: &Stream| {
                let side = &state.read[index(stream)];
                side.over || !side.bytes.is_empty()
            };
            let can_write = || state.written.over || state.written.bytes.len() < WRITE_BUFFER_BYTES;
            if streams.iter().any(can_read) || writing && can_write() {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.shared.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for PipeThreads {
    fn drop(&mut self) {
        self.shared.lock().dropped = true;
        self.shared.changed.notify_all();
    }
}

fn read_loop(shared: &Shared, mut from: impl Read, stream: Stream) {
    let mut buffer = vec![0; 32 << 10];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(count @ 1..) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // The end of a pipe is an error on some systems.
            Ok(0) | Err(_) => break,
        };
        let mut state = shared.lock();
        let said = if stream == Stream::Output {
            let (said, answer) = state.filter.decode_output(&buffer[..count]);
            state.written.bytes.extend(answer);
            said
        } else {
            buffer[..count].to_vec()
        };
        state.read[index(stream)].bytes.extend(said);
        shared.changed.notify_all();
        while state.read[index(stream)].bytes.len() >= READ_AHEAD_BYTES && !state.dropped {
            state = shared.wait(state);
        }
        if state.dropped {
            return;
        }
    }
    shared.lock().read[index(stream)].over = true;
    shared.changed.notify_all();
}

fn write_loop(shared: &Shared, mut to: impl Write) {
    loop {
        let mut state = shared.lock();
        while state.written.bytes.is_empty() && !state.dropped {
            state = shared.wait(state);
        }
        if state.dropped {
            return;
        }
        let bytes: Vec<u8> = state.written.bytes.iter().copied().collect();
        drop(state);
        let written = to.write_all(&bytes).and_then(|()| to.flush());
        let mut state = shared.lock();
        // Only now is there room again: bytes being written count.
        state.written.bytes.drain(..bytes.len());
        state.written.over = written.is_err();
        shared.changed.notify_all();
        if written.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(20);
    const NOTHING: Option<io::Empty> = None;

    fn read_all(streams: &PipeThreads, stream: Stream) -> Vec<u8> {
        let (mut all, mut buffer) = (Vec::new(), [0; 1000]);
        loop {
            match streams.read(stream, &mut buffer) {
                Ok(0) => return all,
                Ok(count) => all.extend(&buffer[..count]),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    assert!(streams.wait(&[stream], false, TIMEOUT));
                }
            }
        }
    }

    #[test]
    fn everything_said_is_read_and_then_comes_the_end() {
        let said: Vec<u8> = (0..300_000u32).map(|number| number as u8).collect();
        let errors = Some(io::Cursor::new(b"trouble".to_vec()));
        let streams = PipeThreads::new(io::sink(), io::Cursor::new(said.clone()), errors, Box::new(PassThrough));
        assert_eq!(read_all(&streams, Stream::Output), said);
        assert_eq!(read_all(&streams, Stream::Errors), b"trouble");
    }

    #[test]
    fn a_program_that_does_not_read_makes_nobody_wait() {
        let (reader, writer) = io::pipe().unwrap();
        let streams = PipeThreads::new(writer, io::empty(), NOTHING, Box::new(PassThrough));
        let line = [b'x'; 1000];
        // Write until the pipe is full.
        let mut written = 0;
        let full = loop {
            match streams.write(&line) {
                Ok(count) => written += count,
                Err(error) if streams.wait(&[], true, Duration::from_millis(200)) => drop(error),
                Err(error) => break error,
            }
        };
        assert_eq!(full.kind(), ErrorKind::WouldBlock);
        assert!(written >= WRITE_BUFFER_BYTES);
        drop(reader);
        assert!(streams.wait(&[], true, TIMEOUT));
        assert_eq!(streams.write(b"x").unwrap_err().kind(), ErrorKind::BrokenPipe);
    }

    #[test]
    fn silence_is_told_from_the_end() {
        let (reader, mut writer) = io::pipe().unwrap();
        let streams = PipeThreads::new(io::sink(), reader, NOTHING, Box::new(PassThrough));
        assert!(!streams.wait(&[Stream::Output], false, Duration::from_millis(20)));
        assert_eq!(streams.read(Stream::Output, &mut [0; 9]).unwrap_err().kind(), ErrorKind::WouldBlock);
        writer.write_all(b"ready\n").unwrap();
        assert!(streams.wait(&[Stream::Output], false, TIMEOUT));
        let mut buffer = [0; 9];
        assert_eq!(streams.read(Stream::Output, &mut buffer).unwrap(), 6);
        drop(writer);
        assert!(streams.wait(&[Stream::Output], false, TIMEOUT));
        assert_eq!(streams.read(Stream::Output, &mut buffer).unwrap(), 0);
    }
}
