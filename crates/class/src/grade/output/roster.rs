//! Fills the grade column of an instructor's own exported gradebook, of Moodle or Canvas; all else in it stays as it is.

use std::fmt;

use csv::{ReaderBuilder, StringRecord, Terminator, WriterBuilder};

use super::points;

/// What a grade is for the gradebook.
#[derive(Clone, Debug, PartialEq)]
pub struct RosterGrades {
    /// The student: a name in any order of its words, an address, a number or a login, as in the gradebook.
    pub student: String,
    /// The points.
    pub points: f64,
    /// The most points; they are rescaled if the gradebook says another number.
    pub max: f64,
}

/// Why a gradebook cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterError(String);

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RosterError {}

/// Columns with which a student is found, besides first and last names.
const KEYS: &[&str] = &[
    "student",
    "full name",
    "name",
    "email address",
    "email",
    "id number",
    "id",
    "sis user id",
    "sis login id",
    "username",
    "login id",
    "identifier",
];

/// The gradebook with these grades, and the students that are not in it, or twice. `column` is the name of the column, if it is not
/// obvious: the grade of Moodle's worksheets, or the only assignment.
pub fn fill_roster(
    text: &str,
    grades: &[RosterGrades],
    column: Option<&str>,
) -> Result<(String, Vec<String>), RosterError> {
    let (mark, body) = text.strip_prefix('\u{feff}').map_or(("", text), |body| ("\u{feff}", body));
    let delimiter = delimiter(body);
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(body.as_bytes());
    let rows: Vec<StringRecord> = reader.records().collect::<Result<_, _>>().map_err(|error| not_csv(&error))?;
    let Some((head, rows)) = rows.split_first() else { return Err(RosterError("the gradebook is empty".to_owned())) };
    let table = Gradebook::new(head, rows, column)?;
    let mut cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(str::to_owned).collect()).collect();
    let mut missing = Vec::new();
    // Programs of different kinds have different checks: without a maximum, all are given in the scale of the largest.
    let largest = grades.iter().map(|grade| grade.max).fold(0.0, f64::max);
    for grade in grades {
        let found: Vec<usize> = (0..rows.len()).filter(|&row| table.is_student(row, &grade.student)).collect();
        let [row] = found[..] else {
            missing.push(grade.student.clone());
            continue;
        };
        let possible = table.possible(row).filter(|possible| *possible > 0.0).unwrap_or(largest);
        let value = if grade.max > 0.0 { grade.points / grade.max * possible } else { grade.points };
        let cells = &mut cells[row];
        cells.resize(cells.len().max(table.column + 1), String::new());
        cells[table.column] = points(value);
    }
    let terminator = if body.contains("\r\n") { Terminator::CRLF } else { Terminator::Any(b'\n') };
    let mut writer =
        WriterBuilder::new().flexible(true).delimiter(delimiter).terminator(terminator).from_writer(Vec::new());
    let written = writer.write_record(head).and_then(|()| cells.iter().try_for_each(|row| writer.write_record(row)));
    written.map_err(|error| not_csv(&error))?;
    let bytes = writer.into_inner().map_err(|error| RosterError(error.to_string()))?;
    Ok((format!("{mark}{}", String::from_utf8_lossy(&bytes)), missing))
}

fn not_csv(error: &csv::Error) -> RosterError {
    RosterError(format!("the gradebook is not CSV: {error}"))
}

/// The sign between columns: the most frequent one in the head.
fn delimiter(text: &str) -> u8 {
    let head = text.lines().next().unwrap_or_default();
    let count = |sign: &u8| head.bytes().filter(|byte| byte == sign).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// A gradebook and where things are in it.
struct Gradebook<'a> {
    rows: &'a [StringRecord],
    /// The column of the grade.
    column: usize,
    /// The column with the most points of each row.
    maximum: Option<usize>,
    keys: Vec<usize>,
    /// First and last name.
    names: Option<(usize, usize)>,
}

