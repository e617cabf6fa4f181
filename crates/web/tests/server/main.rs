//! Tests of the running server with real clients.

mod access;
mod client;
mod games;
mod hostile;
mod requests;
mod rooms;
mod searches;
