//! Commands of the real program, one module per command.

#[path = "../support/examples.rs"]
mod examples;
#[path = "../support/mod.rs"]
mod support;

mod bad_input;
mod commands;
mod friend;
#[cfg(all(unix, feature = "web"))]
mod friend_room;
mod learn;
mod oska_call;
#[cfg(target_os = "linux")]
mod places;
mod puzzle;
mod replay;
mod small_engine;
mod traces;
mod training;
mod ugi;
#[cfg(all(unix, feature = "web"))]
mod web;
