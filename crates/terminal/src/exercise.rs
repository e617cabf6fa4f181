//! The screen of lessons and puzzles: board, text and answers.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::{Position, Rect};
use skirmish_board::{Action, View};
use skirmish_games::GameId;
use skirmish_lessons::{Lesson, Verdict};
use skirmish_session::{AnswerKind, ExerciseReply, ExerciseSession, LessonSession, PuzzleSession};

use crate::app::Transition;
use crate::canvas::{Canvas, Press, wrap};
use crate::context::ScreenContext;
use crate::drawing::{self, BoardOverlay};
use crate::game_screen::Tone;
use crate::layout::BoardLayout;
use crate::selection::{ClickResult, CursorDirection, Selection};
use crate::text_input;

/// The minimum width of the text.
const MIN_TEXT_COLUMNS: u16 = 28;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExerciseButton {
    Yes,
    No,
    Accept,
    Refuse,
    Next,
    Why,
    Hint,
    Show,
    Skip,
    Back,
    Leave,
}

impl ExerciseButton {
    fn label(self) -> &'static str {
        match self {
            ExerciseButton::Yes => "Yes",
            ExerciseButton::No => "No",
            ExerciseButton::Accept => "Accept",
            ExerciseButton::Refuse => "Refuse",
            ExerciseButton::Next => "Next",
            ExerciseButton::Why => "Why?",
            ExerciseButton::Hint => "Hint",
            ExerciseButton::Show => "Show me",
            ExerciseButton::Skip => "Skip",
            ExerciseButton::Back => "Back",
            ExerciseButton::Leave => "Leave",
        }
    }
}

/// The screen of a lesson, or of puzzles.
pub(crate) struct ExerciseScreen {
    session: Box<dyn ExerciseSession>,
    /// Whether progress is saved.
    saves_progress: bool,
    /// Whether the last exercise is done.
    over: bool,
    selection: Selection,
    input: String,
    message: (String, Tone),
    focus: Option<usize>,
    leaving: bool,
    /// The page of the text, if it does not fit.
    page: usize,
}

impl ExerciseScreen {
    /// The lesson of a game at its next step; `None` if the game has none.
    pub(crate) fn lesson(game: GameId, context: &ScreenContext) -> Option<ExerciseScreen> {
        let lesson = Lesson::of(game)?;
        let at = context.preferences.progress.next(&lesson);
        Some(ExerciseScreen::new(Box::new(LessonSession::new(lesson, at)), true))
    }

    /// The puzzles of a game, at the easiest one that is not solved; `None` if the game has none.
    pub(crate) fn puzzles(game: GameId, context: &ScreenContext) -> Option<ExerciseScreen> {
        let session = PuzzleSession::of(game, &context.preferences.puzzles)?;
        Some(ExerciseScreen::new(Box::new(session), true))
    }

    /// Exercises, and whether progress is saved.
    pub(crate) fn new(session: Box<dyn ExerciseSession>, saves_progress: bool) -> ExerciseScreen {
        let mut screen = ExerciseScreen {
            session,
            saves_progress,
            over: false,
            selection: Selection::default(),
            input: String::new(),
            message: Default::default(),
            focus: None,
            leaving: false,
            page: 0,
        };
        screen.begin();
        screen
    }

    /// Shows the exercise.
    fn begin(&mut self) {
        self.over = false;
        self.focus = None;
        self.page = 0;
        self.message = Default::default();
        self.selection = Selection::at(self.session.board());
    }

    fn legal(&self) -> Vec<Action> {
        if self.session.is_waiting() || self.session.answer_kind() == AnswerKind::YesNo {
            return Vec::new();
        }
        self.session.board().legal_actions()
    }

    fn buttons(&self) -> Vec<ExerciseButton> {
        if self.over {
            return vec![ExerciseButton::Leave];
        }
        if self.session.is_waiting() {
            return vec![ExerciseButton::Next, ExerciseButton::Back];
        }
        let mut buttons = match self.session.answer_kind() {
            AnswerKind::YesNo => vec![ExerciseButton::Yes, ExerciseButton::No],
            AnswerKind::AcceptRefuse => vec![ExerciseButton::Accept, ExerciseButton::Refuse],
            AnswerKind::Move => Vec::new(),
        };
        if self.session.has_refutation() {
            buttons.push(ExerciseButton::Why);
        }
        if self.session.has_hint() {
            buttons.push(ExerciseButton::Hint);
        }
        buttons.extend([ExerciseButton::Show, ExerciseButton::Skip, ExerciseButton::Back]);
        buttons
    }

    fn push(&mut self, button: ExerciseButton, context: &mut ScreenContext) -> Transition {
        match button {
            ExerciseButton::Leave => Transition::Back,
            ExerciseButton::Show => self.run_command("show", context),
            ExerciseButton::Next => self.run_command("next", context),
            ExerciseButton::Why => self.run_command("why", context),
            // The labels of the others are commands.
            _ => self.run_command(button.label(), context),
        }
    }

