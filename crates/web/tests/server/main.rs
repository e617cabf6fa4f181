//! The real server, driven from outside by clients of every kind.

mod client;
mod door;
mod games;
mod hostile;
mod requests;
mod searches;
