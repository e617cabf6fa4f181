//! What is made of the games of a tournament.

#[path = "../sample/mod.rs"]
mod sample;

mod report;
mod standings;
