//! Asks a program about positions with tasks, or looks for such positions in its own games.

use skirmish_arena::competitor::EngineKind;
use skirmish_arena::game::{Fault, FaultReport};
use skirmish_arena::seat::{Budget, Seat, Turn, seat};
use skirmish_board::Action;
use skirmish_play::new_game;

use super::finding::{Finding, MAX_EVIDENCE};
use super::games::{ProgramGames, seed_of};
use super::result::Evidence;
use super::tactics::{Clarity, Tactic, TacticTask, draw, recognise, set_up};

/// More positions of one task in the games of a program are not looked for.
const MAX_MET: usize = 40;

/// A position that a program was asked about, or met.
#[derive(Clone, Debug)]
pub(super) struct AskedPosition {
    pub tactic: Tactic,
    /// How far it was told to look, if it was.
    pub depth: Option<u32>,
    /// The moves that it played there: one, and the other one where it was refused.
    pub answer: Result<Vec<String>, FaultReport>,
}

impl AskedPosition {
    /// Whether all its moves are right.
    pub(super) fn is_right(&self) -> bool {
        self.answer.as_ref().is_ok_and(|played| played.iter().all(|text| self.tactic.right.contains(text)))
    }

    /// Whether the answer says something about what it sees: faults have checks of their own.
    pub(super) fn counts(&self) -> bool {
        self.answer.is_ok()
    }

    pub(super) fn evidence(&self) -> Evidence {
        Evidence::Position {
            caption: format!("What {} here: {}.", self.tactic.task.describe(), self.tactic.right.join(" and ")),
            position: self.tactic.position.clone(),
            played: self.answer.as_ref().ok().map(|played| played.join(" ")),
            right: self.tactic.right.clone(),
        }
    }
}

/// So many positions for a task, drawn for this program.
pub(super) fn drawn(player: &ProgramGames<'_>, task: TacticTask, count: usize) -> Vec<Tactic> {
    let any = matches!(player.program.kind, EngineKind::OskaCall(..));
    draw(player.game, task, any, count, seed_of(player.seed(), &task.id(), 0), &player.watch.stop)
}

/// Asks a program about positions, Oska's call with the depth of the task or the given one. Stops when the time is over.
pub(super) fn ask(player: &ProgramGames<'_>, tactics: Vec<Tactic>, depth: Option<u32>) -> Vec<AskedPosition> {
    let mut asked = Vec::new();
    let mut program: Option<(Option<u32>, Box<dyn Seat>)> = None;
    for tactic in tactics {
        let is_call = matches!(player.program.kind, EngineKind::OskaCall(..));
        let depth = is_call.then(|| depth.unwrap_or(tactic.task.plies()));
        let mut competitor = player.program.clone();
        competitor.clock.depth = depth.or(competitor.clock.depth);
        let (_, seat) = match program.take().filter(|(known, _)| *known == depth) {
            Some(known) => program.insert(known),
            None => program.insert((depth, seat(&competitor, player.game, player.seed()))),
        };
        let answer = moves_at(player, &mut **seat, &tactic, competitor.clock.depth);
        if player.watch.stop.load(std::sync::atomic::Ordering::SeqCst) {
            break;
        }
        if answer.is_err() {
            program = None;
        }
        asked.push(AskedPosition { tactic, depth, answer });
    }
    asked
}

