//! The sentences of the coach: one template for each kind of claim.

use skirmish_board::{Action, ActionKind, Side, texts};
use skirmish_games::GameId;
use skirmish_play::{ActionValue, AnyGame, ProofSource, ProvenResult, ProvenValue, solvable};

use super::{Claim, ClaimKind};

/// The actions of a line that a sentence shows.
const SHOWN_ACTIONS: usize = 8;

/// How the sides are called.
struct Voice {
    game: GameId,
    you: Option<Side>,
}

impl Voice {
    /// The name of a side inside a sentence.
    fn name(&self, side: Side) -> &'static str {
        match self.you {
            Some(you) if you == side => "you",
            Some(_) => "the opponent",
            None => self.game.info().sides[side.index()],
        }
    }

    /// A side with a verb: `you win`, `South wins`.
    fn does(&self, side: Side, verb: &str) -> String {
        let ending = if self.you == Some(side) { "" } else { "s" };
        format!("{} {verb}{ending}", self.name(side))
    }

    /// The possessive of a side.
    fn whose(&self, side: Side) -> String {
        if self.you == Some(side) { "your".to_owned() } else { format!("{}'s", self.name(side)) }
    }
}

/// The sentence of a claim about a position of this game.
pub(super) fn sentence(game: &dyn AnyGame, you: Option<Side>, claim: &Claim) -> String {
    let voice = Voice { game: game.id(), you };
    let proposes = game.is_proposal_turn();
    let (action, side, opponent) = (named(&claim.action), claim.side, claim.side.opposite());
    let other = claim.other.as_ref().map(named).unwrap_or_default();
    let if_accepted = if proposes { " if it is accepted" } else { "" };
    let second = claim.second.as_ref().map(Action::to_string);
    let both = |one: &str| second.as_ref().map_or(one.to_owned(), |second| format!("{one} and {second}"));
    let line = shown(&claim.line);
    capitalised(&match claim.kind {
        ClaimKind::Wins => match &second {
            Some(second) => format!(
                "{action} wins by force {}, and so does {second}: only one can be refused.",
                within(claim.proven)
            ),
            None => format!("{action} wins by force{if_accepted} {}: {line}.", within(claim.proven)),
        },
        ClaimKind::SlowerWin => {
            format!("{action} wins {}, {other} sooner, {}: {line}.", within(claim.proven), within(claim.other_proven))
        }
        ClaimKind::MissesWin if second.is_some() => {
            let what = missed(claim);
            format!(
                "{action} {what} {}: {} both win, and only one can be refused.",
                within(claim.other_proven),
                both(&other)
            )
        }
        ClaimKind::MissesWin => format!("{action} {} {}: {line}.", missed(claim), within(claim.other_proven)),
        ClaimKind::Draws => format!("{action} draws with best play of both sides."),
        ClaimKind::MissesDraw => {
            format!("{action} loses by force: {}. {other} draws.", punished(&voice, opponent, claim, if_accepted))
        }
        ClaimKind::Loses => {
            let better = match claim.other {
                Some(_) => {
                    format!(" {} {} not known to lose.", both(&other), if second.is_some() { "are" } else { "is" })
                }
                None => String::new(),
            };
            format!(
                "{action} loses by force: {}.{}",
                punished(&voice, opponent, claim, if_accepted),
                capitalised_after_space(&better)
            )
        }
        ClaimKind::OnlyMove => match (&second, claim.proven) {
            (Some(second), _) => format!("every move but {action} and {second} loses by force."),
            (None, Some(_)) => format!("{action} is the only move that does not lose."),
            (None, None) => format!("every move but {action} loses by force; {action} is not known to lose."),
        },
        ClaimKind::BothLose => match (sooner(claim), proposes) {
            (Some(sooner), _) => format!("{action} and {other} both lose by force; {action} {sooner}."),
            (None, true) => format!(
                "{action} loses by force{if_accepted}, and at most one other move does not: that one is refused."
            ),
            (None, false) => {
                format!("{action} loses by force, as every move does: {}.", punished(&voice, opponent, claim, ""))
            }
        },
        ClaimKind::Threat => {
            let it = if you == Some(side) { "you" } else { "it" };
            let threat = format!("{} {}", voice.does(side, "threaten"), both(&action));
            format!("{threat}: if {it} were to move now, {it} would win {}.", within(claim.proven))
        }
        ClaimKind::Prefers => prefers(claim, &action, &other, second.as_deref()),
        ClaimKind::Agrees => {
            let values = claim.values.map_or(String::new(), |values| {
                format!(
                    " ({} against {} for {other} at depth {})",
                    points(values.action),
                    points(values.other),
                    values.depth
                )
            });
            format!("the engine prefers {action}, too{values}.")
        }
        ClaimKind::RunsDry => match claim.count {
            Some(0) => format!("{action} empties the tank: the piece never moves again."),
            Some(1) => format!("after {action} the piece runs dry in one more move, unless that captures."),
            _ => format!("after {action} the piece runs dry in two moves, unless it captures."),
        },
        ClaimKind::Bound => {
            let piece = game.view().piece(&claim.action.squares.as_ref().map_or(String::new(), |at| at.from.clone()));
            let kind = piece.map_or("piece", |piece| piece.kind);
            format!("after {action} {} {kind} {}.", voice.whose(side), claim.rule.unwrap_or_default())
        }
        ClaimKind::StrikesSeveral => format!("{action} strikes {} pieces at once.", claim.count.unwrap_or_default()),
    })
}

