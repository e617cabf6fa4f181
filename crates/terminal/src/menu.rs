//! The menu: the games with miniature boards, saved games, lessons.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::{Position, Rect};
use skirmish_games::GameId;
use skirmish_lessons::{Lesson, LessonProgress};
use skirmish_play::{Record, SavedGame};

use crate::app::Transition;
use crate::canvas::{Canvas, Press};
use crate::context::ScreenContext;
use crate::drawing;
use crate::game_screen::GameScreen;
use crate::saved_games;
use crate::text_input;
use skirmish_session::new_game::{game_chosen, game_to_resume};

/// The width of a game in a row.
const CARD_COLUMNS: u16 = 15;

/// A menu item.
enum Item {
    Game(GameId),
    /// The last unfinished game.
    Resume(String),
    SavedGames(usize),
    Lesson,
    Puzzles,
    Web,
    Leave,
}

/// The menu.
pub(crate) struct MenuScreen {
    items: Vec<Item>,
    /// The selected item.
    at: usize,
    /// The last game selected, for lesson and rules.
    game: GameId,
    /// The lesson progress of each game.
    progress: Vec<(GameId, String)>,
    input: String,
    message: String,
    leaving: bool,
}

impl MenuScreen {
    /// The current menu.
    pub(crate) fn new(context: &ScreenContext) -> MenuScreen {
        let games = context.saved_games.as_ref().map_or(Vec::new(), skirmish_play::SavedGames::games);
        let left = game_to_resume(&games).map(|index| &games[index]).and_then(|game| game.record.as_ref().ok());
        let mut items: Vec<Item> = GameId::all().map(Item::Game).collect();
        items.extend(
            left.filter(|record| record.result.is_none()).map(|record| Item::Resume(saved_games::title(record))),
        );
        if !games.is_empty() {
            items.push(Item::SavedGames(games.len()));
        }
        items.extend([Item::Lesson, Item::Puzzles, Item::Web, Item::Leave]);
        let game = GameId::all().next().unwrap_or_else(|| GameId::from(skirmish_games::Game::ALL[0]));
        let mut menu = MenuScreen {
            items,
            at: 0,
            game,
            progress: GameId::all().map(|game| (game, progress(game, &context.preferences.progress))).collect(),
            input: String::new(),
            message: String::new(),
            leaving: false,
        };
        menu.point(0);
        menu
    }

    fn games(&self) -> usize {
        self.items.iter().filter(|item| matches!(item, Item::Game(_))).count()
    }

    fn point(&mut self, at: usize) {
        self.at = at.min(self.items.len() - 1);
        if let Item::Game(game) = self.items[self.at] {
            self.game = game;
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut ScreenContext) -> Transition {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let left = std::mem::take(&mut self.leaving);
        let games = self.games();
        match key.code {
            KeyCode::Char('c') if control && left => return Transition::Leave,
            KeyCode::Char('c') if control => {
                self.leaving = true;
                self.message = "Press Ctrl-C again to quit.".to_owned();
            }
            KeyCode::Char('d') if control => return Transition::Leave,
            KeyCode::F(2) => return Transition::Rules(self.game),
            KeyCode::F(7) => return Transition::SavedGames,
            KeyCode::F(9) => return Transition::Lesson(self.game),
            KeyCode::F(10) => return Transition::Leave,
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                return self.run_command(line.trim(), context);
            }
            KeyCode::Char(' ') if self.input.is_empty() => return self.choose(context),
            KeyCode::Enter => return self.choose(context),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc => self.point(self.items.len() - 1),
            KeyCode::Left | KeyCode::BackTab => self.point(self.at.saturating_sub(1)),
            KeyCode::Right | KeyCode::Tab => self.point(self.at + 1),
            // Games are side by side, all other items below them.
            KeyCode::Down if self.at < games => self.point(games),
            KeyCode::Up if self.at == games => {
                let back = self.items.iter().position(|item| matches!(item, Item::Game(game) if *game == self.game));
                self.point(back.unwrap_or(0));
            }
            KeyCode::Up if self.at > games => self.point(self.at - 1),
            KeyCode::Down => self.point(self.at + 1),
            _ => {
                if text_input::edit(&mut self.input, key) {
                    self.message.clear();
                }
            }
        }
        Transition::Stay
    }

    pub(crate) fn press(&mut self, press: Press, context: &mut ScreenContext) -> Transition {
        match press {
            Press::Item(number) => {
                self.point(number);
                self.choose(context)
            }
            _ => Transition::Stay,
        }
    }

    fn choose(&mut self, context: &mut ScreenContext) -> Transition {
        match self.items[self.at] {
            Item::Game(game) => Transition::Setup(game),
            Item::Resume(_) => self.go_on(context),
            Item::SavedGames(_) => Transition::SavedGames,
            Item::Lesson => Transition::Lesson(self.game),
            Item::Puzzles => Transition::Puzzles(self.game),
            Item::Web => Transition::Web,
            Item::Leave => Transition::Leave,
        }
    }

    /// Resumes the newest unfinished game.
    fn go_on(&mut self, context: &mut ScreenContext) -> Transition {
        let found = context.saved_games.clone().and_then(|saved_games| {
            let mut games = saved_games.games();
            let game: SavedGame = games.swap_remove(game_to_resume(&games)?);
            let slot = saved_games.slot_of(&game);
            let record: Record = game.record.ok().filter(|record| record.result.is_none())?;
            Some((record, slot))
        });
        match found {
            Some((record, place)) => Transition::Game(Box::new(GameScreen::resumed(record, Some(place), context))),
            None => {
                self.message = "There is no unfinished game.".to_owned();
                Transition::Stay
            }
        }
    }

