//! A tournament for people and machines, made from the stored facts: one HTML page, JSON Lines, and game records.

mod embed;
mod html;
mod json;
mod markup;
mod plot;
mod records;

pub use html::html;
pub use json::json_lines;
pub use records::{records, save_records};
