//! Tournaments by the real program: from the command line to the stored games, of a whole class, and killed on the way.

#[path = "../support/mod.rs"]
mod support;

#[cfg(unix)]
mod class;
#[cfg(all(unix, feature = "postgres"))]
mod kills;
mod tournaments;
