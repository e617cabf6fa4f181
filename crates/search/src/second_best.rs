//! The second-best rule: where moves can be refused, a turn is worth its second-best move.
//!
//! In most games a node of the search is worth its best move. In a game with refusals the side to move *proposes*, and the
//! opponent may refuse once. A sensible opponent refuses the best move and nothing else, because refusing anything else would
//! only invite the best. So what is played is the second-best move, and the turn is worth what that one is worth:
//!
//! ```text
//!                 South proposes: worth 30                  an ordinary game: worth 80
//!                /         |         \                       /        |        \
//!           A  80       B  30       C  -10              A  80      B  30      C  -10
//!           refused     played      worse               played     worse      worse
//! ```
//!
//! Alpha-beta works as usual if a node needs two moves instead of one.
//!
//! - **Cutoffs.** One move that reaches `beta` proves nothing, since it would be refused. Two moves do: the opponent can refuse
//!   only one of them. So a node fails high when the *second* value reaches `beta`, and `alpha` is raised to the second value,
//!   never to the first.
//! - **Matching** ([`BestMoves::match_target`]). The exact value of the best move is not needed. Say B is searched first and is worth
//!   30. For A a null window is enough, to show that it is worth at least 30: the node is worth 30, and A, the best, has only a
//!   lower bound. Two full windows at every node would double the number of PV nodes with every ply. So the second-best move
//!   of the last search comes first, and the best after it.
//! - **Re-search** ([`Rank::NeedsReSearch`], [`BestMoves::resolve`]). Say a third move is worth 50, more than A's lower bound of 30.
//!   The lesser of the two counts, so A is re-searched with 50 as beta: at 50 or more, A stays the best and the node is worth
//!   50; at 40, the third move is the best and the node is worth 40.
//!
//! In an ordinary game a node needs one move: the first value counts.

use skirmish_board::score::INFINITY;
use skirmish_board::{Move, Score};

use crate::window::Window;

/// The best moves of a node so far, and the value that they give it.
#[derive(Clone, Debug)]
pub(crate) struct BestMoves {
    /// How many good moves the node needs: 1, or 2 if the best will be refused.
    needed: usize,
    /// How many moves were offered.
    offered: usize,
    /// The best value and the second-best.
    values: [Score; 2],
    moves: [Option<Move>; 2],
    /// The value of the best move is only a lower bound.
    is_bound: bool,
}

/// The rank of a move that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// It is the best so far.
    First,
    /// It is the second-best so far.
    Second,
    /// It is neither.
    Neither,
    /// It beats the lower bound of this move, the best so far, which must be re-searched for [`BestMoves::resolve`].
    NeedsReSearch(Move),
}

impl BestMoves {
    /// No move yet, where this many are needed: 1 or 2.
    #[inline]
    pub(crate) fn new(needed: usize) -> BestMoves {
        BestMoves { needed, offered: 0, values: [-INFINITY; 2], moves: [None; 2], is_bound: false }
    }

    /// Stand pat: as many unnamed moves as are needed have this value.
    #[inline]
    pub(crate) fn standing(needed: usize, value: Score) -> BestMoves {
        let second = if needed == 2 { value } else { -INFINITY };
        BestMoves { values: [value, second], ..BestMoves::new(needed) }
    }

    /// The value of the node: that of the last move needed.
    #[inline]
    pub(crate) fn value(&self) -> Score {
        self.values[self.needed - 1]
    }

    /// How many moves were offered.
    #[inline]
    pub(crate) fn offered(&self) -> usize {
        self.offered
    }

    /// How many moves were offered beyond those needed; `None` if some are still needed.
    #[inline]
    pub(crate) fn beyond_needed(&self) -> Option<usize> {
        self.offered.checked_sub(self.needed)
    }

    /// Whether two moves are needed.
    #[inline]
    pub(crate) fn is_turn_with_refusal(&self) -> bool {
        self.needed == 2
    }

    /// Whether the value of the best move is only a lower bound.
    #[cfg(test)]
    pub(crate) fn is_bound(&self) -> bool {
        self.is_bound
    }

    /// The best two moves offered so far, with their values.
    #[inline]
    pub(crate) fn moves_and_values(&self) -> [Option<(Move, Score)>; 2] {
        [0, 1].map(|rank| self.moves[rank].map(|mv| (mv, self.values[rank])))
    }

    /// The moves that make up the value.
    #[inline]
    pub(crate) fn deciding_moves(&self) -> impl Iterator<Item = Move> {
        self.moves.into_iter().take(self.needed).flatten()
    }

