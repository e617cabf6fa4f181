//! Recorded searches: their trees replay to the result, counts add up, and with every idea off they are plain alpha-beta.

use std::sync::atomic::AtomicBool;

use crate::common::{Random, every_board, number_for, random_game};
use crate::random_tree::RandomTree;
use skirmish_board::{Evaluate, Move, MoveList, Notation, Outcome, Position, Score, score};
use skirmish_games::Visitor;
use skirmish_search::{
    Engine, Idea, IdeaSet, Limits, NodeEnd, NodeFate, NodeType, RecordOptions, RecordedNode, RecordedTree, SearchInfo,
    SearchKind, SearchSettings, SkipReason, reference, transposition::Bound,
};

const SETTINGS: SearchSettings = SearchSettings { threads: 1, hash: 1, params: None };

/// No node is dropped.
const EVERYTHING: usize = 10_000_000;

fn record<P: Evaluate>(position: &P, depth: u32, off: IdeaSet, max_nodes: usize) -> (SearchInfo, RecordedTree) {
    let options = RecordOptions { off, max_nodes, within: None };
    let stop = AtomicBool::new(false);
    Engine::new(&SETTINGS).search_recorded(position, &Limits::depth(depth).into(), &options, &stop, &mut |_| {})
}

/// Checks what holds of every recorded tree of this position.
fn check<P: Evaluate>(position: &P, found: &SearchInfo, tree: &RecordedTree) {
    let counts = &tree.counts;
    assert_eq!(counts.nodes, found.nodes, "every node is recorded");
    assert_eq!(NodeEnd::ALL.iter().map(|&end| counts.ended(end)).sum::<u64>(), counts.nodes);
    assert_eq!(NodeType::ALL.iter().map(|&node_type| counts.typed(node_type)).sum::<u64>(), counts.nodes);
    assert_eq!(SearchKind::ALL.iter().map(|&kind| counts.searches(kind)).sum::<u64>(), counts.nodes);
    assert_eq!(counts.plies.iter().sum::<u64>(), counts.nodes);
    assert_eq!(tree.root_searches.iter().map(|search| search.nodes).sum::<u64>(), counts.nodes);
    assert_eq!(tree.roots().count(), tree.root_searches.len());
    let mut entries = 0;
    for root in tree.roots() {
        entries += check_node(position, tree, root, false);
    }
    assert_eq!(entries, tree.nodes.len(), "every entry is in the tree");
    if let Some(root) = tree.result() {
        let node = &tree.nodes[root];
        assert_eq!(node.value, found.score);
        let stopped = tree.root_searches.iter().any(|search| search.stopped);
        let [best, second] = tree.best();
        if node.fate != NodeFate::Ended(NodeEnd::Refused) && !stopped {
            assert_eq!((best, second.filter(|_| position.is_proposal_turn())), (found.best, found.alternate));
        }
    }
}

/// Checks a node and those below it, and returns how many entries they are.
fn check_node<P: Evaluate>(position: &P, tree: &RecordedTree, index: usize, is_singular: bool) -> usize {
    let node = &tree.nodes[index];
    let NodeFate::Ended(end) = node.fate else { return 1 };
    assert_eq!(tree.numbered(node.number), Some(index));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert!(node.moves == 0 || usize::from(node.moves) == moves.len());
    let (mut entries, mut below) = (1, 1);
    for child in tree.children(index) {
        let (singular, mut next) = (tree.nodes[child].kind == SearchKind::Singular, position.clone());
        if let Some(mv) = tree.nodes[child].mv {
            assert!(moves.contains(&mv), "illegal");
            next.play_accepted(mv);
        }
        assert_eq!(singular, tree.nodes[child].mv.is_none());
        assert_eq!(tree.nodes[child].ply, node.ply + u8::from(!singular));
        entries += check_node(&next, tree, child, singular);
        below += tree.nodes[child].nodes;
    }
    assert_eq!(below + tree.missing(index), node.nodes);
    if tree.missing(index) == 0 && end != NodeEnd::Stopped {
        check_value(position, tree, index, end, is_singular, &moves);
    }
    entries
}

