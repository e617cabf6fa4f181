//! Draws the game screen: title, board, panel, buttons, message, input line, keys.

use crossterm::event::KeyCode;
use ratatui_core::layout::{Position, Rect};

use super::panel::MIN_PANEL_COLUMNS;
use super::{GameScreen, Tone};
use crate::canvas::Canvas;
use crate::context::ScreenContext;
use crate::drawing::{self, BoardOverlay};
use crate::layout::BoardLayout;
use skirmish_play::ActionValue;
use skirmish_session::players::Role;
use skirmish_session::{coach, messages};

impl GameScreen {
    /// Draws everything.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, context: &ScreenContext) {
        let area = canvas.area;
        canvas.title(&self.title());
        // Narrow screens need more lines for the same sentence.
        let message = if area.width < 80 { 3 } else { 2 };
        let below = 3 + message;
        let middle = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 1 - below };
        let beside = self.middle(canvas, middle, context);
        let mut line = Rect { x: area.x + 1, y: middle.bottom(), width: area.width - 2, height: 1 };
        let labels: Vec<String> = self.buttons().iter().map(|button| button.label().to_owned()).collect();
        canvas.buttons(line, &labels, self.focus);
        if labels.is_empty() && !beside {
            let style = canvas.theme.dim;
            canvas.paragraph(line, &self.notes(), style);
        }
        line.y += 1;
        let (text, tone) = self.message_text();
        let style = canvas.theme.tone(tone);
        canvas.paragraph(Rect { height: message, ..line }, &text, style);
        line.y += message;
        self.input_line(canvas, line);
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

    /// The notes of the position.
    pub(super) fn notes(&self) -> String {
        let notes = self.shown().view().notes;
        notes.iter().map(|note| messages::second_person(note, self.session.players())).collect::<Vec<_>>().join(" ")
    }

    /// Draws the board, and the panel if there is room. Returns whether there is.
    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, context: &ScreenContext) -> bool {
        let game = self.shown();
        let mut view = game.view();
        view.frame = self.session.players().frame(view.frame);
        let beside = area.width.saturating_sub(MIN_PANEL_COLUMNS + 2);
        let with_panel = BoardLayout::fitting(&view, (beside, area.height)).bare_width() <= beside;
        let room = if with_panel { Rect { width: beside, ..area } } else { area };
        let overlay = self.overlay(game);
        let captured_pieces = drawing::board(canvas, room, &view, &overlay);
        if with_panel {
            let x = captured_pieces.right() + 2;
            self.panel(canvas, Rect { x, width: area.right() - x, ..area }, context);
        }
        with_panel
    }

    /// The overlay of the board.
    fn overlay(&self, game: &dyn skirmish_play::AnyGame) -> BoardOverlay {
        if self.viewed_ply.is_some() {
            return BoardOverlay::on(game);
        }
        let mut overlay = match self.focus {
            Some(_) => BoardOverlay::on(game),
            None => BoardOverlay::of_selection(&self.selection, game, self.session.legal()),
        };
        overlay.hint.clone_from(&self.hint);
        overlay.proven = self.values.as_ref().map(|values| {
            let from = |value: &ActionValue| {
                let squares = value.action.squares.as_ref()?;
                let result = value.proven.map(|proven| proven.result);
                (self.selection.selected.as_ref() == Some(&squares.from)).then(|| (squares.to.clone(), result))
            };
            values.actions.iter().filter_map(from).collect()
        });
        overlay.flash = self.flash.as_ref().map(|flash| (flash.square.clone(), flash.text.clone()));
        overlay
    }

    /// The last message, or a description of the square or move under the cursor.
    fn message_text(&self) -> (String, Tone) {
        if !self.message.0.is_empty() || self.viewed_ply.is_some() {
            return self.message.clone();
        }
        let game = self.session.game().current();
        let text = match self.selection.hovered_move(self.session.legal()) {
            Some(action) => {
                let preview = messages::preview(game, self.session.players(), action);
                let value = self.values.iter().flat_map(|values| &values.actions).find(|value| value.action == *action);
                value.map_or(preview.clone(), |value| format!("{preview} Proven: {}.", coach::action_value(value)))
            }
            None => {
                let about = messages::square_info(game, self.session.players(), &self.selection.cursor);
                match &self.selection.selected {
                    Some(from) => format!("{about} {from} is selected: choose where it goes, or press Esc."),
                    None => about,
                }
            }
        };
        (text, Tone::Plain)
    }

    /// Draws the prompt and the input.
    fn input_line(&self, canvas: &mut Canvas<'_>, line: Rect) {
        let prompt = self.prompt();
        let (strong, text) = (canvas.theme.strong, canvas.theme.text);
        let x = line.x + canvas.write(line.x, line.y, line.width, &prompt, strong);
        // Show the end of a long line.
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