    /// The best two moves, as far as they are above a bound: others are not stored.
    #[inline]
    pub(crate) fn above(&self, bound: Score) -> [Option<Move>; 2] {
        [0, 1].map(|rank| self.moves[rank].filter(|_| self.values[rank] > bound))
    }

    /// The value that the next move only has to match: two moves are needed, one is known, and its value lies inside the window.
    #[inline]
    pub(crate) fn match_target(&self, window: Window) -> Option<Score> {
        (self.needed == 2 && self.offered == 1 && window.contains(self.values[0])).then_some(self.values[0])
    }

    /// Offers a move that was searched to match the first one ([`BestMoves::match_target`]). If it does, it becomes the best, and
    /// its value a lower bound.
    #[inline]
    pub(crate) fn offer_match(&mut self, mv: Move, value: Score) -> Rank {
        self.is_bound = value >= self.values[0];
        if self.is_bound {
            self.offered += 1;
            return self.put_first(mv, value);
        }
        self.offer(mv, value)
    }

    /// Offers a move and its value.
    #[inline]
    pub(crate) fn offer(&mut self, mv: Move, value: Score) -> Rank {
        self.offered += 1;
        match self.moves[0] {
            Some(top) if value > self.values[0] && self.is_bound => Rank::NeedsReSearch(top),
            _ if value > self.values[0] => self.put_first(mv, value),
            _ if value > self.values[1] => {
                (self.values[1], self.moves[1]) = (value, Some(mv));
                Rank::Second
            }
            _ => Rank::Neither,
        }
    }

    #[inline]
    fn put_first(&mut self, mv: Move, value: Score) -> Rank {
        self.values = [value, self.values[0]];
        self.moves = [Some(mv), self.moves[0]];
        Rank::First
    }

    /// Resolves [`Rank::NeedsReSearch`]. `top_value` is the result of the re-search, whose beta was `ceiling`: the value of the move
    /// that was offered, or the node's `beta` if that is lower. Returns the rank of the move offered, [`Rank::First`] or
    /// [`Rank::Second`].
    pub(crate) fn resolve(&mut self, mv: Move, value: Score, top_value: Score, ceiling: Score) -> Rank {
        self.is_bound = top_value >= ceiling;
        if self.is_bound {
            self.values = [top_value, value.min(top_value)];
            self.moves[1] = Some(mv);
            return Rank::Second;
        }
        // With pruning, the re-search may return less than the first search: then the old second-best stays.
        let second =
            if top_value >= self.values[1] { (top_value, self.moves[0]) } else { (self.values[1], self.moves[1]) };
        self.values = [value, second.0];
        self.moves = [Some(mv), second.1];
        Rank::First
    }
}

#[cfg(test)]
mod tests {
    use skirmish_board::Random;
    use skirmish_board::score::INFINITY;

    use super::*;

    fn mv(number: usize) -> Move {
        Move::from_bits(number as u16)
    }

    #[test]
    fn one_move_is_enough_in_an_ordinary_game() {
        let mut best = BestMoves::new(1);
        assert_eq!((best.value(), best.beyond_needed()), (-INFINITY, None));
        assert_eq!(best.offer(mv(1), 30), Rank::First);
        assert_eq!((best.value(), best.beyond_needed()), (30, Some(0)));
        assert_eq!(best.match_target(Window::new(0, 100)), None, "there is nothing to match");
        assert_eq!(best.offer(mv(2), 80), Rank::First);
        assert_eq!(best.offer(mv(3), -10), Rank::Neither);
        assert_eq!((best.value(), best.deciding_moves().collect::<Vec<_>>()), (80, vec![mv(2)]));
    }

    #[test]
    fn where_moves_can_be_refused_the_second_value_counts() {
        let mut best = BestMoves::new(2);
        assert_eq!(best.offer(mv(1), 80), Rank::First);
        assert_eq!(best.value(), -INFINITY, "one good move will be refused");
        assert_eq!(best.offer(mv(2), -10), Rank::Second);
        assert_eq!(best.offer(mv(3), 30), Rank::Second);
        assert_eq!(best.value(), 30);
        assert_eq!(best.moves_and_values(), [Some((mv(1), 80)), Some((mv(3), 30))]);
        assert_eq!(best.above(50), [Some(mv(1)), None]);
    }

