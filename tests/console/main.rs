//! Games against the real program: line mode over pipes and in a pseudo-terminal, and the full screen.

#[path = "../support/mod.rs"]
mod support;

#[cfg(unix)]
mod full_screen;
mod games;
mod lines;
#[cfg(unix)]
mod parity;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
#[path = "../support/screen.rs"]
mod screen;
