//! The ideas of the search, to be switched off one by one in a recorded search.

use skirmish_board::SearchParams;

macro_rules! ideas {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $(, param $param:literal)?;)*) => {
        /// An idea of the search. Some are a parameter of [`SearchParams`] that 0 turns off; the others can be switched off only in
        /// a recorded search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Idea {
            $($(#[$doc])* $variant,)*
        }

        impl Idea {
            /// All ideas, the simplest first: each makes sense on top of those before it.
            pub const ALL: &[Idea] = &[$(Idea::$variant,)*];

            /// Its name, such as `null_window`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Idea::$variant => $name,)*
                }
            }

            /// Its parameter in [`SearchParams`], if it has one.
            pub fn param(self) -> Option<&'static str> {
                match self {
                    $($(Idea::$variant => Some($param),)?)*
                    _ => None,
                }
            }
        }
    };
}

ideas! {
    /// Cutoffs: skip what cannot change the result. Without it the search is plain minimax.
    AlphaBeta = "alpha_beta";
    /// Transposition table.
    Table = "table";
    /// Iterative deepening: depth 1, 2, 3 and so on instead of the last depth at once.
    Deepening = "deepening";
    /// Move ordering: the hash move first.
    HashMove = "hash_move";
    /// Move ordering: captures by what they gain.
    Gains = "gains";
    /// Move ordering: killers, countermoves and history.
    History = "history";
    /// Principal variation search: null windows after the first moves.
    NullWindow = "null_window";
    /// Second-best rule: of the first two moves, the second has only to match the first.
    Matching = "matching";
    /// Aspiration windows.
    Aspiration = "aspiration", param "aspiration_window";
    /// Quiescence search.
    Quiescence = "quiescence", param "qs_depth";
    /// Delta pruning.
    Delta = "delta", param "delta_margin";
    /// Threat extension.
    ThreatExtension = "threat_extension", param "threat_extension";
    /// Singular extension.
    Singular = "singular", param "singular_margin";
    /// Late move reductions.
    Reductions = "reductions", param "lmr_divisor";
    /// Internal iterative reduction.
    InternalReduction = "internal_reduction", param "iir_min_depth";
    /// Reverse futility pruning.
    ReverseFutility = "reverse_futility", param "rfp_margin";
    /// Futility pruning.
    Futility = "futility", param "futility_margin";
    /// Late move pruning.
    LateMoves = "late_moves", param "lmp_base";
    /// Exchange pruning.
    Exchange = "exchange", param "see_margin";
    /// Known results: a game may know how it ends before it is over.
    KnownResults = "known_results", param "known_results";
    /// Mate distance pruning.
    MateDistance = "mate_distance";
    /// The second search, for a shorter proof.
    ShorterProof = "shorter_proof";
}

impl Idea {
    /// The idea with this name or parameter, also written with hyphens.
    pub fn parse(text: &str) -> Option<Idea> {
        let text = text.to_ascii_lowercase().replace('-', "_");
        let named = |idea: &Idea| idea.name() == text || idea.param() == Some(&text);
        Idea::ALL.iter().copied().find(named)
    }

    /// Whether a game whose parameters are these uses the idea, and in case of [`Idea::Matching`] whether its moves can be refused.
    pub fn is_used(self, params: &SearchParams, refusals: bool) -> bool {
        let mut params = *params;
        let is_zero = |name| params.get_mut(name).is_some_and(|value| *value == 0);
        !self.param().is_some_and(is_zero) && (self != Idea::Matching || refusals)
    }
}

/// A set of ideas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdeaSet(u32);

impl IdeaSet {
    /// No idea.
    pub const NONE: IdeaSet = IdeaSet(0);

    /// Every idea but [`Idea::AlphaBeta`]. A search without them is plain alpha-beta at one depth, with the moves as generated.
    pub const ALL_BUT_CUTOFFS: IdeaSet = IdeaSet(((1 << Idea::ALL.len()) - 1) & !(1 << Idea::AlphaBeta as u32));

    /// Whether it contains an idea.
    #[inline]
    pub fn contains(self, idea: Idea) -> bool {
        self.0 & 1 << idea as u32 != 0
    }

    /// With this idea.
    #[must_use]
    pub fn with(self, idea: Idea) -> IdeaSet {
        IdeaSet(self.0 | 1 << idea as u32)
    }

    /// Without this idea.
    #[must_use]
    pub fn without(self, idea: Idea) -> IdeaSet {
        IdeaSet(self.0 & !(1 << idea as u32))
    }

    /// The ideas in it, in the order of [`Idea::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Idea> {
        Idea::ALL.iter().copied().filter(move |&idea| self.contains(idea))
    }

    /// With the ideas that need one of those in it: without cutoffs, windows mean nothing; matching is a null window.
    #[must_use]
    pub fn closed(self) -> IdeaSet {
        let windows = [Idea::NullWindow, Idea::Matching, Idea::Aspiration, Idea::Singular, Idea::MateDistance];
        let needs: &[Idea] = match self {
            _ if self.contains(Idea::AlphaBeta) => &windows,
            _ if self.contains(Idea::NullWindow) => &[Idea::Matching],
            _ => &[],
        };
        needs.iter().copied().fold(self, IdeaSet::with)
    }

    /// Parameters of the search with the ideas of the set turned off.
    pub fn turned_off(self, mut params: SearchParams) -> SearchParams {
        for name in self.iter().filter_map(Idea::param) {
            if let Some(value) = params.get_mut(name) {
                *value = 0;
            }
        }
        params
    }
}

impl FromIterator<Idea> for IdeaSet {
    fn from_iter<I: IntoIterator<Item = Idea>>(ideas: I) -> IdeaSet {
        ideas.into_iter().fold(IdeaSet::NONE, IdeaSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_an_idea_by_its_names() {
        for name in SearchParams::NAMES {
            let idea = Idea::parse(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((idea.param(), Idea::parse(idea.name())), (Some(*name), Some(idea)));
            // The other names are those of earlier versions.
            assert!(SearchParams::has(idea.name()));
        }
        assert_eq!(Idea::parse("Null-Window"), Some(Idea::NullWindow));
        assert_eq!(Idea::parse("all"), None);
    }

    #[test]
    fn a_set_turns_off_its_parameters_and_nothing_else() {
        let off: IdeaSet = [Idea::Delta, Idea::Table].into_iter().collect();
        assert_eq!(off.turned_off(SearchParams::DEFAULT), SearchParams { delta_margin: 0, ..SearchParams::DEFAULT });
        assert_eq!(IdeaSet::ALL_BUT_CUTOFFS.turned_off(SearchParams::DEFAULT), SearchParams::NONE);
        assert_eq!(off.iter().collect::<Vec<_>>(), [Idea::Table, Idea::Delta]);
        assert!(!IdeaSet::ALL_BUT_CUTOFFS.contains(Idea::AlphaBeta) && off.with(Idea::AlphaBeta).closed() != off);
        assert_eq!(off.with(Idea::Gains).without(Idea::Gains).closed(), off);
    }
}
