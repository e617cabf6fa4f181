//! Typed input of the game screen: moves, the commands of line mode, and a few of its own.

use skirmish_board::{quoted, texts};
use skirmish_play::Record;

use super::{BackgroundSearch, Evaluation, GameScreen};
use crate::app::Transition;
use crate::context::ScreenContext;
use crate::text_input;
use crate::theme::{Scheme, Theme};
use skirmish_play::files;
use skirmish_session::command::{self, SessionCommand, Word};
use skirmish_session::engine::EngineRequest;
use skirmish_session::messages;
use skirmish_session::new_game::new_record;
use skirmish_session::players::Players;
use skirmish_session::{CommandResult, Question};

/// The commands that only the full screen has, with their help texts.
pub(crate) const SCREEN_WORDS: &[(&str, &str)] = &[
    ("review", "annotate the moves of a finished game"),
    ("games", "show the saved games"),
    ("menu", "show the menu of games"),
    ("theme NAME", "set the colours: dark, light, contrast or none"),
];

impl GameScreen {
    /// Runs a line, or queues it until the user's turn.
    pub(super) fn submit(&mut self, line: &str, context: &mut ScreenContext) -> Transition {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("menu", "") => return Transition::Menu,
            ("games", "") => return Transition::SavedGames,
            ("review", "") => {
                self.begin_review(context);
                return Transition::Stay;
            }
            ("theme", name) => {
                match Scheme::parse(name) {
                    Ok(scheme) => context.theme = Theme::new(scheme, context.theme.ascii, context.theme.pictures),
                    Err(error) => self.show_error(error.to_string()),
                }
                return Transition::Stay;
            }
            _ => {}
        }
        if let SessionCommand::Word(word, argument) = command::parse(line, self.session.legal()) {
            if matches!(word, Word::Coach | Word::Values) && self.is_reviewing() {
                self.show_error("The engine is still reviewing the game.");
                return Transition::Stay;
            }
            // The coach speaks of the move that led to the position shown.
            let shown = self.viewed_ply.filter(|_| word == Word::Coach && argument.is_none());
            let argument = argument.or(shown.map(|ply| ply.max(1).to_string()));
            if word == Word::Values && self.values.take().is_some() {
                self.say("Proven results are hidden.");
                return Transition::Stay;
            }
            return self.run_command(word, argument.as_deref(), context);
        }
        if self.viewed_ply.is_some() {
            self.viewed_ply = None;
        }
        let busy = !self.is_persons_turn() || self.session.is_waiting();
        if !self.session.is_over() && busy && !self.session.is_watched() {
            self.waiting.push_back(line.to_owned());
            self.say(format!("{} waits for your turn.", quoted(line)));
            return Transition::Stay;
        }
        self.submit_line(line, context);
        Transition::Stay
    }

    /// Plays a typed action.
    pub(super) fn submit_line(&mut self, line: &str, context: &mut ScreenContext) {
        if self.session.is_watched() && !self.session.is_over() {
            return self.show_error("The engine plays both sides: press Space to pause or resume.");
        }
        match self.session.read(line) {
            None => {}
            Some(Ok(action)) => self.play_action(&action, context),
            Some(Err(message)) => {
                // Lines typed after a mistake were meant for another position.
                self.waiting.clear();
                self.show_error(message);
                self.advance(context);
            }
        }
    }

    fn run_command(&mut self, word: Word, argument: Option<&str>, context: &mut ScreenContext) -> Transition {
        match self.session.run_command(word, argument, context.now) {
            CommandResult::Said(text) => self.say(text),
            CommandResult::Refused(text) => self.show_error(text),
            CommandResult::Moves(moves) => {
                if let (Some(typed), Some(squares)) = (argument, moves.first().and_then(|first| first.squares.as_ref()))
                    && squares.from.eq_ignore_ascii_case(typed)
                {
                    self.selection.cursor.clone_from(&squares.from);
                    self.selection.selected = Some(squares.from.clone());
                }
                self.say(texts(&moves).join(" "));
            }
            CommandResult::Jumped(message) => {
                self.waiting.clear();
                self.flash = None;
                self.watch.paused |= self.session.is_watched();
                self.say(message);
                self.after_change(context);
            }
            CommandResult::Resigned => self.after_change(context),
            CommandResult::LevelSet => {
                let level = self.session.options().level;
                context.preferences.level = Some(level);
                self.unsaved = true;
                // The engine restarts its move at the new level.
                self.stop(context);
                self.send_options(context);
                self.advance(context);
                self.say(messages::level(level));
            }
            CommandResult::Ask(Question::Eval) => self.evaluate(context),
            CommandResult::Ask(question) => {
                self.stop(context);
                self.session.ask(question, &mut context.requests);
                self.say(match question {
                    Question::Hint | Question::Eval => "The engine is looking for a good move…",
                    Question::Coach(_) => "The engine is looking at the move…",
                    Question::Values => "The engine is proving what it can…",
                });
            }
            CommandResult::Board => self.say(self.session.game().position()),
            CommandResult::Help => return Transition::Help,
            CommandResult::Rules => return Transition::Rules(self.session.game().id()),
            CommandResult::Save(name) => match files::save(&name, self.session.game().record()) {
                Ok(()) => self.say(messages::saved(&name)),
                Err(error) => self.show_error(error.to_string()),
            },
            CommandResult::Load(name) => match files::load(&name) {
                Ok(record) => return Transition::Game(Box::new(GameScreen::resumed(record, None, context))),
                Err(error) => self.show_error(error.to_string()),
            },
            CommandResult::New(game) => return Transition::Setup(game),
            CommandResult::Quit => return Transition::Leave,
        }
        Transition::Stay
    }

    /// Shows or hides the evaluation.
    fn evaluate(&mut self, context: &mut ScreenContext) {
        if self.evaluation.take().is_some() {
            self.say("The evaluation is hidden.");
        } else {
            let side = self.session.game().side_to_move();
            self.evaluation = Some(Evaluation { id: 0, side, info: None });
            self.say("The evaluation is shown. Ask again to hide it.");
        }
        if self.background == BackgroundSearch::On {
            context.ask(EngineRequest::Stop);
        }
        self.background = BackgroundSearch::Off;
        self.advance(context);
    }

    /// Resumes a recorded game with its players, level and time.
    pub(crate) fn resumed(
        record: Record,
        slot: Option<skirmish_play::SaveSlot>,
        context: &mut ScreenContext,
    ) -> GameScreen {
        let players = Players::of_record(&record);
        let options = context.options.clone().of_record(&record);
        let mut screen = GameScreen::new(record, players, options, slot, context);
        if screen.session.is_over() {
            screen.say(screen.result());
        }
        screen
    }

    /// Starts the same game again, perhaps with sides swapped.
    pub(super) fn rematch(&mut self, swap: bool, context: &mut ScreenContext) -> Transition {
        let players = match self.session.players().person() {
            Some(person) if swap => Players::duel(self.session.game().id(), person.opposite()),
            _ => *self.session.players(),
        };
        let start = self.session.game().record().start().boxed_clone();
        let options = self.session.options().clone();
        let record = new_record(start, &players, &options);
        self.stop(context);
        Transition::Game(Box::new(GameScreen::new(record, players, options, None, context)))
    }

    /// Completes the input: a file name after save and load, otherwise a command or a move.
    pub(super) fn complete(&mut self) {
        let words = command::vocabulary(self.session.legal()).into_iter();
        let own = SCREEN_WORDS.iter().filter_map(|(word, _)| Some(word.split(' ').next()?.to_owned()));
        let found = files::complete(&self.input, &words.chain(own).collect::<Vec<_>>());
        match &found[..] {
            [] => self.show_error(format!("Nothing starts with {}.", quoted(&self.input))),
            [one] => self.input.clone_from(one),
            many => {
                self.input = text_input::common_prefix(many);
                let shown: Vec<&str> = many.iter().take(30).map(String::as_str).collect();
                self.say(shown.join("  "));
            }
        }
    }

    /// Handles pasted text as if it were typed.
    pub(crate) fn paste(&mut self, text: &str, context: &mut ScreenContext) -> Transition {
        let mut lines = text.split(['\n', '\r']).filter(|line| !line.is_empty()).peekable();
        while let Some(line) = lines.next() {
            text_input::insert(&mut self.input, line);
            if lines.peek().is_some() || text.ends_with(['\n', '\r']) {
                let line = std::mem::take(&mut self.input);
                let go = self.submit(&line, context);
                if !matches!(go, Transition::Stay) {
                    return go;
                }
            }
        }
        Transition::Stay
    }
}
