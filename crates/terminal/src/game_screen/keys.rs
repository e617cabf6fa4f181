//! Keys, mouse and buttons of the game screen.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use skirmish_board::ActionKind;
use skirmish_session::engine::EngineRequest;
use skirmish_session::messages;

use super::{BackgroundSearch, GameScreen, MOVE_DELAYS};
use crate::app::Transition;
use crate::canvas::Press;
use crate::context::ScreenContext;
use crate::selection::{ClickResult, CursorDirection};
use crate::text_input;

/// The buttons below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameButton {
    Accept,
    Refuse,
    Pass,
    MoveNow,
    Pause,
    Resume,
    Step,
    Slower,
    Faster,
    Rematch,
    OtherSide,
    StepThrough,
    Review,
    NextMistake,
    Menu,
    Back,
    Forth,
    Present,
}

impl GameButton {
    pub(super) fn label(self) -> &'static str {
        match self {
            GameButton::Accept => "Accept",
            GameButton::Refuse => "Refuse",
            GameButton::Pass => "Pass",
            GameButton::MoveNow => "Move now",
            GameButton::Pause => "Pause",
            GameButton::Resume => "Resume",
            GameButton::Step => "Step",
            GameButton::Slower => "Slower",
            GameButton::Faster => "Faster",
            GameButton::Rematch => "Rematch",
            GameButton::OtherSide => "Other side",
            GameButton::StepThrough => "Step through",
            GameButton::Review => "Review",
            GameButton::NextMistake => "Next mistake",
            GameButton::Menu => "Menu",
            GameButton::Back => "Back",
            GameButton::Forth => "Forth",
            GameButton::Present => "Return",
        }
    }
}

impl GameScreen {
    /// The buttons available now.
    pub(super) fn buttons(&self) -> Vec<GameButton> {
        let over = self.session.is_over();
        if self.viewed_ply.is_some() {
            let mut buttons = vec![GameButton::Back, GameButton::Forth];
            match &self.review {
                Some(_) => buttons.insert(0, GameButton::NextMistake),
                None if over => buttons.push(GameButton::Review),
                None => {}
            }
            buttons.push(GameButton::Present);
            return buttons;
        }
        if over {
            let mut buttons = vec![GameButton::Rematch];
            if self.session.players().person().is_some() {
                buttons.push(GameButton::OtherSide);
            }
            buttons.extend([GameButton::StepThrough, GameButton::Review, GameButton::Menu]);
            return buttons;
        }
        if self.session.is_watched() {
            let first = if self.watch.paused {
                [GameButton::Resume, GameButton::Step]
            } else {
                [GameButton::Pause, GameButton::Step]
            };
            return first.into_iter().chain([GameButton::Slower, GameButton::Faster, GameButton::Menu]).collect();
        }
        if self.session.is_choosing() {
            return vec![GameButton::MoveNow];
        }
        let kinds: Vec<ActionKind> = self.session.legal().iter().map(|action| action.kind).collect();
        [
            (ActionKind::Accept, GameButton::Accept),
            (ActionKind::Refuse, GameButton::Refuse),
            (ActionKind::Pass, GameButton::Pass),
        ]
        .into_iter()
        .filter(|(kind, _)| kinds.contains(kind))
        .map(|(_, button)| button)
        .collect()
    }

    fn push(&mut self, button: GameButton, context: &mut ScreenContext) -> Transition {
        let act = |screen: &mut Self, kind: ActionKind, context: &mut ScreenContext| {
            if let Some(action) = screen.session.legal().iter().find(|action| action.kind == kind).cloned() {
                screen.play_action(&action, context);
            }
        };
        match button {
            GameButton::Accept => act(self, ActionKind::Accept, context),
            GameButton::Refuse => act(self, ActionKind::Refuse, context),
            GameButton::Pass => act(self, ActionKind::Pass, context),
            GameButton::MoveNow => self.move_now(context),
            GameButton::Pause | GameButton::Resume => self.pause(context),
            GameButton::Step => self.single_step(context),
            GameButton::Slower => self.change_speed(1),
            GameButton::Faster => self.change_speed(-1),
            GameButton::Rematch => return self.rematch(false, context),
            GameButton::OtherSide => return self.rematch(true, context),
            GameButton::StepThrough => self.view_ply(0),
            GameButton::Review => self.begin_review(context),
            GameButton::NextMistake => self.next_mistake(),
            GameButton::Menu => return Transition::Menu,
            GameButton::Back => self.step(false),
            GameButton::Forth => self.step(true),
            GameButton::Present => self.back_to_present(),
        }
        // Keep the focus on a button that is still there.
        self.focus = self.focus.filter(|&at| self.buttons().get(at) == Some(&button));
        Transition::Stay
    }