/// Checks that the value of a node whose children are all in the tree follows from them.
fn check_value<P: Evaluate>(
    position: &P,
    tree: &RecordedTree,
    index: usize,
    end: NodeEnd,
    is_singular: bool,
    moves: &MoveList,
) {
    let node = &tree.nodes[index];
    let (alpha, beta) = node.window;
    let needed = if position.is_proposal_turn() { 2 } else { 1 };
    match end {
        // Mate distance pruning: nothing is better than winning with the next move.
        NodeEnd::Cutoff => {
            assert!(node.value >= beta.min(score::win_in(u16::from(node.ply) + 1)) && node.cutoff.is_some())
        }
        NodeEnd::StandPat => assert!(node.static_eval == Some(node.value) && node.value >= beta),
        NodeEnd::Evaluated => assert!(node.depth > 64 || node.static_eval == Some(node.value)),
        NodeEnd::Terminal => assert!(moves.is_empty() && position.outcome().is_some()),
        NodeEnd::Known => assert!(position.known_result().is_some()),
        NodeEnd::Refused => assert!(moves.len() == 1 && position.is_proposal_turn()),
        NodeEnd::Table | NodeEnd::Proof => assert_eq!(node.table.map(|table| table.value), Some(node.value)),
        NodeEnd::ReverseFutility => assert!(node.value >= beta),
        NodeEnd::Complete | NodeEnd::Quiet => assert!(node.value < beta),
        // What can be won or lost at most is already known, on one side of the window asked.
        NodeEnd::MateDistance => {
            let ply = u16::from(node.ply);
            let (lost, won) = (score::loss_in(ply), score::win_in(ply + 1));
            match node.bound {
                Bound::Upper => assert!(won <= node.value && node.value == alpha, "{node:?}"),
                Bound::Lower => assert!(lost >= node.value && node.value >= beta, "{node:?}"),
                Bound::Exact => panic!("{node:?}"),
            }
        }
        NodeEnd::Excluded | NodeEnd::Stopped => {}
    }
    if !matches!(end, NodeEnd::Cutoff | NodeEnd::Complete | NodeEnd::Quiet) {
        assert_eq!(tree.children(index).filter(|&child| tree.nodes[child].mv.is_some()).count(), 0);
        return;
    }
    // The last value of each move, as the side to move here sees it.
    let mut values: Vec<(Move, Score)> = Vec::new();
    for child in tree.children(index).map(|child| &tree.nodes[child]) {
        if let (Some(mv), NodeFate::Ended(_)) = (child.mv, child.fate) {
            let mut next = position.clone();
            next.play_accepted(mv);
            let same = next.side_to_move() == position.side_to_move();
            values.retain(|&(other, _)| other != mv);
            values.push((mv, if same { child.value } else { -child.value }));
        }
    }
    let mut scores: Vec<Score> = values.iter().map(|&(_, value)| value).collect();
    if node.depth <= 0 {
        scores.extend(node.static_eval.into_iter().cycle().take(needed));
    }
    scores.sort_unstable();
    let value = scores[scores.len() - needed];
    assert_eq!(node.value, value, "{node:?}");
    let searched = values.len() + tree.children(index).filter(|&child| tree.nodes[child].is_skipped()).count();
    if end == NodeEnd::Complete && !is_singular {
        assert_eq!(searched, moves.len(), "every move is searched or skipped: {node:?}");
    }
    assert!(alpha < beta);
}

/// With every idea off but cutoffs, compares the tree with plain alpha-beta.
fn compare_with_plain<P: Evaluate>(position: &P, depth: u32) {
    let (found, tree) = record(position, depth, IdeaSet::ALL_BUT_CUTOFFS, EVERYTHING);
    check(position, &found, &tree);
    let mut plain = Vec::new();
    let full = (-score::INFINITY, score::INFINITY);
    let value = plain_alpha_beta(position, None, full, depth as i32, 0, &mut plain);
    let seen: Vec<Plain> = tree.nodes.iter().map(Plain::of).collect();
    assert_eq!((found.score, seen), (value, plain));
    assert_eq!(value, reference::minimax_evaluated(position, depth));
    // Without cutoffs, it is all of minimax.
    let (found, tree) = record(position, depth, IdeaSet::ALL_BUT_CUTOFFS.with(Idea::AlphaBeta), EVERYTHING);
    assert_eq!((found.score, found.nodes), (value, count_all(position, depth)));
    assert_eq!(tree.counts.ended(NodeEnd::Cutoff), 0);
}

/// A node of plain alpha-beta: move, ply, window and value.
#[derive(Debug, PartialEq)]
struct Plain(Option<Move>, u8, (Score, Score), Score);

impl Plain {
    fn of(node: &RecordedNode) -> Plain {
        Plain(node.mv, node.ply, node.window, node.value)
    }
}

