//! `skirmish grade`: grades a program, or every program of a class.

mod outputs;

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use skirmish_arena::competitor::{EngineKind, Program};
use skirmish_arena::plan::describe_protection;
use skirmish_arena::standings::shown_text;
use skirmish_board::quoted;
use skirmish_class::grade::{CheckResult, CheckVerdict, GradeEvent, GradeReport, Grader, Rubric};
use skirmish_games::GameId;

use crate::arena::{NamedProgram, interruptions, write_file};
use crate::arguments::GradeArgs;
use outputs::GradeOutputs;

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;

/// The file that makes a folder that of a class.
const CLASS_FILE: &str = "class.toml";

/// Grades a program.
pub fn run(arguments: &GradeArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if let [dir] = &arguments.command[..]
        && Path::new(dir).join(CLASS_FILE).is_file()
    {
        return of_class(arguments, Path::new(dir), out);
    }
    if arguments.command.first().is_some_and(|dir| Path::new(dir).join(CLASS_FILE).is_file()) {
        bail!("options come before the folder of a class, such as: skirmish grade --roster gradebook.csv autumn");
    }
    let Some(game) = &arguments.game else { bail!("--game is missing") };
    let game_id = GameId::parse(game).map_err(|error| anyhow!("--game: {error}"))?;
    if let Some(path) = &arguments.save_rubric {
        write_file(path, &Rubric::text_of_game(game_id))?;
        writeln!(out, "The rubric of {game} is in {}.", path.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    let rubric = rubric(arguments, game_id)?;
    let outputs = GradeOutputs::new(arguments)?;
    if let Some(sentence) = &arguments.failed {
        return without_program(arguments, sentence, game_id, &rubric, &outputs, out);
    }
    let words = command(&arguments.command)?;
    let named = NamedProgram {
        game,
        proto: arguments.proto.as_deref().unwrap_or("console"),
        folder: arguments.dir.as_deref(),
        words: &arguments.words,
        command: &words,
    };
    let (program, game) = named.find()?;
    writeln!(out, "{}", describe_protection(std::slice::from_ref(&program)))?;
    out.flush()?;
    let seed = arguments.seed.unwrap_or(1);
    let grader = Grader { game, program, rubric, seed, budget: arguments.budget, student: arguments.student.clone() };
    let Some(grade) = grade(&grader, &outputs, out)? else { return Ok(ExitCode::from(INTERRUPTED)) };
    outputs.write_last(&[finished(&grade, &arguments.looked)?], out)?;
    Ok(ExitCode::SUCCESS)
}

/// Grades with all outputs after every check; `None` if it was interrupted.
fn grade(grader: &Grader, outputs: &GradeOutputs, out: &mut impl Write) -> anyhow::Result<Option<GradeReport>> {
    let stop = interruptions()?;
    let mut failure: Option<anyhow::Error> = None;
    let mut progress = |event: GradeEvent<'_>| {
        let told = match event {
            GradeEvent::Begins(what) => writeln!(io::stderr(), "{what} …").map_err(anyhow::Error::from),
            GradeEvent::Checked(check, grade) => {
                outputs.write(grade).and_then(|()| Ok(writeln!(out, "{}", line(check)).and_then(|()| out.flush())?))
            }
        };
        failure = failure.take().or(told.err());
    };
    let grade = grader.run(&mut progress, &stop).map_err(anyhow::Error::msg)?;
    failure.map_or(Ok(grade), Err)
}

/// A line about a check.
fn line(check: &CheckResult) -> String {
    let points = match check.verdict {
        CheckVerdict::NotRun => format!("     – of {:<4}", check.max),
        _ => format!("{:>6} of {:<4}", check.points, check.max),
    };
    format!("{:8}{points} {}: {}", check.verdict.id(), check.title, shown_text(&check.sentence))
}

/// The grade with what somebody has decided who looked.
fn finished(grade: &GradeReport, looked: &[(String, f64)]) -> anyhow::Result<GradeReport> {
    let mut grade = grade.clone();
    for (id, points) in looked {
        if !grade.settle(id, *points) {
            let known: Vec<&str> = grade.checks.iter().map(|check| &check.id[..]).collect();
            bail!("--looked: unknown check {}; expected one of {}", quoted(id), known.join(", "));
        }
    }
    Ok(grade)
}

/// The rubric of the arguments, with only the checks that they name.
fn rubric(arguments: &GradeArgs, game: GameId) -> anyhow::Result<Rubric> {
    let mut rubric = match &arguments.rubric {
        None => Rubric::of_game(game),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| anyhow!("{}: {error}", path.display()))?;
            Rubric::parse(&text).map_err(|error| anyhow!("{}, {error}", path.display()))?
        }
    };
    if let Some(unknown) = arguments.only.iter().find(|id| !rubric.checks.iter().any(|check| check.id == **id)) {
        let known: Vec<&str> = rubric.checks.iter().map(|check| &check.id[..]).collect();
        bail!("--only: unknown check {}; expected one of {}", quoted(unknown), known.join(", "));
    }
    if !arguments.only.is_empty() {
        rubric.checks.retain(|check| arguments.only.contains(&check.id));
    }
    Ok(rubric)
}