    /// Runs a typed command.
    fn run_command(&mut self, line: &str, context: &mut ScreenContext) -> Transition {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let named = |name: &str| if name.trim().is_empty() { Ok(self.game) } else { game_chosen(name.trim()) };
        let go = match first.to_lowercase().as_str() {
            "q" | "quit" | "exit" => return Transition::Leave,
            "help" | "h" => return Transition::Help,
            "web" | "w" => return Transition::Web,
            "games" => return Transition::SavedGames,
            "resume" => return self.go_on(context),
            "learn" => named(rest).map(Transition::Lesson),
            "puzzle" | "puzzles" => named(rest).map(Transition::Puzzles),
            "rules" => named(rest).map(Transition::Rules),
            _ => game_chosen(line).map(Transition::Setup),
        };
        go.unwrap_or_else(|error| {
            self.message = error.to_string();
            Transition::Stay
        })
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        canvas.title("Skirmish: board games for two");
        let games = self.games();
        let in_a_row = area.width >= CARD_COLUMNS * games as u16 + 3;
        let below = if in_a_row { self.cards(canvas) } else { self.list(canvas) };
        let (text, dim, chosen) = (canvas.theme.text, canvas.theme.dim, canvas.theme.chosen);
        let summary = Rect { x: area.x + 2, y: below, width: area.width - 4, height: 2 };
        let message = format!("{}: {}", self.game.info().name, self.game.info().summary);
        let y = below + canvas.paragraph(summary, &message, dim) + 1;
        for (y, (index, item)) in (y..area.bottom() - 3).zip(self.items.iter().enumerate().skip(games)) {
            let label = self.label(item);
            let style = if index == self.at { chosen } else { text };
            let width = canvas.write(area.x + 2, y, area.width - 4, &format!(" {label} "), style);
            canvas.clickable(Rect::new(area.x + 2, y, width, 1), Press::Item(index));
        }
        let line = area.bottom() - 2;
        let complaint = canvas.theme.error;
        canvas.paragraph(
            Rect { x: area.x + 2, y: line - 1, width: area.width - 4, height: 1 },
            &self.message,
            complaint,
        );
        let strong = canvas.theme.strong;
        let x = area.x + 2 + canvas.write(area.x + 2, line, 30, "Choose, or type a name: ", strong);
        let x = x + canvas.write(x, line, area.right().saturating_sub(x + 2), &self.input, text);
        *canvas.caret = Some(Position::new(x.min(area.right() - 1), line));
        canvas.keys(&[
            ("Enter", "Choose", KeyCode::Enter),
            ("F2", "Rules", KeyCode::F(2)),
            ("F9", "Lesson", KeyCode::F(9)),
            ("F7", "Saved games", KeyCode::F(7)),
            ("F10", "Quit", KeyCode::F(10)),
        ]);
    }

    fn label(&self, item: &Item) -> String {
        let name = self.game.info().name;
        match item {
            Item::Game(game) => game.info().name.to_owned(),
            Item::Resume(title) => format!("Resume {title}"),
            Item::SavedGames(1) => "The saved game".to_owned(),
            Item::SavedGames(count) => format!("All {count} saved games"),
            Item::Lesson => {
                let known = self.progress.iter().find(|(game, _)| *game == self.game);
                format!("Learn {name} step by step{}", known.map_or("", |(_, progress)| progress))
            }
            Item::Puzzles => format!("Solve puzzles of {name}"),
            Item::Web => "Play in the browser".to_owned(),
            Item::Leave => "Leave".to_owned(),
        }
    }

    /// Draws the games side by side. Returns the line below them.
    fn cards(&self, canvas: &mut Canvas<'_>) -> u16 {
        let area = canvas.area;
        let (strong, chosen) = (canvas.theme.strong, canvas.theme.chosen);
        let mut deepest = 0;
        for (index, item) in self.items.iter().enumerate() {
            let Item::Game(game) = item else { continue };
            let x = area.x + 2 + index as u16 * CARD_COLUMNS;
            let name = format!(" {} ", game.info().name);
            let view = skirmish_play::new_game(*game).view();
            deepest = deepest.max(view.rows.len() as u16);
            canvas.write(x - 1, area.y + 2, CARD_COLUMNS - 1, &name, if index == self.at { chosen } else { strong });
            drawing::miniature(canvas, x, area.y + 4, &view);
            canvas.clickable(Rect::new(x - 1, area.y + 2, CARD_COLUMNS - 1, 10), Press::Item(index));
        }
        area.y + 4 + deepest + 1
    }

    /// Draws a list of the games and the selected one's board. Returns the line below them.
    fn list(&self, canvas: &mut Canvas<'_>) -> u16 {
        let area = canvas.area;
        let (text, chosen) = (canvas.theme.text, canvas.theme.chosen);
        let mut y = area.y + 1;
        for (index, item) in self.items.iter().enumerate() {
            let Item::Game(game) = item else { continue };
            let style = if index == self.at { chosen } else { text };
            let width = canvas.write(area.x + 2, y, 24, &format!(" {} ", game.info().name), style);
            canvas.clickable(Rect::new(area.x + 2, y, width, 1), Press::Item(index));
            y += 1;
        }
        let view = skirmish_play::new_game(self.game).view();
        drawing::miniature(canvas, area.x + 34, area.y + 1, &view);
        y.max(area.y + 1 + view.rows.len() as u16)
    }
}

/// The lesson progress of a game, as text.
fn progress(game: GameId, known: &LessonProgress) -> String {
    let Some(lesson) = Lesson::of(game) else { return String::new() };
    match (known.count(&lesson), lesson.steps().len()) {
        (0, _) => String::new(),
        (done, all) if done == all => ", done".to_owned(),
        (done, all) => format!(", {done} of {all} done"),
    }
}
