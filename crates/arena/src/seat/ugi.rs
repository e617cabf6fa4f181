//! Seats of programs that speak UGI.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish_board::{Action, Side};
use skirmish_games::GameId;
use skirmish_protocol::{ClockState, Go, UgiCommand, UgiReply, player_one};

use super::{Budget, Failure, QUIT_TIMEOUT, START_TIMEOUT, Seat, Turn};
use crate::competitor::{Competitor, Program};
use crate::game::{Fault, TimedMove};
use crate::process::{Channel, Deadline, EngineProcess, Observer, ProcessError};

/// The seat of a UGI program. It is started once and reset between games.
pub(super) struct Ugi {
    competitor: Competitor,
    program: Program,
    game: GameId,
    seed: u64,
    player_one: Side,
    /// The position text of `startpos`.
    start: String,
    process: Option<EngineProcess>,
    /// The options that it declares.
    declared: Vec<String>,
    observer: Option<Observer>,
}

impl Ugi {
    pub(super) fn new(
        competitor: &Competitor,
        program: &Program,
        game: GameId,
        seed: u64,
        observer: Option<&Observer>,
    ) -> Ugi {
        Ugi {
            competitor: competitor.clone(),
            program: program.clone(),
            game,
            seed,
            player_one: player_one(game),
            start: skirmish_play::new_game(game).position(),
            process: None,
            declared: Vec::new(),
            observer: observer.cloned(),
        }
    }

    /// Starts the program and sets its options. Its time runs when it has been started: setting up a sandbox is not its work.
    fn start_up(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let started =
            EngineProcess::start(&self.program, &self.competitor.limits, Channel::Pipes, self.observer.as_ref());
        let process = match started {
            Ok(process) => self.process.insert(process),
            Err(error) => return Err(Failure::unstarted(error)),
        };
        self.declared.clear();
        let deadline = Deadline::of_start(Instant::now() + START_TIMEOUT, stop);
        let mut handshake = || -> Result<(), ProcessError> {
            process.send(&format!("{}\n", UgiCommand::Ugi), deadline)?;
            loop {
                match UgiReply::parse(&process.line(deadline)?) {
                    Some(UgiReply::UgiOk) => break,
                    Some(UgiReply::Option { name, .. }) => self.declared.push(name.to_ascii_lowercase()),
                    _ => {}
                }
            }
            // A program for a single game need not have this option.
            let variant = [("UGI_Variant".to_owned(), self.game.to_string())];
            let variant = variant.into_iter().filter(|_| self.declared.iter().any(|name| name == "ugi_variant"));
            let given = self.competitor.options.clone().into_iter();
            for (name, value) in variant.chain(given) {
                process.send(&format!("{}\n", UgiCommand::SetOption { name, value }), deadline)?;
            }
            Ok(())
        };
        handshake().map_err(|error| self.start_failure(&error, "ugi", "ugiok"))
    }

    /// Announces a new game and waits until the program is ready.
    fn new_game(&mut self, deadline: Deadline) -> Result<(), ProcessError> {
        let seeded = self.declared.iter().any(|name| name == "seed")
            && !self.competitor.options.keys().any(|name| name.eq_ignore_ascii_case("seed"));
        // 31 bits, which every program can parse.
        let seed = (self.seed ^ (self.seed >> 32)) & 0x7fff_ffff;
        let Some(process) = &mut self.process else { return Err(ProcessError::Ended("it is gone".to_owned())) };
        process.begin();
        let mut text = String::new();
        if seeded {
            text += &format!("{}\n", UgiCommand::SetOption { name: "Seed".to_owned(), value: seed.to_string() });
        }
        text += &format!("{}\n{}\n", UgiCommand::NewGame, UgiCommand::IsReady);
        process.send(&text, deadline)?;
        wait_ready(process, deadline)
    }

    /// It did not answer a word with another.
    fn start_failure(&mut self, error: &ProcessError, sent: &str, awaited: &str) -> Failure {
        let awaited = format!(
            "it did not answer “{sent}” with a line “{awaited}”; most likely it does not flush its output after each line"
        );
        // Its state is unknown: restart it for the next game.
        let process = self.process.take();
        Failure::start(error, &awaited, process.as_ref())
    }

    /// The dialogue of one turn. The clock runs from the first line; `isready` makes sure that no earlier output is taken for
    /// the answer.
    fn ask(&mut self, turn: &Turn, deadline: Deadline) -> Result<Option<String>, ProcessError> {
        let go = self.go(turn);
        let Some(process) = &mut self.process else { return Err(ProcessError::Ended("it is gone".to_owned())) };
        let start = Some(turn.start.to_owned()).filter(|start| *start != self.start);
        let actions = turn.actions.iter().map(Action::to_string).collect();
        let position = UgiCommand::Position { start, actions };
        process.send(&format!("{position}\n{}\n", UgiCommand::IsReady), deadline)?;
        wait_ready(process, deadline)?;
        process.send(&format!("{go}\n"), deadline)?;
        loop {
            let line = process.line(deadline)?;
            match UgiReply::parse(&line) {
                Some(UgiReply::BestMove { action, .. }) => {
                    process.note_understood(&format!("its action: {action}"));
                    return Ok(Some(action));
                }
                None if line.split_whitespace().next() == Some("bestmove") => return Ok(None),
                _ => {}
            }
        }
    }

