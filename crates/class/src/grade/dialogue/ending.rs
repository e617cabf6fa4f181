//! What a program says at the end of a game about the winner.

use regex_lite::{Regex, RegexBuilder};
use skirmish_board::{Outcome, Side};

use super::super::finding::{Finding, dialogue_evidence};
use super::super::games::{GradedGame, ProgramGames};
use super::{nothing_seen, side_on_own_board, understood};

/// Words for the program and for the person.
const PROGRAM: &str = r"i|me|computer|cpu|ai|a\.i\.|machine|program|engine|bot|pc";
const PERSON: &str = r"you|human|player|user|person|opponent";

/// What a text says about the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WinnerClaim {
    ProgramWon,
    PersonWon,
    Draw,
    /// The game is over, or both have won.
    Unclear,
    Nothing,
}

/// The patterns of claims.
struct ClaimPatterns {
    program: Regex,
    person: Regex,
    draw: Regex,
    over: Regex,
    /// `computer player` and its kin: the first word says who.
    player: Regex,
}

impl ClaimPatterns {
    /// `program` and `person` are more words for each, such as what the game calls its side.
    fn new(program: &str, person: &str) -> Option<ClaimPatterns> {
        let compile = |pattern: &str| RegexBuilder::new(pattern).case_insensitive(true).build().ok();
        let claim = |winner: &str, loser: &str| {
            // Within a line: a label beside the board says nothing about the line below.
            const AUXILIARY: &str =
                r"(?:[ \t]+(?:player|side))?(?:(?:'ve|[ \t]+(?:have|has|is|are|am))(?:[ \t]+\w+)?)?[ \t]+";
            let won = format!(r"{AUXILIARY}(?:wins?|won|(?:the[ \t]+)?winner|victorious)\b");
            let lost = format!(r"{AUXILIARY}(?:loses?|lost|(?:the[ \t]+)?loser|defeated)\b");
            let named =
                r"\b(?:winner|victory|victor)(?:[ \t]+(?:is|for|goes[ \t]+to))?[ \t]*[:=!-]?[ \t]*(?:the[ \t]+)?";
            compile(&format!(r"\b(?:{winner}){won}|\b(?:{loser}){lost}|{named}(?:{winner})\b"))
        };
        Some(ClaimPatterns {
            program: claim(&format!("{PROGRAM}|{program}"), &format!("{PERSON}|{person}"))?,
            person: claim(&format!("{PERSON}|{person}"), &format!("{PROGRAM}|{program}"))?,
            player: compile(r"\b(computer|cpu|ai|machine|human)\s+player\b")?,
            draw: compile(r"\b(?:draw|drawn|tie|tied)\b")?,
            over: compile(
                r"\b(?:game\s*over|over|wins?|won|winner|los(?:e|es|t|er)|victory|defeat(?:ed)?|beat(?:en)?|congratulations|congrats|captured|dead|died)\b",
            )?,
        })
    }

    fn claim(&self, text: &str) -> WinnerClaim {
        let text = &self.player.replace_all(text, "$1");
        let found = [&self.program, &self.person, &self.draw].map(|pattern| pattern.is_match(text));
        match found {
            // A tie may be a piece, as in Trench Run.
            [true, false, _] => WinnerClaim::ProgramWon,
            [false, true, _] => WinnerClaim::PersonWon,
            [false, false, true] => WinnerClaim::Draw,
            [false, false, false] if !self.over.is_match(text) => WinnerClaim::Nothing,
            _ => WinnerClaim::Unclear,
        }
    }
}

/// The names that a program gives itself: `I am SENSEI`, `SENSEI plays G6F5`. Each after a `|`.
fn own_names(game: &GradedGame) -> String {
    const PATTERN: &str = r"\b(?:(?:I am|I'm|My name is)\s+([A-Z][\w'-]{2,30}(?: [A-Z][\w'-]*)?)|([A-Z][\w'-]{2,30}(?: [A-Z][\w'-]*)?)\s+(?:plays|moves|played|moved|chooses|chose|thinks|selects)\b)";
    let Ok(pattern) = Regex::new(PATTERN) else { return String::new() };
    let is_person = |name: &str| PERSON.split('|').any(|word| name.eq_ignore_ascii_case(word));
    let mut names: Vec<String> = Vec::new();
    for exchange in &game.exchanges {
        for found in pattern.captures_iter(&exchange.printed) {
            let name = found.get(1).or(found.get(2)).map_or("", |name| name.as_str());
            if !is_person(name) && !names.iter().any(|known| known == name) && names.len() < 5 {
                names.push(name.to_owned());
            }
        }
    }
    names.iter().map(|name| format!("|{}", regex_lite::escape(name))).collect()
}

