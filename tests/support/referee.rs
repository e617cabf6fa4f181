//! Follows a game on a second board: every announced action must be legal, and every board shown must be equal.

use skirmish_board::{Action, Outcome, Side};
use skirmish_games::GameId;
use skirmish_oracle::Random;
use skirmish_play::AnyGame;
use skirmish_session::messages::second_person;
use skirmish_session::players::Players;

/// The second board and the person's side.
pub struct Referee {
    pub game: Box<dyn AnyGame>,
    person: Side,
    /// The number of engine moves with an announcement such as Hi-YA!
    pub announcements: usize,
}

impl Referee {
    /// A game from a position or the start. `first`: whether the person acts first. Where either side may begin, the person is South
    /// unless a position is given.
    pub fn new(game: &str, position: Option<&str>, first: bool) -> Referee {
        let id = GameId::parse(game).unwrap();
        let mut game = skirmish_play::new_game(id);
        match position {
            Some(text) => game.set_position(text).unwrap(),
            None if !first && id.info().opener.is_none() => {
                let text = game.position().replacen(" s", " n", 1);
                game.set_position(&text).unwrap();
            }
            None => {}
        }
        let side = game.side_to_move();
        Referee { game, person: if first { side } else { side.opposite() }, announcements: 0 }
    }

    /// Whether the person is to act.
    pub fn is_persons_turn(&self) -> bool {
        self.game.outcome().is_none() && self.game.side_to_move() == self.person
    }

    /// Plays the person's action.
    #[track_caller]
    pub fn person_plays(&mut self, action: &str) {
        assert!(self.is_persons_turn(), "{}", self.game.position());
        self.game.play(action).unwrap();
    }

    /// Plays random actions until the game is over. `ask` types a line and returns the output up to the next prompt.
    #[track_caller]
    pub fn play_on(&mut self, mut output: String, random: &mut Random, mut ask: impl FnMut(&str) -> String) {
        self.follow(&output);
        while self.is_persons_turn() {
            let (action, typed) = self.random_action(random);
            self.person_plays(&action);
            output = ask(&typed);
            self.follow(&output);
        }
        assert!(self.game.outcome().is_some(), "{output}");
    }

    /// Plays the announced actions and checks the boards.
    #[track_caller]
    pub fn follow(&mut self, output: &str) {
        let player = self.game.id().info().player;
        for line in output.lines() {
            if let Some(said) = line.strip_prefix(player).and_then(|rest| rest.strip_prefix(' ')) {
                self.engine_says(said);
            }
        }
        if self.game.view().pending.is_none() {
            let drawn = self.game.view().to_string();
            // Labels are tested elsewhere.
            assert!(unlabelled(output).contains(&unlabelled(&drawn)), "expected\n{drawn}\nin\n{output}");
        }
        if self.game.outcome().is_some() {
            assert!(output.contains(&self.result()), "expected {}\nin\n{output}", self.result());
        }
    }

    #[track_caller]
    fn engine_says(&mut self, said: &str) {
        let action = match said.split_whitespace().next() {
            Some("accepts") => "accept",
            Some("refuses") => "refuse",
            Some("cannot") => "pass",
            Some("plays" | "proposes") => said.split_whitespace().nth(1).unwrap(),
            // "VETO wins." is not an action.
            _ => return,
        };
        assert!(!self.is_persons_turn(), "the engine plays {action} out of turn: {}", self.game.position());
        let before = self.game.position();
        let played = self.game.play(action).unwrap_or_else(|error| panic!("{before}, {action}: {error}"));
        if !matches!(action, "accept" | "refuse" | "pass") {
            let verb = if self.game.accept_refuse().is_some() { "proposes" } else { "plays" };
            let announcement = played.announcement.map_or(String::new(), |announcement| format!(" {announcement}"));
            assert_eq!(said, format!("{verb} {action}{announcement}"), "{before}");
            self.announcements += usize::from(played.announcement.is_some());
        }
    }

    /// The expected result line.
    pub fn result(&self) -> String {
        let ending = second_person(&self.game.ending(), &Players::duel(self.game.id(), self.person));
        match self.game.outcome() {
            None => panic!("the game is not over: {}", self.game.position()),
            Some(Outcome::Draw) => ending,
            Some(Outcome::Win(side)) if side == self.person => format!("You win! {ending}"),
            Some(Outcome::Win(_)) => format!("{} wins. {ending}", self.game.id().info().player),
        }
    }

    /// A random legal action, and how it is typed.
    pub fn random_action(&self, random: &mut Random) -> (String, String) {
        let legal = self.game.legal_actions();
        let Action { text, squares, .. } = legal[random.below(legal.len())].clone();
        let typed = match (random.below(4), squares) {
            (0, Some(squares)) => format!("{}-{}", squares.from, squares.to),
            (1, Some(squares)) => format!(" {} {}", squares.from, squares.to),
            (2, _) => text.to_lowercase(),
            _ => text.clone(),
        };
        (text, typed)
    }
}

fn unlabelled(text: &str) -> String {
    let label = |line: &str| {
        let line = line.trim_end();
        let words = ["computer", "human", "COMPUTER", "HUMAN"];
        words.iter().find_map(|word| line.strip_suffix(word)).unwrap_or(line).trim_end().to_owned()
    };
    text.lines().map(|line| label(line) + "\n").collect()
}
