//! Standings and the tables and lines made from them.

use crate::sample::{Facts, games, plan, played, written};
use proptest::prelude::*;
use skirmish_arena::game::{Fault, FaultReport, TimedMove};
use skirmish_arena::plan::{EloModel, Format, Hypothesis, Test};
use skirmish_arena::standings::{
    Standing, Standings, format_crosstable, format_finished, format_ranking, format_results, format_standings,
    format_started, shown_name,
};
use skirmish_board::{Outcome, Side};

fn standings(facts: &Facts) -> Standings {
    Standings::new(&facts.tournament())
}

fn of<'a>(standings: &'a Standings, name: &str) -> &'a Standing {
    standings.ranking.iter().find(|standing| standing.name == name).unwrap()
}

fn order(standings: &Standings) -> Vec<(usize, &str)> {
    standings.ranking.iter().map(|standing| (standing.rank, standing.name.as_str())).collect()
}

const ROUND_ROBIN: &str = "
    1 A B 1-0 0-1
    1 A C 1-0 1-0
    1 B C 1/2 0-1
    2 A B 1/2 1/2
    2 A C 1-0 1/2
    2 B C 0-1 1-0
";

fn round_robin() -> Facts {
    written(plan("oska", &["A", "B", "C"], Format::RoundRobin, 2), ROUND_ROBIN)
}

#[test]
fn points_are_counted_from_each_engines_point_of_view() {
    let standings = standings(&round_robin());
    // In the second game of a pair the second engine is South.
    let a = of(&standings, "A");
    assert_eq!((a.wins, a.draws, a.losses), (4, 3, 1));
    let b = of(&standings, "B");
    assert_eq!((b.wins, b.draws, b.losses), (1, 3, 4));
    let c = of(&standings, "C");
    assert_eq!((c.wins, c.draws, c.losses), (3, 2, 3));
    assert_eq!([a, b, c].map(Standing::points), [5.5, 2.5, 4.0]);
    assert_eq!(a.pairs.0, [0, 0, 2, 1, 1]);
    let head_to_head = standings.head_to_head(2, 0).unwrap();
    assert_eq!((head_to_head.wins, head_to_head.draws, head_to_head.losses, head_to_head.points()), (1, 1, 2, 1.5));
    assert_eq!((head_to_head.pairs.0, head_to_head.split), ([0, 1, 1, 0, 0], 1));
    assert_eq!(standings.head_to_head(0, 2).unwrap().pairs.0, [0, 0, 1, 1, 0]);
    assert_eq!(order(&standings), [(1, "A"), (2, "C"), (3, "B")]);
}

#[test]
fn the_crosstable_has_the_order_of_the_ranking() {
    let expected = "\
   Points    1    2  3
1  A         ·  2.5  3
2  C       1.5    ·  2.5
3  B         1  1.5  ·
";
    assert_eq!(squeezed(&format_crosstable(&standings(&round_robin()), 100)), squeezed(expected));
}

/// Columns one space apart, for comparing what is in tables.
fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn the_ranking_says_it_all_in_a_line_an_engine() {
    let mut tournament = round_robin();
    // B, South in the first game against C, thinks for 2 and C for 4 ms; then B crashes.
    let game = &mut tournament.games[4];
    game.actions =
        [("A5A4", 4000), ("A1A2", 2000), ("D5C4", 4000)].map(|(text, micros)| TimedMove::new(text, micros)).into();
    game.outcome = Outcome::Win(Side::North);
    let text = String::new;
    let report = FaultReport { engine: 1, fault: Fault::Crash, detail: text(), stderr: text(), transcript: text() };
    game.fault = Some(report);
    let standings = standings(&tournament);
    let text = format_ranking(&standings);
    let lines = squeezed(&text);
    assert_eq!(lines[0], "Rank Name Elo +/- LOS Games Points Score W-D-L Faults Mean Max");
    let without_ratings = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        [&words[..2], &words[words.len() - 7..]].concat().join(" ")
    };
    let lines: Vec<String> = lines[1..].iter().map(|line| without_ratings(line)).collect();
    assert_eq!(
        lines,
        [
            "1 A 8 5.5 68.8% 4-3-1 0 0.000s 0.000s",
            "2 C 8 4.5 56.2% 4-1-3 0 0.004s 0.004s",
            "3 B 8 2.0 25.0% 1-2-5 1 0.002s 0.002s",
        ]
    );
    let elo: f64 = standings.ranking.iter().map(|standing| standing.elo).sum();
    assert!(elo.abs() < 1e-6 && standings.ranking.iter().all(|standing| standing.margin > 50.0));
    assert!(standings.ranking.is_sorted_by(|a, b| a.elo > b.elo));
    assert!(standings.ranking[0].superiority.unwrap() > 0.5 && standings.ranking[2].superiority.is_none());
    let table = format_standings(&standings);
    assert!(table.starts_with(&text) && table.contains("Faults  crash\nB           1\n"), "{table}");
    assert!(table.lines().all(|line| line == line.trim_end()));
}

