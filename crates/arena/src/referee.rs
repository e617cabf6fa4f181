//! The referee enforces rules and clocks, and decides the result. Claims of engines do not count.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use skirmish_board::{Action, Outcome, Side};
use skirmish_games::GameId;
use skirmish_play::AnyGame;

use crate::competitor::Competitor;
use crate::game::{Fault, FaultReport, FinishedGame, Pair, TimedMove, place_in_pair};
use crate::seat::{Budget, Failure, Seat, Turn};

/// Plays one game of a pair; `seats` are those of `pair.engines`, in this order. An engine that commits a fault loses, except
/// for [`Fault::NotUnderstood`]; if neither starts, neither wins. `None` only if `stop` was set before the game was over.
///
/// Both engines are made ready before the first move, South's first. An opening that is not a position of the game is a draw
/// without moves.
pub fn play(
    game: GameId,
    pair: &Pair,
    leg: u8,
    plan_engines: &[Competitor],
    seats: [&mut dyn Seat; 2],
    stop: &AtomicBool,
) -> Option<FinishedGame> {
    play_watched(game, pair, leg, plan_engines, seats, stop, &|_, _| {})
}

/// Receives the last action, if there is one, and what the sides have left of their time for the game, whenever a side is asked for an
/// action.
pub type MoveObserver<'a> = dyn Fn(Option<TimedMove>, [Option<Duration>; 2]) + 'a;

/// The same, with an observer.
pub fn play_watched(
    game: GameId,
    pair: &Pair,
    leg: u8,
    plan_engines: &[Competitor],
    seats: [&mut dyn Seat; 2],
    stop: &AtomicBool,
    observer: &MoveObserver,
) -> Option<FinishedGame> {
    let mut state = skirmish_play::new_game(game);
    if let Err(error) = state.set_position(&pair.opening) {
        let ending = format!("The opening is not a position of the game: {error}");
        return Some(finished(pair, leg, Vec::new(), Outcome::Draw, ending, None));
    }
    // By side from here on.
    let mut seats = seats;
    if place_in_pair(leg, Side::South) != 0 {
        seats.reverse();
    }
    let places = Side::BOTH.map(|side| pair.engine(leg, side));
    let competitors = places.map(|place| plan_engines.get(place));
    let clocks = Clocks::new(competitors);
    let mut running =
        RunningGame { game: state, actions: Vec::new(), answers: Vec::new(), clocks, start: &pair.opening, observer };
    let result = running.run(&mut seats, stop);
    if stop.load(Relaxed) && running.game.outcome().is_none() {
        seats.iter_mut().for_each(|seat| seat.end());
        return None;
    }
    if result.is_ok() {
        running.conclude(&mut seats, stop);
    }
    seats.iter_mut().for_each(|seat| seat.end());
    let actions = running.actions.iter().zip(&running.answers).map(timed).collect();
    Some(match result {
        Ok((outcome, ending)) => finished(pair, leg, actions, outcome, ending, None),
        Err(Forfeit { side, failure, neither }) => {
            let name = |side: Side| {
                competitors[side.index()].map_or_else(|| side.to_string(), |competitor| competitor.name.clone())
            };
            let mut ending = format!("{} {failure}", name(side));
            if let Some(other) = &neither {
                ending = format!("{ending} {} did not start either: {other}", name(side.opposite()));
            }
            let Failure { fault, detail, stderr, transcript } = failure;
            // A game that does not count has no winner.
            let is_void = matches!(fault, Fault::NotUnderstood | Fault::Machine);
            let outcome = if is_void || neither.is_some() { Outcome::Draw } else { Outcome::Win(side.opposite()) };
            let report = FaultReport { engine: places[side.index()], fault, detail, stderr, transcript };
            finished(pair, leg, actions, outcome, ending, Some(report))
        }
    })
}

/// An action as it is stored.
fn timed((action, answer): (&Action, &TimedMove)) -> TimedMove {
    TimedMove { text: action.text.clone(), excused: 0, ..*answer }
}

fn finished(
    pair: &Pair,
    leg: u8,
    actions: Vec<TimedMove>,
    outcome: Outcome,
    ending: String,
    fault: Option<FaultReport>,
) -> FinishedGame {
    FinishedGame { pair: pair.number, leg, actions, outcome, ending, fault }
}

/// How a fault ended a game.
struct Forfeit {
    side: Side,
    failure: Failure,
    /// Why the other side did not start either, if it did not.
    neither: Option<String>,
}