/// The words of the command: one text is split as a shell would.
fn command(words: &[String]) -> anyhow::Result<Vec<String>> {
    match words {
        [] => bail!("the program is missing: name it last, such as: skirmish grade --game hiya python3 hiya.py"),
        [text] if text.contains(' ') && !Path::new(text).exists() => {
            skirmish_arena::plan::command_words(text).map_err(|error| anyhow!("the program: {error}"))
        }
        words => Ok(words.to_vec()),
    }
}

/// The grade of a hand-in without a program.
fn without_program(
    arguments: &GradeArgs,
    sentence: &str,
    game: GameId,
    rubric: &Rubric,
    outputs: &GradeOutputs,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    const MAX_BYTES: u64 = 64 << 10;
    let mut text = Vec::new();
    io::stdin().take(MAX_BYTES).read_to_end(&mut text)?;
    let program = Program { command: Vec::new(), folder: None };
    let kind = match arguments.proto.as_deref() {
        Some("ugi") => EngineKind::Ugi(program),
        Some("oska") => EngineKind::OskaCall(program, 1),
        _ => EngineKind::Console(program, Box::default()),
    };
    let text = shown_text(&String::from_utf8_lossy(&text));
    let mut grade = GradeReport::failed(&kind, game, rubric, arguments.seed.unwrap_or(1), sentence, &text);
    grade.student.clone_from(&arguments.student);
    outputs.write(&grade)?;
    outputs.write_last(&[grade], out)?;
    Ok(ExitCode::SUCCESS)
}

/// Grades every program of a class that has changed, and writes what is asked for of all.
fn of_class(arguments: &GradeArgs, dir: &Path, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let only_one = [
        ("--gradescope", arguments.gradescope.is_some()),
        ("--classroom50", arguments.classroom50.is_some()),
        ("--html", arguments.html.is_some()),
        ("--markdown", arguments.markdown.is_some()),
        ("--game", arguments.game.is_some()),
        ("--rubric", arguments.rubric.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--budget", arguments.budget.is_some()),
        ("--failed", arguments.failed.is_some()),
        ("--only", !arguments.only.is_empty()),
        ("--looked, without --student,", !arguments.looked.is_empty() && arguments.student.is_none()),
    ];
    if let Some((option, _)) = only_one.iter().find(|(_, is_given)| *is_given) {
        bail!(
            "{option} is for one program; a class has its settings in {CLASS_FILE}, and skirmish class report writes its pages"
        );
    }
    let outputs = GradeOutputs::new(arguments)?;
    if let Some(student) = arguments.student.as_ref().filter(|_| !arguments.looked.is_empty()) {
        crate::class::settle(dir, student, &arguments.looked)?;
    }
    let students: Vec<String> = arguments.student.iter().cloned().collect();
    let (status, grades) = crate::class::grade_all(dir, &students, out)?;
    if !grades.is_empty() {
        outputs.write_last(&grades, out)?;
    }
    Ok(status)
}
