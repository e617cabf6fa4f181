//! Games in progress in a file, and reading for people who watch.
//!
//! The table is made when a game is shown for the first time. It is no part of the format: nothing depends on it, programs that do not
//! know it ignore it, and the games in it end with the process that plays.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::config::DbConfig;
use rusqlite::{Row, Transaction, params};

use super::super::live::{
    FORGOTTEN, GameInProgress, StoreCounts, WatchedGame, WatchedTournament, format_left, milliseconds, parse_left,
};
use super::super::text::{format_json, parse_fault, parse_json, parse_outcome};
use super::super::{StoreError, from_column, to_column};
use super::{Ownership, Sqlite, SqliteError, collect, has_table, read_pair, select_plan};
use crate::game::{Fault, FaultReport, FinishedGame};
use crate::system::file_number;

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS running (
        pair INTEGER NOT NULL,
        leg INTEGER NOT NULL,
        worker TEXT NOT NULL,
        actions TEXT NOT NULL,          -- JSON
        clocks TEXT NOT NULL,           -- JSON: milliseconds left of each side, or null
        thinking INTEGER,               -- milliseconds
        seen INTEGER NOT NULL,          -- milliseconds since 1970
        PRIMARY KEY (pair, leg)
    ) STRICT;
";

impl Sqlite {
    /// See [`Store::show`](crate::store::Store::show).
    pub(super) fn show_running(
        &mut self,
        worker: &str,
        current: &[(u64, u8)],
        changed: &[GameInProgress],
    ) -> Result<(), StoreError> {
        // These rows may be lost in a power cut, so nobody waits for the disk.
        self.synchronise("NORMAL")?;
        let shown = self.write(|transaction| {
            transaction.execute_batch(TABLE)?;
            delete_others(transaction, worker, current)?;
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO running (pair, leg, worker, actions, clocks, thinking, seen)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            for game in changed {
                let (pair, actions) = (to_column(game.pair)?, format_json(&game.actions)?);
                let thinking = game.thinking.map(|time| to_column(milliseconds(time))).transpose()?;
                insert.execute(params![pair, game.leg, worker, actions, format_left(&game.left)?, thinking, now()])?;
            }
            Ok(())
        });
        self.synchronise("FULL")?;
        shown
    }

    fn synchronise(&mut self, how: &str) -> Result<(), StoreError> {
        let Some(connection) = self.connect()? else { return Ok(()) };
        let set = connection.pragma_update(None, "synchronous", how);
        set.map_err(|error| self.error(&error))
    }

    /// See [`Store::watch`](crate::store::Store::watch).
    pub(super) fn watch_all(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        // A file that was removed or replaced stays readable for those who have it open.
        if file_number(&self.path) != self.file
            && let Some(connection) = self.connection.take()
        {
            // The last connection to a file deletes its log by name when it is closed: by now that may be the log of another file.
            let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
        if !self.path.exists() {
            return Err(StoreError(format!("{} does not exist", self.path.display())));
        }
        // The games of a process that ended without a word are not being played.
        let is_played = Ownership::present(&self.path).is_some() || Ownership::is_elsewhere(&self.path);
        let from = to_column(from)?;
        self.read(None, |transaction| {
            let Some(plan) = select_plan(transaction)? else { return Ok(None) };
            let counts = select_counts(transaction)?;
            let mut select = transaction.prepare_cached(
                "SELECT number, round, first, second, opening FROM pair WHERE number >= ?1 ORDER BY number",
            )?;
            let pairs = collect(select.query([from])?, read_pair)?;
            let mut select = transaction.prepare_cached(
                "SELECT pair, leg, verdict, CASE WHEN fault IS NULL THEN ending ELSE '' END, actions, engine, fault
                FROM game LEFT JOIN fault USING (pair, leg) WHERE pair >= ?1 ORDER BY pair, leg",
            )?;
            let games = collect(select.query([from])?, read_watched)?;
            let running = if is_played { select_running(transaction)? } else { Vec::new() };
            Ok(Some(WatchedTournament { plan, counts, pairs, games, running }))
        })
    }
}

fn delete_others(transaction: &Transaction, worker: &str, current: &[(u64, u8)]) -> Result<(), SqliteError> {
    let forgotten = now().saturating_sub(milliseconds(FORGOTTEN).cast_signed());
    transaction.execute("DELETE FROM running WHERE seen < ?1", [forgotten])?;
    let mut select = transaction.prepare_cached("SELECT pair, leg FROM running WHERE worker = ?1")?;
    let rows = select.query_map([worker], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, u8>(1)?)))?;
    for (pair, leg) in rows.collect::<rusqlite::Result<Vec<_>>>()? {
        if !current.contains(&(from_column(pair)?, leg)) {
            transaction.execute("DELETE FROM running WHERE pair = ?1 AND leg = ?2", params![pair, leg])?;
        }
    }
    Ok(())
}

/// The games are counted by the marks of their pairs, which are many times smaller.
fn select_counts(transaction: &Transaction) -> Result<StoreCounts, SqliteError> {
    let mut select = transaction.prepare_cached(
        "SELECT count(*), coalesce(sum((finished & 1) + (finished >> 1)), 0),
            (SELECT count(*) FROM fault WHERE fault = ?1) FROM pair",
    )?;
    let numbers: [i64; 3] =
        select.query_row([Fault::NotUnderstood.id()], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    let [pairs, games, void] = numbers.map(from_column);
    Ok(StoreCounts { pairs: pairs?, games: games?, void: void? })
}

fn read_watched(row: &Row) -> Result<WatchedGame, SqliteError> {
    let engine: Option<i64> = row.get(5)?;
    let report = |engine| -> Result<FaultReport, SqliteError> {
        let fault = parse_fault(&row.get::<_, String>(6)?)?;
        let [detail, stderr, transcript] = [const { String::new() }; 3];
        Ok(FaultReport { engine: from_column(engine)?, fault, detail, stderr, transcript })
    };
    let game = FinishedGame {
        pair: from_column(row.get(0)?)?,
        leg: from_column(row.get(1)?)?,
        outcome: parse_outcome(&row.get::<_, String>(2)?)?,
        ending: row.get(3)?,
        actions: Vec::new(),
        fault: engine.map(report).transpose()?,
    };
    Ok(WatchedGame::new(game, row.get::<_, String>(4)?))
}

fn select_running(transaction: &Transaction) -> Result<Vec<GameInProgress>, SqliteError> {
    if !has_table(transaction, "running")? {
        return Ok(Vec::new());
    }
    let mut select = transaction.prepare_cached(
        "SELECT pair, leg, actions, clocks, thinking, seen FROM running AS shown
        WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.pair = shown.pair AND game.leg = shown.leg) ORDER BY pair, leg",
    )?;
    collect(select.query([])?, |row| {
        let thinking: Option<i64> = row.get(4)?;
        Ok(GameInProgress {
            pair: from_column(row.get(0)?)?,
            leg: from_column(row.get(1)?)?,
            actions: parse_json("actions", &row.get::<_, String>(2)?)?,
            left: parse_left(&row.get::<_, String>(3)?)?,
            thinking: thinking.map(from_column).transpose()?.map(Duration::from_millis),
            // A clock may have been set back.
            age: Duration::from_millis(now().saturating_sub(row.get(5)?).max(0).cast_unsigned()),
        })
    })
}

/// Milliseconds since 1970: all processes with this file are on one machine.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| milliseconds(time).cast_signed())
}
