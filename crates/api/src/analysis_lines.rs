//! The lines of an analysis in progress.

use std::time::Duration;

use skirmish_board::{Action, ActionKind, Score};
use skirmish_play::AnyGame;
use skirmish_search::SearchInfo;

use crate::convert::{search_report, value};
use crate::messages::{Message, ProposalAdvice};

/// The lines of an analysis, depth by depth. They survive an interrupted and restarted search.
pub struct AnalysisLines {
    id: u32,
    game: Box<dyn AnyGame>,
    legal: Vec<Action>,
    /// The pending proposal, as a move.
    proposal: Option<Action>,
    /// The number of lines per depth.
    expected: usize,
    /// The lines of the current depth.
    coming: Vec<SearchInfo<Action>>,
    /// The lines of the last complete depth.
    complete: Vec<SearchInfo<Action>>,
    /// The score if there are no lines: the game is over, or the search was stopped before its first result.
    score: Score,
    /// Nodes and time of the searches before the last restart.
    earlier: (u64, Duration),
}

impl AnalysisLines {
    /// No lines yet.
    pub fn new(id: u32, game: Box<dyn AnyGame>, lines: u8) -> AnalysisLines {
        let legal = game.legal_actions();
        let proposal = game.accept_refuse().zip(game.view().pending).map(|([accept, _], squares)| Action {
            text: squares.to_string(),
            kind: ActionKind::Move,
            squares: Some(squares),
            ..accept
        });
        let expected = usize::from(lines).min(legal.len()).max(1);
        AnalysisLines {
            id,
            game,
            legal,
            proposal,
            expected,
            coming: Vec::new(),
            complete: Vec::new(),
            score: 0,
            earlier: (0, Duration::ZERO),
        }
    }

    /// The position.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Call this when the search starts or restarts.
    pub fn begin(&mut self) {
        self.coming.clear();
        self.earlier = self.complete.first().map_or((0, Duration::ZERO), |best| (best.nodes, best.time));
    }

    /// Adds a report of the search. Returns true if there is something new to show.
    pub fn add(&mut self, found: &SearchInfo<Action>) -> bool {
        let mut fresh = false;
        // A line of another depth, or the first line again: the group before it is complete.
        if self.coming.last().is_some_and(|last| last.depth != found.depth || last.rank >= found.rank) {
            self.expected = self.coming.len();
            fresh = self.complete();
        }
        self.coming.push(self.counted(found));
        if self.coming.len() >= self.expected {
            fresh |= self.complete();
        }
        fresh
    }

    /// Adds the final result of the search. It may have a better move than the last complete depth; several lines of one
    /// depth stay as they are.
    pub fn finish(&mut self, found: &SearchInfo<Action>) {
        self.coming.clear();
        self.score = found.score;
        let known = self.complete.first().map_or(0, |best| best.depth);
        if found.best.is_some() && self.complete.len() <= 1 && found.depth >= known {
            self.complete = vec![self.counted(found)];
        }
    }

    /// The report with nodes and time of earlier searches added.
    fn counted(&self, found: &SearchInfo<Action>) -> SearchInfo<Action> {
        let mut found = found.clone();
        found.nodes += self.earlier.0;
        found.time += self.earlier.1;
        found
    }

    /// The current group of lines is complete. A restarted search takes a while to reach its old depth; until then its lines are
    /// ignored. Returns whether they are shown.
    fn complete(&mut self) -> bool {
        let mut group = std::mem::take(&mut self.coming);
        self.put_in_order(&mut group);
        let deeper = group.first().map(|line| line.depth) >= self.complete.first().map(|line| line.depth);
        if deeper {
            self.complete = group;
        }
        deeper
    }

    /// Sorts the lines of a depth by score: a line found later may turn out better than the first.
    fn put_in_order(&self, group: &mut [SearchInfo<Action>]) {
        group.sort_by_key(|line| std::cmp::Reverse(line.score));
        if let [best, second, ..] = group
            && self.game.is_proposal_turn()
        {
            best.alternate = second.best.clone();
        }
    }

    /// The message for the page.
    pub fn message(&self, done: bool) -> Message {
        let side = self.game.side_to_move();
        // With proposals a turn is worth the second-best move. A search of one line returns that score already.
        let worth = match (self.complete.as_slice(), self.game.is_proposal_turn()) {
            ([_, second, ..], true) => second.score,
            ([best, ..], _) => best.score,
            ([], _) => self.score,
        };
        Message::Analysis {
            id: self.id,
            value: value(side, worth),
            lines: self.complete.iter().map(|line| search_report(side, line)).collect(),
            advice: self.advice(),
            done,
        }
    }