/// The moves of a program at a position.
fn moves_at(
    player: &ProgramGames<'_>,
    seat: &mut dyn Seat,
    tactic: &Tactic,
    depth: Option<u32>,
) -> Result<Vec<String>, FaultReport> {
    let report = |failure: skirmish_arena::seat::Failure| FaultReport {
        engine: 0,
        fault: failure.fault,
        detail: failure.detail,
        stderr: failure.stderr,
        transcript: failure.transcript,
    };
    let Some(mut state) = set_up(player.game, tactic) else { return Ok(tactic.right.clone()) };
    let side = state.side_to_move();
    seat.begin(&tactic.position, side).map_err(report)?;
    let mut actions: Vec<Action> = Vec::new();
    let mut played = Vec::new();
    while played.len() < tactic.right.len() {
        let clock = &player.program.clock;
        let budget = Budget {
            time: clock.move_time.or(clock.game_time.map(|_| player.limit)),
            nodes: clock.nodes,
            depth,
            margin: clock.margin,
            clocks: None,
        };
        let turn =
            Turn { start: &tactic.position, actions: &actions, game: &*state, side, budget, stop: &player.watch.stop };
        let answer = seat.act(&turn).map_err(report)?;
        let action = match state.read(&answer.text) {
            Ok(action) => action,
            Err(error) => {
                let fault = if error.is_unreadable() { Fault::Garbage } else { Fault::Illegal };
                return Err(report(seat.failure(fault, error.to_string())));
            }
        };
        state.perform(&action);
        played.push(action.text.clone());
        actions.push(action);
        // A proposal is refused, so that the other one is seen as well.
        if let Some([_, refuse]) = state.accept_refuse() {
            state.perform(&refuse);
            actions.push(refuse);
        }
    }
    seat.end();
    Ok(played)
}

/// Positions with a task that a program met in its own games, with what it played.
pub(super) fn met(player: &ProgramGames<'_>, tasks: &[TacticTask], nodes: u64) -> Vec<AskedPosition> {
    let mut found: Vec<AskedPosition> = Vec::new();
    let mut clarity = Clarity::default();
    let mut seen = std::collections::HashSet::new();
    for game in &player.games {
        let mut state = new_game(player.game);
        if state.set_position(&game.opening).is_err() {
            continue;
        }
        for (ply, text) in game.actions.iter().enumerate() {
            let is_own = state.side_to_move() == game.side && state.view().pending.is_none();
            if is_own && seen.insert(state.position()) {
                for &task in tasks {
                    if found.iter().filter(|met| met.tactic.task == task).count() >= MAX_MET {
                        continue;
                    }
                    if let Some(mut tactic) = recognise(&*state, task, nodes)
                        && clarity.is_clear(&*state, &tactic)
                    {
                        tactic.clear = true;
                        let mut played = vec![text.clone()];
                        let refused = game.actions.get(ply + 1).is_some_and(|answer| answer == "refuse");
                        played.extend(game.actions.get(ply + 2).filter(|_| refused).cloned());
                        found.push(AskedPosition { tactic, depth: None, answer: Ok(played) });
                    }
                }
            }
            if state.play(text).is_err() {
                break;
            }
        }
        if player.watch.is_over() {
            break;
        }
    }
    found
}

/// What came of the positions of a task.
pub(super) fn finding(player: &ProgramGames<'_>, asked: &[AskedPosition], task: TacticTask) -> Finding {
    let of_task: Vec<&AskedPosition> = asked.iter().filter(|asked| asked.tactic.task == task).collect();
    let counted: Vec<&&AskedPosition> = of_task.iter().filter(|asked| asked.counts()).collect();
    let is_asked = player.takes_positions();
    if of_task.is_empty() {
        return Finding::not_run(match is_asked {
            true => "No position for it was found, or there was no time for it.",
            false => "It met no such position in its games.",
        });
    }
    if counted.is_empty() {
        let fault = of_task[0].answer.as_ref().err().map_or(String::new(), |report| format!("it {}", report.fault));
        return Finding::look(format!("In every one of {} positions {fault}, which has its own check.", of_task.len()));
    }
    let good = counted.iter().filter(|asked| asked.is_right()).count();
    let how = match (is_asked, counted[0].depth) {
        (true, Some(depth)) => format!(", told to look {depth} ahead"),
        (true, None) => String::new(),
        (false, _) => ", met in its own games".to_owned(),
    };
    let what = match player.game.info().id {
        "refusal" => "exactly two moves are right: one to propose, one when it is refused",
        _ => "exactly one move is right",
    };
    let sentence =
        format!("It found what {} in {good} of {} positions in which {what}{how}.", task.describe(), counted.len());
    let missed =
        counted.iter().filter(|asked| !asked.is_right()).chain(counted.iter().filter(|asked| asked.is_right()));
    let shown = if good == counted.len() { 1 } else { MAX_EVIDENCE };
    Finding::share(good, counted.len(), sentence).with(missed.take(shown).map(|asked| asked.evidence()))
}
