//! Tournaments of the real program: from the command line to the saved games, of a whole class, and killed on the way.

#[path = "../support/mod.rs"]
mod support;

#[cfg(unix)]
mod class;
#[cfg(target_os = "linux")]
mod course;
#[cfg(all(unix, feature = "postgres"))]
mod kills;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod talkers;
mod tournaments;
#[cfg(unix)]
mod trials;
