//! Ladders: how strong a program is, as the highest opponent that it holds its own against.

use skirmish_arena::BuiltIn;
use skirmish_arena::plan::{EloModel, Hypothesis, Test};
use skirmish_play::statistics::Pairs;

use super::finding::{Finding, game_evidence};
use super::games::ProgramGames;
use super::rubric::{Check, Rubric};

/// A rung is decided when the program is clearly stronger than its opponent or clearly weaker: two clean pairs are enough.
const RUNG_TEST: Test = Test { elo0: -200.0, elo1: 200.0, alpha: 0.1, beta: 0.1, model: EloModel::Logistic };

/// With a time limit, a rung begins only if there is time for so many pairs.
const LEAST_PAIRS: u32 = 2;

/// So many pairs that a fault ended show that the strength cannot be seen.
const MAX_VOID_PAIRS: u32 = 2;

/// Without a time limit, a program that fails this many rungs in a row climbs no further.
const MAX_FAILED: usize = 2;

/// A rung of a ladder and what came of it.
pub(super) struct Rung {
    pub check: Check,
    pub state: RungState,
    pub finding: Option<Finding>,
}

/// Whether a program holds its own on a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RungState {
    Open,
    Held,
    Failed,
    /// Faults hid it, or there was no time.
    Unseen,
}

/// A ladder: rungs from the weakest opponent on.
pub(super) struct Ladder {
    pub rungs: Vec<Rung>,
}

impl Ladder {
    /// The ladders of a list of checks.
    pub(super) fn all(checks: &[Check]) -> Vec<Ladder> {
        let mut ladders: Vec<(String, Ladder)> = Vec::new();
        for check in checks.iter().filter(|check| check.is_rung()) {
            let rung = Rung { check: check.clone(), state: RungState::Open, finding: None };
            match ladders.iter_mut().find(|(section, _)| *section == check.section) {
                Some((_, ladder)) => ladder.rungs.push(rung),
                None => ladders.push((check.section.clone(), Ladder { rungs: vec![rung] })),
            }
        }
        ladders.into_iter().map(|(_, ladder)| ladder).collect()
    }

    /// The rungs that are not decided: above all that are held, below all that are failed.
    fn open(&self) -> std::ops::Range<usize> {
        let held = self.rungs.iter().rposition(|rung| rung.state == RungState::Held).map_or(0, |place| place + 1);
        let failed = self.rungs.iter().skip(held).position(|rung| rung.state == RungState::Failed);
        held..failed.map_or(self.rungs.len(), |place| held + place)
    }

    /// The rung to play next, if there is one: the lowest, or with bisection the one in the middle.
    fn next(&self, bisects: bool) -> Option<usize> {
        if self.rungs.iter().any(|rung| rung.state == RungState::Unseen) {
            return None;
        }
        if bisects {
            let open = self.open();
            return (!open.is_empty()).then(|| open.start + open.len() / 2);
        }
        let next = self.rungs.iter().position(|rung| rung.state == RungState::Open)?;
        let failed = self.rungs[..next].iter().rev().take_while(|rung| rung.state == RungState::Failed).count();
        (failed < MAX_FAILED).then_some(next)
    }

    /// Decides the rungs that were not played by those that were.
    fn conclude(&mut self, why: &str) {
        let held = self.rungs.iter().rposition(|rung| rung.state == RungState::Held);
        let failed = self.rungs.iter().position(|rung| rung.state == RungState::Failed);
        let name = |rungs: &[Rung], place: usize| rungs[place].check.id.clone();
        let names = [held, failed].map(|place| place.map(|place| name(&self.rungs, place)));
        let is_hidden = self.rungs.iter().any(|rung| {
            rung.state == RungState::Unseen
                && rung.finding.as_ref().is_some_and(|finding| finding.verdict == super::CheckVerdict::Look)
        });
        for (place, rung) in self.rungs.iter_mut().enumerate().filter(|(_, rung)| rung.finding.is_none()) {
            rung.finding = Some(match (&names, held, failed) {
                ([Some(name), _], Some(held), _) if place < held => {
                    Finding::pass(format!("Not played: it held its own against {name}, which is stronger."))
                }
                ([_, Some(name)], _, Some(failed)) if place > failed && !is_hidden => {
                    Finding::fail(format!("Not played: it did not hold its own against {name}, which is weaker."))
                }
                _ if is_hidden => Finding::look("Not played: faults, which have their own checks, end its games."),
                _ => Finding::not_run(why),
            });
        }
    }
}

