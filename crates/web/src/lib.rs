//! The games in a browser: a server for this machine, or for a classroom, and the page that it serves.

pub mod messages;
