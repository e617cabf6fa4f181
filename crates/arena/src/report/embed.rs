//! The games in the page of a report: boards and their changes, so that the page needs no rules.
//!
//! A board is a string of its squares from the top left: `-` or the letter of a piece, and a digit if the piece has gas. A ply
//! is `action|side|microseconds|changes|pending|remark|notes`, with changes such as `12-,23N`: numbers of squares and their
//! new contents. Plies are separated by `;`. Notes and remarks are indices into a list of sentences.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde::Serialize;
use skirmish_board::{Side, View};
use skirmish_play::{Record, new_game};

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
    /// The number of squares of each row, from the top.
    rows: Vec<usize>,
    /// The names of all squares.
    squares: Vec<String>,
    /// The side and name of each piece, by its letter.
    pieces: BTreeMap<char, (usize, &'static str)>,
    /// The maximum of gas; 0 in games without tanks.
    tank: u8,
    sentences: Vec<String>,
    /// The start boards, with `|pending|notes`.
    starts: Vec<String>,
    games: Vec<EmbeddedGame>,
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
        places: squares.iter().enumerate().map(|(index, square)| (square.clone(), index)).collect(),
        pieces: BTreeMap::new(),
        tank: 0,
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
        rows: view.rows.iter().map(|row| row.cells.len()).collect(),
        squares,
        pieces: writer.pieces,
        tank: writer.tank,
        sentences: writer.sentences.texts,
        starts: writer.starts.texts,
        games,
    }
}

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
    places: HashMap<String, usize>,
    pieces: BTreeMap<char, (usize, &'static str)>,
    tank: u8,
    sentences: TextTable,
    starts: TextTable,
}

impl Writer {
    fn game(&mut self, finished: &Finished, record: &Record) -> EmbeddedGame {
        let view = record.start().view();
        let mut board = self.board(&view);
        let start = format!("{}|{}|{}", board.concat(), self.pending(&view), self.notes(&view));
        let start = self.starts.number(&start);
        let mut plies = String::new();
        for (step, timed) in record.steps().iter().zip(&finished.game.actions) {
            let view = step.game.view();
            let after = self.board(&view);
            let changes: Vec<String> = (0..)
                .zip(board.iter().zip(&after))
                .filter(|(_, (before, after))| before != after)
                .map(|(index, (_, after)): (usize, _)| format!("{index}{after}"))
                .collect();
            let remark = step.announcement.map_or(String::new(), |remark| self.sentences.number(remark).to_string());
            let (pending, notes) = (self.pending(&view), self.notes(&view));
            if !plies.is_empty() {
                plies.push(';');
            }
            let (side, micros) = (step.side.index(), timed.micros);
            let _ = write!(plies, "{}|{side}|{micros}|{}|{pending}|{remark}|{notes}", step.action, changes.join(","));
            board = after;
        }
        let [south, north] = Side::BOTH.map(|side| finished.engine(side));
        let game = finished.game;
        let half_points = if game.counts() { finished.half_points(south) as u8 } else { 3 };
        let fault = u8::from(game.fault.is_some());
        let (number, round) = (finished.number(), finished.pair.round);
        EmbeddedGame(number, round, south, north, half_points, one_line(&game.ending), start, plies, fault)
    }

    /// The contents of each square.
    fn board(&mut self, view: &View) -> Vec<String> {
        let cells = view.rows.iter().flat_map(|row| &row.cells);
        cells
            .map(|cell| {
                let Some(piece) = &cell.piece else { return "-".to_owned() };
                self.pieces.entry(piece.letter).or_insert((piece.side.index(), piece.kind));
                self.tank = self.tank.max(piece.gas.unwrap_or(0));
                piece.gas.map_or(piece.letter.to_string(), |gas| format!("{}{gas}", piece.letter))
            })
            .collect()
    }

    /// The squares of a proposed or refused move.
    fn pending(&self, view: &View) -> String {
        let squares = view
            .pending
            .as_ref()
            .and_then(|pending| Some((self.places.get(&pending.from)?, self.places.get(&pending.to)?)));
        squares.map_or(String::new(), |(from, to)| format!("{from},{to}"))
    }

    fn notes(&mut self, view: &View) -> String {
        let numbers: Vec<String> = view.notes.iter().map(|note| self.sentences.number(note).to_string()).collect();
        numbers.join(",")
    }
}
