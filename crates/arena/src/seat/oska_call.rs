//! Seats of programs written to Oska's handout: called once per move with a board, a colour and a depth, they print a board.

use std::time::Instant;

use skirmish_board::{Action, Side, quoted};
use skirmish_games::GameId;
use skirmish_play::AnyGame;
use skirmish_play::oska::format_board;

use super::{Failure, Seat, Turn};
use crate::competitor::{Competitor, Program};
use crate::game::{Fault, TimedMove};
use crate::process::{Channel, Deadline, EngineProcess, Observer, ProcessError};

/// The seat of such a program. Its start-up counts as thinking time.
pub(super) struct OskaCall {
    competitor: Competitor,
    program: Program,
    depth: u32,
    game: GameId,
    /// The last call.
    last: Option<EngineProcess>,
    observer: Option<Observer>,
}

impl OskaCall {
    pub(super) fn new(
        competitor: &Competitor,
        program: &Program,
        depth: u32,
        game: GameId,
        observer: Option<&Observer>,
    ) -> OskaCall {
        let (competitor, program, observer) = (competitor.clone(), program.clone(), observer.cloned());
        OskaCall { competitor, program, depth, game, last: None, observer }
    }

    /// The call for a position. `{board}`, `{side}` and `{depth}` in the command are replaced; without them, the three follow it.
    fn command(&self, position: &str) -> Program {
        let mut fields = position.split(' ');
        let rows: Vec<String> = fields.next().unwrap_or_default().split('/').map(str::to_owned).collect();
        let (board, side) = (format_board(&rows), fields.next().unwrap_or_default());
        let depth = self.competitor.clock.depth.unwrap_or(self.depth).to_string();
        let mut command = self.program.command.clone();
        if command.iter().any(|word| word.contains("{board}")) {
            for word in &mut command {
                *word = word.replace("{board}", &board).replace("{side}", side).replace("{depth}", &depth);
            }
        } else {
            command.extend([board, side.to_owned(), depth]);
        }
        Program { command, folder: self.program.folder.clone() }
    }

    /// The output of a call.
    fn call(&mut self, program: &Program, deadline: Deadline) -> Result<String, Failure> {
        let process =
            match EngineProcess::start(program, &self.competitor.limits, Channel::Pipes, self.observer.as_ref()) {
                Ok(process) => self.last.insert(process),
                Err(error) => return Err(Failure::unstarted(error)),
            };
        // The command line is the whole request.
        process.note_call(&program.command);
        let mut text = String::new();
        loop {
            match process.line(deadline) {
                Ok(line) => text += &(line + "\n"),
                Err(ProcessError::Ended(how)) if text.trim().is_empty() => {
                    return Err(self.failure(Fault::Crash, format!("It printed nothing; {how}.")));
                }
                Err(ProcessError::Ended(_)) => return Ok(text),
                // A program that prints its board and does not exit has not finished its reply.
                Err(ProcessError::Silence) => {
                    return Err(self.failure(Fault::Hang, "It did not exit long after its time.".to_owned()));
                }
                Err(ProcessError::Flood(what)) => return Err(self.failure(Fault::Flood, format!("It printed {what}."))),
                Err(ProcessError::Stopped) => {
                    return Err(self.failure(Fault::Hang, "The tournament was stopped.".to_owned()));
                }
            }
        }
    }

    /// The action that leads from a position to a board.
    fn action(game: &dyn AnyGame, board: &str) -> Result<Action, String> {
        let leads_there = |action: &Action| {
            let mut next = game.boxed_clone();
            next.perform(action);
            next.position().split(' ').next() == Some(board)
        };
        let found = game.legal_actions().into_iter().find(leads_there);
        found.ok_or_else(|| format!("No legal move leads to the board {board}."))
    }
}

/// The last board in a text: a list of rows in any brackets, with or without quotation marks.
fn last_board(text: &str) -> Option<String> {
    const CLOSING: [char; 4] = [']', '}', ')', '>'];
    let mut rest = text;
    while let Some(end) = rest.rfind(CLOSING) {
        let opening = match rest.as_bytes()[end] {
            b']' => '[',
            b'}' => '{',
            b')' => '(',
            _ => '<',
        };
        rest = &rest[..end];
        if let Some(rows) = rest.rfind(opening).and_then(|start| rows(&rest[start + 1..])) {
            return Some(rows.join("/"));
        }
    }
    None
}

/// The rows in a list, with any separators.
fn rows(list: &str) -> Option<Vec<&str>> {
    let is_square = |c: char| matches!(c, 'w' | 'b' | '-');
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '`' | '“' | '”' | '‘' | '’');
    let rows: Vec<&str> = list.split(is_between).filter(|row| !row.is_empty()).collect();
    let sound = rows.len() > 1 && rows.iter().all(|row| row.chars().all(is_square));
    sound.then_some(rows)
}

impl Seat for OskaCall {
    fn set_seed(&mut self, _: u64) {}

    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        self.last = None;
        match self.game.info().id {
            "oska" => Ok(()),
            _ => Err(self.failure(Fault::Start, "proto=oska is for Oska only, and this is another game.".to_owned())),
        }
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let program = self.command(&turn.game.position());
        let asked = Instant::now();
        let text = self.call(&program, Deadline::of_program(turn.budget.hangs(asked), turn.stop))?;
        let taken = asked.elapsed();
        let spent = self.last.as_mut().map_or(taken.into(), |process| process.spent(taken, asked + taken));
        let Some(board) = last_board(&text) else {
            return Err(
                self.failure(Fault::Garbage, format!("It printed {}, which is not a board.", quoted(text.trim())))
            );
        };
        let action = Self::action(turn.game, &board).map_err(|sentence| self.failure(Fault::Illegal, sentence))?;
        if let Some(process) = &mut self.last {
            process.note_understood(&format!("its action: {}", action.text));
        }
        turn.budget.timed(action.text, spent).map_err(|(fault, detail)| self.failure(fault, detail))
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, self.last.as_ref())
    }

    fn end(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_list_is_the_board() {
        let text = "thinking about [1,2]\n[\"wwww\",\"---\",\n \"--\",\"---\",\"bbbb\"]\n";
        assert_eq!(last_board(text).as_deref(), Some("wwww/---/--/---/bbbb"));
        // As Python, Java, Rust, Prolog and a person print it.
        for list in [
            "['wwww', '---', '--', '---', 'bbbb']",
            "[wwww, ---, --, ---, bbbb]",
            "('wwww', '---', '--', '---', 'bbbb')",
            "{\"wwww\", \"---\", \"--\", \"---\", \"bbbb\"}",
            "[wwww,---,--,---,bbbb]",
            "board ['wwww', '---', '--', '---', 'bbbb'] after 3 moves (depth 2)",
        ] {
            assert_eq!(last_board(list).as_deref(), Some("wwww/---/--/---/bbbb"), "{list}");
        }
        for bad in ["", "wwww", "[", "]", "[\"ww", "][", "[]", "ä[ü]", "[1, 2]", "[w]"] {
            assert_eq!(last_board(bad), None, "{bad}");
        }
    }
}
