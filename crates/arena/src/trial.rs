//! Tries a program out: plays games in view, compares its counts of moves, says whether it follows the rules, and if not, which
//! dialogue settings fix it.

mod dialogue_search;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::{Side, TextError};
use skirmish_games::GameId;

use crate::BuiltIn;
use crate::competitor::{Clock, Competitor, Dialogue, EngineKind};
use crate::game::{Fault, FaultReport, FinishedGame, Pair, place_in_pair};
use crate::plan::{Format, Given, OpeningSource, Plan, dialogue_settings};
use crate::process::Observer;
use crate::referee;
use crate::seat::{Seat, observed_seat, seat, ugi_perft};
use crate::tournament::{Records, Tournament};

/// After as many understood moves in a game the dialogue is not the reason of a fault: what seems to fix it would not read what
/// the program plays.
const UNDERSTOOD_MOVES: usize = 2;

/// The depths of the counts that a program is asked for.
const PERFT_DEPTHS: std::ops::RangeInclusive<u32> = 1..=3;

/// The default opponents.
pub const OPPONENTS: [&str; 3] = ["random", "level=2", "level=4"];

/// The default number of games: both sides against each opponent.
pub const GAMES: u32 = 6;

/// An event of a trial.
#[derive(Clone, Copy, Debug)]
pub enum TrialEvent<'a> {
    /// A game begins.
    Begins {
        /// Its number, from 1.
        number: u32,
        /// The side of the program.
        side: Side,
        /// Whether the program moves first.
        first: bool,
        /// The name of the opponent.
        opponent: &'a str,
    },
    /// A game is over.
    Ends(&'a FinishedGame),
    /// The program is asked for counts of moves.
    AskingPerft,
    /// The trial searches for dialogue settings that fix the fault.
    SearchingDialogue,
}

/// A count of lines of play that a program gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// The depth in plies, from the start of the game.
    pub depth: u32,
    /// The program's count.
    pub said: u64,
    /// The right one.
    pub right: u64,
}

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialVerdict {
    /// The games, in the order played. The last one has the fault, if there is one.
    pub games: Vec<FinishedGame>,
    /// The fault, if there was one.
    pub fault: Option<FaultReport>,
    /// The program's counts of lines of play; none if it does not know the command.
    pub perft: Vec<PerftCount>,
    /// The end of what it wrote to standard error, without a fault.
    pub stderr: String,
    /// A dialogue that fixes the fault, if one was found.
    pub proposal: Option<Dialogue>,
    /// Whether a dialogue was searched for.
    pub searched: bool,
}

impl TrialVerdict {
    /// Whether it plays by the rules as it is.
    pub fn plays(&self) -> bool {
        self.fault.is_none() && self.wrong_count().is_none()
    }

    /// The first count that is wrong.
    pub fn wrong_count(&self) -> Option<&PerftCount> {
        self.perft.iter().find(|count| count.said != count.right)
    }
}

/// The program's place in its pairs.
const PROGRAM: usize = 0;

/// A trial of one program: games against built-in players, first and second in turn, with fixed seeds.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The program and its opponents.
    plan: Plan,
    games: u32,
}

impl Trial {
    /// A trial of a program with this many games against these built-in players in turn.
    pub fn new(
        program: &Competitor,
        game: GameId,
        opponents: &[&str],
        games: u32,
        seed: u64,
    ) -> Result<Trial, TextError> {
        let opponents = opponents.iter().map(|text| opponent(text)).collect::<Result<Vec<Competitor>, TextError>>()?;
        let engines: Vec<Competitor> = [program.clone()].into_iter().chain(opponents).collect();
        let pairs_per_round = 2 * (engines.len() as u32 - 1).max(1);
        let plan = Plan {
            name: format!("Trial of {}", program.name),
            game,
            engines,
            format: Format::Gauntlet,
            rounds: games.div_ceil(pairs_per_round),
            openings: OpeningSource::Given(vec![skirmish_play::new_game(game).position()]),
            seed,
            sprt: None,
        };
        Ok(Trial { plan, games })
    }

