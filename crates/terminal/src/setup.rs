//! The setup screen: opponent, level, who moves first, time, size.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::Rect;
use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_play::Level;

use crate::app::Transition;
use crate::canvas::{Canvas, Press};
use crate::context::ScreenContext;
use crate::drawing;
use crate::game_screen::GameScreen;
use skirmish_session::engine::EngineRequest;
use skirmish_session::new_game::{GameOptions, OFFERED_LEVEL, new_record, set_up_game};
use skirmish_session::players::Role;

/// The offered time limits, in seconds.
const OFFERED_TIMES_S: [u64; 6] = [1, 2, 5, 10, 30, 60];

/// The largest board offered; larger ones can be typed as a name.
const MAX_OFFERED_SIZE: u8 = 8;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SetupQuestion {
    Opponent,
    Level,
    Begins,
    Time,
    Size,
}

/// The setup screen.
pub(crate) struct SetupScreen {
    game: GameId,
    /// `None` for a game against the engine.
    vs: Option<Role>,
    level: Level,
    first: bool,
    time: Duration,
    /// The current question.
    at: usize,
}

impl SetupScreen {
    /// The setup of a game, with the last level chosen.
    pub(crate) fn new(game: GameId, context: &ScreenContext) -> SetupScreen {
        let level = context.preferences.level.unwrap_or(OFFERED_LEVEL);
        SetupScreen { game, vs: None, level, first: true, time: context.options.time, at: 0 }
    }

    /// The same; the engine gets ready while people choose.
    pub(crate) fn prepared(game: GameId, context: &mut ScreenContext) -> SetupScreen {
        let setup = SetupScreen::new(game, context);
        let options = GameOptions { level: setup.level, ..context.options.clone() };
        context.ask(EngineRequest::Options(Box::new(options.engine())));
        context.ask(EngineRequest::Prepare(game));
        setup
    }

