//! Runs a program that is no engine to its end, with the limits and the sandbox of engines: the compiler of a hand-in, for example.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::competitor::{Program, ResourceLimits};
use crate::process::{Activity, Channel, Deadline, EngineProcess, ProcessError, StartError};
use crate::runner::RunError;
use crate::system::find_program;

/// How a tool ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolEnd {
    /// With status 0.
    Success,
    /// In another way, or it could not be started; a sentence.
    Failed(String),
    /// It was killed, since its time was over.
    Late,
    /// It was killed, since it waits for somebody to type. Only some systems show that.
    Waiting,
    /// `stop` was set.
    Stopped,
}

/// The run of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolRun {
    /// How it ended.
    pub end: ToolEnd,
    /// What it printed; without an input this includes its error stream.
    pub output: String,
}

/// Runs a program until it ends, its time is over or `stop` is set, and kills what is left of it. Time in which others had the
/// processor does not count. With an input it has pipes, and nothing else to read; without one it has a terminal.
///
/// An error means that its sandbox or its limits could not be set up: no fault of the program.
pub fn run_tool(
    program: &Program,
    limits: &ResourceLimits,
    input: Option<&str>,
    time: Duration,
    stop: &AtomicBool,
) -> Result<ToolRun, RunError> {
    let channel = if input.is_some() { Channel::Pipes } else { Channel::Terminal };
    let mut process = match EngineProcess::start(program, limits, channel, None) {
        Ok(process) => process,
        Err(StartError::Program(why)) => {
            return Ok(ToolRun { end: ToolEnd::Failed(format!("{why}.")), output: String::new() });
        }
        Err(StartError::Machine(why)) => return Err(RunError::Machine(why)),
    };
    process.begin();
    let deadline = Deadline::of_program(Instant::now() + time, stop);
    let mut output = Vec::new();
    // A program that does not read its input has said all that it wants to say.
    if let Some(Err(ProcessError::Stopped)) = input.map(|input| process.send(input, deadline)) {
        return Ok(ToolRun { end: ToolEnd::Stopped, output: String::new() });
    }
    let end = loop {
        let look = Instant::now() + LOOK_INTERVAL;
        match process.more(deadline.or_at(look)) {
            Ok(bytes) => output.extend(bytes),
            Err(ProcessError::Silence) if process.activity() == Activity::Waits => break ToolEnd::Waiting,
            Err(ProcessError::Silence) if Instant::now() < process.extended(deadline) => {}
            Err(ProcessError::Ended(how)) if how == SUCCESS => break ToolEnd::Success,
            Err(ProcessError::Ended(how)) => break ToolEnd::Failed(format!("{}.", capitalised(&how))),
            Err(ProcessError::Flood(what)) => break ToolEnd::Failed(format!("It printed {what}.")),
            Err(ProcessError::Silence) => break ToolEnd::Late,
            Err(ProcessError::Stopped) => break ToolEnd::Stopped,
        }
    };
    Ok(ToolRun { end, output: String::from_utf8_lossy(&output).into_owned() })
}

/// Whether a program is found as engines are: in `PATH`.
pub fn is_installed(name: &str) -> bool {
    find_program(name, None).is_ok()
}

/// How often to look whether a silent program waits for input at its terminal.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// How a program ends that succeeds.
const SUCCESS: &str = "it ended with status 0";

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(words: &[&str], input: Option<&str>, seconds: u64) -> ToolRun {
        let program = Program { command: words.iter().map(|&word| word.to_owned()).collect(), folder: None };
        let time = Duration::from_secs(seconds);
        run_tool(&program, &ResourceLimits::default(), input, time, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn a_tool_ends_with_its_output_its_status_or_its_time() {
        let python = |code: &str, seconds| run(&["python3", "-c", code], None, seconds);
        let both = python("import sys; print('out', flush=True); print('err', file=sys.stderr)", 60);
        assert_eq!((both.end, both.output.replace('\r', "")), (ToolEnd::Success, "out\nerr\n".to_owned()));
        let failed = python("raise SystemExit(3)", 60);
        assert_eq!(failed.end, ToolEnd::Failed("It ended with status 3.".to_owned()));
        assert_eq!(python("while True: pass", 0).end, ToolEnd::Late);
        let answer = run(&["python3", "-c", "print(input() + '!')"], Some("hear\n"), 60);
        assert_eq!((answer.end, answer.output.replace('\r', "")), (ToolEnd::Success, "hear!\n".to_owned()));
        // Where the system does not show that it waits, its time ends it.
        let waiting = python("input('name? ')", 10);
        assert!([ToolEnd::Waiting, ToolEnd::Late].contains(&waiting.end), "{waiting:?}");
        assert_eq!(waiting.output, "name? ");
        let missing = run(&["no-such-program"], None, 1);
        assert!(matches!(&missing.end, ToolEnd::Failed(why) if why.contains("not found in PATH")), "{missing:?}");
    }
}