    fn go(&self, turn: &Turn) -> UgiCommand {
        let Budget { time, clocks, nodes, depth, .. } = turn.budget;
        let clocks = clocks.map(|clocks| {
            [self.player_one, self.player_one.opposite()].map(|side| {
                let (left, increment) = clocks[side.index()];
                ClockState { left, increment }
            })
        });
        // Times are whole milliseconds, and 0 would mean none.
        let move_time = time.filter(|_| clocks.is_none()).map(|time| time.max(Duration::from_millis(1)));
        UgiCommand::Go(Go { move_time, clocks, depth, nodes, infinite: false, ponder: false })
    }

    fn dismiss(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.dismiss(&format!("{}\n", UgiCommand::Quit), QUIT_TIMEOUT);
        }
    }
}

/// Asks a program for the numbers of lines of play from the start of the game, with `perft DEPTH`. Ends at the first depth that it
/// does not answer before `readyok`.
pub(crate) fn ugi_perft(
    competitor: &Competitor,
    program: &Program,
    game: GameId,
    depths: &[u32],
    observer: &Observer,
    stop: &AtomicBool,
) -> Vec<(u32, u64)> {
    let mut seat = Ugi::new(competitor, program, game, 1, Some(observer));
    let mut counts = Vec::new();
    let is_started = seat.start_up(stop).is_ok();
    let deadline = Deadline::of_start(Instant::now() + START_TIMEOUT, stop);
    let started = is_started && seat.new_game(deadline).is_ok();
    let Some(process) = seat.process.as_mut().filter(|_| started) else { return counts };
    for &depth in depths {
        let Ok(Some(count)) = ask_perft(process, depth, deadline) else { break };
        process.note_understood(&format!("{count} lines of play at depth {depth}"));
        counts.push((depth, count));
    }
    counts
}

/// One count; `None` if it does not know the command.
fn ask_perft(process: &mut EngineProcess, depth: u32, deadline: Deadline) -> Result<Option<u64>, ProcessError> {
    let start = UgiCommand::Position { start: None, actions: Vec::new() };
    process.send(&format!("{start}\n{}\n{}\n", UgiCommand::Perft(depth), UgiCommand::IsReady), deadline)?;
    let mut count = None;
    loop {
        match UgiReply::parse(&process.line(deadline)?) {
            Some(UgiReply::Nodes(nodes)) => count = Some(nodes),
            Some(UgiReply::ReadyOk) => return Ok(count),
            _ => {}
        }
    }
}

fn wait_ready(process: &mut EngineProcess, deadline: Deadline) -> Result<(), ProcessError> {
    while UgiReply::parse(&process.line(deadline)?) != Some(UgiReply::ReadyOk) {}
    Ok(())
}

impl Seat for Ugi {
    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        let never = AtomicBool::new(false);
        let deadline = Deadline::of_start(Instant::now() + START_TIMEOUT, &never);
        if self.process.as_mut().is_some_and(EngineProcess::is_over) {
            self.process = None;
        }
        // A program that worked before and does not answer now is restarted.
        if self.process.is_some() && self.new_game(deadline).is_ok() {
            return Ok(());
        }
        self.process = None;
        self.start_up(&never)?;
        let deadline = Deadline::of_start(Instant::now() + START_TIMEOUT, &never);
        self.new_game(deadline).map_err(|error| self.start_failure(&error, "isready", "readyok"))
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let asked = Instant::now();
        if let Some(process) = &mut self.process {
            process.start_clock();
        }
        let answer = self.ask(turn, Deadline::of_program(turn.budget.hangs(asked), turn.stop));
        let taken = asked.elapsed();
        let spent = self.process.as_mut().map_or(taken.into(), |process| process.spent(taken, asked + taken));
        match answer {
            Ok(Some(action)) => turn.budget.timed(action, spent).map_err(|(fault, detail)| self.failure(fault, detail)),
            Ok(None) => Err(self.failure(Fault::Garbage, "It printed bestmove without a move.".to_owned())),
            Err(error) => {
                let process = self.process.take();
                Err(Failure::turn(&error, &turn.budget, process.as_ref()))
            }
        }
    }

    fn rest(&mut self) {
        if let Some(process) = &mut self.process {
            process.rest();
        }
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, self.process.as_ref())
    }

    fn stderr(&self) -> String {
        self.process.as_ref().map_or(String::new(), EngineProcess::stderr)
    }

    fn end(&mut self) {
        if self.competitor.restart {
            self.dismiss();
        }
    }
}

impl Drop for Ugi {
    fn drop(&mut self) {
        self.dismiss();
    }
}
