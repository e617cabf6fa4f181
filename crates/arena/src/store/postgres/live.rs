//! Games in progress in a database, and reading for people who watch.
//!
//! The table is made when a game is shown for the first time. It is no part of the format: nothing depends on it, and workers of
//! versions that do not know it ignore it.

use std::time::Duration;

use ::postgres::Row;

use super::super::live::{
    FORGOTTEN, GameInProgress, StoreCounts, WatchedGame, WatchedTournament, format_left, milliseconds, parse_left,
};
use super::super::text::{format_json, parse_fault, parse_json, parse_outcome, parse_plan};
use super::tables;
use super::{Postgres, StoreError, column, from_column, to_column, with_nul, without_nul};
use crate::game::{Fault, FaultReport, FinishedGame, Pair};

/// Unlogged: it costs no log of the database, and is empty after a crash of it.
const TABLE: &str = "
    CREATE UNLOGGED TABLE IF NOT EXISTS skirmish_running (
        tournament bigint NOT NULL REFERENCES skirmish_tournament ON DELETE CASCADE,
        pair bigint NOT NULL,
        leg smallint NOT NULL,
        worker text NOT NULL,
        actions text NOT NULL,              -- JSON
        clocks text NOT NULL,               -- JSON: milliseconds left of each side, or null
        thinking bigint,                    -- milliseconds
        seen timestamptz NOT NULL,
        PRIMARY KEY (tournament, pair, leg)
    );
";

/// Everything in one statement, with a kind first: the plan and the counts, the pairs, their games, the games in progress.
const WATCH: &str = "
    WITH this AS MATERIALIZED (SELECT id, plan FROM skirmish_tournament WHERE name = $1)
    SELECT 0, (SELECT count(*) FROM skirmish_pair WHERE tournament = this.id),
        (SELECT sum((finished & 1) + (finished >> 1))::bigint FROM skirmish_pair WHERE tournament = this.id),
        (SELECT count(*) FROM skirmish_fault WHERE tournament = this.id AND fault = $3), NULL::bigint,
        plan, NULL::text, NULL::text, NULL::text FROM this
    UNION ALL
    SELECT 1, number, round, first, second, opening, NULL, NULL, NULL
        FROM skirmish_pair JOIN this ON tournament = this.id WHERE number >= $2
    UNION ALL
    SELECT 2, game.pair, game.leg, engine, NULL, verdict, CASE WHEN fault IS NULL THEN ending ELSE '' END, actions, fault
        FROM skirmish_game AS game JOIN this ON game.tournament = this.id
        LEFT JOIN skirmish_fault AS report
            ON report.tournament = game.tournament AND report.pair = game.pair AND report.leg = game.leg
        WHERE game.pair >= $2";