/// Whether it announces the end of each game, and the right winner.
pub(in crate::grade) fn ending(player: &ProgramGames<'_>) -> Finding {
    let games: Vec<&GradedGame> =
        understood(player).into_iter().filter(|game| game.outcome.is_some() && !game.exchanges.is_empty()).collect();
    if games.is_empty() {
        return nothing_seen(player);
    }
    let info = player.game.info();
    let (mut right, mut unclear, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    let mut outcomes = [false; 2];
    for game in &games {
        let own = side_on_own_board(player, game);
        let names = |side: Side| {
            let place = if side == Side::North { "north|top" } else { "south|bottom" };
            format!("{place}|{}", regex_lite::escape(&info.sides[side.index()].to_lowercase()))
        };
        let program = names(own) + &own_names(game);
        let Some(patterns) = ClaimPatterns::new(&program, &names(own.opposite())) else { continue };
        let Some(last) = game.exchanges.last() else { continue };
        let expected = match game.outcome {
            Some(Outcome::Win(side)) if side == game.side => WinnerClaim::ProgramWon,
            Some(Outcome::Win(_)) => WinnerClaim::PersonWon,
            _ => WinnerClaim::Draw,
        };
        let claim = patterns.claim(&last.printed);
        let who = match expected {
            WinnerClaim::ProgramWon => "it won",
            WinnerClaim::PersonWon => "it lost",
            _ => "nobody won",
        };
        let said = |what: &str| dialogue_evidence(&format!("A game that {who}: {what}"), [last]);
        match claim {
            _ if claim == expected => {
                outcomes[usize::from(expected == WinnerClaim::ProgramWon)] = true;
                right.push(said("it says so."));
            }
            WinnerClaim::Unclear => unclear.push(said("what it says was not understood.")),
            WinnerClaim::Nothing => wrong.push(said("it does not say that the game is over.")),
            _ => wrong.push(said("it says something else.")),
        }
    }
    let count = games.len();
    if !wrong.is_empty() {
        return Finding::fail(format!(
            "At the end of {} of {count} games it said nothing, or something wrong.",
            wrong.len()
        ))
        .with(wrong);
    }
    if !unclear.is_empty() {
        return Finding::look(format!(
            "What it says at the end of {} of {count} games was not understood.",
            unclear.len()
        ))
        .with(unclear);
    }
    let only = match outcomes {
        [true, true] => "",
        [true, false] => " It won none of them, so its words for that were not seen.",
        _ => " It lost none of them, so its words for that were not seen.",
    };
    Finding::pass(format!("It announced the right result in all of {count} games.{only}"))
        .with(right.into_iter().take(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_understood() {
        let patterns = ClaimPatterns::new("north|top|black|SENSEI|RED FIVE", "south|bottom").unwrap();
        for text in [
            "I took your king. I win!",
            "You lose!",
            "Game over. The computer wins.",
            "COMPUTER WON",
            "Winner: computer",
            "You have lost the game.",
            "I am the winner",
            "North wins. South's king was captured.",
            "The human player has lost. Computer wins!",
            "I've won!",
            "CPU player wins!",
            "SENSEI wins. Your king was attacked.",
            "Your last move was a TIE moving sideways.\nRED FIVE wins. You have no legal move.",
        ] {
            assert_eq!(patterns.claim(text), WinnerClaim::ProgramWon, "{text}");
        }
        for text in [
            "You took my king. You win!",
            "Congratulations, you won!",
            "The human wins!",
            "I lose. Well played.",
            "Player wins!",
            "The winner is: you",
            "1  w - w   black\nYou win! All of your pieces stand on the other side.",
            "I have no moves left, so I lose!",
            "Victory for the human",
            "You are victorious",
        ] {
            assert_eq!(patterns.claim(text), WinnerClaim::PersonWon, "{text}");
        }
        assert_eq!(patterns.claim("It is a draw."), WinnerClaim::Draw);
        for text in ["Game over.", "Ha! Defeat!", "I win! You win!"] {
            assert_eq!(patterns.claim(text), WinnerClaim::Unclear, "{text}");
        }
        for text in ["Your move: ", "I accept.\nMy move: A8A6", ""] {
            assert_eq!(patterns.claim(text), WinnerClaim::Nothing, "{text}");
        }
    }
}
