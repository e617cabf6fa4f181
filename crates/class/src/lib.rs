//! A course's class: from a folder of hand-ins to grades, a league with feedback, and a live page.
//!
//! Small files on top of what exists: programs are tried, built and played by `arena`, the live page is served with parts of
//! `web`.

pub mod grade;
pub mod handins;
pub mod league;
pub mod live;
mod system;