    fn back_to_present(&mut self) {
        self.viewed_ply = None;
        if self.session.is_over() {
            self.say(self.result());
        } else {
            self.message = Default::default();
        }
    }

    /// Makes the engine move now.
    fn move_now(&mut self, context: &mut ScreenContext) {
        if self.session.is_choosing() {
            context.ask(EngineRequest::Stop);
        }
    }

    fn pause(&mut self, context: &mut ScreenContext) {
        self.watch.paused = !self.watch.paused;
        if self.watch.paused {
            self.say("Paused. Space resumes, Right plays one move.");
        } else {
            self.message = Default::default();
            self.watch.due = context.now;
            self.advance(context);
        }
    }

    /// Plays one move of the engine against itself.
    fn single_step(&mut self, context: &mut ScreenContext) {
        self.watch.paused = true;
        if !self.session.is_choosing() && !self.session.is_over() {
            self.think(context);
        }
    }

    fn change_speed(&mut self, by: isize) {
        self.watch.speed = self.watch.speed.saturating_add_signed(by).min(MOVE_DELAYS.len() - 1);
        let seconds = MOVE_DELAYS[self.watch.speed].as_secs_f64();
        self.say(format!("{seconds} s between moves."));
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut ScreenContext) -> Transition {
        self.active = context.now;
        if self.background == BackgroundSearch::Asleep {
            self.background = BackgroundSearch::Off;
            self.start_background_search(context);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let left = std::mem::take(&mut self.leaving);
        match key.code {
            KeyCode::Char('c') if control && self.session.is_choosing() => self.move_now(context),
            KeyCode::Char('c') if control && left => return Transition::Leave,
            KeyCode::Char('c') if control => {
                self.leaving = true;
                self.input.clear();
                self.say("Press Ctrl-C again to quit.");
            }
            KeyCode::Char('d') if control && self.input.is_empty() => return Transition::Leave,
            KeyCode::F(number) => return self.function(number, context),
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                return self.submit(&line, context);
            }
            KeyCode::Char(' ') if self.input.is_empty() && self.session.is_watched() && self.viewed_ply.is_none() => {
                self.pause(context)
            }
            KeyCode::Char('+') if self.input.is_empty() && self.session.is_watched() => self.change_speed(-1),
            KeyCode::Char('-') if self.input.is_empty() && self.session.is_watched() => self.change_speed(1),
            KeyCode::Enter => return self.enter(context),
            KeyCode::Char(' ') if self.input.is_empty() => return self.enter(context),
            KeyCode::Esc => self.cancel(context),
            KeyCode::Tab | KeyCode::BackTab if !self.input.is_empty() => self.complete(),
            KeyCode::Tab => self.next_focus(false),
            KeyCode::BackTab => self.next_focus(true),
            KeyCode::Up => self.arrow(CursorDirection::Up, context),
            KeyCode::Down => self.arrow(CursorDirection::Down, context),
            KeyCode::Left => self.arrow(CursorDirection::Left, context),
            KeyCode::Right => self.arrow(CursorDirection::Right, context),
            KeyCode::PageUp => self.step(false),
            KeyCode::PageDown => self.step(true),
            KeyCode::Home => self.view_ply(0),
            KeyCode::End => self.back_to_present(),
            _ => {
                text_input::edit(&mut self.input, key);
            }
        }
        Transition::Stay
    }

    fn function(&mut self, number: u8, context: &mut ScreenContext) -> Transition {
        let word = match number {
            2 => "rules",
            3 => "hint",
            4 => "eval",
            5 => "undo",
            6 => "redo",
            7 => "games",
            8 => "menu",
            9 => "coach",
            12 => "values",
            10 => "quit",
            _ => return Transition::Stay,
        };
        self.submit(word, context)
    }

    /// Enter or Space with empty input.
    fn enter(&mut self, context: &mut ScreenContext) -> Transition {
        match self.focus.and_then(|at| self.buttons().get(at).copied()) {
            Some(button) => self.push(button, context),
            None => {
                self.click_cursor(context);
                Transition::Stay
            }
        }
    }

