//! The folder of a class: its settings, hand-ins unpacked, built and tried.

mod build;
pub mod class_folder;
pub mod deliver;
pub mod graded;
pub mod names;
pub mod prepare;
mod recipe;
pub mod settings;
mod tryout;
pub mod unpack;

pub use tryout::engine_of;