impl<'a> Gradebook<'a> {
    fn new(head: &StringRecord, rows: &'a [StringRecord], column: Option<&str>) -> Result<Gradebook<'a>, RosterError> {
        let names: Vec<String> = head.iter().map(|name| name.trim().to_lowercase()).collect();
        let place = |known: &[&str]| names.iter().position(|name| known.contains(&&name[..]));
        let keys = (0..names.len()).filter(|&at| KEYS.contains(&&names[at][..])).collect();
        let both = place(&["first name"]).zip(place(&["last name", "surname"]));
        Ok(Gradebook {
            rows,
            column: grade_column(head, &names, column)?,
            maximum: place(&["maximum grade"]),
            keys,
            names: both,
        })
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        self.rows[row].get(column).unwrap_or_default().trim()
    }

    fn is_student(&self, row: usize, student: &str) -> bool {
        if let Some(id) = number_of_namesake(student) {
            // Moodle says "Participant 12", and Canvas 12.
            return self.keys.iter().any(|&key| self.cell(row, key).split_whitespace().next_back() == Some(id));
        }
        let is_same = |cell: &str| {
            let same = || words(cell) == words(student) || joined(cell) == student.trim().to_lowercase();
            !cell.is_empty() && (cell.eq_ignore_ascii_case(student.trim()) || same())
        };
        let full = self.names.map(|(first, last)| format!("{} {}", self.cell(row, first), self.cell(row, last)));
        let given = self.keys.iter().any(|&key| is_same(self.cell(row, key)));
        given || full.is_some_and(|full| is_same(full.trim()))
    }

    /// The most points that the gradebook has for a row.
    fn possible(&self, row: usize) -> Option<f64> {
        let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
        let of_row = self.maximum.and_then(|column| number(self.cell(row, column)));
        // Canvas has a line for it below the head.
        let line = self.rows.iter().take(3).position(|row| row.iter().any(|cell| cell.trim() == "Points Possible"));
        of_row.or_else(|| number(self.cell(line?, self.column)))
    }
}

/// The number of a student who has a name together with another: `Ada Byron (12)`.
fn number_of_namesake(student: &str) -> Option<&str> {
    let id = student.trim().strip_suffix(')')?.rsplit_once(" (")?.1;
    (!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())).then_some(id)
}

/// A name as Canvas begins the names of files: `Byron, Ada` is `byronada`.
fn joined(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a name, in any order.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.sort();
    words
}

