//! Which of the moves that a program printed in its turn is its move.
//!
//! Programs for people print much besides their move: the board, moves that they consider, the opponent's last move, the squares
//! as the other side sees them. The rule is a pure function of the text, the position, and how the program talked before:
//!
//! 1. A [`Mention`] is two squares (`C4B6`, `c4-b6`, `(c4) to (b6)`). Rows of boards, examples, requests for input, lists, and lines
//!    about thinking (*legal, possible, considering, depth, pv …*) have none. One with a label (*my move, I play, computer moves
//!    …*, before it on its line, or alone on the line above) beats others on its line; otherwise the first counts.
//! 2. The label that the program used before beats other labels, and a label beats none. The last mention with a label counts, so
//!    that the best move of one depth is replaced by that of the next.
//! 3. A labelled move is the program's move even if it is illegal. Only without labels are legal moves preferred, and then the
//!    last.

mod mentions;
#[cfg(test)]
mod tests;
mod words;

use mentions::{Mention, MentionRank};
use words::MovePatterns;

/// What the position says about a move that a program printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveStatus {
    Legal,
    /// Illegal, but its first square has a piece of the program.
    Own,
    /// Illegal, and played earlier in this game: it is probably repeated.
    Past,
    /// Illegal in another way.
    Other,
}

/// What is known in a game about how a program tells its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveStyle {
    is_known: bool,
    /// Not empty.
    label: Option<MoveLabel>,
}

impl MoveStyle {
    /// Whether a move was understood.
    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// A move was understood; by the rule, or by a pattern of the plan (`None`). Only a plainer label replaces the first.
    pub(super) fn learn(&mut self, told: Option<&ToldMove>) {
        self.is_known = true;
        let new = told.map(|told| &told.label).filter(|label| !label.words.is_empty());
        if let Some(new) = new
            && self.label.as_ref().is_none_or(|label| new.rank > label.rank)
        {
            self.label = Some(new.clone());
        }
    }
}

/// The words before a move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MoveLabel {
    rank: MentionRank,
    /// In lower case, without digits and signs; empty if there are none.
    words: String,
}

/// A program's move, as it printed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToldMove {
    /// Its squares, in capitals.
    pub(super) squares: String,
    /// Where it ends in the text.
    pub(super) end: usize,
    label: MoveLabel,
}

/// The rule, with its patterns.
pub(super) struct MoveRule {
    words: MovePatterns,
}

impl MoveRule {
    pub(super) fn new() -> Result<MoveRule, String> {
        Ok(MoveRule { words: MovePatterns::new()? })
    }

    /// The program's move in the text that it printed in its turn; `None` if there is none.
    ///
    /// Until one of its moves was understood, an illegal one without a label counts only in the notation of the handouts.
    pub(super) fn find(&self, text: &str, style: &MoveStyle, status: &dyn Fn(&str) -> MoveStatus) -> Option<ToldMove> {
        use MoveStatus::{Legal, Other, Own, Past};
        let all: Vec<(Mention, MoveStatus)> = mentions::find(text, &self.words)
            .into_iter()
            .map(|mention| {
                let status = status(&mention.squares);
                (mention, status)
            })
            .collect();
        let choice = MentionChoice(&all);
        let known = style.label.as_ref();
        known
            .and_then(|known| choice.last(known.rank, Some(&known.words), &[Legal, Own, Other]))
            .or_else(|| choice.first_label(MentionRank::Own, &[Legal, Own, Other]))
            .or_else(|| choice.first_label(MentionRank::Labelled, &[Legal]))
            .or_else(|| choice.first_label(MentionRank::Labelled, &[Own]))
            .or_else(|| choice.first_label(MentionRank::Sequel, &[Legal]))
            .or_else(|| choice.last_plain(Legal, false))
            .or_else(|| choice.last_plain(Own, !style.is_known))
            .or_else(|| choice.last(MentionRank::Person, None, &[Legal]))
            .or_else(|| choice.only(MentionRank::Valued))
            .map(|mention| mention.told(choice.is_sure(mention)))
            .or_else(|| {
                let apart = mentions::find_apart(text, &self.words).into_iter();
                apart.filter(|told| status(&told.squares) == Legal).last()
            })
            .or_else(|| choice.last(MentionRank::Own, None, &[Past]).map(|mention| mention.told(true)))
    }
}

/// Mentions with their statuses, in the order of the text.
struct MentionChoice<'a>(&'a [(Mention, MoveStatus)]);

impl<'a> MentionChoice<'a> {
    fn of(&self, rank: MentionRank, statuses: &[MoveStatus]) -> impl DoubleEndedIterator<Item = &'a Mention> {
        let fits = move |(mention, status): &&(Mention, MoveStatus)| mention.rank == rank && statuses.contains(status);
        self.0.iter().filter(fits).map(|(mention, _)| mention)
    }

    fn last(&self, rank: MentionRank, words: Option<&str>, statuses: &[MoveStatus]) -> Option<&'a Mention> {
        self.of(rank, statuses).rfind(|mention| words.is_none_or(|words| mention.label == words))
    }

    /// The last mention with the first label of a rank.
    fn first_label(&self, rank: MentionRank, statuses: &[MoveStatus]) -> Option<&'a Mention> {
        let first = self.of(rank, statuses).next()?;
        self.last(rank, Some(&first.label), statuses)
    }

    fn last_plain(&self, status: MoveStatus, strict: bool) -> Option<&'a Mention> {
        self.of(MentionRank::Plain, &[status]).rfind(|mention| !strict || mention.strict)
    }

    /// Whether the words before a mention are how the program introduces its moves. Without a label they are only if no other
    /// move competes.
    fn is_sure(&self, mention: &Mention) -> bool {
        mention.rank >= MentionRank::Labelled || self.only(MentionRank::Plain).is_some()
    }

    /// The legal mention of a rank, if there is no other move.
    fn only(&self, rank: MentionRank) -> Option<&'a Mention> {
        let mut all = self.of(rank, &[MoveStatus::Legal]);
        let first = all.next()?;
        all.all(|mention| mention.squares == first.squares).then_some(first)
    }
}
