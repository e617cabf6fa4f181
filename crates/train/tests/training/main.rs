//! Training from outside: courses, their files and what a network learns.

mod course;
mod games_file;
mod learning;