/// Alpha-beta as in a textbook, with the moves as generated; where moves can be refused, the second-best value counts.
fn plain_alpha_beta<P: Evaluate>(
    position: &P,
    mv: Option<Move>,
    (mut alpha, beta): (Score, Score),
    depth: i32,
    ply: u8,
    nodes: &mut Vec<Plain>,
) -> Score {
    let place = nodes.len();
    nodes.push(Plain(mv, ply, (alpha, beta), 0));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let needed = if position.is_proposal_turn() { 2 } else { 1 };
    let value = if moves.is_empty() || moves.len() < needed || depth == 0 {
        reference::minimax(position, 0, &P::evaluate) + lost_plies(position, &moves, ply)
    } else {
        let mut best = [-score::INFINITY; 2];
        for &mv in moves.iter() {
            let mut next = position.clone();
            next.play_accepted(mv);
            let value = if next.side_to_move() == position.side_to_move() {
                plain_alpha_beta(&next, Some(mv), (alpha, beta), depth - 1, ply + 1, nodes)
            } else {
                -plain_alpha_beta(&next, Some(mv), (-beta, -alpha), depth - 1, ply + 1, nodes)
            };
            if value > best[0] {
                best = [value, best[0]];
            } else if value > best[1] {
                best[1] = value;
            }
            alpha = alpha.max(best[needed - 1]);
            if alpha >= beta {
                break;
            }
        }
        best[needed - 1]
    };
    nodes[place].3 = value;
    value
}

/// What the distance from the root changes in the score of a decided position.
fn lost_plies<P: Position>(position: &P, moves: &MoveList, ply: u8) -> Score {
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == position.side_to_move() => -Score::from(ply),
        Some(Outcome::Win(_)) => Score::from(ply),
        None if moves.len() == 1 && position.is_proposal_turn() => Score::from(ply),
        _ => 0,
    }
}

/// The nodes of plain minimax.
fn count_all<P: Position>(position: &P, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if depth == 0 || moves.is_empty() || (moves.len() == 1 && position.is_proposal_turn()) {
        return 1;
    }
    let below = moves.iter().map(|&mv| {
        let mut next = position.clone();
        next.play_accepted(mv);
        count_all(&next, depth - 1)
    });
    1 + below.sum::<u64>()
}

/// Each idea off alone, none, all, and pairs.
fn idea_sets(random: &mut Random) -> Vec<IdeaSet> {
    let alone = Idea::ALL.iter().map(|&idea| IdeaSet::NONE.with(idea));
    let mut sets: Vec<IdeaSet> = [IdeaSet::NONE, IdeaSet::ALL_BUT_CUTOFFS].into_iter().chain(alone).collect();
    for _ in 0..4 {
        sets.push(Idea::ALL.iter().copied().filter(|_| random.below(2) == 0).collect());
    }
    sets
}

#[test]
fn random_trees_with_repeated_movers_and_refusals() {
    let mut random = Random::new(3);
    for node in 0..if cfg!(miri) { 2 } else { 300 } {
        let position = RandomTree::new(node << 40, 6);
        if position.outcome().is_some() {
            continue;
        }
        compare_with_plain(&position, 4);
        let sets = idea_sets(&mut random);
        let off = sets[random.below(sets.len())];
        let (found, tree) = record(&position, 5, off, EVERYTHING);
        check(&position, &found, &tree);
    }
}

/// Positions of random games.
struct RandomPositions(usize);

impl Visitor for RandomPositions {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let mut random = Random::new(11);
        let mut positions = Vec::new();
        while positions.len() < self.0 {
            let game = random_game(&start, &mut random);
            positions.push(game[random.below(game.len())].clone());
        }
        let sets = idea_sets(&mut random);
        // The sets that take turns; with all ideas on, every position is searched.
        let mut turns = sets.iter().skip(1).cycle();
        for (number, position) in positions.iter().enumerate().filter(|(_, position)| position.outcome().is_none()) {
            compare_with_plain(position, if number % 4 == 0 { 3 } else { 2 });
            for off in [IdeaSet::NONE].into_iter().chain(turns.by_ref().take(4).copied()) {
                // Without cutoffs or ordering, few plies are many nodes.
                let depth = match off {
                    IdeaSet::NONE => 5,
                    off if off.contains(Idea::AlphaBeta) => 2,
                    _ => 3,
                };
                let (found, tree) = record(position, depth, off, EVERYTHING);
                check(position, &found, &tree);
                if off == IdeaSet::NONE {
                    let mut engine = Engine::new(&SETTINGS);
                    let stop = AtomicBool::new(false);
                    let usual = engine.search(position, &Limits::depth(depth).into(), &stop, &mut |_| {});
                    assert_eq!(SearchInfo { time: usual.time, ..found }, usual, "the ordinary search");
                }
            }
        }
    }
}

/// How many positions of a game are compared; fewer where plain search takes long.
const POSITIONS: usize = 24;
const FEWER: &[(&str, usize)] = &[("gastank", 8), ("oska:6", 12)];

#[test]
fn every_game() {
    let more = if std::env::var_os("SKIRMISH_ALL").is_some() { 10 } else { 1 };
    every_board(&[4, 6], |id| id.visit(RandomPositions(number_for(id, FEWER, POSITIONS) * more)));
}