/// Plays the rungs of all ladders, in turn, and reports each rung that is decided.
pub(super) fn climb(
    player: &mut ProgramGames<'_>,
    rubric: &Rubric,
    ladders: &mut [Ladder],
    report: &mut dyn FnMut(&Rung),
) {
    let bisects = player.watch.left().is_some();
    let mut is_over = false;
    while !is_over {
        let mut played = false;
        for ladder in ladders.iter_mut() {
            let Some(place) = ladder.next(bisects) else { continue };
            let needed = player.game_time() * 2 * LEAST_PAIRS;
            if !player.watch.fits(needed) {
                is_over = true;
                break;
            }
            played = true;
            let rung = &mut ladder.rungs[place];
            (rung.state, rung.finding) = play_rung(player, rubric, &rung.check);
            is_over = rung.state == RungState::Unseen && player.watch.is_over();
            if rung.finding.is_some() {
                report(rung);
            }
            if is_over {
                break;
            }
        }
        is_over |= !played;
    }
    for ladder in ladders {
        let before: Vec<bool> = ladder.rungs.iter().map(|rung| rung.finding.is_some()).collect();
        ladder.conclude("There was no time for it.");
        for (rung, _) in ladder.rungs.iter().zip(before).filter(|(_, before)| !before) {
            report(rung);
        }
    }
}

/// Plays pairs against an opponent until the test decides, at most so many.
fn play_rung(player: &mut ProgramGames<'_>, rubric: &Rubric, check: &Check) -> (RungState, Option<Finding>) {
    // The rubric was checked when it was read.
    let Ok(opponent) = BuiltIn::parse(&check.id) else { return (RungState::Unseen, None) };
    let (mut results, mut void, mut places) = (Pairs::default(), 0, Vec::new());
    for number in 0..rubric.pairs {
        let played = player.play_pair(&opponent, number, rubric.opening_plies);
        if player.watch.stop.load(std::sync::atomic::Ordering::SeqCst) {
            break;
        }
        let points: Option<usize> = played.iter().map(|&place| player.games[place].half_points()).sum();
        places.extend(played);
        match points {
            Some(points) => results.add(points),
            // A fault costs its own points, and no others.
            None => void += 1,
        }
        if RUNG_TEST.accepted(&results).is_some() || results.count() == 0 && void >= MAX_VOID_PAIRS {
            break;
        }
    }
    let accepted = RUNG_TEST.accepted(&results);
    let enough = results.count() > 0 && results.count() + u64::from(void) >= u64::from(rubric.pairs);
    let games = 2 * results.count();
    let points = results.score() * games as f64;
    let record = |place: &usize| {
        let game = &player.games[*place];
        let result = match game.half_points() {
            Some(2) => "won",
            Some(1) => "drawn",
            Some(_) => "lost",
            None => "without a result",
        };
        game_evidence(game, player.game, &player.program.name, format!("Against {}: {result}.", check.id))
    };
    let left_out = if void > 0 { format!(" {void} pairs with a fault are left out.") } else { String::new() };
    match accepted {
        Some(Hypothesis::H1) => {
            let sentence = format!("It made {points} points in {games} games against {}.{left_out}", check.id);
            let finding = held(results.count(), void, sentence);
            (RungState::Held, Some(finding.with(places.iter().take(2).map(record))))
        }
        Some(Hypothesis::H0) => {
            let sentence = format!("It made only {points} points in {games} games against {}.{left_out}", check.id);
            (RungState::Failed, Some(Finding::fail(sentence).with(places.iter().take(2).map(record))))
        }
        None if enough => {
            let sentence = format!("It made {points} points in {games} games against {}.{left_out}", check.id);
            let (state, finding) = if results.score() >= 0.5 {
                (RungState::Held, held(results.count(), void, sentence))
            } else {
                (RungState::Failed, Finding::fail(sentence))
            };
            (state, Some(finding.with(places.iter().take(2).map(record))))
        }
        None if player.watch.stop.load(std::sync::atomic::Ordering::SeqCst) => (RungState::Unseen, None),
        None => {
            let fault = places.iter().find_map(|&place| player.games[place].fault.as_ref());
            let why = fault.map_or(String::new(), |report| format!(": it {}", report.fault));
            let sentence = format!("Faults, which have their own checks, ended its games against {}{why}.", check.id);
            (RungState::Unseen, Some(Finding::look(sentence)))
        }
    }
}