#[test]
fn equal_engines_are_told_apart_by_their_games_against_each_other() {
    // Everybody has four points of eight, so nothing else separates them.
    let mut tournament = written(
        plan("oska", &["A", "B", "C"], Format::RoundRobin, 1),
        "1 A B 0-1 1-0
         1 A C 1-0 0-1
         1 B C 1/2 1/2",
    );
    let found = standings(&tournament);
    // A lost both to B, won both against C; B drew with C: points 2, 3, 1.
    assert_eq!(order(&found), [(1, "B"), (2, "A"), (3, "C")]);
    tournament = written(
        plan("oska", &["A", "B", "C", "D"], Format::RoundRobin, 1),
        "1 A B 0-1 1-0
         1 A C 1-0 0-1
         1 A D 1-0 0-1
         1 B C 1/2 1/2
         1 B D 1/2 1/2
         1 C D 1/2 1/2",
    );
    // A has 4 points and B too, but B beat A. C and D have 2 each and nothing tells them apart.
    let found = standings(&tournament);
    assert_eq!(order(&found), [(1, "B"), (2, "A"), (3, "C"), (3, "D")]);
    assert_eq!(of(&found, "B").tie_breaks.head_to_head, 2.0);
    assert_eq!(of(&found, "C").tie_breaks.sonneborn_berger, 1.0 * 4.0 + 1.0 * 2.0);
}

#[test]
fn swiss_ties_are_broken_by_the_opponents_points() {
    // Five engines, two rounds: E has a bye in the first, D in the second.
    let tournament = written(
        plan("oska", &["A", "B", "C", "D", "E"], Format::Swiss, 2),
        "1 A B 1-0 0-1
         1 C D 1-0 0-1
         2 A C 1/2 1/2
         2 E B 1-0 1/2",
    );
    let found = standings(&tournament);
    let points: Vec<(&str, f64)> = found.ranking.iter().map(|s| (s.name.as_str(), s.points())).collect();
    // A and C: 3 points each and each other as opponents, but B has less than D, who had a bye.
    assert_eq!(points, [("E", 3.5), ("C", 3.0), ("A", 3.0), ("D", 2.0), ("B", 0.5)]);
    let breaks = |name: &str| of(&found, name).tie_breaks;
    assert_eq!([breaks("A").buchholz, breaks("C").buchholz], [3.0 + 0.5, 3.0 + 2.0]);
    assert_eq!([breaks("A").buchholz_cut, breaks("C").buchholz_cut], [3.0, 3.0]);
    assert_eq!([breaks("A").buchholz_median, breaks("C").buchholz_median], [0.0, 0.0]);
    assert_eq!([breaks("A").sonneborn_berger, breaks("C").sonneborn_berger], [2.0 * 0.5 + 3.0, 2.0 * 2.0 + 3.0]);
    // A bye is a pair won against an opponent with one's own points.
    assert_eq!((of(&found, "E").byes, breaks("E").buchholz), (1, 3.5 + 0.5));
    assert_eq!(breaks("E").sonneborn_berger, 2.0 * 3.5 + 1.5 * 0.5);
    assert_eq!(order(&found)[1..3], [(2, "C"), (3, "A")]);
    let table = format_standings(&found);
    assert!(squeezed(&table)[0].contains("W-D-L Byes BhC BhM SB Faults"), "{table}");
}