/// An action as the subject of a sentence.
fn named(action: &Action) -> String {
    match action.kind {
        ActionKind::Accept => "accepting".to_owned(),
        ActionKind::Refuse => "refusing".to_owned(),
        ActionKind::Pass => "passing".to_owned(),
        ActionKind::Move => action.text.clone(),
    }
}

/// The distance of a result.
fn within(proven: Option<ProvenValue>) -> String {
    match proven.and_then(|proven| Some((proven.plies?, proven.exact))) {
        Some((plies, true)) => format!("in {}", counted(plies)),
        Some((plies, false)) => format!("in at most {}", counted(plies)),
        None => "with best play".to_owned(),
    }
}

fn counted(plies: u16) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// What was missed: the win, or only a win that is proven.
fn missed(claim: &Claim) -> &'static str {
    if claim.proven.is_some() || claim.count.is_some() {
        "misses a win"
    } else {
        "is not known to win, and there is a win"
    }
}

/// How a losing action is punished: `after it, the opponent wins in 5 plies: D5D4 …`.
fn punished(voice: &Voice, winner: Side, claim: &Claim, if_accepted: &str) -> String {
    let after =
        claim.proven.map(|proven| ProvenValue { plies: proven.plies.map(|plies| plies.saturating_sub(1)), ..proven });
    let wins = match after.and_then(|after| after.plies) {
        Some(0) => format!("{} at once", voice.does(winner, "win")),
        _ => format!("{} {}", voice.does(winner, "win"), within(after)),
    };
    let shows_it = claim.line.first() == Some(&claim.action);
    let answers = claim.line.iter().skip(1).skip_while(|action| action.kind == ActionKind::Accept).cloned();
    let answers: Vec<Action> = answers.filter(|_| shows_it).collect();
    let line = if answers.is_empty() { String::new() } else { format!(": {}", shown(&answers)) };
    format!("after it{}, {wins}{line}", if_accepted.replace(" if it is accepted", ", once accepted"))
}

/// How much sooner the action loses than the other one.
fn sooner(claim: &Claim) -> Option<String> {
    let (action, other) = (claim.proven?, claim.other_proven?);
    let plies = counted(other.plies?.checked_sub(action.plies?)?);
    Some(format!("{}{plies} sooner", if action.exact { "" } else { "at least " }))
}

/// Which action the engine prefers, with the values of one search.
fn prefers(claim: &Claim, action: &str, other: &str, second: Option<&str>) -> String {
    let Some(values) = claim.values else { return format!("the engine prefers {other} to {action}.") };
    let (less, more, depth) = (points(values.action), points(values.other), values.depth);
    match (claim.other.as_ref().map(|other| other.kind), second) {
        (Some(ActionKind::Refuse | ActionKind::Accept), _) => {
            let advice = if other == "refusing" { "refuse" } else { "accept" };
            let worse = points(values.other - values.action).trim_start_matches('+').to_owned();
            format!("{advice}: {action} is worse by {worse} ({less} against {more} at depth {depth}).")
        }
        (_, Some(second)) => {
            format!("the engine prefers {second} and {other} ({more} or more against {less} at depth {depth}).")
        }
        _ => format!("the engine prefers {other} ({more} against {less} at depth {depth})."),
    }
}

/// A value in pawns.
fn points(score: i32) -> String {
    format!("{:+.1}", f64::from(score) / 100.0)
}

/// The beginning of a line.
fn shown(line: &[Action]) -> String {
    let more = if line.len() > SHOWN_ACTIONS { " …" } else { "" };
    texts(&line[..line.len().min(SHOWN_ACTIONS)]).join(" ") + more
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// The same for a sentence after another one.
fn capitalised_after_space(text: &str) -> String {
    text.strip_prefix(' ').map_or(String::new(), |text| format!(" {}", capitalised(text)))
}

/// What is proven about an action, in a few words: `wins in 5`.
pub fn action_value(value: &ActionValue) -> String {
    let Some(proven) = value.proven else { return "not proven".to_owned() };
    let verb = match proven.result {
        ProvenResult::Win => "wins",
        ProvenResult::Draw => return "draws".to_owned(),
        ProvenResult::Loss => "loses",
    };
    match proven.plies {
        None => verb.to_owned(),
        Some(plies) if proven.exact => format!("{verb} in {plies}"),
        Some(plies) => format!("{verb} in at most {plies}"),
    }
}

/// Where proven values come from, in a sentence.
pub fn values_note(game: GameId, source: ProofSource) -> String {
    match (source, solvable(game)) {
        (ProofSource::Tablebase, _) => "Solved: the result of every position is known.".to_owned(),
        (ProofSource::Search, Ok(_)) => {
            format!("Proven by a search; the rest is unknown. {game} is solved once `skirmish solve {game}` has run.")
        }
        (ProofSource::Search, Err(_)) => "Proven by a search; the rest is unknown.".to_owned(),
    }
}
