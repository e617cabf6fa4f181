//! What can be typed at a game: moves, every word of the line mode, and a few that only screens know.

use skirmish_board::{Action, quoted, texts};
use skirmish_play::{Level, Record, load, save};

use super::{Along, Evaluation, QUESTION, TableScreen};
use crate::app::Go;
use crate::engine::Order;
use crate::field;
use crate::theme::{Scheme, Theme};
use crate::world::World;
use skirmish_play::files;
use skirmish_session::command::{self, Command, Word};
use skirmish_session::messages;
use skirmish_session::new_game::{self, game_called};
use skirmish_session::players::Players;

/// Words that only screens know, for completion and help.
pub(crate) const SCREEN_WORDS: &[(&str, &str)] = &[
    ("review", "judge the moves of a finished game"),
    ("games", "the games that are kept"),
    ("menu", "the other games"),
    ("theme NAME", "colours: dark, light, contrast or none"),
];

impl TableScreen {
    /// Does what a line asks for, or keeps it for the person's turn.
    pub(super) fn submit(&mut self, line: &str, world: &mut World) -> Go {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("menu", "") => return Go::Menu,
            ("games", "") => return Go::Kept,
            ("review", "") => {
                self.begin_review(world);
                return Go::Stay;
            }
            ("theme", name) => {
                match Scheme::parse(name) {
                    Ok(scheme) => world.theme = Theme::new(scheme, world.theme.ascii, world.theme.pictures),
                    Err(error) => self.complain(error.to_string()),
                }
                return Go::Stay;
            }
            _ => {}
        }
        if let Command::Word(word, argument) = command::parse(line, &self.legal) {
            return self.obey(word, argument.as_deref(), world);
        }
        if self.at.is_some() {
            self.at = None;
        }
        if self.game.outcome().is_none() && (!self.is_persons_turn() || self.asked.is_some()) && !self.is_watched() {
            self.waiting.push_back(line.to_owned());
            self.say(format!("{} waits for your turn.", quoted(line)));
            return Go::Stay;
        }
        self.submit_line(line, world);
        Go::Stay
    }

    /// An action that was typed.
    pub(super) fn submit_line(&mut self, line: &str, world: &mut World) {
        if self.is_watched() && self.game.outcome().is_none() {
            return self.complain("The engine plays both sides: Space pauses and goes on.");
        }
        let action = match command::parse(line, &self.legal) {
            Command::Action(action) => Ok(action),
            Command::Text(text) => self.game.read(&text),
            Command::Nothing | Command::Word(..) => return,
        };
        match action {
            Ok(action) => self.act(&action, world),
            Err(error) => {
                // Whatever was typed behind a mistake was meant for another position.
                self.waiting.clear();
                let told = messages::complaint(&self.game, line, &error);
                self.complain(messages::spoken(&told, &self.players));
                self.advance(world);
            }
        }
    }

    fn obey(&mut self, word: Word, argument: Option<&str>, world: &mut World) -> Go {
        match word {
            Word::Help => return Go::Help,
            Word::Rules => return Go::Rules(self.game.id()),
            Word::Moves => self.list_moves(argument.unwrap_or_default()),
            Word::Hint => self.ask_for_hint(world),
            Word::Undo => {
                let decides = self.decides();
                match self.game.undo(decides) {
                    None => self.complain("There is nothing to take back."),
                    Some(_) => self.jumped("Taken back.", world),
                }
            }
            Word::Redo => {
                let decides = self.decides();
                match self.game.redo(decides) {
                    0 => self.complain("There is nothing to play again."),
                    _ => self.jumped("Played again.", world),
                }
            }
            Word::Eval => self.evaluate(world),
            Word::Level => self.change_level(argument, world),
            Word::Board => self.say(self.game.position()),
            Word::Save => self.save(argument),
            Word::Load => return self.load(argument, world),
            Word::New => match argument.map_or(Ok(self.game.id()), game_called) {
                Ok(game) => return Go::Setup(game),
                Err(error) => self.complain(error.to_string()),
            },
            Word::Resign if self.game.outcome().is_some() => self.complain("The game is over."),
            Word::Resign => {
                let side = self.players.person().unwrap_or(self.game.side_to_move());
                self.game.resign(side);
                self.changed(world);
            }
            Word::Quit => return Go::Leave,
        }
        Go::Stay
    }

    /// Whether a side's actions are decided by the person whose decisions are taken back.
    fn decides(&self) -> impl Fn(skirmish_board::Side) -> bool + use<> {
        let players = self.players;
        move |side| players.person().is_none_or(|person| person == side)
    }

    fn jumped(&mut self, told: &str, world: &mut World) {
        self.waiting.clear();
        self.flash = None;
        if self.is_watched() {
            self.watch.paused = true;
        }
        self.say(told);
        self.changed(world);
    }

    fn list_moves(&mut self, square: &str) {
        let square = square.to_uppercase();
        let from = |action: &&Action| action.squares.as_ref().is_none_or(|squares| squares.from.starts_with(&square));
        let found: Vec<Action> = self.legal.iter().filter(from).cloned().collect();
        if self.legal.iter().any(|action| action.squares.as_ref().is_some_and(|squares| squares.from == square)) {
            self.hand.cursor.clone_from(&square);
            self.hand.selected = Some(square.clone());
        }
        match found.is_empty() {
            true if square.is_empty() => self.complain("There are no legal moves."),
            true => self.complain(format!("There are no legal moves from {}.", quoted(&square))),
            false => self.say(texts(&found).join(" ")),
        }
    }

    fn ask_for_hint(&mut self, world: &mut World) {
        if self.game.outcome().is_some() {
            return self.complain("The game is over.");
        }
        if self.thinking.is_some() {
            return self.complain("The engine is thinking about its own move.");
        }
        self.stop(world);
        let ticket = world.ticket();
        world.order(Order::Look(ticket, self.game.table().boxed_clone(), self.time.min(QUESTION)));
        self.asked = Some(ticket);
        self.say("The engine looks for a good move…");
    }

    /// Shows who stands better, or no longer.
    fn evaluate(&mut self, world: &mut World) {
        if self.evaluation.take().is_some() {
            self.say("The evaluation is hidden.");
        } else {
            let side = self.game.side_to_move();
            self.evaluation = Some(Evaluation { ticket: 0, side, finding: None });
            self.say("The evaluation is shown until you ask once more.");
        }
        if self.along == Along::On {
            world.order(Order::Stop);
        }
        self.along = Along::Off;
        self.advance(world);
    }

    fn change_level(&mut self, number: Option<&str>, world: &mut World) {
        if let Some(number) = number {
            match Level::parse(number) {
                Ok(level) => {
                    self.level = level;
                    world.memory.level = Some(level);
                    self.game.set_level(level);
                    self.unkept = true;
                    // The engine begins its move again, at the new level.
                    self.stop(world);
                    world.set_level(level);
                    self.advance(world);
                }
                Err(error) => return self.complain(error.to_string()),
            }
        }
        self.say(messages::level(self.level));
    }

    fn save(&mut self, name: Option<&str>) {
        let Some(name) = name else {
            return self.complain("Save to which file? Type save and its name, such as save game.txt.");
        };
        let path = files::expanded(name);
        // A game may replace a game, but nothing else is overwritten.
        if path.exists() && load(&path).is_err() {
            return self.complain(format!("{name} is there and is not a game: choose another name."));
        }
        match save(&path, self.game.record()) {
            Ok(()) => self.say(format!("Saved to {name}.")),
            Err(error) => self.complain(format!("{name} cannot be written: {error}.")),
        }
    }

    fn load(&mut self, name: Option<&str>, world: &mut World) -> Go {
        let Some(name) = name else {
            self.complain("Load which file? Type load and its name, such as load game.txt.");
            return Go::Stay;
        };
        match load(&files::expanded(name)) {
            Ok(record) => Go::Table(Box::new(TableScreen::resumed(record, None, world))),
            Err(error) => {
                self.complain(format!("{name}: {error}"));
                Go::Stay
            }
        }
    }

    /// Goes on with a recorded game, as its players, its level and its time were.
    pub(crate) fn resumed(record: Record, place: Option<skirmish_play::Place>, world: &mut World) -> TableScreen {
        let players = Players::of_record(&record);
        let level = new_game::level_of(&record).unwrap_or(world.preferences.level);
        let time = new_game::time_of(&record).unwrap_or(world.preferences.time);
        let mut screen = TableScreen::new(record, players, (level, time), place, world);
        if screen.game.outcome().is_some() {
            screen.say(screen.result());
        }
        screen
    }

    /// The same game once more, perhaps with the sides changed.
    pub(super) fn rematch(&mut self, swap: bool, world: &mut World) -> Go {
        let players = match self.players.person() {
            Some(person) if swap => Players::duel(self.game.id(), person.opposite()),
            _ => self.players,
        };
        let start = self.game.record().start().boxed_clone();
        let record = new_game::new_record(start, &players, self.level, self.time, (world.preferences.today)());
        self.stop(world);
        Go::Table(Box::new(TableScreen::new(record, players, (self.level, self.time), None, world)))
    }

    /// Completes what is typed: a file behind save and load, a word or a move otherwise.
    pub(super) fn complete(&mut self) {
        let words = command::vocabulary(&self.legal).into_iter();
        let own = SCREEN_WORDS.iter().filter_map(|(word, _)| Some(word.split(' ').next()?.to_owned()));
        let found = files::complete(&self.input, &words.chain(own).collect::<Vec<_>>());
        match &found[..] {
            [] => self.complain(format!("Nothing begins with {}.", quoted(&self.input))),
            [one] => self.input.clone_from(one),
            many => {
                self.input = field::common_beginning(many);
                let shown: Vec<&str> = many.iter().take(30).map(String::as_str).collect();
                self.say(shown.join("  "));
            }
        }
    }

    /// What was pasted is typed; lines wait for their turn.
    pub(crate) fn paste(&mut self, text: &str, world: &mut World) -> Go {
        let mut lines = text.split(['\n', '\r']).filter(|line| !line.is_empty()).peekable();
        while let Some(line) = lines.next() {
            field::insert(&mut self.input, line);
            if lines.peek().is_some() || text.ends_with(['\n', '\r']) {
                let line = std::mem::take(&mut self.input);
                let go = self.submit(&line, world);
                if !matches!(go, Go::Stay) {
                    return go;
                }
            }
        }
        Go::Stay
    }
}