/// The column to fill: the given one, `Grade` of Moodle's worksheets, or the only assignment of Moodle or Canvas.
fn grade_column(head: &StringRecord, names: &[String], given: Option<&str>) -> Result<usize, RosterError> {
    if let Some(given) = given {
        let found = head.iter().position(|name| name.trim() == given.trim());
        let alike = || names.iter().position(|name| *name == given.trim().to_lowercase());
        return found.or_else(alike).ok_or_else(|| {
            let known: Vec<&str> = head.iter().collect();
            RosterError(format!("no column {given:?}; there are {}", known.join(", ")))
        });
    }
    if let Some(grade) = names.iter().position(|name| name == "grade") {
        return Ok(grade);
    }
    let is_assignment = |name: &str| {
        let number = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once('('));
        let has_number = number.is_some_and(|(_, id)| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()));
        has_number || name.to_lowercase().starts_with("assignment:")
    };
    let found: Vec<usize> = head.iter().enumerate().filter(|(_, name)| is_assignment(name)).map(|(at, _)| at).collect();
    match found[..] {
        [only] => Ok(only),
        [] => Err(RosterError("the gradebook has no column for an assignment; name one with --column".to_owned())),
        _ => {
            let known: Vec<&str> = found.iter().filter_map(|&at| head.get(at)).collect();
            Err(RosterError(format!("name the column with --column; the gradebook has {}", known.join(", "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(student: &str, points: f64) -> RosterGrades {
        RosterGrades { student: student.to_owned(), points, max: 100.0 }
    }

    #[test]
    fn moodles_worksheet() {
        let text = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Feedback comments\"\r\n\
            Participant 7,\"Ada Lovelace\",ada@x.org,Submitted,,10.00,\"a, b\"\r\n\
            Participant 8,\"Alan Turing\",alan@x.org,Submitted,,10.00,\r\n";
        let (filled, missing) =
            fill_roster(text, &[grade("Lovelace Ada", 81.0), grade("ALAN@x.org", 55.5)], None).unwrap();
        assert_eq!(missing, Vec::<String>::new());
        assert!(filled.contains("Participant 7,Ada Lovelace,ada@x.org,Submitted,8.1,10.00,\"a, b\"\r\n"), "{filled}");
        assert!(filled.contains("alan@x.org,Submitted,5.55,10.00"), "{filled}");
    }

    #[test]
    fn moodles_gradebook() {
        let text = "First name;Last name;ID number;Email address;Assignment: Project (Real);Last downloaded\n\
            Ada;Lovelace;77;ada@x.org;-;1\nÉmilie;du Châtelet;78;e@x.org;-;1\n";
        let (filled, missing) =
            fill_roster(text, &[grade("77", 81.25), grade("Châtelet, Émilie du", 3.0), grade("Nobody", 1.0)], None)
                .unwrap();
        assert_eq!(missing, ["Nobody"]);
        assert!(
            filled.contains("Ada;Lovelace;77;ada@x.org;81.25;1\n") && filled.contains(";e@x.org;3;1\n"),
            "{filled}"
        );
    }

    #[test]
    fn canvas() {
        let text = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Project (4711),Quiz (4712),Current Score\n\
            \"    Points Possible\",,,,,50,10,(read only)\n\"Lovelace, Ada\",1,s1,ada,S,,3,\n\"Turing, Alan\",2,s2,alan,S,,4,\n";
        let grades = [grade("Ada Lovelace", 80.0), grade("alan", 10.0)];
        let error = fill_roster(text, &grades, None).unwrap_err().to_string();
        assert!(error.contains("Project (4711), Quiz (4712)"), "{error}");
        let (filled, missing) = fill_roster(text, &grades, Some("Project (4711)")).unwrap();
        assert!(missing.is_empty() && filled.starts_with('\u{feff}'));
        assert!(filled.contains("\"Lovelace, Ada\",1,s1,ada,S,40,3,") && filled.contains("alan,S,5,4,"), "{filled}");
        assert!(fill_roster(text, &grades, Some("Nothing")).unwrap_err().to_string().contains("no column \"Nothing\""));
    }

    /// A UGI program has no dialogue to be graded, and still can get as much as a console program.
    #[test]
    fn programs_with_different_checks_have_one_scale() {
        let ugi = RosterGrades { student: "Bob".to_owned(), points: 30.0, max: 60.0 };
        let (filled, _) = fill_roster("Full name,Grade\nAda,\nBob,\n", &[grade("Ada", 81.0), ugi], None).unwrap();
        assert_eq!(filled, "Full name,Grade\nAda,81\nBob,50\n");
    }

    /// Students as they are called after exports of Canvas and Moodle.
    #[test]
    fn students_of_exports_are_found() {
        let canvas = "Student,ID,SIS Login ID,Project (4711)\n\"Byron, Ada\",31,x1,\n\"O'Neil, Bo Li\",32,x2,\n";
        let (filled, missing) = fill_roster(canvas, &[grade("byronada", 80.0), grade("oneilboli", 9.0)], None).unwrap();
        assert_eq!(missing, Vec::<String>::new());
        assert!(filled.contains("31,x1,80\n") && filled.contains("32,x2,9\n"), "{filled}");
        let moodle = "Identifier,Full name,Grade\nParticipant 12,Ada Byron,\nParticipant 13,Ada Byron,\n";
        let grades = [grade("Ada Byron (13)", 7.0), grade("Ada Byron (12)", 5.0), grade("Ada Byron (3)", 1.0)];
        let (filled, missing) = fill_roster(moodle, &grades, None).unwrap();
        assert_eq!(missing, ["Ada Byron (3)"]);
        assert!(filled.contains("12,Ada Byron,5\n") && filled.contains("13,Ada Byron,7\n"), "{filled}");
    }

    #[test]
    fn who_is_there_twice_is_told() {
        let text = "Full name,Grade\nAda Lovelace,\nLovelace Ada,\n";
        let (filled, missing) = fill_roster(text, &[grade("Ada Lovelace", 5.0)], None).unwrap();
        assert_eq!((filled.as_str(), missing), (text, vec!["Ada Lovelace".to_owned()]));
        assert!(fill_roster("", &[], None).is_err());
        assert!(fill_roster("a,b\n", &[], None).unwrap_err().to_string().contains("--column"));
    }
}
