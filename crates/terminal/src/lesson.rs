//! A lesson on the whole screen: the board of a step, what is told, and what answers mean.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::{Position, Rect};
use skirmish_board::{Action, View};
use skirmish_games::GameId;
use skirmish_play::Table;
use skirmish_school::{Judgement, Lesson, Question, Step, Verdict};

use crate::app::Go;
use crate::canvas::{Canvas, Press, wrap};
use crate::drawing::{self, Sight};
use crate::field;
use crate::hand::{Hand, Touch, Way};
use crate::layout::Layout;
use crate::table::Tone;
use crate::world::World;

/// What is told should have this many columns.
const NARROWEST_TEXT: u16 = 28;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Button {
    Yes,
    No,
    Accept,
    Refuse,
    Next,
    Hint,
    Show,
    Skip,
    Back,
    Leave,
}

impl Button {
    fn label(self) -> &'static str {
        match self {
            Button::Yes => "Yes",
            Button::No => "No",
            Button::Accept => "Accept",
            Button::Refuse => "Refuse",
            Button::Next => "Next step",
            Button::Hint => "Hint",
            Button::Show => "Show me",
            Button::Skip => "Skip",
            Button::Back => "Back",
            Button::Leave => "Leave",
        }
    }
}

/// A lesson being held.
pub(crate) struct LessonScreen {
    lesson: Lesson,
    at: usize,
    /// What came of the last right answer; the next step waits.
    solved: Option<Judgement>,
    /// Whether progress is remembered.
    kept: bool,
    /// Whether the last step is done.
    over: bool,
    hand: Hand,
    input: String,
    message: (String, Tone),
    focus: Option<usize>,
    leaving: bool,
    /// Which part of what is told is shown, where it does not fit.
    page: usize,
}

impl LessonScreen {
    /// The lesson of a game, where somebody left it; `None` if the game has none.
    pub(crate) fn of(game: GameId, world: &World) -> Option<LessonScreen> {
        let lesson = Lesson::of(game)?;
        let at = world.memory.progress.next(&lesson);
        Some(LessonScreen::new(lesson, at, true))
    }

    /// A lesson at a step, counted from 0. `kept` if progress is remembered.
    pub(crate) fn new(lesson: Lesson, at: usize, kept: bool) -> LessonScreen {
        let mut screen = LessonScreen {
            at: at.min(lesson.steps().len() - 1),
            lesson,
            solved: None,
            kept,
            over: false,
            hand: Hand::default(),
            input: String::new(),
            message: Default::default(),
            focus: None,
            leaving: false,
            page: 0,
        };
        screen.begin(screen.at);
        screen
    }

    fn step(&self) -> &Step {
        &self.lesson.steps()[self.at]
    }

    /// Begins a step.
    fn begin(&mut self, at: usize) {
        self.at = at;
        self.solved = None;
        self.over = false;
        self.focus = None;
        self.page = 0;
        self.message = Default::default();
        self.hand = Hand::at(self.step().table());
    }

    /// The board that is shown: that of the step, or what came of the right answer.
    fn table(&self) -> &dyn Table {
        self.solved.as_ref().and_then(|judgement| judgement.after.as_deref()).unwrap_or(self.step().table())
    }

    fn legal(&self) -> Vec<Action> {
        match (&self.solved, &self.step().question) {
            (None, Question::Action) => self.step().table().legal_actions(),
            _ => Vec::new(),
        }
    }

    fn buttons(&self) -> Vec<Button> {
        if self.over {
            return vec![Button::Leave];
        }
        if self.solved.is_some() {
            return vec![Button::Next, Button::Back];
        }
        let mut buttons = match self.step().question {
            Question::IsLegal(_) => vec![Button::Yes, Button::No],
            Question::Action if self.step().table().answers().is_some() => vec![Button::Accept, Button::Refuse],
            Question::Action => Vec::new(),
        };
        if self.step().hint.is_some() {
            buttons.push(Button::Hint);
        }
        buttons.extend([Button::Show, Button::Skip, Button::Back]);
        buttons
    }

    fn push(&mut self, button: Button, world: &mut World) -> Go {
        match button {
            Button::Yes => self.answer("yes", world),
            Button::No => self.answer("no", world),
            Button::Accept => self.answer("accept", world),
            Button::Refuse => self.answer("refuse", world),
            Button::Hint => {
                let none = "There is no hint here. Show me tells the answer.";
                self.message = (self.step().hint.clone().unwrap_or_else(|| none.to_owned()), Tone::Plain);
            }
            Button::Show => self.message = (format!("The answer is {}. Try it.", self.step().solution()), Tone::Plain),
            Button::Next | Button::Skip if self.at + 1 < self.lesson.steps().len() => self.begin(self.at + 1),
            Button::Next | Button::Skip => {
                self.over = true;
                self.focus = Some(0);
                let id = self.lesson.game();
                self.message = (
                    format!(
                        "That was the last step. Now play a game against somebody who has just learned it, too: Esc, then \
                         choose {} at level 1 (or skirmish play {id} --level 1).",
                        id.info().name
                    ),
                    Tone::Praise,
                );
            }
            Button::Back if self.at == 0 => self.message = ("This is the first step.".to_owned(), Tone::Plain),
            Button::Back => self.begin(self.at - 1),
            Button::Leave => return Go::Back,
        }
        Go::Stay
    }

