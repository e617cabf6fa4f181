//! The engine as its callers see it, and saved games.

mod beginners;
mod networks;
mod oska;
mod stopping;
mod store;
mod thinking;
