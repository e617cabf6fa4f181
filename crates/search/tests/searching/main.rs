//! The search against what is exact: values, networks, limits and threads.

#[path = "../common/mod.rs"]
mod common;

mod exact;
mod network;
mod random_tree;
mod recorded;
mod stops;
mod threads;
