//! The ratings after each round, and their plot.

use maud::{Markup, html};
use skirmish_arena::Tournament;
use skirmish_arena::rating::Ratings;
use skirmish_arena::report::visible;
use skirmish_arena::standings::{Standings, shown_name, tallies};
use skirmish_arena::tournament::Finished;

/// The ratings after the rounds so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RatingHistory {
    after: Vec<RatedRound>,
}

/// The ratings after a round.
#[derive(Clone, Debug, PartialEq)]
struct RatedRound {
    round: u32,
    /// The games up to it.
    games: usize,
    /// The rating of each engine; `None` before its first game.
    elo: Vec<Option<f64>>,
}

/// With more rounds, only some of them are rated.
const MAX_POINTS: usize = 24;

/// The best engines have lines of their own; the others are faint.
const COLOURED_LINES: usize = 8;

impl RatingHistory {
    /// The history of a tournament. Ratings are relative to the mean of these levels, if there are any. Rounds without new games are
    /// taken from an earlier history with the same levels.
    pub(super) fn new(tournament: &Tournament, levels: &[usize], earlier: Option<&RatingHistory>) -> RatingHistory {
        let mut finished: Vec<Finished> = tournament.finished().filter(|finished| finished.game.counts()).collect();
        finished.sort_by_key(|finished| (finished.pair.round, finished.pair.number, finished.game.leg));
        let engines = tournament.plan().engines.len();
        let mut rounds: Vec<u32> = finished.iter().map(|finished| finished.pair.round).collect();
        rounds.dedup();
        let step = rounds.len().div_ceil(MAX_POINTS).max(1);
        // The last round always has a point.
        let shown: Vec<u32> = rounds.iter().rev().step_by(step).rev().copied().collect();
        let rate = |round: u32| {
            let games = finished.partition_point(|finished| finished.pair.round <= round);
            let known = earlier.and_then(|earlier| {
                earlier
                    .after
                    .iter()
                    .find(|after| (after.round, after.games, after.elo.len()) == (round, games, engines))
            });
            known.cloned().unwrap_or_else(|| RatedRound::new(round, &finished[..games], engines, levels))
        };
        RatingHistory { after: shown.into_iter().map(rate).collect() }
    }

    /// The last rating of an engine.
    #[cfg(test)]
    pub(super) fn last(&self, engine: usize) -> Option<f64> {
        *self.after.last()?.elo.get(engine)?
    }