    /// Plays the games up to the first fault. `observer` receives the dialogue line by line. `None` if it was stopped.
    pub fn run(&self, observer: &Observer, report: &dyn Fn(TrialEvent<'_>), stop: &AtomicBool) -> Option<TrialVerdict> {
        let program = &self.plan.engines[PROGRAM];
        // One seat for all games, as in a tournament: a program must forget the last game.
        let mut seat = observed_seat(program, self.plan.game, self.plan.seed, Some(observer));
        let mut games = Vec::new();
        for number in 0..self.games {
            let trial = self.game(number);
            let opponent = &self.plan.engines[trial.pair.engines[1]].name;
            report(TrialEvent::Begins { number: number + 1, side: trial.side, first: trial.first, opponent });
            let played = trial.play(&self.plan.engines, &mut *seat, stop)?;
            report(TrialEvent::Ends(&played));
            let fault = fault_of(&played);
            games.push(played);
            if fault.is_some() {
                break;
            }
        }
        let fault = games.last().and_then(fault_of);
        let mut verdict =
            TrialVerdict { games, fault, perft: Vec::new(), stderr: String::new(), proposal: None, searched: false };
        match (&program.kind, &verdict.fault) {
            (EngineKind::Ugi(command), None) => {
                verdict.stderr = seat.stderr();
                drop(seat);
                report(TrialEvent::AskingPerft);
                verdict.perft =
                    self.perft(|depths| ugi_perft(program, command, self.plan.game, depths, observer, stop));
            }
            (_, None) => verdict.stderr = seat.stderr(),
            (EngineKind::Console(_, dialogue), Some(fault)) if self.is_fixable(fault, &verdict.games) => {
                report(TrialEvent::SearchingDialogue);
                verdict.searched = true;
                verdict.proposal = dialogue_search::find_dialogue(program, dialogue, self.plan.game, stop);
            }
            _ => {}
        }
        if stop.load(std::sync::atomic::Ordering::Relaxed) { None } else { Some(verdict) }
    }

    /// Whether another dialogue may fix a fault.
    fn is_fixable(&self, fault: &FaultReport, games: &[FinishedGame]) -> bool {
        // It moves first in every other game.
        let own = games.last().map_or(0, |game| (game.actions.len() + games.len() % 2) / 2);
        // What never prints and never waits for input cannot be answered differently.
        let has_spoken = fault.transcript.lines().any(|line| line.split_whitespace().nth(1) == Some("<"));
        let is_lost = matches!(fault.fault, Fault::Start | Fault::Hang) && !has_spoken;
        !is_lost && !matches!(fault.fault, Fault::Time | Fault::Flood | Fault::Machine) && own < UNDERSTOOD_MOVES
    }

    /// Compares a program's counts.
    fn perft(&self, ask: impl Fn(&[u32]) -> Vec<(u32, u64)>) -> Vec<PerftCount> {
        let start = skirmish_play::new_game(self.plan.game);
        let depths: Vec<u32> = PERFT_DEPTHS.collect();
        let counts = ask(&depths).into_iter();
        counts.map(|(depth, said)| PerftCount { depth, said, right: start.perft(depth) }).collect()
    }

    /// A game of the trial, from 0.
    fn game(&self, number: u32) -> TrialGame {
        let opponents = self.plan.engines.len() as u32 - 1;
        let place = number / 2 % opponents.max(1);
        let (round, engine) = (1 + number / 2 / opponents.max(1), 1 + place as usize);
        let seed = self.plan.seed.wrapping_add(number.into());
        TrialGame::new(self.plan.game, u64::from(number / 2), round, engine, number.is_multiple_of(2), seed)
    }

    /// The games as a tournament, for reports.
    pub fn tournament(&self, games: &[FinishedGame]) -> (Tournament, Records) {
        let pairs = (0..games.len() as u32).step_by(2).map(|number| self.game(number).pair).collect();
        Tournament::with_records(self.plan.clone(), pairs, games.to_vec())
    }
}

/// The settings of a proposed dialogue that the present one does not have. If any answer is new, all are listed.
pub fn new_settings(proposal: &Dialogue, present: &Dialogue) -> Vec<Given> {
    let (mut new, old) = (dialogue_settings(proposal), dialogue_settings(present));
    let is_new_answer = |given: &Given| given.name == "dialogue.answers" && proposal.answers != present.answers;
    new.retain(|given| is_new_answer(given) || !old.contains(given));
    new
}

fn fault_of(game: &FinishedGame) -> Option<FaultReport> {
    game.fault.clone().filter(|report| report.engine == PROGRAM)
}

/// A game of a program against a built-in player.
struct TrialGame {
    game: GameId,
    pair: Pair,
    leg: u8,
    /// The side of the program.
    side: Side,
    /// Whether the program moves first.
    first: bool,
    seed: u64,
}

impl TrialGame {
    fn new(game: GameId, number: u64, round: u32, opponent: usize, first: bool, seed: u64) -> TrialGame {
        let start = skirmish_play::new_game(game);
        let begins = start.side_to_move();
        let side = if first { begins } else { begins.opposite() };
        let leg = u8::from(place_in_pair(0, side) != PROGRAM);
        let pair = Pair { number, round, engines: [PROGRAM, opponent], opening: start.position() };
        TrialGame { game, pair, leg, side, first, seed }
    }

    /// The game against a random player in which the program moves first, or second.
    fn against_random(game: GameId, first: bool) -> TrialGame {
        TrialGame::new(game, 0, 1, 1, first, 1)
    }

    /// Plays it to its end; `None` if it was stopped.
    fn play(&self, engines: &[Competitor], program: &mut dyn Seat, stop: &AtomicBool) -> Option<FinishedGame> {
        let mut other = seat(engines.get(self.pair.engines[1])?, self.game, self.seed);
        program.set_seed(self.seed);
        referee::play(self.game, &self.pair, self.leg, engines, [program, &mut *other], stop)
    }
}

/// A built-in player that cannot lose on time.
fn opponent(text: &str) -> Result<Competitor, TextError> {
    let clock = Clock { margin: Duration::from_secs(3600), ..Clock::default() };
    Ok(Competitor::new(text, EngineKind::BuiltIn(BuiltIn::parse(text)?), clock))
}