    /// How the engine would answer each proposal: it refuses the best move and accepts all others.
    fn advice(&self) -> Option<Vec<ProposalAdvice>> {
        let best = self.complete.first()?.best.as_ref()?;
        if let Some(proposal) = &self.proposal {
            return Some(vec![ProposalAdvice { action: proposal.clone(), refuse: best.kind == ActionKind::Refuse }]);
        }
        let each = |action: &Action| ProposalAdvice { action: action.clone(), refuse: action == best };
        self.game.is_proposal_turn().then(|| self.legal.iter().map(each).collect())
    }
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    fn analysis_of(game: &str, lines: u8) -> AnalysisLines {
        AnalysisLines::new(1, skirmish_play::new_game(GameId::parse(game).unwrap()), lines)
    }

    fn found(analysis: &AnalysisLines, depth: u32, rank: u32, best: &str, score: Score) -> SearchInfo<Action> {
        let best = analysis.game().read(best).unwrap();
        SearchInfo {
            depth,
            rank,
            score,
            nodes: 100,
            time: Duration::from_secs(1),
            best: Some(best.clone()),
            alternate: None,
            line: vec![best],
        }
    }

    /// Depth, best move and nodes of each line, and the score.
    fn shown(analysis: &AnalysisLines) -> (Vec<(u32, String, u64)>, Score) {
        let Message::Analysis { lines, value, .. } = analysis.message(false) else { panic!("no analysis") };
        let line = |line: crate::messages::SearchReport| {
            (line.depth, line.best.map(|best| best.text).unwrap_or_default(), line.nodes)
        };
        (lines.into_iter().map(line).collect(), value.score)
    }

    #[test]
    fn lines_of_different_depths_are_never_mixed() {
        let mut analysis = analysis_of("hiya", 2);
        analysis.begin();
        assert!(!analysis.add(&found(&analysis, 1, 1, "A3B4", 10)));
        assert!(analysis.add(&found(&analysis, 1, 2, "B3C4", 5)));
        assert!(!analysis.add(&found(&analysis, 2, 1, "B3C4", 7)), "the second line is still that of depth 1");
        assert_eq!(shown(&analysis), (vec![(1, "A3B4".into(), 100), (1, "B3C4".into(), 100)], 10));
        assert!(analysis.add(&found(&analysis, 2, 2, "A3B4", 6)));
        assert_eq!(shown(&analysis).1, 7);
    }

    #[test]
    fn no_line_is_above_a_better_one() {
        let mut analysis = analysis_of("refusal", 2);
        analysis.begin();
        analysis.add(&found(&analysis, 3, 1, "C3C4", 10));
        assert!(analysis.add(&found(&analysis, 3, 2, "A3B5", 35)));
        let moves: Vec<String> = shown(&analysis).0.into_iter().map(|(_, text, _)| text).collect();
        assert_eq!((moves.join(" ").as_str(), shown(&analysis).1), ("A3B5 C3C4", 10));
        assert_eq!(analysis.complete[0].alternate, analysis.complete[1].best, "refused, the other is played");
    }

    #[test]
    fn fewer_lines_than_asked_for_are_shown_as_well() {
        let mut analysis = analysis_of("oska", 3);
        analysis.begin();
        assert!(!analysis.add(&found(&analysis, 1, 1, "A5A4", 1)) && !analysis.add(&found(&analysis, 1, 2, "B5B4", 0)));
        assert!(analysis.add(&found(&analysis, 2, 1, "A5A4", 1)), "depth 1 was complete with two lines");
        assert!(analysis.add(&found(&analysis, 2, 2, "B5B4", 0)), "and so is depth 2");
    }

    #[test]
    fn begun_again_it_goes_on_where_it_was() {
        let mut analysis = analysis_of("hiya", 1);
        analysis.begin();
        assert!(analysis.add(&found(&analysis, 5, 1, "A3B4", 10)));
        analysis.finish(&found(&analysis, 5, 1, "A3B4", 10));
        analysis.begin();
        assert!(!analysis.add(&found(&analysis, 1, 1, "B3C4", 3)));
        assert!(analysis.add(&found(&analysis, 5, 1, "A3B4", 12)));
        assert_eq!(shown(&analysis), (vec![(5, "A3B4".into(), 200)], 12));
        analysis.finish(&found(&analysis, 2, 1, "B3C4", 3));
        assert_eq!(shown(&analysis).0[0].1, "A3B4");
    }

    #[test]
    fn where_the_best_is_refused_the_second_best_counts() {
        let mut analysis = analysis_of("refusal", 2);
        analysis.begin();
        analysis.add(&found(&analysis, 1, 1, "C3C4", 50));
        analysis.add(&found(&analysis, 1, 2, "A3B5", -20));
        assert_eq!(shown(&analysis).1, -20);
        let advice = analysis.advice().unwrap();
        assert_eq!(advice.len(), 11);
        for ProposalAdvice { action, refuse } in advice {
            assert_eq!(refuse, action.text == "C3C4", "{}", action.text);
        }
    }
}
