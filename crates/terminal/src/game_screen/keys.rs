//! What keys, clicks and buttons do at a game.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use skirmish_board::ActionKind;
use skirmish_session::engine::EngineRequest;
use skirmish_session::messages;

use super::{Along, GameScreen, SPEEDS};
use crate::app::Transition;
use crate::canvas::Press;
use crate::context::ScreenContext;
use crate::selection::{ClickResult, CursorDirection};
use crate::text_input;

/// What can be pressed besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameButton {
    Accept,
    Refuse,
    Pass,
    MoveNow,
    Pause,
    GoOn,
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
            GameButton::GoOn => "Resume",
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
    /// The buttons that make sense now.
    pub(super) fn buttons(&self) -> Vec<GameButton> {
        let over = self.session.is_over();
        if self.at.is_some() {
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
                [GameButton::GoOn, GameButton::Step]
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

    fn push(&mut self, button: GameButton, world: &mut ScreenContext) -> Transition {
        let act = |screen: &mut Self, kind: ActionKind, world: &mut ScreenContext| {
            if let Some(action) = screen.session.legal().iter().find(|action| action.kind == kind).cloned() {
                screen.play_action(&action, world);
            }
        };
        match button {
            GameButton::Accept => act(self, ActionKind::Accept, world),
            GameButton::Refuse => act(self, ActionKind::Refuse, world),
            GameButton::Pass => act(self, ActionKind::Pass, world),
            GameButton::MoveNow => self.hurry(world),
            GameButton::Pause | GameButton::GoOn => self.pause(world),
            GameButton::Step => self.single_step(world),
            GameButton::Slower => self.change_speed(1),
            GameButton::Faster => self.change_speed(-1),
            GameButton::Rematch => return self.rematch(false, world),
            GameButton::OtherSide => return self.rematch(true, world),
            GameButton::StepThrough => self.look_at(0),
            GameButton::Review => self.begin_review(world),
            GameButton::NextMistake => self.next_mistake(),
            GameButton::Menu => return Transition::Menu,
            GameButton::Back => self.step(false),
            GameButton::Forth => self.step(true),
            GameButton::Present => self.back_to_present(),
        }
        // A button that is still there can be pressed again.
        self.focus = self.focus.filter(|&at| self.buttons().get(at) == Some(&button));
        Transition::Stay
    }

    fn back_to_present(&mut self) {
        self.at = None;
        if self.session.is_over() {
            self.say(self.result());
        } else {
            self.message = Default::default();
        }
    }

    /// Has the engine make its move now.
    fn hurry(&mut self, world: &mut ScreenContext) {
        if self.session.is_choosing() {
            world.ask(EngineRequest::Stop);
        }
    }

    fn pause(&mut self, world: &mut ScreenContext) {
        self.watch.paused = !self.watch.paused;
        if self.watch.paused {
            self.say("Paused. Space resumes, Right plays one move.");
        } else {
            self.message = Default::default();
            self.watch.due = world.now;
            self.advance(world);
        }
    }

    /// Plays one move of a game that is watched.
    fn single_step(&mut self, world: &mut ScreenContext) {
        self.watch.paused = true;
        if !self.session.is_choosing() && !self.session.is_over() {
            self.think(world);
        }
    }

    fn change_speed(&mut self, by: isize) {
        self.watch.speed = self.watch.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        let seconds = SPEEDS[self.watch.speed].as_secs_f64();
        self.say(format!("{seconds} s between moves."));
    }

    /// A key was pressed.
    pub(crate) fn key(&mut self, key: KeyEvent, world: &mut ScreenContext) -> Transition {
        self.active = world.now;
        if self.along == Along::Asleep {
            self.along = Along::Off;
            self.think_along(world);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let left = std::mem::take(&mut self.leaving);
        match key.code {
            KeyCode::Char('c') if control && self.session.is_choosing() => self.hurry(world),
            KeyCode::Char('c') if control && left => return Transition::Leave,
            KeyCode::Char('c') if control => {
                self.leaving = true;
                self.input.clear();
                self.say("Press Ctrl-C again to quit.");
            }
            KeyCode::Char('d') if control && self.input.is_empty() => return Transition::Leave,
            KeyCode::F(number) => return self.function(number, world),
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                return self.submit(&line, world);
            }
            KeyCode::Char(' ') if self.input.is_empty() && self.session.is_watched() && self.at.is_none() => {
                self.pause(world)
            }
            KeyCode::Char('+') if self.input.is_empty() && self.session.is_watched() => self.change_speed(-1),
            KeyCode::Char('-') if self.input.is_empty() && self.session.is_watched() => self.change_speed(1),
            KeyCode::Enter => return self.enter(world),
            KeyCode::Char(' ') if self.input.is_empty() => return self.enter(world),
            KeyCode::Esc => self.let_go(world),
            KeyCode::Tab | KeyCode::BackTab if !self.input.is_empty() => self.complete(),
            KeyCode::Tab => self.next_focus(false),
            KeyCode::BackTab => self.next_focus(true),
            KeyCode::Up => self.arrow(CursorDirection::Up, world),
            KeyCode::Down => self.arrow(CursorDirection::Down, world),
            KeyCode::Left => self.arrow(CursorDirection::Left, world),
            KeyCode::Right => self.arrow(CursorDirection::Right, world),
            KeyCode::PageUp => self.step(false),
            KeyCode::PageDown => self.step(true),
            KeyCode::Home => self.look_at(0),
            KeyCode::End => self.back_to_present(),
            _ => {
                text_input::edit(&mut self.input, key);
            }
        }
        Transition::Stay
    }

    fn function(&mut self, number: u8, world: &mut ScreenContext) -> Transition {
        let word = match number {
            2 => "rules",
            3 => "hint",
            4 => "eval",
            5 => "undo",
            6 => "redo",
            7 => "games",
            8 => "menu",
            10 => "quit",
            _ => return Transition::Stay,
        };
        self.submit(word, world)
    }

    /// Enter or Space with nothing typed.
    fn enter(&mut self, world: &mut ScreenContext) -> Transition {
        match self.focus.and_then(|at| self.buttons().get(at).copied()) {
            Some(button) => self.push(button, world),
            None => {
                self.touch(world);
                Transition::Stay
            }
        }
    }

    /// Picks up or lets go at the cursor.
    fn touch(&mut self, world: &mut ScreenContext) {
        if self.at.is_some() {
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
            return self.complain(format!("{proposed} is proposed: press Tab and Enter to accept or refuse it."));
        }
        match self.hand.press(self.session.game().table(), self.session.legal()) {
            ClickResult::Act(action) => self.play_action(&action, world),
            ClickResult::Changed => self.message = Default::default(),
            ClickResult::Illegal(error) => self.complain(messages::spoken(&error.to_string(), self.session.players())),
            ClickResult::Idle => self.complain(self.why_idle()),
        }
    }

    /// Why nothing can be picked up at the cursor.
    fn why_idle(&self) -> String {
        let table = self.session.game().table();
        let square = &self.hand.cursor;
        let other = table.view().rows.into_iter().flat_map(|row| row.cells).find(|cell| cell.square != *square);
        let rule = other.and_then(|cell| table.read(&format!("{square}{}", cell.square)).err());
        match table.view().piece(square) {
            None => format!("{square} is empty."),
            // Whose it is, and that its tank is empty, are rules that hold wherever it goes.
            Some(piece) if piece.side != table.side_to_move() || piece.gas == Some(0) => {
                messages::spoken(&rule.map(|error| error.to_string()).unwrap_or_default(), self.session.players())
            }
            Some(piece) => format!("The {} on {square} has no move now.", piece.kind),
        }
    }

    /// Esc: lets go of one thing after the other.
    fn let_go(&mut self, world: &mut ScreenContext) {
        if !self.input.is_empty() {
            self.input.clear();
        } else if self.focus.take().is_some() {
        } else if self.hand.selected.take().is_some() {
            self.message = Default::default();
        } else if self.at.is_some() {
            self.back_to_present();
        } else if self.session.is_choosing() {
            self.hurry(world);
        } else {
            self.say("F8 opens the menu, F10 quits. The game is saved.");
        }
    }

    fn next_focus(&mut self, back: bool) {
        let count = self.buttons().len();
        if count == 0 {
            return self.hand.jump(self.session.legal(), back);
        }
        self.focus = match (self.focus, back) {
            (None, false) => Some(0),
            (None, true) => Some(count - 1),
            (Some(at), false) => Some(at + 1).filter(|&at| at < count),
            (Some(at), true) => at.checked_sub(1),
        };
    }

    fn arrow(&mut self, way: CursorDirection, world: &mut ScreenContext) {
        let sideways = match way {
            CursorDirection::Left => Some(false),
            CursorDirection::Right => Some(true),
            CursorDirection::Up | CursorDirection::Down => None,
        };
        match sideways {
            Some(forward) if self.focus.is_some() => {
                let last = self.buttons().len().saturating_sub(1);
                self.focus = self.focus.map(|at| if forward { (at + 1).min(last) } else { at.saturating_sub(1) });
            }
            Some(true) if self.session.is_watched() && self.watch.paused && self.at.is_none() => {
                self.single_step(world)
            }
            Some(forward) if self.at.is_some() || self.session.is_watched() && self.watch.paused => self.step(forward),
            _ => {
                self.focus = None;
                self.hand.go(&self.session.game().view(), way);
                // What is under the cursor is told instead of what was said before.
                self.message = Default::default();
            }
        }
    }

    /// Something was clicked.
    pub(crate) fn press(&mut self, press: Press, world: &mut ScreenContext) -> Transition {
        self.active = world.now;
        match press {
            Press::Square(square) => {
                self.focus = None;
                self.hand.cursor = square;
                self.touch(world);
                Transition::Stay
            }
            Press::Button(number) => match self.buttons().get(number) {
                Some(&button) => self.push(button, world),
                None => Transition::Stay,
            },
            Press::Item(ply) => {
                self.look_at(ply);
                Transition::Stay
            }
            Press::Key(code) => self.key(code.into(), world),
        }
    }

    /// The mouse points at something.
    pub(crate) fn hover(&mut self, press: &Press) {
        if let Press::Square(square) = press
            && self.hand.selected.is_some()
            && self.hand.cursor != *square
        {
            self.hand.cursor = square.clone();
            self.message = Default::default();
        }
    }

    /// The wheel steps through the game.
    pub(crate) fn wheel(&mut self, up: bool) {
        self.step(!up);
    }
}