    /// Judges an answer.
    fn answer(&mut self, text: &str, world: &mut World) {
        if self.solved.is_some() {
            return;
        }
        let judgement = self.step().judge(text);
        let rule = judgement.rule.as_ref().map_or(String::new(), |rule| format!(" The rule: {rule}"));
        let (said, tone) = match judgement.verdict {
            Verdict::Right => {
                let told = judgement.epilogue.as_ref().map_or(String::new(), |told| format!(" {told}"));
                let ending = judgement.after.as_ref().map_or(String::new(), |table| format!(" {}", table.ending()));
                (format!("Right! {}{rule}{told}{}", judgement.sentence, ending.trim_end()), Tone::Praise)
            }
            Verdict::Wrong => (format!("Not yet. {}{rule}", judgement.sentence), Tone::Complaint),
            Verdict::Illegal => (format!("That move is not allowed. {}", judgement.sentence), Tone::Complaint),
            Verdict::Unreadable => (judgement.sentence.clone(), Tone::Complaint),
        };
        self.message = (said, tone);
        self.hand.selected = None;
        if judgement.verdict == Verdict::Right {
            self.solved = Some(judgement);
            // Enter goes on.
            self.focus = Some(0);
            if self.kept {
                world.memory.progress.note(self.lesson.game(), self.at);
            }
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, world: &mut World) -> Go {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let left = std::mem::take(&mut self.leaving);
        match key.code {
            KeyCode::Char('c') if control && left => return Go::Back,
            KeyCode::Char('c') if control => {
                self.leaving = true;
                self.message = ("(Ctrl-C once more leaves the lesson.)".to_owned(), Tone::Plain);
            }
            KeyCode::F(2) => return Go::Rules(self.lesson.game()),
            KeyCode::F(3) => return self.push(Button::Hint, world),
            KeyCode::F(8) => return Go::Menu,
            KeyCode::F(10) => return Go::Leave,
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                return self.submit(line.trim(), world);
            }
            KeyCode::Char(' ') if self.input.is_empty() => return self.enter(world),
            KeyCode::Enter => return self.enter(world),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc if self.hand.selected.take().is_some() => {}
            KeyCode::Esc if self.solved.is_none() && self.focus.take().is_some() => {}
            KeyCode::Esc => return Go::Back,
            KeyCode::Tab => {
                self.focus = self.focus.map_or(Some(0), |at| Some(at + 1).filter(|&at| at < self.buttons().len()))
            }
            KeyCode::BackTab => {
                let last = self.buttons().len() - 1;
                self.focus = self.focus.map_or(Some(last), |at| at.checked_sub(1));
            }
            KeyCode::PageDown => self.page += 1,
            KeyCode::PageUp => self.page = self.page.saturating_sub(1),
            KeyCode::Up => self.arrow(Way::Up),
            KeyCode::Down => self.arrow(Way::Down),
            KeyCode::Left => self.arrow(Way::Left),
            KeyCode::Right => self.arrow(Way::Right),
            _ => {
                field::edit(&mut self.input, key);
            }
        }
        Go::Stay
    }

    /// Does what a word asks for; anything else is an answer.
    fn submit(&mut self, line: &str, world: &mut World) -> Go {
        match line.to_lowercase().as_str() {
            "hint" => self.push(Button::Hint, world),
            "show" => self.push(Button::Show, world),
            "skip" | "next" => self.push(Button::Skip, world),
            "back" => self.push(Button::Back, world),
            "again" | "board" => {
                self.begin(self.at);
                Go::Stay
            }
            "rules" => Go::Rules(self.lesson.game()),
            "help" => Go::Help,
            "quit" | "q" | "exit" => Go::Back,
            _ => {
                self.answer(line, world);
                Go::Stay
            }
        }
    }

    fn enter(&mut self, world: &mut World) -> Go {
        match self.focus.and_then(|at| self.buttons().get(at).copied()) {
            Some(button) => return self.push(button, world),
            None if self.solved.is_none() => self.touch(world),
            None => {}
        }
        Go::Stay
    }

    fn touch(&mut self, world: &mut World) {
        let legal = self.legal();
        if legal.is_empty() || self.step().table().answers().is_some() {
            self.message = ("Answer with the buttons: Tab and Enter, the mouse, or type.".to_owned(), Tone::Plain);
            return;
        }
        let table = self.step().table().boxed_clone();
        match self.hand.press(&*table, &legal) {
            Touch::Act(action) => self.answer(&action.text, world),
            Touch::Changed => self.message = Default::default(),
            Touch::Illegal(error) => self.message = (format!("That move is not allowed. {error}"), Tone::Complaint),
            Touch::Idle => self.message = (format!("Nothing on {} can move now.", self.hand.cursor), Tone::Complaint),
        }
    }