    /// The questions that apply, given the answers so far.
    fn questions(&self) -> Vec<SetupQuestion> {
        let mut questions = vec![SetupQuestion::Opponent];
        if self.vs != Some(Role::Person) {
            questions.push(SetupQuestion::Level);
        }
        if self.vs.is_none() || self.game.info().opener.is_none() {
            questions.push(SetupQuestion::Begins);
        }
        if self.vs != Some(Role::Person) {
            questions.push(SetupQuestion::Time);
        }
        if self.game.info().sizes.is_some() {
            questions.push(SetupQuestion::Size);
        }
        questions
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut ScreenContext) -> Transition {
        let last = self.questions().len() - 1;
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Transition::Back,
            KeyCode::Esc => return Transition::Back,
            KeyCode::F(2) => return Transition::Rules(self.game),
            KeyCode::F(9) => return Transition::Lesson(self.game),
            KeyCode::F(10) => return Transition::Leave,
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1).min(last),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            // A digit sets the level; 0 is ten.
            KeyCode::Char(c) if self.questions()[self.at] == SetupQuestion::Level => {
                let number = c.to_digit(10).map(|digit| if digit == 0 { 10 } else { digit as u8 });
                self.level = number.and_then(Level::new).unwrap_or(self.level);
            }
            KeyCode::Enter => return self.begin(context),
            _ => {}
        }
        Transition::Stay
    }

    pub(crate) fn press(&mut self, press: Press, context: &mut ScreenContext) -> Transition {
        match press {
            Press::Item(number) => {
                // Encodes the question, and in the lowest bit whether the answer goes up.
                self.at = (number / 2).min(self.questions().len() - 1);
                self.change(number % 2 == 1);
            }
            Press::Button(0) => return self.begin(context),
            Press::Button(1) => return Transition::Lesson(self.game),
            Press::Button(_) => return Transition::Rules(self.game),
            Press::Square(_) | Press::Key(_) => {}
        }
        Transition::Stay
    }

    fn change(&mut self, up: bool) {
        match self.questions()[self.at.min(self.questions().len() - 1)] {
            SetupQuestion::Opponent => {
                let roles = [None, Some(Role::Person), Some(Role::Engine)];
                let at = roles.iter().position(|role| *role == self.vs).unwrap_or(0);
                self.vs = roles[if up { (at + 1).min(2) } else { at.saturating_sub(1) }];
            }
            SetupQuestion::Level => {
                let number = self.level.number();
                let next = if up { number + 1 } else { number - 1 };
                self.level = Level::new(next).unwrap_or(self.level);
            }
            SetupQuestion::Begins => self.first = !self.first,
            SetupQuestion::Time => {
                let seconds = self.time.as_secs_f64();
                let mut faster = OFFERED_TIMES_S.iter().filter(|&&time| (time as f64) < seconds);
                let mut slower = OFFERED_TIMES_S.iter().filter(|&&time| time as f64 > seconds);
                let next = if up { slower.next() } else { faster.next_back() };
                self.time = next.map_or(self.time, |&seconds| Duration::from_secs(seconds));
            }
            SetupQuestion::Size => {
                let size = if up { self.game.size() + 1 } else { self.game.size().saturating_sub(1) };
                let named = format!("{}:{size}", self.game.info().id);
                let offered = !up || size <= MAX_OFFERED_SIZE;
                self.game = GameId::parse(&named).ok().filter(|_| offered).unwrap_or(self.game);
            }
        }
        self.at = self.at.min(self.questions().len() - 1);
    }

    fn begin(&mut self, context: &mut ScreenContext) -> Transition {
        if self.vs != Some(Role::Person) {
            context.preferences.level = Some(self.level);
        }
        context.options.time = self.time;
        // The start position is always valid.
        let Ok((game, players)) = set_up_game(self.game, None, self.first, self.vs) else { return Transition::Stay };
        let options = GameOptions { level: self.level, ..context.options.clone() };
        let record = new_record(game, &players, &options);
        Transition::Game(Box::new(GameScreen::new(record, players, options, None, context)))
    }

    /// The name of a question, its answer, and a description.
    fn line(&self, question: SetupQuestion) -> (&'static str, String, &'static str) {
        let info = self.game.info();
        let opener = |side: Side| info.sides[side.index()];
        match question {
            SetupQuestion::Opponent => match self.vs {
                None => ("Opponent", info.player.to_owned(), "the computer player of this game"),
                Some(Role::Person) => ("Opponent", "another person".to_owned(), "two people at one keyboard"),
                Some(Role::Engine) => ("Opponent", "none: watch".to_owned(), "the computer plays both sides"),
            },
            SetupQuestion::Level => ("Level", format!("{} of 10", self.level.number()), self.level.description()),
            SetupQuestion::Begins => {
                let begins = match (self.vs, self.first, info.opener) {
                    (None, true, Some(side)) => format!("you, as {}", opener(side)),
                    (None, false, Some(side)) => format!("{}, as {}", info.player, opener(side)),
                    (None, true, None) => "you".to_owned(),
                    (None, false, None) => info.player.to_owned(),
                    (Some(_), true, _) => opener(Side::South).to_owned(),
                    (Some(_), false, _) => opener(Side::North).to_owned(),
                };
                ("First", begins, "")
            }
            SetupQuestion::Time => {
                ("Time", format!("{} s a move", self.time.as_secs_f64()), "the longest the computer thinks")
            }
            SetupQuestion::Size => ("Size", self.game.size().to_string(), "pieces on each side"),
        }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let info = self.game.info();
        canvas.title(&format!("{}: a new game", info.name));
        let (text, dim, strong, chosen) =
            (canvas.theme.text, canvas.theme.dim, canvas.theme.strong, canvas.theme.chosen);
        let x = area.x + 2;
        let width = area.width - 4;
        canvas.paragraph(Rect { x, y: area.y + 2, width, height: 1 }, info.summary, dim);
        let mut y = area.y + 4;
        let (less, more) = (canvas.theme.sign("◀", "<"), canvas.theme.sign("▶", ">"));
        for (index, question) in self.questions().into_iter().enumerate() {
            let (name, answer, meaning) = self.line(question);
            canvas.write(x, y, 10, name, if index == self.at { strong } else { text });
            let at = x + 11;
            canvas.write(at, y, 1, less, dim);
            canvas.clickable(Rect::new(at, y, 2, 1), Press::Item(2 * index));
            let style = if index == self.at { chosen } else { text };
            let answer = format!(" {answer} ");
            let taken = canvas.write(at + 2, y, 24, &answer, style);
            canvas.write(at + 2 + taken + 1, y, 1, more, dim);
            canvas.clickable(Rect::new(at + 2, y, taken + 2, 1), Press::Item(2 * index + 1));
            let right = at + 30;
            if area.right() > right + 40 || meaning.len() + 2 < usize::from(area.right() - right) {
                let room = Rect { x: right, y, width: area.right() - right - 2, height: 2 };
                canvas.paragraph(room, meaning, dim);
                y += if meaning.len() > usize::from(room.width) { 2 } else { 1 };
            } else {
                y += 1;
                y += canvas.paragraph(Rect { x: at, y, width: area.right() - at - 2, height: 3 }, meaning, dim);
            }
        }
        y += 1;
        let labels = ["Start", "Learn it first", "Rules"].map(str::to_owned);
        canvas.buttons(Rect { x, y, width, height: 1 }, &labels, Some(0));
        let view = skirmish_play::new_game(self.game).view();
        if y + 2 + view.rows.len() as u16 <= area.bottom() - 2 {
            drawing::miniature(canvas, x + 11, y + 2, &view);
        }
        canvas.keys(&[
            ("Enter", "Start", KeyCode::Enter),
            ("Arrows", "Choose", KeyCode::Right),
            ("F9", "Lesson", KeyCode::F(9)),
            ("F2", "Rules", KeyCode::F(2)),
            ("Esc", "Back", KeyCode::Esc),
        ]);
    }
}