impl Forfeit {
    fn new(side: Side, failure: Failure) -> Forfeit {
        Forfeit { side, failure, neither: None }
    }
}

/// A game in progress.
struct RunningGame<'a> {
    game: Box<dyn AnyGame>,
    actions: Vec<Action>,
    /// The answer that was each action, with its time.
    answers: Vec<TimedMove>,
    clocks: Clocks,
    start: &'a str,
    observer: &'a MoveObserver<'a>,
}

impl RunningGame<'_> {
    /// Plays until the rules or a fault end the game.
    fn run(&mut self, seats: &mut [&mut dyn Seat; 2], stop: &AtomicBool) -> Result<(Outcome, String), Forfeit> {
        let [south, north] = seats;
        if let Err(failure) = south.begin(self.start, Side::South) {
            // Its opponent gets no point for a program that could not play either.
            let other = if failure.fault == Fault::Start { north.begin(self.start, Side::North).err() } else { None };
            return Err(match other {
                Some(other) if other.fault == Fault::Machine => Forfeit::new(Side::North, other),
                Some(other) if other.fault == Fault::Start => {
                    Forfeit { side: Side::South, failure, neither: Some(other.detail) }
                }
                _ => Forfeit::new(Side::South, failure),
            });
        }
        south.rest();
        north.begin(self.start, Side::North).map_err(|failure| Forfeit::new(Side::North, failure))?;
        north.rest();
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok((outcome, self.game.ending()));
            }
            let side = self.game.side_to_move();
            let seat = &mut *seats[side.index()];
            self.turn(seat, side, stop).map_err(|failure| Forfeit::new(side, failure))?;
            // After accepting a proposal it goes on with its own.
            if self.game.side_to_move() != side {
                seat.rest();
            }
        }
    }

    /// Tells both sides how the game stands at its end.
    fn conclude(&self, seats: &mut [&mut dyn Seat; 2], stop: &AtomicBool) {
        for (seat, side) in seats.iter_mut().zip(Side::BOTH) {
            let (start, actions, game) = (self.start, &self.actions[..], &*self.game);
            seat.conclude(&Turn { start, actions, game, side, budget: self.clocks.budget(side), stop });
        }
    }

    /// One action of one side.
    fn turn(&mut self, seat: &mut dyn Seat, side: Side, stop: &AtomicBool) -> Result<(), Failure> {
        // Answers to proposals and moves after a refusal must come at once: the engine has decided already.
        let is_reply = self.game.view().pending.is_some();
        let budget = self.clocks.budget(side);
        (self.observer)(self.actions.last().zip(self.answers.last()).map(timed), self.clocks.left);
        let turn = Turn {
            start: self.start,
            actions: &self.actions,
            game: &*self.game,
            side,
            budget: if is_reply { budget.for_reply() } else { budget },
            stop,
        };
        let answer = seat.act(&turn)?;
        if stop.load(Relaxed) {
            return Err(seat.failure(Fault::Hang, "The tournament was stopped.".to_owned()));
        }
        let played = self.game.play(&answer.text).map_err(|error| {
            let fault = if error.is_unreadable() { Fault::Garbage } else { Fault::Illegal };
            seat.failure(fault, format!("{}: {error}", skirmish_board::quoted(&answer.text)))
        })?;
        if !is_reply {
            self.clocks.count(side, answer.counted());
        }
        self.actions.push(played.action);
        self.answers.push(answer);
        Ok(())
    }
}

/// The clocks of both sides.
struct Clocks {
    clocks: [crate::competitor::Clock; 2],
    /// What is left of the time for the game, if there is one.
    left: [Option<Duration>; 2],
}

impl Clocks {
    fn new(competitors: [Option<&Competitor>; 2]) -> Clocks {
        let clocks = competitors.map(|competitor| competitor.map(|competitor| competitor.clock).unwrap_or_default());
        Clocks { clocks, left: clocks.map(|clock| clock.game_time.map(|(time, _)| time)) }
    }

    fn budget(&self, side: Side) -> Budget {
        let increments = self.clocks.map(|clock| clock.game_time.map_or(Duration::ZERO, |(_, increment)| increment));
        Budget::new(&self.clocks[side.index()], self.left, increments, side)
    }

    /// Subtracts the time of a move and adds the increment. Time within the margin is forgiven.
    fn count(&mut self, side: Side, taken: Duration) {
        let index = side.index();
        if let (Some(left), Some((_, increment))) = (&mut self.left[index], self.clocks[index].game_time) {
            *left = left.saturating_sub(taken) + increment;
        }
    }
}