/// Deep searches within a small bound.
struct DeepSearches;

impl Visitor for DeepSearches {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let bound = 2_000;
        let options = RecordOptions { off: IdeaSet::NONE, max_nodes: bound, within: None };
        let limits = Limits { depth: Some(30), nodes: Some(60_000), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let (found, tree) =
            Engine::new(&SETTINGS).search_recorded(&start, &limits.into(), &options, &stop, &mut |_| {});
        assert!(found.nodes > 50_000, "{}", found.nodes);
        assert!(tree.nodes.len() <= bound, "{} kept", tree.nodes.len());
        check(&start, &found, &tree);
        for (root, search) in tree.roots().zip(&tree.root_searches) {
            let whole = search.whole_plies.unwrap_or(u8::MAX);
            assert_whole(&tree, root, whole);
        }
        let last = tree.root_searches.last().unwrap();
        assert!(last.whole_plies != Some(0), "more than the root of the last iteration");
    }
}

/// The part below a node, recorded alone, is that of the whole tree.
#[test]
fn a_part_is_that_of_the_whole() {
    struct Parts;
    impl Visitor for Parts {
        type Output = ();
        fn visit<G: Notation + Evaluate>(self, start: G) {
            let (_, tree) = record(&start, 5, IdeaSet::NONE, EVERYTHING);
            let mut random = Random::new(7);
            for _ in 0..20 {
                let index = random.below(tree.nodes.len());
                let node = &tree.nodes[index];
                let options = RecordOptions { off: IdeaSet::NONE, max_nodes: EVERYTHING, within: Some(node.number) };
                let limits = Limits::depth(5).into();
                let stop = AtomicBool::new(false);
                let (_, part) = Engine::new(&SETTINGS).search_recorded(&start, &limits, &options, &stop, &mut |_| {});
                let index = tree.numbered(node.number).unwrap();
                let path = tree.path(index);
                assert_eq!(part.moves_before, path.iter().filter_map(|&at| tree.nodes[at].mv).collect::<Vec<_>>());
                let whole = &tree.nodes[index..tree.end_of(index)];
                // What happened to the top afterwards is known above it.
                let fates =
                    |nodes: &[RecordedNode]| nodes.iter().map(|node| (node.number, node.fate)).collect::<Vec<_>>();
                assert_eq!((fates(&part.nodes), &part.counts), (fates(whole), &tree.counts));
                assert_eq!(part.nodes[1..], whole[1..]);
            }
        }
    }
    every_board(&[4], |id| id.visit(Parts));
}

/// Every node up to a ply is there, and none beyond.
fn assert_whole(tree: &RecordedTree, index: usize, plies: u8) {
    let node = &tree.nodes[index];
    assert!(node.ply <= plies);
    if node.ply < plies {
        assert_eq!(tree.missing(index), 0, "{node:?}");
        tree.children(index).for_each(|child| assert_whole(tree, child, plies));
    }
}

#[test]
fn a_small_bound_keeps_whole_plies_and_counts_the_rest() {
    every_board(&[6], |id| id.visit(DeepSearches));
}

/// Ideas leave their traces, and none when they are off.
#[test]
fn what_is_off_does_not_happen() {
    struct Ideas;
    impl Visitor for Ideas {
        type Output = [u64; 6];
        fn visit<G: Notation + Evaluate>(self, start: G) -> [u64; 6] {
            let happened = |off: Idea| {
                let (_, tree) = record(&start, 7, IdeaSet::NONE.with(off), EVERYTHING);
                let counts = &tree.counts;
                let again = |kind| counts.searches(kind);
                [
                    counts.ended(NodeEnd::Table) + counts.ended(NodeEnd::Proof),
                    counts.ended(NodeEnd::ReverseFutility),
                    counts.skipped(SkipReason::Futility),
                    again(SearchKind::Reduced) + again(SearchKind::Deeper),
                    again(SearchKind::Null) + again(SearchKind::Wider),
                    counts.skipped(SkipReason::Delta),
                ]
            };
            let ideas =
                [Idea::Table, Idea::ReverseFutility, Idea::Futility, Idea::Reductions, Idea::NullWindow, Idea::Delta];
            for (place, idea) in ideas.into_iter().enumerate() {
                assert_eq!(happened(idea)[place], 0, "{}", idea.name());
            }
            happened(Idea::Exchange)
        }
    }
    let all = skirmish_games::GameId::all().map(|id| id.visit(Ideas));
    let sums = all.fold([0; 6], |sums: [u64; 6], counts| std::array::from_fn(|i| sums[i] + counts[i]));
    assert!(sums.iter().all(|&sum| sum > 0), "{sums:?}");
    assert_eq!(Bound::Exact as u8, 3);
}
