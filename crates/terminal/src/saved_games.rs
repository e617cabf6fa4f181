//! The screen of saved games: resume, replay, delete.

use std::time::SystemTime;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::Rect;
use skirmish_board::Outcome;
use skirmish_play::{Conclusion, Record, SavedGame, SavedGames};

use crate::app::Transition;
use crate::canvas::{Canvas, Press};
use crate::context::ScreenContext;
use crate::game_screen::GameScreen;
use skirmish_session::new_game::level_of;
use skirmish_session::players::Players;

const BUTTONS: [&str; 4] = ["Resume", "Replay", "Delete", "Back"];

/// The list of saved games.
pub(crate) struct SavedGamesScreen {
    saved_games: Option<SavedGames>,
    games: Vec<SavedGame>,
    at: usize,
    /// The first visible line.
    top: usize,
    focus: Option<usize>,
    message: String,
    /// Whether Delete was pressed once.
    doomed: bool,
}

impl SavedGamesScreen {
    /// The current saved games.
    pub(crate) fn new(context: &ScreenContext) -> SavedGamesScreen {
        let games = context.saved_games.as_ref().map_or(Vec::new(), SavedGames::games);
        let message = if games.is_empty() { "There are no saved games yet." } else { "" }.to_owned();
        SavedGamesScreen {
            saved_games: context.saved_games.clone(),
            games,
            at: 0,
            top: 0,
            focus: None,
            message,
            doomed: false,
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut ScreenContext) -> Transition {
        let doomed = std::mem::take(&mut self.doomed);
        self.message.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Transition::Back,
            KeyCode::Esc => return Transition::Back,
            KeyCode::F(10) => return Transition::Leave,
            KeyCode::Up => self.point(self.at.saturating_sub(1)),
            KeyCode::Down => self.point(self.at + 1),
            KeyCode::PageUp => self.point(self.at.saturating_sub(10)),
            KeyCode::PageDown => self.point(self.at + 10),
            KeyCode::Home => self.point(0),
            KeyCode::End => self.point(usize::MAX),
            KeyCode::Tab => {
                self.focus = self.focus.map_or(Some(0), |at| Some(at + 1).filter(|&at| at < BUTTONS.len()));
            }
            KeyCode::BackTab => self.focus = self.focus.map_or(Some(BUTTONS.len() - 1), |at| at.checked_sub(1)),
            KeyCode::Left => self.focus = self.focus.map(|at| at.saturating_sub(1)),
            KeyCode::Right => self.focus = self.focus.map(|at| (at + 1).min(BUTTONS.len() - 1)),
            KeyCode::Delete | KeyCode::Backspace => self.delete(doomed),
            KeyCode::Enter | KeyCode::Char(' ') => return self.push(self.focus.unwrap_or(0), doomed, context),
            _ => {}
        }
        Transition::Stay
    }

    pub(crate) fn press(&mut self, press: Press, context: &mut ScreenContext) -> Transition {
        let doomed = std::mem::take(&mut self.doomed);
        match press {
            Press::Item(number) if number == self.at => return self.push(0, false, context),
            Press::Item(number) => self.point(number),
            Press::Button(number) => return self.push(number, doomed, context),
            Press::Square(_) | Press::Key(_) => {}
        }
        Transition::Stay
    }

    pub(crate) fn wheel(&mut self, up: bool) {
        self.point(if up { self.at.saturating_sub(1) } else { self.at + 1 });
    }

    fn point(&mut self, at: usize) {
        self.at = at.min(self.games.len().saturating_sub(1));
    }

    fn push(&mut self, button: usize, doomed: bool, context: &mut ScreenContext) -> Transition {
        match button {
            0 | 1 => self.open(button == 1, context),
            2 => {
                self.delete(doomed);
                Transition::Stay
            }
            _ => Transition::Back,
        }
    }

