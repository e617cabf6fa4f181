//! The files that `skirmish grade` writes.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use jiff::Timestamp;
use skirmish_arena::standings::shown_text;
use skirmish_class::grade::GradeReport;
use skirmish_class::grade::output::{
    RosterGrades, Submission, classroom50, csv, fill_roster, gradescope, html, json, markdown, points, summary,
};

use crate::arena::write_file;
use crate::arguments::GradeArgs;

/// Where grades are written.
pub(super) struct GradeOutputs {
    json: Option<PathBuf>,
    html: Option<PathBuf>,
    markdown: Option<PathBuf>,
    gradescope: Option<PathBuf>,
    /// With the submission that is graded.
    classroom50: Option<(PathBuf, Submission)>,
    csv: Option<PathBuf>,
    /// With its text.
    roster: Option<(PathBuf, String)>,
    column: Option<String>,
}

impl GradeOutputs {
    /// The outputs of the arguments. What would be missing at the end is an error now.
    pub(super) fn new(arguments: &GradeArgs) -> anyhow::Result<GradeOutputs> {
        let classroom50 = match &arguments.classroom50 {
            None => None,
            Some(path) => {
                let submission = Submission::from_environment(|name| std::env::var(name).ok());
                Some((path.clone(), submission.map_err(|error| anyhow!("--classroom50: {error}"))?))
            }
        };
        let roster = match &arguments.roster {
            None => None,
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| anyhow!("{}: {error}", path.display()))?;
                // Its columns, too, are looked at before the games.
                let column = arguments.column.as_deref();
                fill_roster(&text, &[], column).map_err(|error| anyhow!("{}: {error}", path.display()))?;
                Some((path.clone(), text))
            }
        };
        Ok(GradeOutputs {
            json: arguments.json.clone(),
            html: arguments.html.clone(),
            markdown: arguments.markdown.clone(),
            gradescope: arguments.gradescope.clone(),
            classroom50,
            csv: arguments.csv.clone(),
            roster,
            column: arguments.column.clone(),
        })
    }

    /// Writes the files about one program: after each check, each whole or not at all.
    pub(super) fn write(&self, grade: &GradeReport) -> anyhow::Result<()> {
        /// A file, and what is written to it.
        type GradeFile<'a> = (&'a Option<PathBuf>, fn(&GradeReport) -> String);
        let files: [GradeFile; 3] = [(&self.html, html), (&self.markdown, markdown), (&self.gradescope, gradescope)];
        for (path, format) in files {
            if let Some(path) = path {
                write_file(path, &format(grade))?;
            }
        }
        if let Some(path) = self.json.as_ref().filter(|path| path.as_os_str() != "-") {
            write_file(path, &json(grade))?;
        }
        if let Some((path, submission)) = &self.classroom50 {
            write_file(path, &classroom50(grade, submission, Timestamp::now()))?;
        }
        Ok(())
    }

    /// Writes everything about all grades, and says what they are.
    pub(super) fn write_last(&self, grades: &[GradeReport], out: &mut impl Write) -> anyhow::Result<()> {
        if let [grade] = grades {
            self.write(grade)?;
            writeln!(out, "{}", shown_text(&summary(grade)))?;
        }
        let lines: String = grades.iter().map(json).collect();
        match &self.json {
            Some(path) if path.as_os_str() == "-" => out.write_all(lines.as_bytes())?,
            Some(path) => write_file(path, &lines)?,
            None => {}
        }
        let Some((path, text)) = &self.roster else {
            return self.csv.as_ref().map_or(Ok(()), |path| write_file(path, &csv(grades)));
        };
        let of = |grade: &GradeReport| {
            let student = grade.student.clone()?;
            Some(RosterGrades { student, points: grade.total(), max: grade.max() })
        };
        let known: Vec<RosterGrades> = grades.iter().filter_map(of).collect();
        let filled = fill_roster(text, &known, self.column.as_deref());
        let (filled, missing) = filled.map_err(|error| anyhow!("{}: {error}", path.display()))?;
        let target = self.csv.as_ref().unwrap_or(path);
        write_file(target, &filled)?;
        writeln!(out, "{} grades are in {}.", known.len() - missing.len(), target.display())?;
        for grade in known.iter().filter(|grade| missing.contains(&grade.student)) {
            let name = shown_text(&grade.student);
            writeln!(out, "Not in the gradebook, or there twice: {name}, {} points.", points(grade.points))?;
        }
        Ok(())
    }
}
