//! Grades of what is handed in: only changed programs are graded again, and each check is saved as it comes.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use skirmish_arena::competitor::EngineKind;
use skirmish_board::quoted;

use super::class_folder::{BuildResult, ClassError, ClassFolder, StudentState, read_json, write_json};
use super::engine_of;
use super::names::hex;
use super::settings::FoundProtocol;
use crate::grade::{GradeEvent, GradeReport, Grader, Rubric};

/// A student's grade, and what it was given for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradeRecord {
    /// The program, the rubric and the seed: another key makes another grade.
    key: String,
    /// The grade.
    pub report: GradeReport,
}

/// The rubric of a class.
pub struct ClassRubric {
    /// What it says.
    pub rubric: Rubric,
    text: String,
}

impl ClassRubric {
    /// Reads the rubric that the settings name, or takes that of the game.
    pub fn of_class(folder: &ClassFolder) -> Result<ClassRubric, ClassError> {
        let text = match &folder.settings.rubric {
            None => Rubric::text_of_game(folder.settings.game),
            Some(file) => {
                let path = folder.path.join(file);
                std::fs::read_to_string(&path).map_err(|error| ClassError::at(&path, &error))?
            }
        };
        let named = folder.settings.rubric.as_ref().map_or("the rubric".to_owned(), |file| file.display().to_string());
        let rubric = Rubric::parse(&text).map_err(|error| ClassError::new(format!("{named}, {error}")))?;
        Ok(ClassRubric { rubric, text })
    }
}

/// What there is to grade.
pub enum Gradable {
    /// A program, with its grader and the key of its grade.
    Program(Box<Grader>, String),
    /// Its grade is there already: also that of a hand-in without a program.
    Graded(GradeRecord),
}

/// The file of a student's grade.
fn grade_file(folder: &ClassFolder, name: &str) -> PathBuf {
    folder.folder_of(name).join("grade.json")
}

/// A student's last grade: that of the current program if it has one.
pub fn grade_of(folder: &ClassFolder, name: &str) -> Result<Option<GradeRecord>, ClassError> {
    read_json(&grade_file(folder, name))
}

/// The grade of a hand-in without a program; `why` is a sentence.
fn without_program(
    folder: &ClassFolder,
    student: &StudentState,
    rubric: &ClassRubric,
    why: &str,
) -> Result<Gradable, ClassError> {
    let kind = engine_of(folder, student, &BuildResult::default(), &FoundProtocol::default())?.kind;
    let kind = match (folder.settings.own_protocol(&student.name), &kind) {
        // Without a protocol it counts as a console program, as the handouts ask for.
        (None, EngineKind::Ugi(program)) => EngineKind::Console(program.clone(), Box::default()),
        _ => kind,
    };
    let log = std::fs::read_to_string(folder.build_log(&student.name)).unwrap_or_default();
    let seed = folder.settings.seed;
    let mut report = GradeReport::failed(&kind, folder.settings.game, &rubric.rubric, seed, why, &log);
    report.student = Some(student.name.clone());
    let record = GradeRecord { key: String::new(), report };
    write_json(&grade_file(folder, &student.name), &record)?;
    Ok(Gradable::Graded(record))
}

/// What there is to grade of a student.
pub fn gradable(folder: &ClassFolder, student: &StudentState, rubric: &ClassRubric) -> Result<Gradable, ClassError> {
    let nothing = |why: &str| without_program(folder, student, rubric, why);
    let Some(built) = &student.build else {
        let refused = student.refused.as_deref().map(|why| format!("The hand-in cannot be used: {why}."));
        return match refused {
            Some(why) => nothing(&why),
            None => Err(ClassError::new("it is not built yet: run skirmish class add first")),
        };
    };
    if let Some(error) = built.error.as_ref().filter(|_| built.is_machines) {
        return Err(ClassError::new(error.clone()));
    }
    if let Some(error) = &built.error {
        return nothing(&format!("It was not built: {error}."));
    }
    let Some(trial) = &student.trial else {
        return Err(ClassError::new("it is not tried yet: run skirmish class add first"));
    };
    let program = engine_of(folder, student, built, &trial.found)?;
    let text = format!("{} {program:?} {} {}", trial.key, folder.settings.seed, rubric.text);
    let key = hex(&Sha256::digest(text.as_bytes()));
    if let Some(record) = grade_of(folder, &student.name)?
        && record.key == key
        && record.report.complete
    {
        return Ok(Gradable::Graded(record));
    }
    let grader = Grader {
        game: folder.settings.game,
        program,
        rubric: rubric.rubric.clone(),
        seed: folder.settings.seed,
        budget: None,
        student: Some(student.name.clone()),
    };
    Ok(Gradable::Program(Box::new(grader), key))
}

/// An instructor has looked: what checks get. It holds until the program is graded again.
pub fn settle(
    folder: &ClassFolder,
    student: &StudentState,
    rubric: &ClassRubric,
    looked: &[(String, f64)],
) -> Result<(), ClassError> {
    let Gradable::Graded(mut record) = gradable(folder, student, rubric)? else {
        return Err(ClassError::new("its program is not graded yet: grade it, look, and then decide"));
    };
    if record.key.is_empty() {
        return Err(ClassError::new("it has no program, so there is nothing to look at"));
    }
    for (id, points) in looked {
        if !record.report.settle(id, *points) {
            let known: Vec<&str> = record.report.checks.iter().map(|check| &check.id[..]).collect();
            return Err(ClassError::new(format!(
                "--looked: unknown check {}; expected one of {}",
                quoted(id),
                known.join(", ")
            )));
        }
    }
    write_json(&grade_file(folder, &student.name), &record)
}

/// Grades a program. `None` if it was stopped. An error is about this machine.
pub fn grade(
    folder: &ClassFolder,
    student: &StudentState,
    grader: &Grader,
    key: &str,
    tell: &mut dyn FnMut(&str),
    stop: &AtomicBool,
) -> Result<Option<GradeRecord>, ClassError> {
    let path = grade_file(folder, &student.name);
    let mut failure = None;
    let mut progress = |event: GradeEvent<'_>| match event {
        GradeEvent::Begins(what) => tell(what),
        GradeEvent::Checked(_, report) => {
            let record = GradeRecord { key: key.to_owned(), report: report.clone() };
            failure = write_json(&path, &record).err().or(failure.take());
        }
    };
    let report = grader.run(&mut progress, stop).map_err(ClassError::new)?;
    let Some(report) = report else { return Ok(None) };
    if let Some(error) = failure {
        return Err(error);
    }
    let record = GradeRecord { key: key.to_owned(), report };
    write_json(&path, &record)?;
    Ok(Some(record))
}