    /// Resumes a game, or replays it from the start.
    fn open(&mut self, replay: bool, context: &mut ScreenContext) -> Transition {
        let Some((game, saved_games)) = self.games.get(self.at).zip(self.saved_games.as_ref()) else {
            return Transition::Stay;
        };
        match &game.record {
            Err(error) => {
                self.message = format!("{}: {error}", game.path.display());
                Transition::Stay
            }
            Ok(record) => {
                let place = saved_games.slot_of(game);
                let mut game = GameScreen::resumed(record.clone(), Some(place), context);
                if replay {
                    game.replay();
                }
                Transition::Game(Box::new(game))
            }
        }
    }

    /// Deletes a game on the second request.
    fn delete(&mut self, doomed: bool) {
        let Some(game) = self.games.get(self.at) else { return };
        if !doomed {
            self.doomed = true;
            self.message = "Delete this game? Press Delete again to confirm.".to_owned();
            return;
        }
        match std::fs::remove_file(&game.path) {
            Ok(()) => {
                self.games.remove(self.at);
                self.point(self.at);
                self.message = "Deleted.".to_owned();
            }
            Err(error) => self.message = format!("{} cannot be deleted: {error}.", game.path.display()),
        }
    }

    pub(crate) fn draw(&mut self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        canvas.title("Saved games");
        let list = Rect { x: area.x + 1, y: area.y + 2, width: area.width - 2, height: area.height - 7 };
        let room = usize::from(list.height);
        self.top = self.top.clamp((self.at + 1).saturating_sub(room), self.at);
        let (text, chosen, complaint) = (canvas.theme.text, canvas.theme.chosen, canvas.theme.error);
        for (y, (index, game)) in (list.y..list.bottom()).zip(self.games.iter().enumerate().skip(self.top)) {
            let style = if index == self.at { chosen } else { text };
            let place = Rect { y, height: 1, ..list };
            let when = ago(game.changed);
            let about = match &game.record {
                Ok(record) => format!("{}, {}", title(record), standing(record)),
                Err(_) => format!("{} cannot be read", game.path.display()),
            };
            canvas.write(list.x, y, list.width, &format!(" {when:>14}  {about} "), style);
            canvas.clickable(place, Press::Item(index));
        }
        let line = Rect { x: area.x + 1, y: area.bottom() - 4, width: area.width - 2, height: 1 };
        canvas.buttons(line, &BUTTONS.map(str::to_owned), self.focus);
        canvas.paragraph(Rect { y: line.y + 1, height: 2, ..line }, &self.message, complaint);
        canvas.keys(&[
            ("Enter", "Resume", KeyCode::Enter),
            ("Tab", "Replay, delete", KeyCode::Tab),
            ("Del", "Delete", KeyCode::Delete),
            ("Esc", "Back", KeyCode::Esc),
        ]);
    }
}

/// The title of a game in lists.
pub(crate) fn title(record: &Record) -> String {
    let info = record.game_id().info();
    let players = Players::of_record(record);
    let size = record.game_id().size();
    let name = if size > 0 { format!("{} {size}", info.name) } else { info.name.to_owned() };
    let level = level_of(record).map_or(String::new(), |level| format!(" at level {}", level.number()));
    match (players.person(), players.has_engine()) {
        (Some(_), _) => format!("{name} against {}{level}", info.player),
        (None, true) => format!("{name}, {} against itself{level}", info.player),
        (None, false) => format!("{name} for two"),
    }
}

/// The progress or result of a game.
fn standing(record: &Record) -> String {
    let actions = record.steps().len();
    match record.result.as_ref().map(Conclusion::outcome) {
        None if actions == 1 => "1 action so far".to_owned(),
        None => format!("{actions} actions so far"),
        Some(Outcome::Draw) => "a draw".to_owned(),
        Some(Outcome::Win(side)) => match Players::of_record(record).name(side) {
            "You" => "you won".to_owned(),
            name => format!("{name} won"),
        },
    }
}

/// A time as "3 hours ago".
fn ago(moment: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(moment).map_or(0, |time| time.as_secs());
    let counted = |count: u64, unit: &str| match count {
        1 => format!("1 {unit} ago"),
        count => format!("{count} {unit}s ago"),
    };
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => counted(seconds / 60, "minute"),
        3600..86_400 => counted(seconds / 3600, "hour"),
        _ => counted(seconds / 86_400, "day"),
    }
}