#[test]
fn a_gauntlet_is_ordered_by_rating() {
    let tournament = written(
        plan("oska", &["Champion", "Weak", "Strong"], Format::Gauntlet, 2),
        "1 Champion Weak 1-0 0-1
         1 Champion Strong 0-1 1/2
         2 Champion Weak 1-0 0-1
         2 Champion Strong 0-1 1/2",
    );
    let found = standings(&tournament);
    assert_eq!(order(&found), [(1, "Strong"), (2, "Champion"), (3, "Weak")]);
    assert!(found.head_to_head(1, 2).is_none());
}

#[test]
fn a_knockout_is_ordered_by_the_round_reached() {
    let tournament = written(
        plan("oska", &["A", "B", "C", "D", "E"], Format::Knockout, 1),
        "1 D E 1-0 1/2
         2 A D 1-0 1-0
         2 A D 1-0 1/2
         2 B C 0-1 1-0
         3 A C 1/2 1-0",
    );
    let found = standings(&tournament);
    assert_eq!(order(&found), [(1, "C"), (2, "A"), (3, "D"), (4, "B"), (5, "E")]);
    let expected = "\
Round 1
  A has a bye
  D 1.5 : 0.5 E  (D advances)
  B has a bye
  C has a bye
Round 2
  A 2.5 : 1.5 D  (A advances)
  B 0 : 2 C  (C advances)
Round 3
  A 0.5 : 1.5 C  (C advances)
Winner: C
";
    let table = format_standings(&found);
    assert!(table.ends_with(expected), "{table}");
    let mut begun = tournament;
    begun.games.truncate(7);
    begun.pairs.truncate(4);
    assert!(format_standings(&standings(&begun)).contains("(not decided)"));
}

/// A match of a hundred pairs that was published with these figures.
fn published() -> Facts {
    // From the point of view of the first engine, which is South in the first game of each pair only.
    let kinds = [(1, "0-1 1-0"), (22, "0-1 1/2"), (5, "1-0 1-0"), (47, "1/2 1/2"), (21, "1/2 0-1"), (4, "1-0 0-1")];
    let results: Vec<&str> = kinds.iter().flat_map(|&(count, results)| vec![results; count]).collect();
    // Wins and losses mixed, since the test counts pairs in order.
    let mixed = (0..100).map(|index| format!("1 princhess princhess-main {}\n", results[index * 37 % 100]));
    let lines: String = mixed.collect();
    let mut plan = plan("hiya", &["princhess", "princhess-main"], Format::RoundRobin, 100);
    plan.sprt = Some(Test { elo0: -5.0, elo1: 0.0, alpha: 0.05, beta: 0.1, model: EloModel::Logistic });
    written(plan, &lines)
}

#[test]
fn results_have_the_shape_of_fastchess() {
    let tournament = published();
    let found = standings(&tournament);
    let head_to_head = found.head_to_head(0, 1).unwrap();
    let expected = "\
Results of princhess vs princhess-main (0.1s/move, hiya, 4 random plies):
Elo: 8.69 +/- 27.04, nElo: 15.51 +/- 48.15
LOS: 73.60 %, DrawRatio: 52.00 %, PairsRatio: 1.09
Games: 200, Wins: 34, Losses: 29, Draws: 137, Points: 102.5 (51.25 %)
Ptnml(0-2): [1, 22, 52, 21, 4], WL/DD Ratio: 0.11
";
    assert_eq!(format_results(&tournament.plan, &head_to_head, None), expected);
    let progress = found.progress.unwrap();
    assert!(progress.accepted.is_none());
    let with_test = format_results(&tournament.plan, &head_to_head, Some(&progress));
    assert_eq!(with_test, format!("{expected}LLR: 0.30 (10.4%) (-2.25, 2.89) [-5.00, 0.00]\n"));
    // Before the first game nothing is divided by zero.
    let nothing = written(tournament.plan.clone(), "1 princhess princhess-main");
    assert!(standings(&nothing).head_to_head(0, 1).is_none());
    let begun = written(tournament.plan, "1 princhess princhess-main 1-0");
    let text = format_results(&begun.plan, &standings(&begun).head_to_head(0, 1).unwrap(), None);
    assert!(text.contains("Games: 1, Wins: 1") && !text.contains("NaN"), "{text}");
}

