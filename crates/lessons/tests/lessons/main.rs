//! Tests of the lessons and their format.

mod lessons;
mod writing;
