//! Tries a program out: plays games in view, says whether it follows the rules, and if not, which dialogue settings fix it.

mod dialogue_search;

use std::sync::atomic::AtomicBool;

use skirmish_board::Side;
use skirmish_games::GameId;

use crate::BuiltIn;
use crate::competitor::{Clock, Competitor, Dialogue, EngineKind};
use crate::game::{Fault, FaultReport, FinishedGame, Pair, place_in_pair};
use crate::plan::{Given, dialogue_settings};
use crate::process::Observer;
use crate::referee;
use crate::seat::{observed_seat, seat};

/// An event of a trial.
#[derive(Clone, Copy, Debug)]
pub enum TrialEvent<'a> {
    /// A game begins; the program has this side and moves first (true) or second.
    Begins(Side, bool),
    /// A game is over.
    Ends(&'a FinishedGame),
    /// The trial searches for dialogue settings that fix the fault.
    SearchingDialogue,
}

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialVerdict {
    /// The fault, if there was one.
    pub fault: Option<FaultReport>,
    /// A dialogue that fixes the fault, if one was found.
    pub proposal: Option<Dialogue>,
}

impl TrialVerdict {
    /// Whether it plays by the rules as it is.
    pub fn plays(&self) -> bool {
        self.fault.is_none()
    }
}

/// The program's place in its pair.
const PROGRAM: usize = 0;

/// Tries a program out: a game in which it moves first and, if that goes well, one in which it moves second. `observer` receives the dialogue
/// line by line. `None` if it was stopped.
pub fn try_out(
    competitor: &Competitor,
    game: GameId,
    observer: &Observer,
    report: &dyn Fn(TrialEvent<'_>),
    stop: &AtomicBool,
) -> Option<TrialVerdict> {
    for first in [true, false] {
        let trial = TrialGame::new(game, first);
        report(TrialEvent::Begins(trial.side, first));
        let played = trial.play(competitor, Some(observer), stop)?;
        report(TrialEvent::Ends(&played));
        if let Some(fault) = fault_of(&played) {
            let is_fixable = match fault.fault {
                Fault::Time | Fault::Flood => false,
                // After a few moves the dialogue is not the reason.
                Fault::Start | Fault::Crash => played.actions.len() <= 3,
                _ => true,
            };
            let proposal = match (&competitor.kind, is_fixable) {
                (EngineKind::Console(_, dialogue), true) => {
                    report(TrialEvent::SearchingDialogue);
                    dialogue_search::find_dialogue(competitor, dialogue, game, stop)
                }
                _ => None,
            };
            return Some(TrialVerdict { fault: Some(fault), proposal });
        }
    }
    Some(TrialVerdict { fault: None, proposal: None })
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

/// A game of a program against a random player.
struct TrialGame {
    game: GameId,
    pair: Pair,
    leg: u8,
    /// The side of the program.
    side: Side,
}

impl TrialGame {
    /// The game in which the program moves first, or second.
    fn new(game: GameId, first: bool) -> TrialGame {
        let start = skirmish_play::new_game(game);
        let begins = start.side_to_move();
        let side = if first { begins } else { begins.opposite() };
        let leg = u8::from(place_in_pair(0, side) != PROGRAM);
        TrialGame { game, pair: Pair { number: 0, round: 1, engines: [0, 1], opening: start.position() }, leg, side }
    }

    /// Plays it to its end; `None` if it was stopped.
    fn play(&self, competitor: &Competitor, observer: Option<&Observer>, stop: &AtomicBool) -> Option<FinishedGame> {
        let opponent = opponent()?;
        let mut seats = [observed_seat(competitor, self.game, 1, observer), seat(&opponent, self.game, 2)];
        let engines = [competitor.clone(), opponent];
        let [program, other] = &mut seats;
        referee::play(self.game, &self.pair, self.leg, &engines, [&mut **program, &mut **other], stop)
    }
}

/// A random player that cannot lose on time.
fn opponent() -> Option<Competitor> {
    let kind = EngineKind::BuiltIn(BuiltIn::parse("random").ok()?);
    let clock = Clock { margin: std::time::Duration::from_secs(3600), ..Clock::default() };
    Some(Competitor::new("random", kind, clock))
}