/// A rung that is held, with so many pairs that count and so many that a fault ended. Where faults ended as many, an instructor should
/// look: a program that quits its lost games loses none.
fn held(counted: u64, void: u32, sentence: String) -> Finding {
    if u64::from(void) < counted { Finding::pass(sentence) } else { Finding::look(sentence) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(count: usize) -> Ladder {
        let check = |place: usize| Check {
            id: format!("level={}", place + 1),
            title: String::new(),
            section: "ladder.levels".into(),
            points: 1.0,
        };
        Ladder {
            rungs: (0..count)
                .map(|place| Rung { check: check(place), state: RungState::Open, finding: None })
                .collect(),
        }
    }

    /// A program that holds its own on the lowest `strength` rungs.
    fn climbed(count: usize, strength: usize, bisects: bool) -> (Ladder, usize) {
        let mut ladder = ladder(count);
        let mut played = 0;
        while let Some(place) = ladder.next(bisects) {
            let held = place < strength;
            let (state, finding) =
                if held { (RungState::Held, Finding::pass("")) } else { (RungState::Failed, Finding::fail("")) };
            ladder.rungs[place].state = state;
            ladder.rungs[place].finding = Some(finding);
            played += 1;
        }
        ladder.conclude("no time");
        (ladder, played)
    }

    #[test]
    fn bisection_finds_the_highest_rung() {
        for strength in 0..=7 {
            let (ladder, played) = climbed(7, strength, true);
            assert!(played <= 3, "{strength}: {played}");
            let points: f64 = ladder.rungs.iter().map(|rung| rung.finding.as_ref().unwrap().share).sum();
            assert_eq!(points, strength as f64);
        }
    }

    #[test]
    fn without_a_limit_every_rung_is_played_until_two_are_failed() {
        for strength in 0..=7 {
            let (ladder, played) = climbed(7, strength, false);
            assert_eq!(played, (strength + 2).min(7));
            let points: f64 = ladder.rungs.iter().map(|rung| rung.finding.as_ref().unwrap().share).sum();
            assert_eq!(points, strength as f64);
        }
    }

    #[test]
    fn a_rung_that_faults_hide_costs_nothing_and_ends_the_ladder() {
        let mut ladder = ladder(3);
        ladder.rungs[0].state = RungState::Held;
        ladder.rungs[0].finding = Some(Finding::pass(""));
        ladder.rungs[1].state = RungState::Unseen;
        ladder.rungs[1].finding = Some(Finding::look(""));
        assert_eq!(ladder.next(false), None);
        ladder.conclude("no time");
        let last = ladder.rungs[2].finding.as_ref().unwrap();
        assert_eq!((last.verdict, last.share), (super::super::CheckVerdict::Look, 1.0));
    }

    #[test]
    fn a_rung_held_between_faults_is_looked_at() {
        let verdict = |counted, void| held(counted, void, String::new()).verdict;
        use super::super::CheckVerdict::{Look, Pass};
        assert_eq!([verdict(2, 0), verdict(2, 1), verdict(2, 2), verdict(1, 5)], [Pass, Pass, Look, Look]);
    }

    #[test]
    fn two_clean_pairs_decide() {
        let mut pairs = Pairs::default();
        pairs.add(4);
        assert_eq!(RUNG_TEST.accepted(&pairs), None);
        pairs.add(4);
        assert_eq!(RUNG_TEST.accepted(&pairs), Some(Hypothesis::H1));
        let mut pairs = Pairs::default();
        (0..2).for_each(|_| pairs.add(0));
        assert_eq!(RUNG_TEST.accepted(&pairs), Some(Hypothesis::H0));
    }
}
