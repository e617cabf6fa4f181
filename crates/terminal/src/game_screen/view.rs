//! How a game is drawn: title, board, panel, buttons, message, the line being typed, keys.

use crossterm::event::KeyCode;
use ratatui_core::layout::{Position, Rect};

use super::panel::NARROWEST;
use super::{GameScreen, Tone};
use crate::canvas::Canvas;
use crate::context::ScreenContext;
use crate::drawing::{self, BoardOverlay};
use crate::layout::BoardLayout;
use skirmish_session::messages;
use skirmish_session::players::Role;

impl GameScreen {
    /// Draws everything.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, world: &ScreenContext) {
        let area = canvas.area;
        canvas.title(&self.title());
        // Narrow screens need more lines for the same sentence.
        let message = if area.width < 80 { 3 } else { 2 };
        let below = 3 + message;
        let middle = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 1 - below };
        let beside = self.middle(canvas, middle, world);
        let mut line = Rect { x: area.x + 1, y: middle.bottom(), width: area.width - 2, height: 1 };
        let labels: Vec<String> = self.buttons().iter().map(|button| button.label().to_owned()).collect();
        canvas.buttons(line, &labels, self.focus);
        if labels.is_empty() && !beside {
            let style = canvas.theme.dim;
            canvas.paragraph(line, &self.notes(), style);
        }
        line.y += 1;
        let (text, tone) = self.words();
        let style = canvas.theme.tone(tone);
        canvas.paragraph(Rect { height: message, ..line }, &text, style);
        line.y += message;
        self.field(canvas, line);
        canvas.keys(&[
            ("F1", "Keys", KeyCode::F(1)),
            ("F2", "Rules", KeyCode::F(2)),
            ("F3", "Hint", KeyCode::F(3)),
            ("F5", "Undo", KeyCode::F(5)),
            ("F8", "Menu", KeyCode::F(8)),
            ("F10", "Quit", KeyCode::F(10)),
            ("F7", "Saved games", KeyCode::F(7)),
            ("F4", "Evaluation", KeyCode::F(4)),
        ]);
    }

    fn title(&self) -> String {
        let name = self.session.game().id().info().name;
        let size = self.session.game().id().size();
        let name = if size > 0 { format!("{name} {size}") } else { name.to_owned() };
        let info = self.session.game().id().info();
        match (self.session.players().person(), self.session.players().has_engine()) {
            (Some(_), _) => {
                format!("{name}: you against {}, level {}", info.player, self.session.options().level.number())
            }
            (None, true) => {
                format!("{name}: {} against itself, level {}", info.player, self.session.options().level.number())
            }
            (None, false) => format!("{name} for two"),
        }
    }

    /// What the board alone does not show.
    pub(super) fn notes(&self) -> String {
        let notes = self.shown().view().notes;
        notes.iter().map(|note| messages::spoken(note, self.session.players())).collect::<Vec<_>>().join(" ")
    }

    /// The board, and beside it the panel if there is room. Returns whether there is.
    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, world: &ScreenContext) -> bool {
        let table = self.shown();
        let mut view = table.view();
        view.frame = self.session.players().frame(view.frame);
        let beside = area.width.saturating_sub(NARROWEST + 2);
        let with_panel = BoardLayout::fitting(&view, (beside, area.height)).bare_width() <= beside;
        let room = if with_panel { Rect { width: beside, ..area } } else { area };
        let sight = self.sight(table);
        let taken = drawing::board(canvas, room, &view, &sight);
        if with_panel {
            let x = taken.right() + 2;
            self.panel(canvas, Rect { x, width: area.right() - x, ..area }, world);
        }
        with_panel
    }

    /// What there is to see on the board.
    fn sight(&self, table: &dyn skirmish_play::AnyGame) -> BoardOverlay {
        if self.at.is_some() {
            return BoardOverlay::on(table);
        }
        let mut sight = match self.focus {
            Some(_) => BoardOverlay::on(table),
            None => BoardOverlay::of_hand(&self.hand, table, self.session.legal()),
        };
        sight.hint.clone_from(&self.hint);
        sight.flash = self.flash.as_ref().map(|flash| (flash.square.clone(), flash.words.clone()));
        sight
    }

    /// What is said: the last message, or what is under the cursor and what a move there would do.
    fn words(&self) -> (String, Tone) {
        if !self.message.0.is_empty() || self.at.is_some() {
            return self.message.clone();
        }
        let table = self.session.game().table();
        let text = match self.hand.considered(self.session.legal()) {
            Some(action) => messages::prospect(table, self.session.players(), action),
            None => {
                let about = messages::about(table, self.session.players(), &self.hand.cursor);
                match &self.hand.selected {
                    Some(from) => format!("{about} {from} is selected: choose where it goes, or press Esc."),
                    None => about,
                }
            }
        };
        (text, Tone::Plain)
    }

    /// The line being typed, behind its prompt.
    fn field(&self, canvas: &mut Canvas<'_>, line: Rect) {
        let prompt = self.prompt();
        let (strong, text) = (canvas.theme.strong, canvas.theme.text);
        let x = line.x + canvas.write(line.x, line.y, line.width, &prompt, strong);
        // Of a long line the end is shown, where it is typed.
        let room = usize::from(line.right().saturating_sub(x + 1));
        let skipped = self.input.chars().count().saturating_sub(room);
        let shown: String = self.input.chars().skip(skipped).collect();
        let end = x + canvas.write(x, line.y, room as u16, &shown, text);
        *canvas.caret = Some(Position::new(end.min(line.right().saturating_sub(1)), line.y));
    }

    fn prompt(&self) -> String {
        if self.session.is_over() {
            return "The game is over: ".to_owned();
        }
        if self.session.players().role(self.session.game().side_to_move()) == Role::Engine {
            return "> ".to_owned();
        }
        messages::prompt(self.session.game(), self.session.players(), self.session.legal())
    }
}
