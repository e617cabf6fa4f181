//! Engines of every kind at the board: whole games, dialogues for people, and everything that an engine can do wrong.

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(unix)]
mod console_engines;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod lateness;
mod seats;
