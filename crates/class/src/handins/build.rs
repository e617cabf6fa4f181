//! Builds what was handed in, in the sandbox of engines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};
use skirmish_arena::competitor::{Program, ResourceLimits};
use skirmish_arena::standings::shown_text;
use skirmish_arena::tool::{ToolEnd, run_tool};
use skirmish_play::replace_file;

use super::class_folder::{BuildResult, ClassError, ClassFolder, StudentState};
use super::names::hex;
use super::recipe::{Recipe, RecipeKind, find_recipe};
use super::settings::FoundProtocol;
use super::unpack::{copy_files, files_below};
use crate::system;

/// What a build is made from. Another key makes another program.
pub fn build_key(folder: &ClassFolder, student: &StudentState) -> String {
    let own = folder.settings.own_build(&student.name);
    let text = format!("{} {:?} {own:?}", student.version, folder.settings.build);
    hex(&Sha256::digest(text.as_bytes()))
}

/// Builds a student's program from what was handed in. `None` if it was stopped.
///
/// What goes wrong with the program is in the result. An error is about this machine or the folder.
pub fn build(
    folder: &ClassFolder,
    student: &StudentState,
    stop: &AtomicBool,
) -> Result<Option<BuildResult>, ClassError> {
    let (source, program) = (folder.source(student), folder.program(student));
    let key = build_key(folder, student);
    // A build that was interrupted leaves anything.
    system::remove_all(&program).map_err(|error| ClassError::at(&program, &error))?;
    copy_files(&source, &program).map_err(|error| ClassError::at(&program, &error))?;
    let mut log = String::new();
    let done = build_in(folder, student, &source, &program, &mut log, stop)?;
    let path = folder.build_log(&student.name);
    replace_file(&path, log.as_bytes()).map_err(|error| ClassError::at(&path, &error))?;
    Ok(done.map(|done| match done {
        Ok(built) => BuildResult { key, ..built },
        Err(Unbuilt { kind, error, is_machines }) => {
            BuildResult { key, kind: kind.to_owned(), error: Some(error), is_machines, ..BuildResult::default() }
        }
    }))
}

/// Why there is no program.
struct Unbuilt {
    kind: &'static str,
    error: String,
    is_machines: bool,
}

fn build_in(
    folder: &ClassFolder,
    student: &StudentState,
    source: &Path,
    program: &Path,
    log: &mut String,
    stop: &AtomicBool,
) -> Result<Option<Result<BuildResult, Unbuilt>>, ClassError> {
    let settings = &folder.settings;
    let unbuilt =
        |kind: &'static str, is_machines: bool, error: String| Ok(Some(Err(Unbuilt { kind, error, is_machines })));
    let own = settings.own_build(&student.name);
    let (recipe, commands) = match own {
        Some(command) => (Recipe::own(), vec![["/bin/sh", "-c", command].map(str::to_owned).to_vec()]),
        None => match find_recipe(source) {
            // The instructor says how it runs.
            Err(_) if settings.own_command(&student.name).is_some() => (Recipe::own(), Vec::new()),
            Err(error) => return unbuilt("nothing", false, error),
            Ok(recipe) => match recipe.commands(settings.build.network) {
                Ok(commands) => (recipe, commands),
                Err(error) => return unbuilt(recipe.kind.name(), true, error),
            },
        },
    };
    let kind = recipe.kind.name();
    let runs_in = program.join(&recipe.folder);
    system::give_away(program).map_err(|error| ClassError::at(program, &error))?;
    let before: BTreeSet<PathBuf> =
        files_below(&runs_in).map_err(|error| ClassError::at(&runs_in, &error))?.into_iter().collect();
    let limits = limits(folder)?;
    for command in commands {
        *log += &format!("$ {}\n", shown_text(&command.join(" ")));
        let tool = Program { command, folder: Some(runs_in.clone()) };
        let run = run_tool(&tool, &limits, None, settings.build.time, stop)
            .map_err(|error| ClassError::new(error.to_string()))?;
        let output = shown_text(&run.output.replace('\r', ""));
        *log += &output;
        let error = match run.end {
            ToolEnd::Success => continue,
            ToolEnd::Stopped => return Ok(None),
            ToolEnd::Late => format!("the build took longer than {} s", settings.build.time.as_secs_f64()),
            ToolEnd::Waiting => "the build waits for somebody to type".to_owned(),
            ToolEnd::Failed(how) => telling_line(&output).unwrap_or(how),
        };
        *log += &format!("{error}\n");
        return unbuilt(kind, false, error);
    }
    let command = match settings.own_command(&student.name) {
        Some(command) => vec![command.to_owned()],
        None => match recipe.run_command(&runs_in, &before, settings.game.info().id) {
            Ok(command) => command,
            Err(error) => return unbuilt(kind, false, error),
        },
    };
    *log += &format!("It runs with: {}\n", shown_text(&command.join(" ")));
    let folder = if recipe.kind == RecipeKind::Own { PathBuf::new() } else { recipe.folder };
    Ok(Some(Ok(BuildResult { kind: kind.to_owned(), command, folder, ..BuildResult::default() })))
}

/// The limits of builds. Their sandbox is that of games.
fn limits(folder: &ClassFolder) -> Result<ResourceLimits, ClassError> {
    let settings = &folder.settings;
    let engine = settings.competitor("build", &["true".to_owned()], &folder.path, &FoundProtocol::default());
    let engine = engine.map_err(|error| ClassError::new(error.to_string()))?;
    Ok(ResourceLimits {
        memory: Some(settings.build.memory),
        processes: Some(settings.build.processes),
        disk: Some(settings.build.disk),
        sandbox: engine.limits.sandbox,
        network: settings.build.network,
        ..ResourceLimits::default()
    })
}

/// The line of a compiler's output that says what is wrong: the first with an error, or else the last.
fn telling_line(output: &str) -> Option<String> {
    const MAX_CHARS: usize = 160;
    let lines = || output.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_error = |line: &&str| {
        let line = line.to_lowercase();
        line.contains("error") || line.contains("undefined reference")
    };
    let line = lines().find(is_error).or_else(|| lines().next_back())?;
    Some(line.chars().take(MAX_CHARS).collect())
}
