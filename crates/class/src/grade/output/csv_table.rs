//! Grades as a table.

use csv::WriterBuilder;

use super::super::result::GradeReport;
use super::points;

/// A line for each grade: student, points, the most points, those to look at, and the points of each check.
pub fn csv(grades: &[GradeReport]) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for check in grades.iter().flat_map(|grade| &grade.checks) {
        if !ids.contains(&&check.id[..]) {
            ids.push(&check.id);
        }
    }
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    let head = ["student", "points", "max", "to look at"];
    // Writing into memory does not fail.
    let _ = writer.write_record(head.iter().copied().chain(ids.iter().copied()));
    for grade in grades {
        let of = |id: &&str| {
            let check = grade.checks.iter().find(|check| check.id == **id && check.verdict.is_scored());
            check.map_or(String::new(), |check| points(check.points))
        };
        let first = [
            unlike_a_formula(grade.student.as_deref().unwrap_or_default()),
            points(grade.total()),
            points(grade.max()),
            points(grade.to_look_at()),
        ];
        let _ = writer.write_record(first.into_iter().chain(ids.iter().map(of)));
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}

/// A name that no spreadsheet takes for a formula.
fn unlike_a_formula(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{name}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn every_check_has_a_column() {
        let mut grade = sample();
        grade.student = Some("=1+1, \"Ada\"".to_owned());
        let text = csv(&[grade.clone()]);
        let mut lines = text.lines();
        assert!(lines.next().unwrap().starts_with("student,points,max,to look at,asks-first,axes,"));
        let line = lines.next().unwrap();
        assert!(line.starts_with(&format!("\"'=1+1, \"\"Ada\"\"\",{},100,", points(grade.total()))), "{line}");
        assert_eq!(csv(&[]), "student,points,max,to look at\n");
    }
}