#[test]
fn a_test_ends_with_the_pair_that_settles_it() {
    let mut plan = plan("hiya", &["A", "B"], Format::RoundRobin, 50);
    plan.sprt = Some(Test { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
    let mut tournament = written(plan, &"1 A B 1-0 0-1\n".repeat(50));
    let progress = standings(&tournament).progress.unwrap();
    assert_eq!(progress.accepted, Some(Hypothesis::H1));
    let text = format_results(&tournament.plan, &standings(&tournament).head_to_head(0, 1).unwrap(), Some(&progress));
    assert!(text.ends_with("[0.00, 100.00], H1 accepted\n"), "{text}");
    // What comes later changes nothing, and what is behind a gap does not count.
    let first = progress.ratio;
    tournament.games.iter_mut().skip(60).for_each(|game| game.outcome = Outcome::Draw);
    assert_eq!(standings(&tournament).progress.unwrap().ratio, first);
    tournament.games.remove(3);
    assert_eq!(standings(&tournament).progress.unwrap().accepted, None);
}

#[test]
fn lines_about_games_name_south_first() {
    let tournament = round_robin();
    let (plan, pairs, games) = (&tournament.plan, &tournament.pairs, &tournament.games);
    assert_eq!(format_started(plan, &pairs[1], 0, 12), "Started game 3 of 12 (A vs C)");
    assert_eq!(format_started(plan, &pairs[1], 1, 12), "Started game 4 of 12 (C vs A)");
    assert_eq!(format_finished(plan, &pairs[1], &games[3]), "Finished game 4 (C vs A): 1-0 {So it ended.}");
    assert_eq!(format_finished(plan, &pairs[2], &games[4]), "Finished game 5 (B vs C): 1/2-1/2 {So it ended.}");
}

#[test]
fn names_cannot_disturb_the_terminal() {
    assert_eq!(shown_name("  a\u{1b}[2Jb\nc\u{202e}  "), "a?[2Jb?c?");
    assert_eq!(shown_name(&"x".repeat(24)), "x".repeat(24));
    assert_eq!(shown_name(&"ö".repeat(99)), format!("{}…", "ö".repeat(23)));
    let mut tournament = round_robin();
    tournament.plan.engines[0].name = "evil\u{1b}[31m\nname".to_owned();
    tournament.games[0].ending = "broke\nthe line".to_owned();
    let text = format_standings(&standings(&tournament))
        + &format_finished(&tournament.plan, &tournament.pairs[0], &tournament.games[0]);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert_eq!(text.lines().filter(|line| line.starts_with("Finished")).count(), 1);
    assert!(text.contains("evil?[31m?name") && text.ends_with("{broke?the line}"), "{text}");
}

#[test]
fn forty_engines_fit_on_a_terminal() {
    let names: Vec<String> = (1..=40).map(|number| format!("student program {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tournament = played(plan("oska", &names, Format::RoundRobin, 1), 3);
    let found = standings(&tournament);
    assert_eq!(tournament.games.len(), 40 * 39);
    let table = format_standings(&found);
    assert!(table.lines().all(|line| line.chars().count() <= 120), "{table}");
    // Every engine has a line in the ranking and in each part of the crosstable, which together have every column once.
    let parts = table.lines().filter(|line| line.trim_start().starts_with("Points")).count();
    assert_eq!(table.lines().filter(|line| line.contains("student program 17 ")).count(), 1 + parts + 1, "{table}");
    assert!((2..=4).contains(&parts), "{parts}");
    let columns: Vec<usize> = table
        .lines()
        .filter(|line| line.trim_start().starts_with("Points"))
        .flat_map(|line| line.split_whitespace().skip(1).map(|place| place.parse().unwrap()))
        .collect();
    assert_eq!(columns, (1..=40).collect::<Vec<usize>>());
    // Even absurdly narrow terminals get every column.
    assert!(format_crosstable(&found, 0).lines().count() >= 40 * 41);
}

#[test]
fn what_does_not_belong_is_left_out() {
    let mut tournament = round_robin();
    let before = format_standings(&standings(&tournament));
    let mut stray = tournament.games[0].clone();
    stray.pair = 99;
    tournament.games.push(stray);
    let mut third = tournament.games[0].clone();
    third.leg = 2;
    tournament.games.push(third);
    let again = tournament.games[0].clone();
    tournament.games.push(again);
    assert_eq!(format_standings(&standings(&tournament)), before);
    let mut pair = tournament.pairs[0].clone();
    (pair.number, pair.engines) = (50, [0, 7]);
    tournament.pairs.push(pair);
    let mut lost = tournament.games[0].clone();
    lost.pair = 50;
    tournament.games.push(lost);
    let read = tournament.tournament();
    assert_eq!((read.games().len(), read.expected()), (12, 14));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever is played, everything adds up.
    #[test]
    fn everything_adds_up(
        seed in any::<u64>(),
        engines in 2..8usize,
        rounds in 1..4u32,
        game in prop::sample::select(games()),
        format in prop::sample::select(Format::ALL.to_vec()),
        finished in 0.0..1.3f64,
    ) {
        let names = ["A", "B", "C", "D", "E", "F", "G"];
        let mut tournament = played(plan(&game, &names[..engines], format, rounds), seed);
        let count = (finished * tournament.games.len() as f64) as usize;
        tournament.games.truncate(count);
        let found = standings(&tournament);
        let games = tournament.games.len();
        let mut read = tournament.tournament();
        prop_assert_eq!(read.games(), &tournament.games[..]);
        let sum = |count: fn(&Standing) -> f64| found.ranking.iter().map(count).sum::<f64>();
        // Games in which an engine was not understood do not count.
        let counted = tournament.games.iter().filter(|game| game.counts()).count();
        prop_assert_eq!(read.void(), games - counted);
        prop_assert_eq!(sum(|s| f64::from(s.games())), 2.0 * counted as f64);
        prop_assert_eq!(sum(|s| s.points() - f64::from(2 * s.byes)), counted as f64);
        prop_assert_eq!(sum(|s| f64::from(s.wins)), sum(|s| f64::from(s.losses)));
        let faults = tournament.games.iter().filter(|game| game.fault.is_some()).count();
        prop_assert_eq!(sum(|s| f64::from(s.fault_count())), faults as f64);
        let actions: usize = tournament.games.iter().map(|game| game.actions.len()).sum();
        prop_assert_eq!(sum(|s| s.times.actions as f64), actions as f64);
        prop_assert!(sum(|s| s.elo).abs() < 1e-6);
        // The sample's engines take one more millisecond each, and never two.
        for standing in found.ranking.iter().filter(|standing| standing.times.actions > 0) {
            let millis = standing.engine as u128 + 1;
            prop_assert_eq!((standing.times.mean().as_millis(), standing.times.longest().as_millis()), (millis, millis));
        }
        for head_to_head in found.head_to_heads() {
            let [a, b] = head_to_head.engines;
            prop_assert_eq!(found.head_to_head(b, a).unwrap().points() + head_to_head.points(), f64::from(head_to_head.games()));
            prop_assert!(head_to_head.pairs.count() as u32 <= head_to_head.games() / 2);
        }
        let ranks: Vec<usize> = found.ranking.iter().map(|standing| standing.rank).collect();
        prop_assert!(ranks.is_sorted() && ranks[0] == 1);
        // Read in two parts, and with a game that was played again meanwhile, it is the same.
        let mut early = tournament.clone();
        early.games.truncate(count / 2);
        early.games.iter_mut().take(1).for_each(|game| game.actions.clear());
        read = early.tournament();
        read.update(tournament.pairs.clone(), tournament.games.clone());
        prop_assert_eq!(format_standings(&Standings::new(&read)), format_standings(&found));
        let lines = format_ranking(&found).lines().count();
        prop_assert_eq!(lines, engines + 1);
        prop_assert!(!format_standings(&found).contains("NaN"));
    }
}
