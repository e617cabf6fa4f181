//! Every store does the same: one suite for all of them, and what is special about each.
#![cfg(unix)]

mod conformance;
mod files;
mod kills;
mod places;
mod postgres;
mod samples;
mod severed;
mod watching;