    /// Runs a command or grades an answer.
    fn run_command(&mut self, line: &str, context: &mut ScreenContext) -> Transition {
        match self.session.run_command(line) {
            ExerciseReply::Nothing => {}
            ExerciseReply::Said(text) => self.message = (text, Tone::Plain),
            ExerciseReply::Shown => self.begin(),
            ExerciseReply::Continued(text) => {
                self.begin();
                self.message = (text, Tone::Success);
            }
            ExerciseReply::Graded(verdict, message) => self.graded(verdict, &message.join(" "), context),
            ExerciseReply::Rules => return Transition::Rules(self.session.game()),
            ExerciseReply::Help => return Transition::Help,
            ExerciseReply::Quit => return Transition::Back,
            ExerciseReply::Over => {
                self.over = true;
                self.focus = Some(0);
                let (game, (sentence, level)) = (self.session.game(), self.session.farewell());
                let name = game.info().name;
                let how =
                    format!("Esc, then choose {name} at level {level} (or skirmish play {game} --level {level}).");
                self.message = (format!("{sentence} {how}"), Tone::Success);
            }
        }
        Transition::Stay
    }

    /// Shows the grade of an answer.
    fn graded(&mut self, verdict: Verdict, message: &str, context: &mut ScreenContext) {
        self.selection.selected = None;
        if verdict != Verdict::Right {
            self.message = (message.to_owned(), Tone::Error);
            return;
        }
        let ending = self.session.board().ending();
        self.message = (format!("{message} {ending}").trim_end().to_owned(), Tone::Success);
        // Enter continues.
        self.focus = Some(0);
        if self.saves_progress {
            self.session.save_progress(&mut context.preferences);
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut ScreenContext) -> Transition {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let left = std::mem::take(&mut self.leaving);
        match key.code {
            KeyCode::Char('c') if control && left => return Transition::Back,
            KeyCode::Char('c') if control => {
                self.leaving = true;
                self.message = ("Press Ctrl-C again to leave.".to_owned(), Tone::Plain);
            }
            KeyCode::F(2) => return Transition::Rules(self.session.game()),
            KeyCode::F(3) => return self.push(ExerciseButton::Hint, context),
            KeyCode::F(8) => return Transition::Menu,
            KeyCode::F(10) => return Transition::Leave,
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                return self.run_command(&line, context);
            }
            KeyCode::Char(' ') if self.input.is_empty() => return self.enter(context),
            KeyCode::Enter => return self.enter(context),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc if self.selection.selected.take().is_some() => {}
            KeyCode::Esc if !self.session.is_waiting() && self.focus.take().is_some() => {}
            KeyCode::Esc => return Transition::Back,
            KeyCode::Tab => {
                self.focus = self.focus.map_or(Some(0), |at| Some(at + 1).filter(|&at| at < self.buttons().len()))
            }
            KeyCode::BackTab => {
                let last = self.buttons().len() - 1;
                self.focus = self.focus.map_or(Some(last), |at| at.checked_sub(1));
            }
            KeyCode::PageDown => self.page += 1,
            KeyCode::PageUp => self.page = self.page.saturating_sub(1),
            KeyCode::Up => self.arrow(CursorDirection::Up),
            KeyCode::Down => self.arrow(CursorDirection::Down),
            KeyCode::Left => self.arrow(CursorDirection::Left),
            KeyCode::Right => self.arrow(CursorDirection::Right),
            _ => {
                text_input::edit(&mut self.input, key);
            }
        }
        Transition::Stay
    }

    fn enter(&mut self, context: &mut ScreenContext) -> Transition {
        match self.focus.and_then(|at| self.buttons().get(at).copied()) {
            Some(button) => return self.push(button, context),
            None if !self.session.is_waiting() => self.click_cursor(context),
            None => {}
        }
        Transition::Stay
    }

    fn click_cursor(&mut self, context: &mut ScreenContext) {
        let legal = self.legal();
        if legal.is_empty() || self.session.answer_kind() != AnswerKind::Move {
            self.message = ("Answer with the buttons: Tab and Enter, the mouse, or type.".to_owned(), Tone::Plain);
            return;
        }
        let game = self.session.board().boxed_clone();
        match self.selection.press(&*game, &legal) {
            ClickResult::Act(action) => {
                self.run_command(&action.text, context);
            }
            ClickResult::Changed => self.message = Default::default(),
            ClickResult::Illegal(error) => self.message = (format!("That move is not allowed. {error}"), Tone::Error),
            ClickResult::Idle => {
                self.message = (format!("Nothing on {} can move now.", self.selection.cursor), Tone::Error)
            }
        }
    }

