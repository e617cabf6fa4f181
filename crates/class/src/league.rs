//! The tournament of what is handed in, and a report for each student.

mod catch_up;
mod moments;
mod night;
mod report;
mod table;

pub use moments::{Moment, find_moments};
pub use night::{Competing, LeagueRecord, Night, NightRecord, competitors, current, league_record, tonight};
pub use report::{StudentReport, report_file, student_report};
pub use table::{LeagueRow, LeagueTable};