    /// Selects the piece at the cursor, or moves the selected piece there.
    fn click_cursor(&mut self, context: &mut ScreenContext) {
        if self.viewed_ply.is_some() {
            return self.say("This is an earlier position. Press Esc to return to the game.");
        }
        if self.session.is_over() {
            return self.say(self.result());
        }
        if !self.is_persons_turn() {
            let name = self.session.players().name(self.session.game().side_to_move());
            return self.say(match self.session.is_watched() {
                true => format!("{name} plays both sides. Press Space to pause."),
                false => format!("It is {name}'s turn. Press Esc to make it move."),
            });
        }
        if self.session.game().is_waiting_for_answer() {
            let proposed = self.session.game().view().pending.map(|squares| squares.to_string()).unwrap_or_default();
            return self.show_error(format!("{proposed} is proposed: press Tab and Enter to accept or refuse it."));
        }
        match self.selection.press(self.session.game().current(), self.session.legal()) {
            ClickResult::Act(action) => self.play_action(&action, context),
            ClickResult::Changed => self.message = Default::default(),
            ClickResult::Illegal(error) => {
                self.show_error(messages::second_person(&error.to_string(), self.session.players()))
            }
            ClickResult::Idle => self.show_error(self.why_idle()),
        }
    }

    /// Why nothing can be selected at the cursor.
    fn why_idle(&self) -> String {
        let game = self.session.game().current();
        let square = &self.selection.cursor;
        let other = game.view().rows.into_iter().flat_map(|row| row.cells).find(|cell| cell.square != *square);
        let rule = other.and_then(|cell| game.read(&format!("{square}{}", cell.square)).err());
        match game.view().piece(square) {
            None => format!("{square} is empty."),
            // These rules hold for every target square, so any one will do.
            Some(piece) if piece.side != game.side_to_move() || piece.gas == Some(0) => messages::second_person(
                &rule.map(|error| error.to_string()).unwrap_or_default(),
                self.session.players(),
            ),
            Some(piece) => format!("The {} on {square} has no move now.", piece.kind),
        }
    }

    /// Esc: cancels the innermost state.
    fn cancel(&mut self, context: &mut ScreenContext) {
        if !self.input.is_empty() {
            self.input.clear();
        } else if self.focus.take().is_some() {
        } else if self.selection.selected.take().is_some() {
            self.message = Default::default();
        } else if self.viewed_ply.is_some() {
            self.back_to_present();
        } else if self.session.is_choosing() {
            self.move_now(context);
        } else {
            self.say("F8 opens the menu, F10 quits. The game is saved.");
        }
    }

    fn next_focus(&mut self, back: bool) {
        let count = self.buttons().len();
        if count == 0 {
            return self.selection.jump(self.session.legal(), back);
        }
        self.focus = match (self.focus, back) {
            (None, false) => Some(0),
            (None, true) => Some(count - 1),
            (Some(at), false) => Some(at + 1).filter(|&at| at < count),
            (Some(at), true) => at.checked_sub(1),
        };
    }

    fn arrow(&mut self, direction: CursorDirection, context: &mut ScreenContext) {
        let sideways = match direction {
            CursorDirection::Left => Some(false),
            CursorDirection::Right => Some(true),
            CursorDirection::Up | CursorDirection::Down => None,
        };
        match sideways {
            Some(forward) if self.focus.is_some() => {
                let last = self.buttons().len().saturating_sub(1);
                self.focus = self.focus.map(|at| if forward { (at + 1).min(last) } else { at.saturating_sub(1) });
            }
            Some(true) if self.session.is_watched() && self.watch.paused && self.viewed_ply.is_none() => {
                self.single_step(context)
            }
            Some(forward) if self.viewed_ply.is_some() || self.session.is_watched() && self.watch.paused => {
                self.step(forward)
            }
            _ => {
                self.focus = None;
                self.selection.move_cursor(&self.session.game().view(), direction);
                // Show what is under the cursor instead of the last message.
                self.message = Default::default();
            }
        }
    }

    /// Handles a click.
    pub(crate) fn press(&mut self, press: Press, context: &mut ScreenContext) -> Transition {
        self.active = context.now;
        match press {
            Press::Square(square) => {
                self.focus = None;
                self.selection.cursor = square;
                self.click_cursor(context);
                Transition::Stay
            }
            Press::Button(number) => match self.buttons().get(number) {
                Some(&button) => self.push(button, context),
                None => Transition::Stay,
            },
            Press::Item(ply) => {
                self.view_ply(ply);
                Transition::Stay
            }
            Press::Key(code) => self.key(code.into(), context),
        }
    }

    /// Handles mouse movement.
    pub(crate) fn hover(&mut self, press: &Press) {
        if let Press::Square(square) = press
            && self.selection.selected.is_some()
            && self.selection.cursor != *square
        {
            self.selection.cursor = square.clone();
            self.message = Default::default();
        }
    }

    /// The wheel steps through the game.
    pub(crate) fn wheel(&mut self, up: bool) {
        self.step(!up);
    }
}