    fn arrow(&mut self, direction: CursorDirection) {
        match (self.focus, direction) {
            (Some(at), CursorDirection::Left) => self.focus = Some(at.saturating_sub(1)),
            (Some(at), CursorDirection::Right) => self.focus = Some((at + 1).min(self.buttons().len() - 1)),
            _ => {
                self.focus = None;
                let view = self.session.board().view();
                self.selection.move_cursor(&view, direction);
            }
        }
    }

    pub(crate) fn press(&mut self, press: Press, context: &mut ScreenContext) -> Transition {
        match press {
            Press::Square(square) if !self.session.is_waiting() => {
                self.focus = None;
                self.selection.cursor = square;
                self.click_cursor(context);
            }
            Press::Button(number) => {
                if let Some(&button) = self.buttons().get(number) {
                    return self.push(button, context);
                }
            }
            _ => {}
        }
        Transition::Stay
    }

    pub(crate) fn hover(&mut self, press: &Press) {
        if let Press::Square(square) = press
            && self.selection.selected.is_some()
        {
            self.selection.cursor.clone_from(square);
        }
    }

    /// Draws the text beside the board and the question below it, which is always visible.
    fn message(&self, canvas: &mut Canvas<'_>, column: Rect, view: &View) {
        let (text, dim, strong) = (canvas.theme.text, canvas.theme.dim, canvas.theme.strong);
        let paragraphs: Vec<String> = self.session.text().into_iter().chain(view.notes.clone()).collect();
        let lines = wrap(&paragraphs.join("\n\n"), column.width.into());
        let asked = wrap(&self.session.question(), column.width.into());
        let room = usize::from(column.height).saturating_sub(asked.len() + 1).max(1);
        let pages = lines.len().div_ceil(room);
        let page = self.page % pages.max(1);
        let shown: Vec<&String> = lines.iter().skip(page * room).take(room).collect();
        let mut y = column.y;
        for line in &shown {
            y += 1;
            canvas.write(column.x, y - 1, column.width, line, text);
        }
        if pages > 1 {
            canvas.write(column.x, y, column.width, &format!("(PgDn: page {} of {pages})", page + 1), dim);
        }
        for line in &asked {
            y += 1;
            canvas.write(column.x, y, column.width, line, strong);
        }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let (place, title) = self.session.heading();
        canvas.title(&format!("{}: {place}, {title}", self.session.game().info().name));
        let (text, strong) = (canvas.theme.text, canvas.theme.strong);
        let game = self.session.board();
        let view = self.session.view();
        let paragraphs: Vec<String> =
            self.session.text().into_iter().chain(view.notes.clone()).chain([self.session.question()]).collect();
        let message = paragraphs.join("\n\n");
        // The text is beside the board, and the answer below both.
        let answer = if area.width < 80 { 4 } else { 3 };
        let middle = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 4 - answer };
        let legal = self.legal();
        let overlay = if self.session.is_waiting() {
            BoardOverlay::on(game)
        } else {
            BoardOverlay::of_selection(&self.selection, game, &legal)
        };
        let taken = drawing::board(canvas, board_room(&view, middle, &message), &view, &overlay);
        let x = taken.right() + 2;
        let column = Rect { x, width: middle.right().saturating_sub(x), ..middle };
        self.message(canvas, column, &view);
        let mut line = Rect { y: middle.bottom(), height: 1, ..middle };
        let labels: Vec<String> = self.buttons().iter().map(|button| button.label().to_owned()).collect();
        canvas.buttons(line, &labels, self.focus);
        line.y += 1;
        let style = canvas.theme.tone(self.message.1);
        canvas.paragraph(Rect { height: answer, ..line }, &self.message.0, style);
        line.y += answer;
        let prompt =
            if self.session.is_waiting() { "Press Enter to continue: " } else { self.session.answer_kind().prompt() };
        let x = line.x + canvas.write(line.x, line.y, line.width, prompt, strong);
        let x = x + canvas.write(x, line.y, line.right().saturating_sub(x), &self.input, text);
        *canvas.caret = Some(Position::new(x.min(area.right() - 1), line.y));
        canvas.keys(&[
            ("F1", "Keys", KeyCode::F(1)),
            ("F2", "Rules", KeyCode::F(2)),
            ("F3", "Hint", KeyCode::F(3)),
            ("Esc", "Leave", KeyCode::Esc),
        ]);
    }
}

/// The area for the board: as large as possible with the text beside it.
fn board_room(view: &View, middle: Rect, message: &str) -> Rect {
    let fits = |width: u16| {
        let layout = BoardLayout::fitting(view, (width, middle.height));
        let beside = middle.width.saturating_sub(layout.width() + 2);
        layout.width() <= width && wrap(message, beside.into()).len() <= middle.height.into()
    };
    let widths = (MIN_TEXT_COLUMNS..=middle.width.saturating_sub(20)).map(|text| middle.width.saturating_sub(text));
    let width = widths.into_iter().find(|&width| fits(width)).unwrap_or(middle.width / 2);
    Rect { width, ..middle }
}