    fn arrow(&mut self, way: Way) {
        match (self.focus, way) {
            (Some(at), Way::Left) => self.focus = Some(at.saturating_sub(1)),
            (Some(at), Way::Right) => self.focus = Some((at + 1).min(self.buttons().len() - 1)),
            _ => {
                self.focus = None;
                let view = self.table().view();
                self.hand.go(&view, way);
            }
        }
    }

    pub(crate) fn press(&mut self, press: Press, world: &mut World) -> Go {
        match press {
            Press::Square(square) if self.solved.is_none() => {
                self.focus = None;
                self.hand.cursor = square;
                self.touch(world);
            }
            Press::Button(number) => {
                if let Some(&button) = self.buttons().get(number) {
                    return self.push(button, world);
                }
            }
            _ => {}
        }
        Go::Stay
    }

    pub(crate) fn hover(&mut self, press: &Press) {
        if let Press::Square(square) = press
            && self.hand.selected.is_some()
        {
            self.hand.cursor.clone_from(square);
        }
    }

    /// What is told beside the board, and below it the question, which is always there.
    fn told(&self, canvas: &mut Canvas<'_>, column: Rect, view: &View) {
        let (text, dim, strong) = (canvas.theme.text, canvas.theme.dim, canvas.theme.strong);
        let step = self.step();
        let paragraphs: Vec<&str> = step.text.iter().chain(&view.notes).map(String::as_str).collect();
        let lines = wrap(&paragraphs.join("\n\n"), column.width.into());
        let asked = wrap(&step.ask, column.width.into());
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
        let step = self.step();
        let all = self.lesson.steps().len();
        canvas.title(&format!("{}: step {} of {all}, {}", self.lesson.game().info().name, self.at + 1, step.title));
        let (text, strong) = (canvas.theme.text, canvas.theme.strong);
        let table = self.table();
        let view = table.view();
        let paragraphs: Vec<&str> =
            step.text.iter().chain(&view.notes).chain([&step.ask]).map(String::as_str).collect();
        let told = paragraphs.join("\n\n");
        // The text stands beside the board, and the answer below both.
        let answer = if area.width < 80 { 4 } else { 3 };
        let middle = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 4 - answer };
        let legal = self.legal();
        let sight = if self.solved.is_some() { Sight::on(table) } else { Sight::of_hand(&self.hand, table, &legal) };
        let taken = drawing::board(canvas, board_room(&view, middle, &told), &view, &sight);
        let x = taken.right() + 2;
        let column = Rect { x, width: middle.right().saturating_sub(x), ..middle };
        self.told(canvas, column, &view);
        let mut line = Rect { y: middle.bottom(), height: 1, ..middle };
        let labels: Vec<String> = self.buttons().iter().map(|button| button.label().to_owned()).collect();
        canvas.buttons(line, &labels, self.focus);
        line.y += 1;
        let style = match self.message.1 {
            Tone::Plain => canvas.theme.text,
            Tone::Complaint => canvas.theme.complaint,
            Tone::Praise => canvas.theme.praise,
        };
        canvas.paragraph(Rect { height: answer, ..line }, &self.message.0, style);
        line.y += answer;
        let prompt = match step.question {
            _ if self.solved.is_some() => "Enter goes on: ",
            Question::IsLegal(_) => "Yes or no? ",
            Question::Action if step.table().answers().is_some() => "Accept or refuse? ",
            Question::Action => "Your move: ",
        };
        let x = line.x + canvas.write(line.x, line.y, line.width, prompt, strong);
        let x = x + canvas.write(x, line.y, line.right().saturating_sub(x), &self.input, text);
        *canvas.caret = Some(Position::new(x.min(area.right() - 1), line.y));
        canvas.keys(&[
            ("F1", "Keys", KeyCode::F(1)),
            ("F2", "Rules", KeyCode::F(2)),
            ("F3", "Hint", KeyCode::F(3)),
            ("Esc", "Leave the lesson", KeyCode::Esc),
        ]);
    }
}

/// The room for the board of a step: as large as it can be if what is told shall fit beside it.
fn board_room(view: &View, middle: Rect, told: &str) -> Rect {
    let fits = |width: u16| {
        let layout = Layout::fitting(view, (width, middle.height));
        let beside = middle.width.saturating_sub(layout.width() + 2);
        layout.width() <= width && wrap(told, beside.into()).len() <= middle.height.into()
    };
    let widths = (NARROWEST_TEXT..=middle.width.saturating_sub(20)).map(|text| middle.width.saturating_sub(text));
    let width = widths.into_iter().find(|&width| fits(width)).unwrap_or(middle.width / 2);
    Rect { width, ..middle }
}