    /// The plot: a line for each engine, the ratings in Elo over the rounds; empty before the second round. `only` is the engine whose line
    /// stands out; by default those of the best do.
    pub(super) fn plot(&self, standings: &Standings, only: Option<usize>) -> Markup {
        let (Some(first), Some(last)) = (self.after.first(), self.after.last()) else { return html! {} };
        if first.round == last.round {
            return html! {};
        }
        let all = self.after.iter().flat_map(|after| after.elo.iter().flatten());
        let (low, high) = all.fold((-10.0, 10.0), |(low, high): (f64, f64), &elo| (low.min(elo), high.max(elo)));
        let x = |round: u32| {
            LEFT + (WIDTH - LEFT - RIGHT) * f64::from(round - first.round) / f64::from(last.round - first.round)
        };
        let y = |elo: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - elo) / (high - low);
        let ranked = || standings.ranking.iter().enumerate();
        let stands_out = |place: usize, engine: usize| only.map_or(place < COLOURED_LINES, |only| only == engine);
        // Those that stand out are drawn last.
        let lines = ranked()
            .filter(|(place, standing)| !stands_out(*place, standing.engine))
            .chain(ranked().filter(|(place, standing)| stands_out(*place, standing.engine)));
        let mut labels: Vec<f64> = Vec::new();
        html! {
            svg.history viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label="Ratings in Elo after each round" {
                @for elo in [low, 0.0, high] {
                    line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(short(y(elo))) y2=(short(y(elo))) {}
                    text.tick x=(LEFT - 6.0) y=(short(y(elo) + 4.0)) { (format!("{elo:+.0}")) }
                }
                @for after in &self.after {
                    text.round x=(short(x(after.round))) y=(HEIGHT - 6.0) { (after.round) }
                }
                @for (place, standing) in lines {
                    @let own = stands_out(place, standing.engine);
                    @let class = if own { format!("own line{}", place % COLOURED_LINES) } else { "faint".to_owned() };
                    @if let Some((path, end)) = self.line(standing.engine, &x, &y) {
                        g class=(class) {
                            title { (visible(&standing.name)) }
                            path d=(path) {}
                            @if own {
                                text x=(WIDTH - RIGHT + 6.0) y=(short(free_place(&mut labels, end) + 4.0)) { (visible(&shown_name(&standing.name))) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The line of an engine, and the height of its end.
    fn line(&self, engine: usize, x: &dyn Fn(u32) -> f64, y: &dyn Fn(f64) -> f64) -> Option<(String, f64)> {
        let points: Vec<(f64, f64)> =
            self.after.iter().filter_map(|after| Some((x(after.round), y((*after.elo.get(engine)?)?)))).collect();
        let end = points.last()?.1;
        let place = |(x, y): &(f64, f64)| format!("{} {}", short(*x), short(*y));
        let places: Vec<String> = points.iter().map(place).collect();
        Some((format!("M{}", places.join("L")), end))
    }
}

impl RatedRound {
    /// Fits the ratings of the games up to a round.
    fn new(round: u32, games: &[Finished], engines: usize, levels: &[usize]) -> RatedRound {
        let ratings = Ratings::fit(engines, &tallies(games));
        let mut elo = vec![None; engines];
        for engine in games.iter().flat_map(|finished| finished.pair.engines) {
            if let Some(elo) = elo.get_mut(engine) {
                *elo = Some(ratings.elo(engine));
            }
        }
        let of_levels: Vec<f64> = levels.iter().filter_map(|&level| *elo.get(level)?).collect();
        let mean = of_levels.iter().sum::<f64>() / of_levels.len().max(1) as f64;
        elo.iter_mut().flatten().for_each(|elo| *elo -= mean);
        RatedRound { round, games: games.len(), elo }
    }
}

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 26.0;

/// The least distance of two labels.
const LABEL_HEIGHT: f64 = 15.0;

/// A height near this one at which no label is yet.
fn free_place(labels: &mut Vec<f64>, wanted: f64) -> f64 {
    let is_free = |height: f64| labels.iter().all(|label| (label - height).abs() >= LABEL_HEIGHT);
    let steps = (0..40).flat_map(|step| [f64::from(step), -f64::from(step)]);
    let found =
        steps.map(|step| wanted + 4.0 * step).find(|&height| is_free(height) && height > 8.0 && height < HEIGHT);
    let height = found.unwrap_or(wanted);
    labels.push(height);
    height
}

/// A length with one decimal.
fn short(length: f64) -> String {
    format!("{length:.1}")
}

#[cfg(test)]
mod tests {
    use skirmish_arena::BuiltIn;
    use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
    use skirmish_arena::game::{FinishedGame, Pair};
    use skirmish_arena::plan::{Format, OpeningSource, Plan};
    use skirmish_board::{Outcome, Side};
    use skirmish_games::GameId;

    use super::*;

    /// A tournament of three in which the first engine of each pair wins; the third plays from round 2 on.
    fn tournament(rounds: u32) -> Tournament {
        let engine = |name: &str| {
            Competitor::new(name, EngineKind::BuiltIn(BuiltIn::parse("random").unwrap()), Clock::default())
        };
        let plan = Plan {
            name: "cup".to_owned(),
            game: GameId::parse("oska").unwrap(),
            engines: ["<A>", "B", "C"].map(engine).into(),
            format: Format::RoundRobin,
            rounds,
            openings: OpeningSource::Random(2),
            seed: 1,
            sprt: None,
        };
        let pair = |number: u64| {
            let engines = if number.is_multiple_of(2) { [0, 1] } else { [1, 2] };
            Pair { number, round: number as u32 + 1, engines, opening: String::new() }
        };
        let pairs: Vec<Pair> = (0..u64::from(rounds)).map(pair).collect();
        let game = |pair: &Pair| FinishedGame {
            pair: pair.number,
            leg: 0,
            actions: Vec::new(),
            outcome: Outcome::Win(Side::South),
            ending: String::new(),
            fault: None,
        };
        let games = pairs.iter().map(game).collect();
        Tournament::without_replays(plan, pairs, games)
    }

    #[test]
    fn each_round_has_the_ratings_of_its_time() {
        let long = RatingHistory::new(&tournament(6), &[], None);
        let short = RatingHistory::new(&tournament(3), &[], None);
        assert_eq!(long.after[..3], short.after[..]);
        assert_eq!(RatingHistory::new(&tournament(6), &[], Some(&short)), long, "what is known is taken");
        assert_eq!(long.after[0].elo[2], None, "it has not played yet");
        assert!(long.after[5].elo[0] > long.after[5].elo[1] && long.after[5].elo[1] > long.after[5].elo[2]);
    }

    #[test]
    fn many_rounds_have_a_few_points_and_the_last_one() {
        let history = RatingHistory::new(&tournament(100), &[], None);
        assert!(history.after.len() <= MAX_POINTS, "{}", history.after.len());
        assert_eq!(history.after.last().unwrap().round, 100);
        let standings = Standings::new(&tournament(100));
        let plot = history.plot(&standings, None).into_string();
        assert_eq!(plot.matches("<path").count(), 3);
        assert!(plot.contains("&lt;A&gt;") && !plot.contains("<A>"));
        assert!(!plot.contains("NaN"));
        let only = history.plot(&standings, Some(2)).into_string();
        assert_eq!((only.matches("class=\"faint\"").count(), only.matches("class=\"own").count()), (2, 1));
        assert!(RatingHistory::new(&tournament(1), &[], None).plot(&standings, None).0.is_empty());
    }
}