/// Follows [`WATCH`] where there is the table.
const WATCH_RUNNING: &str = "
    UNION ALL
    SELECT 3, pair, leg, thinking, (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint, actions, clocks, NULL,
        NULL
        FROM skirmish_running AS shown JOIN this ON tournament = this.id
        WHERE NOT EXISTS (SELECT FROM skirmish_game AS game
            WHERE game.tournament = shown.tournament AND game.pair = shown.pair AND game.leg = shown.leg)";

impl Postgres {
    /// See [`Store::show`](crate::store::Store::show).
    pub(super) fn show_running(
        &mut self,
        worker: &str,
        current: &[(u64, u8)],
        changed: &[GameInProgress],
    ) -> Result<(), StoreError> {
        let Some(id) = self.id()? else { return Ok(()) };
        if !self.shows {
            self.connection.retry(|client, _| tables::add(client, "skirmish_running", TABLE))?;
            self.shows = true;
        }
        let worker = without_nul(worker);
        let pairs = current.iter().map(|&(pair, _)| to_column(pair)).collect::<Result<Vec<i64>, _>>()?;
        let legs: Vec<i16> = current.iter().map(|&(_, leg)| i16::from(leg)).collect();
        let rows = changed.iter().map(ShownRow::new).collect::<Result<Vec<_>, _>>()?;
        let forgotten = to_column(milliseconds(FORGOTTEN))?;
        self.connection.retry(|client, _| {
            let mut transaction = client.transaction()?;
            transaction.execute(
                "DELETE FROM skirmish_running WHERE tournament = $1 AND (
                    worker = $2 AND (pair, leg) NOT IN (SELECT * FROM unnest($3::bigint[], $4::smallint[]))
                    OR seen < clock_timestamp() - $5::bigint * interval '1 millisecond')",
                &[&id, &worker, &pairs, &legs, &forgotten],
            )?;
            for ShownRow { pair, leg, actions, clocks, thinking } in &rows {
                transaction.execute(
                    "INSERT INTO skirmish_running (tournament, pair, leg, worker, actions, clocks, thinking, seen)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
                    ON CONFLICT (tournament, pair, leg) DO UPDATE SET worker = excluded.worker,
                        actions = excluded.actions, clocks = excluded.clocks, thinking = excluded.thinking,
                        seen = excluded.seen",
                    &[&id, pair, leg, &worker, actions, clocks, thinking],
                )?;
            }
            Ok(transaction.commit()?)
        })
    }

    /// See [`Store::watch`](crate::store::Store::watch).
    pub(super) fn watch_all(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        let (name, from) = (&self.name, to_column(from)?);
        let shows = &mut self.shows;
        let rows = self.connection.retry(|client, _| {
            // What is known to exist is not asked for again: then there is one query.
            if !*shows {
                if !tables::are_there(client)? {
                    return Ok(Vec::new());
                }
                *shows = tables::has(client, "skirmish_running")?;
            }
            let statement = if *shows { format!("{WATCH}{WATCH_RUNNING}") } else { WATCH.to_owned() };
            Ok(client.query(&statement, &[name, &from, &Fault::NotUnderstood.id()])?)
        })?;
        // The statement returns its parts in any order.
        let Some(row) = rows.iter().find(|row| matches!(row.try_get::<_, i32>(0), Ok(0))) else { return Ok(None) };
        let mut watched = WatchedTournament {
            plan: parse_plan(column(row, 5)?)?,
            counts: StoreCounts { pairs: number(row, 1)?, games: number(row, 2)?, void: number(row, 3)? },
            pairs: Vec::new(),
            games: Vec::new(),
            running: Vec::new(),
        };
        for row in &rows {
            match column::<i32>(row, 0)? {
                1 => watched.pairs.push(read_watched_pair(row)?),
                2 => watched.games.push(read_watched(row)?),
                3 => watched.running.push(read_running(row)?),
                _ => {}
            }
        }
        watched.pairs.sort_unstable_by_key(|pair| pair.number);
        watched.games.sort_unstable_by_key(|watched| (watched.game.pair, watched.game.leg));
        watched.running.sort_unstable_by_key(|game| (game.pair, game.leg));
        Ok(Some(watched))
    }
}

/// A game in progress as columns.
struct ShownRow {
    pair: i64,
    leg: i16,
    actions: String,
    clocks: String,
    thinking: Option<i64>,
}

impl ShownRow {
    fn new(game: &GameInProgress) -> Result<ShownRow, StoreError> {
        Ok(ShownRow {
            pair: to_column(game.pair)?,
            leg: i16::from(game.leg),
            actions: format_json(&game.actions)?,
            clocks: format_left(&game.left)?,
            thinking: game.thinking.map(|time| to_column(milliseconds(time))).transpose()?,
        })
    }
}

/// A number; 0 for a sum of nothing.
fn number<T: TryFrom<i64>>(row: &Row, place: usize) -> Result<T, StoreError> {
    from_column(column::<Option<i64>>(row, place)?.unwrap_or(0))
}

fn read_watched_pair(row: &Row) -> Result<Pair, StoreError> {
    Ok(Pair {
        number: number(row, 1)?,
        round: number(row, 2)?,
        engines: [number(row, 3)?, number(row, 4)?],
        opening: with_nul(column(row, 5)?),
    })
}

fn read_watched(row: &Row) -> Result<WatchedGame, StoreError> {
    let report = |engine| -> Result<FaultReport, StoreError> {
        let [detail, stderr, transcript] = [const { String::new() }; 3];
        let fault = parse_fault(column(row, 8)?)?;
        Ok(FaultReport { engine: from_column(engine)?, fault, detail, stderr, transcript })
    };
    let game = FinishedGame {
        pair: number(row, 1)?,
        leg: number(row, 2)?,
        outcome: parse_outcome(column(row, 5)?)?,
        ending: with_nul(column(row, 6)?),
        actions: Vec::new(),
        fault: column::<Option<i64>>(row, 3)?.map(report).transpose()?,
    };
    Ok(WatchedGame::new(game, column::<&str>(row, 7)?))
}

fn read_running(row: &Row) -> Result<GameInProgress, StoreError> {
    Ok(GameInProgress {
        pair: number(row, 1)?,
        leg: number(row, 2)?,
        actions: parse_json("actions", column(row, 5)?)?,
        left: parse_left(column(row, 6)?)?,
        thinking: column::<Option<i64>>(row, 3)?.map(from_column).transpose()?.map(Duration::from_millis),
        // A clock may have been set back.
        age: Duration::from_millis(column::<i64>(row, 4)?.max(0).cast_unsigned()),
    })
}