    #[test]
    fn a_move_that_matches_the_first_is_known_by_a_bound_until_a_third_beats_it() {
        let window = Window::new(0, 100);
        let mut best = BestMoves::new(2);
        best.offer(mv(1), 30);
        assert_eq!(best.match_target(window), Some(30));
        assert_eq!(best.match_target(Window::null(29)), None, "a null window wants no value");
        assert_eq!(best.match_target(Window::new(40, 100)), None, "neither does a window above it");
        assert_eq!(best.offer_match(mv(2), 30), Rank::First);
        assert!(best.is_bound() && best.value() == 30);
        assert_eq!(best.moves_and_values(), [Some((mv(2), 30)), Some((mv(1), 30))]);
        // A third move with 50: is the second move, whose 30 is only a lower bound, better still?
        assert_eq!(best.offer(mv(3), 50), Rank::NeedsReSearch(mv(2)));
        let mut better = best.clone();
        assert_eq!(better.resolve(mv(3), 50, 50, 50), Rank::Second);
        assert!(better.is_bound() && better.moves_and_values() == [Some((mv(2), 50)), Some((mv(3), 50))]);
        assert_eq!(best.resolve(mv(3), 50, 40, 50), Rank::First);
        assert!(!best.is_bound() && best.moves_and_values() == [Some((mv(3), 50)), Some((mv(2), 40))]);
    }

    fn below(random: &mut Random, limit: usize) -> Score {
        random.below(limit) as Score
    }

    /// A tree in which a side may move twice in a row and some turns can be refused.
    enum Tree {
        Leaf(Score),
        Node { refusals: bool, children: Vec<(bool, Tree)> },
    }

    impl Tree {
        /// Each child with whether the same side moves again there.
        fn random(random: &mut Random, depth: i32) -> Tree {
            if depth == 0 {
                return Tree::Leaf(below(random, 13) - 6);
            }
            let refusals = below(random, 2) == 0;
            let count = below(random, 4) + if refusals { 2 } else { 1 };
            let child = |_| (below(random, 4) == 0, Tree::random(random, depth - 1));
            Tree::Node { refusals, children: (0..count).map(child).collect() }
        }

        /// The definition: all values, sorted; the last counts, or the one before it if the last is refused.
        fn value(&self) -> Score {
            match self {
                Tree::Leaf(value) => *value,
                Tree::Node { refusals, children } => {
                    let value = |(again, child): &(bool, Tree)| if *again { child.value() } else { -child.value() };
                    let mut values: Vec<Score> = children.iter().map(value).collect();
                    values.sort_unstable();
                    values[values.len() - if *refusals { 2 } else { 1 }]
                }
            }
        }

        /// Alpha-beta with [`BestMoves`], as the search uses it.
        fn search(&self, mut window: Window) -> Score {
            let Tree::Node { refusals, children } = self else { return self.value() };
            let ask = |number: usize, window: Window| match &children[number] {
                (true, child) => child.search(window),
                (false, child) => -child.search(window.negated()),
            };
            let mut best = BestMoves::new(if *refusals { 2 } else { 1 });
            for number in 0..children.len() {
                let matching = best.match_target(window);
                let value = match (matching, best.beyond_needed()) {
                    (Some(first), _) => match ask(number, Window::null(first - 1)) {
                        value if window.alpha < value && value < first => ask(number, Window::new(window.alpha, first)),
                        value => value,
                    },
                    (None, None) => ask(number, window),
                    (None, Some(_)) => match ask(number, Window::null(window.alpha)) {
                        value if window.contains(value) => ask(number, window),
                        value => value,
                    },
                };
                let offer = if matching.is_some() { BestMoves::offer_match } else { BestMoves::offer };
                if let Rank::NeedsReSearch(top) = offer(&mut best, mv(number), value) {
                    let ceiling = value.min(window.beta);
                    let top_value = ask(top.bits().into(), Window::new(window.alpha, ceiling));
                    best.resolve(mv(number), value, top_value, ceiling);
                }
                if best.value() >= window.beta {
                    break;
                }
                window.alpha = window.alpha.max(best.value());
            }
            best.value()
        }
    }

    #[test]
    fn a_hundred_thousand_random_trees_have_the_value_of_the_slow_definition() {
        let mut random = Random::new(1);
        for number in 0..100_000 {
            let depth = 1 + below(&mut random, 3);
            let tree = Tree::random(&mut random, depth);
            let value = tree.value();
            assert_eq!(tree.search(Window::FULL), value, "tree {number}");
            let alpha = below(&mut random, 13) - 7;
            let window = Window::new(alpha, alpha + 1 + below(&mut random, 5));
            let found = tree.search(window);
            match value {
                _ if found <= window.alpha => {
                    assert!(value <= found, "tree {number}: {value}, found {found} in {window:?}")
                }
                _ if found >= window.beta => {
                    assert!(value >= found, "tree {number}: {value}, found {found} in {window:?}")
                }
                _ => assert_eq!(found, value, "tree {number} in {window:?}"),
            }
        }
    }
}
