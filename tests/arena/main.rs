//! Tournaments of the real program: from the command line to the saved games, of a whole class, and killed on the way.

#[path = "../support/mod.rs"]
mod support;

#[cfg(unix)]
mod class;
#[cfg(all(unix, feature = "postgres"))]
mod kills;
mod tournaments;
