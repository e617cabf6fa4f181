//! Grades of one program, against fixed opponents and facts, never against other students.
//!
//! A [`Grader`] tries a program by a [`Rubric`] and gives a [`GradeReport`]: one [`CheckResult`] for each check, with its evidence. Every
//! output is made from that one value.

mod call;
mod dialogue;
mod finding;
mod games;
mod grader;
mod ladder;
pub mod output;
mod package;
mod result;
mod rubric;
mod rules;
mod tactical;
pub mod tactics;
mod watch;

pub use grader::{GradeEvent, Grader};
pub use package::{GradescopePackage, MAX_BUDGET, PackageError, is_packable, package_gradescope};
pub use result::{CheckResult, CheckVerdict, Evidence, GradeReport};
pub use rubric::{Check, Rubric, RubricError};
