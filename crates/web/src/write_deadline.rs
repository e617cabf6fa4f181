//! A stream that gives up readers who do not read.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::limits::MIN_BYTES_PER_SECOND;

/// A stream whose writes fail if the other end does not read.
///
/// The time runs from the first write that waits to the next one that is taken whole. It is as long as the timeout; what is taken
/// meanwhile adds to it, so that a slow reader may be slow, but one that takes a byte now and then gains nothing.
pub struct WriteDeadline<S> {
    stream: S,
    timeout: Duration,
    /// While the reader is behind.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteDeadline<S> {
    /// A stream with this timeout.
    pub fn new(stream: S, timeout: Duration) -> WriteDeadline<S> {
        WriteDeadline { stream, timeout, deadline: None }
    }

    /// What a write of `wanted` bytes leads to, after the stream did this.
    fn check(
        &mut self,
        wanted: usize,
        poll: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let latest = Instant::now() + self.timeout;
        match poll {
            Poll::Ready(Ok(taken)) if taken < wanted => {
                if let Some(deadline) = &mut self.deadline {
                    let earned = Duration::from_secs(taken as u64) / MIN_BYTES_PER_SECOND;
                    let later = (deadline.deadline() + earned).min(latest);
                    deadline.as_mut().reset(later);
                }
                poll
            }
            Poll::Ready(_) => {
                self.deadline = None;
                poll
            }
            Poll::Pending => {
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep_until(latest)));
                ready!(deadline.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteDeadline<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteDeadline<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let poll = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.check(bytes.len(), poll, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let poll = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.check(slices.iter().map(|slice| slice.len()).sum(), poll, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::sleep;

    use super::*;

    /// Writes much to a reader that takes `step` bytes per second. Virtual time: nothing is waited for.
    async fn written(bytes: usize, step: usize) -> io::Result<()> {
        let (mut reader, stream) = duplex(4096);
        tokio::spawn(async move {
            let mut buffer = vec![0; step];
            while reader.read_exact(&mut buffer).await.is_ok() {
                sleep(Duration::from_secs(1)).await;
            }
            // What is left.
            let _ = reader.read_to_end(&mut Vec::new()).await;
        });
        let mut stream = WriteDeadline::new(stream, Duration::from_secs(10));
        stream.write_all(&vec![0; bytes]).await
    }

    #[tokio::test(start_paused = true)]
    async fn slow_readers_are_served_and_those_that_hardly_read_given_up() {
        let much = 1 << 20;
        assert!(written(much, 2 * MIN_BYTES_PER_SECOND as usize).await.is_ok());
        for step in [1, 100] {
            assert_eq!(written(much, step).await.unwrap_err().kind(), io::ErrorKind::TimedOut, "{step}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_that_rests_is_not_late() {
        let (mut reader, stream) = duplex(16);
        let mut stream = WriteDeadline::new(stream, Duration::from_secs(10));
        for _ in 0..3 {
            let mut buffer = [0; 40];
            let (sent, received) = tokio::join!(stream.write_all(&[1; 40]), async {
                sleep(Duration::from_secs(9)).await;
                reader.read_exact(&mut buffer).await
            });
            assert!(sent.is_ok() && received.is_ok());
            sleep(Duration::from_secs(60)).await;
        }
    }
}
