//! The games in the page of a report: boards and their changes, so that the page needs no rules.
//!
//! A board is a string of its squares from the top left: `-` or the letter of a piece, and a digit if the piece has gas. A ply
//! is `action|side|microseconds|changes|pending|remark|notes|signs`, with changes such as `12-,23N`: numbers of squares and
//! their new contents. Plies are separated by `;`. Notes and remarks are indices into a list of sentences; what is pending and
//! the signs are those of the drawing's kit.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde::Serialize;
use skirmish_board::{Side, View};
use skirmish_drawing::{BoardKit, Colours, KitState};
use skirmish_play::{AnyGame, Record, new_game};

use crate::standings::one_line;
use crate::tournament::{Finished, Records, Tournament};

/// The data of the page's script.
#[derive(Serialize)]
pub(super) struct Embedded {
    engines: Vec<String>,
    /// The names of the sides, South first.
    sides: [&'static str; 2],
    /// The side whose pieces are drawn dark.
    dark: usize,
    /// The names of all squares.
    squares: Vec<String>,
    /// The side and name of each piece, by its letter.
    pieces: BTreeMap<char, (usize, &'static str)>,
    kit: Kit,
    sentences: Vec<String>,
    /// The start boards, with `|pending|notes|signs`.
    starts: Vec<String>,
    games: Vec<EmbeddedGame>,
}

/// The drawings that the boards are made of.
#[derive(Serialize)]
struct Kit {
    board: String,
    pieces: BTreeMap<String, String>,
    ghosts: BTreeMap<String, String>,
    arrows: BTreeMap<String, String>,
    signs: Vec<String>,
}

/// Number, round, engines of South and North, half points of South (3 if the game does not count), ending, number of the
/// start, plies, and whether a fault ended it.
#[derive(Serialize)]
struct EmbeddedGame(u64, u32, usize, usize, u8, String, usize, String, u8);

/// The data of all games that have records.
pub(super) fn embed(tournament: &Tournament, records: &Records) -> Embedded {
    let plan = tournament.plan();
    let view = new_game(plan.game).view();
    let squares: Vec<String> = view.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.square.clone()).collect();
    let mut writer = Writer {
        kit: BoardKit::new(plan.game.info().id, &view, Colours::by_property(), BOARD_SIZE),
        pieces: BTreeMap::new(),
        sentences: TextTable::default(),
        starts: TextTable::default(),
    };
    let game = |finished: Finished| Some(writer.game(&finished, records.get(&finished.number())?));
    let games = tournament.finished().filter_map(game).collect();
    let sides = plan.game.info().sides;
    Embedded {
        engines: plan.engines.iter().map(|competitor| one_line(&competitor.name)).collect(),
        sides,
        // Sides named after a colour have it.
        dark: if sides[Side::South.index()] == "Black" { Side::South } else { Side::North }.index(),
        squares,
        pieces: writer.pieces,
        kit: Kit {
            board: writer.kit.board,
            pieces: writer.kit.pieces,
            ghosts: writer.kit.ghosts,
            arrows: writer.kit.arrows,
            signs: writer.kit.signs,
        },
        sentences: writer.sentences.texts,
        starts: writer.starts.texts,
        games,
    }
}

/// The longer side of a board in pixels, where there is room.
const BOARD_SIZE: u32 = 576;

/// Interned texts.
#[derive(Default)]
struct TextTable {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl TextTable {
    fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.texts.len() - 1);
        self.texts.len() - 1
    }
}

struct Writer {
    kit: BoardKit,
    pieces: BTreeMap<char, (usize, &'static str)>,
    sentences: TextTable,
    starts: TextTable,
}

impl Writer {
    fn game(&mut self, finished: &Finished, record: &Record) -> EmbeddedGame {
        let (KitState { mut board, pending, signs }, notes) = self.state(record.start());
        let start = self.starts.number(&format!("{}|{pending}|{notes}|{signs}", board.concat()));
        let mut plies = String::new();
        for (step, timed) in record.steps().iter().zip(&finished.game.actions) {
            let (after, notes) = self.state(&*step.game);
            let changes: Vec<String> = (0..)
                .zip(board.iter().zip(&after.board))
                .filter(|(_, (before, after))| before != after)
                .map(|(index, (_, after)): (usize, _)| format!("{index}{after}"))
                .collect();
            let remark = step.announcement.map_or(String::new(), |remark| self.sentences.number(remark).to_string());
            if !plies.is_empty() {
                plies.push(';');
            }
            let (action, side, micros, changes) = (&step.action, step.side.index(), timed.micros, changes.join(","));
            let KitState { pending, signs, .. } = &after;
            let _ = write!(plies, "{action}|{side}|{micros}|{changes}|{pending}|{remark}|{notes}|{signs}");
            board = after.board;
        }
        let [south, north] = Side::BOTH.map(|side| finished.engine(side));
        let game = finished.game;
        let half_points = if game.counts() { finished.half_points(south) as u8 } else { 3 };
        let fault = u8::from(game.fault.is_some());
        let (number, round) = (finished.number(), finished.pair.round);
        EmbeddedGame(number, round, south, north, half_points, one_line(&game.ending), start, plies, fault)
    }

    /// A position for the kit, and its notes.
    fn state(&mut self, game: &dyn AnyGame) -> (KitState, String) {
        let view = game.view();
        for piece in view.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.piece) {
            self.pieces.entry(piece.letter).or_insert((piece.side.index(), piece.kind));
        }
        // What is pending waits for an answer, or was refused.
        (self.kit.add(&view, game.accept_refuse().is_none()), self.notes(&view))
    }

    fn notes(&mut self, view: &View) -> String {
        let numbers: Vec<String> = view.notes.iter().map(|note| self.sentences.number(note).to_string()).collect();
        numbers.join(",")
    }
}
