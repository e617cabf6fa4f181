//! Tournaments in PostgreSQL, for many machines.
//!
//! Workers claim pairs with leases by the clock of the database. The pair of a dead worker can be claimed when its lease has
//! expired; the first result of a game counts, and later ones change nothing.
//!
//! All writes are idempotent, and are retried for a while if the connection is lost. TLS is the feature `postgres-tls`.

mod connection;
mod dialogues;
mod live;
mod nul;
mod password;
mod tables;
mod tls;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::RangeInclusive;
use std::time::Duration;

use ::postgres::{Client, GenericClient, Row};

use self::connection::{PostgresConnection, PostgresError};
use self::nul::{with_nul, without_nul};
use super::text::{
    amendment_difference, format_json, format_plan, parse_fault, parse_json, parse_outcome, parse_plan, plan_difference,
};
use super::{
    BOTH, ClaimedPair, GameDialogues, GameInProgress, Store, StoreError, StoreNotice, WatchedTournament, from_column,
    leg_bit, legs, to_column,
};
use crate::game::{DialogueHead, Fault, FaultReport, FinishedGame, Pair};
use crate::plan::Plan;

/// A tournament in a database, by its name.
pub struct Postgres {
    connection: PostgresConnection,
    name: String,
    /// Its key in the database, once it is known to exist.
    id: Option<i64>,
    /// Whether the table of games in progress is known to exist.
    shows: bool,
    /// Whether dialogues can be stored, once that is known.
    keeps_dialogues: Option<bool>,
}

/// How many pairs one statement inserts.
const PAIRS_PER_INSERT: usize = 1000;

impl Postgres {
    /// The tournament called `name` in the database at an address. The database must exist, the tournament need not.
    pub fn open(address: &str, name: &str) -> Result<Postgres, StoreError> {
        let (connection, name) = (PostgresConnection::open(address)?, without_nul(name));
        Ok(Postgres { connection, name, id: None, shows: false, keeps_dialogues: None })
    }

    /// How long to retry a lost connection before it is an error; by default two minutes.
    pub fn set_retry_time(&mut self, time: Duration) {
        self.connection.retry_time = time;
    }

    /// The names of all tournaments in the database, the newest first.
    pub fn tournaments(&mut self) -> Result<Vec<String>, StoreError> {
        self.connection.retry(|client, _| {
            if !tables::are_there(client)? {
                return Ok(Vec::new());
            }
            let rows = client.query("SELECT name FROM skirmish_tournament ORDER BY id DESC", &[])?;
            rows.iter().map(|row| Ok(with_nul(row.try_get(0)?))).collect()
        })
    }

    /// The key of the tournament, if it exists.
    fn id(&mut self) -> Result<Option<i64>, StoreError> {
        if self.id.is_none() {
            let name = &self.name;
            self.id = self.connection.retry(|client, _| Ok(select_tournament(client, name)?.map(|(id, _)| id)))?;
        }
        Ok(self.id)
    }

    /// Changes a worker's claims in one statement; without a tournament there are none.
    fn change_claims(&mut self, statement: &str, worker: &str, lease: Option<Duration>) -> Result<(), StoreError> {
        let Some(id) = self.id()? else { return Ok(()) };
        let worker = without_nul(worker);
        let lease = lease.map(microseconds);
        self.connection.retry(|client, _| {
            match &lease {
                Some(lease) => client.execute(statement, &[&id, &worker, lease])?,
                None => client.execute(statement, &[&id, &worker])?,
            };
            Ok(())
        })
    }
}

impl Store for Postgres {
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let text = format_plan(plan)?;
        let name = &self.name;
        let present = self.connection.retry(|client, _| {
            tables::make(client)?;
            let insert = "INSERT INTO skirmish_tournament (name, plan) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            client.execute(insert, &[name, &text])?;
            select_tournament(client, name)
        })?;
        let (id, present) = present.ok_or_else(StoreError::no_tournament)?;
        self.id = Some(id);
        plan_difference(&parse_plan(&present)?, plan).map_or(Ok(()), Err)
    }

    fn amend(&mut self, plan: &Plan, replayed: &[usize]) -> Result<u64, StoreError> {
        let text = format_plan(plan)?;
        let id = self.id()?.ok_or_else(StoreError::no_tournament)?;
        let fault = Fault::NotUnderstood.id();
        let replayed = replayed.iter().map(|&engine| to_column(engine as u64)).collect::<Result<Vec<i64>, _>>()?;
        self.connection.retry(|client, _| {
            let mut transaction = client.transaction()?;
            let select = "SELECT plan FROM skirmish_tournament WHERE id = $1 FOR UPDATE";
            let present: String = transaction.query_one(select, &[&id])?.try_get(0)?;
            if let Some(error) = amendment_difference(&parse_plan(&present)?, plan) {
                return Err(error.into());
            }
            transaction.execute("UPDATE skirmish_tournament SET plan = $2 WHERE id = $1", &[&id, &text])?;
            let rows = transaction.query(
                "DELETE FROM skirmish_game AS game USING skirmish_fault AS fault
                WHERE game.tournament = $1 AND fault.tournament = $1 AND fault.fault = $2
                    AND fault.pair = game.pair AND fault.leg = game.leg AND fault.engine = ANY($3)
                RETURNING game.pair, game.leg",
                &[&id, &fault, &replayed],
            )?;
            for row in &rows {
                let (pair, leg): (i64, i16) = (row.try_get(0)?, row.try_get(1)?);
                let bit = i16::from(leg_bit(leg as u8)?);
                let update = "UPDATE skirmish_pair SET finished = finished & ~$3::smallint
                    WHERE tournament = $1 AND number = $2";
                transaction.execute(update, &[&id, &pair, &bit])?;
            }
            transaction.commit()?;
            Ok(rows.len() as u64)
        })
    }

    fn plan(&mut self) -> Result<Option<Plan>, StoreError> {
        let name = &self.name;
        let present = self.connection.retry(|client, _| select_tournament(client, name))?;
        self.id = present.as_ref().map(|&(id, _)| id);
        present.map(|(_, text)| parse_plan(&text)).transpose()
    }

    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError> {
        let id = self.id()?.ok_or_else(StoreError::no_tournament)?;
        let mut pairs: Vec<&Pair> = pairs.iter().collect();
        // The same order in all processes, so that they cannot deadlock.
        pairs.sort_by_key(|pair| pair.number);
        let chunks = pairs.chunks(PAIRS_PER_INSERT).map(Columns::new).collect::<Result<Vec<_>, _>>()?;
        self.connection.retry(|client, _| {
            let mut transaction = client.transaction()?;
            for Columns { numbers, rounds, first, second, openings } in &chunks {
                transaction.execute(
                    "INSERT INTO skirmish_pair (tournament, number, round, first, second, opening)
                    SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
                    ON CONFLICT DO NOTHING",
                    &[&id, numbers, rounds, first, second, openings],
                )?;
            }
            Ok(transaction.commit()?)
        })
    }

    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<ClaimedPair>, StoreError> {
        let Some(id) = self.id()? else { return Ok(None) };
        let worker = without_nul(worker);
        let lease = microseconds(lease);
        // If the connection is lost before the reply, the ticket identifies the claimed pair.
        let ticket = RandomState::new().build_hasher().finish().cast_signed();
        let row = self.connection.retry(|client, is_again| {
            if is_again {
                let earlier = "SELECT number, round, first, second, opening, finished FROM skirmish_pair
                    WHERE tournament = $1 AND ticket = $2 AND worker = $3";
                if let Some(row) = client.query_opt(earlier, &[&id, &ticket, &worker])? {
                    return Ok(Some(row));
                }
            }
            Ok(client.query_opt(
                "WITH free AS MATERIALIZED (
                    SELECT number FROM skirmish_pair
                    WHERE tournament = $1 AND finished <> 3 AND (lease IS NULL OR lease <= clock_timestamp())
                    ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED
                )
                UPDATE skirmish_pair AS pair
                SET worker = $2, lease = clock_timestamp() + $3::bigint * interval '1 microsecond', ticket = $4
                FROM free WHERE pair.tournament = $1 AND pair.number = free.number
                RETURNING pair.number, round, first, second, opening, finished",
                &[&id, &worker, &lease, &ticket],
            )?)
        })?;
        let claim =
            |row: Row| Ok(ClaimedPair { pair: read_pair(&row)?, finished: legs(column::<i16>(&row, 5)? as u8) });
        row.map(claim).transpose()
    }

    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError> {
        let statement = "UPDATE skirmish_pair SET lease = clock_timestamp() + $3::bigint * interval '1 microsecond'
            WHERE tournament = $1 AND worker = $2";
        self.change_claims(statement, worker, Some(lease))
    }

    fn release(&mut self, worker: &str) -> Result<(), StoreError> {
        let statement = "UPDATE skirmish_pair SET worker = NULL, lease = NULL, ticket = NULL
            WHERE tournament = $1 AND worker = $2";
        self.change_claims(statement, worker, None)
    }

    fn save(&mut self, game: &FinishedGame) -> Result<bool, StoreError> {
        self.save_with_dialogues(game, &[])
    }

    fn save_with_dialogues(&mut self, game: &FinishedGame, heads: &[DialogueHead]) -> Result<bool, StoreError> {
        let bit = i16::from(leg_bit(game.leg)?);
        let (pair, leg) = (to_column(game.pair)?, i16::from(game.leg));
        let (outcome, actions) = (game.outcome.id(), format_json(&game.actions)?);
        let ending = without_nul(&game.ending);
        let id = self.id()?.ok_or_else(StoreError::no_tournament)?;
        let heads = if heads.is_empty() || !self.keeps_dialogues()? { &[] } else { heads };
        self.connection.retry(|client, is_again| {
            let mut transaction = client.transaction()?;
            // The lock on the pair's row covers its games.
            let select = "SELECT finished FROM skirmish_pair WHERE tournament = $1 AND number = $2 FOR NO KEY UPDATE";
            let Some(row) = transaction.query_opt(select, &[&id, &pair])? else {
                return Err(StoreError::no_pair(game.pair).into());
            };
            let bits = row.try_get::<_, i16>(0)?;
            if bits & bit != 0 {
                // After a lost connection, it may be this game.
                return Ok(is_again && select_games(&mut transaction, id, Some((pair, leg)))?.first() == Some(game));
            }
            transaction.execute(
                "INSERT INTO skirmish_game (tournament, pair, leg, verdict, ending, actions)
                VALUES ($1, $2, $3, $4, $5, $6)",
                &[&id, &pair, &leg, &outcome, &ending, &actions],
            )?;
            if let Some(report) = &game.fault {
                insert_fault(&mut transaction, (id, pair, leg), report)?;
            }
            dialogues::insert(&mut transaction, (id, pair, leg), heads)?;
            let update = match bits | bit == i16::from(BOTH) {
                true => {
                    "UPDATE skirmish_pair SET finished = $3, worker = NULL, lease = NULL, ticket = NULL
                    WHERE tournament = $1 AND number = $2"
                }
                false => "UPDATE skirmish_pair SET finished = $3 WHERE tournament = $1 AND number = $2",
            };
            transaction.execute(update, &[&id, &pair, &(bits | bit)])?;
            transaction.commit()?;
            Ok(true)
        })
    }

    fn dialogues(&mut self, pairs: RangeInclusive<u64>) -> Result<GameDialogues, StoreError> {
        self.select_dialogues(pairs)
    }

    fn set_notice(&mut self, notice: StoreNotice) {
        self.connection.notice = Some(notice);
    }

    fn set_retry_time(&mut self, time: Duration) {
        Postgres::set_retry_time(self, time);
    }

    fn show(&mut self, worker: &str, current: &[(u64, u8)], changed: &[GameInProgress]) -> Result<(), StoreError> {
        self.show_running(worker, current, changed)
    }

    fn watch(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        self.watch_all(from)
    }

    fn playing(&mut self) -> Result<Option<u64>, StoreError> {
        let Some(id) = self.id()? else { return Ok(Some(0)) };
        let count: i64 = self.connection.retry(|client, _| {
            let statement = "SELECT count(*) FROM skirmish_pair
                WHERE tournament = $1 AND finished <> 3 AND lease > clock_timestamp()";
            Ok(client.query_one(statement, &[&id])?.try_get(0)?)
        })?;
        from_column(count).map(Some)
    }

    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError> {
        let Some(id) = self.id()? else { return Ok(Vec::new()) };
        let rows = self.connection.retry(|client, _| {
            let select = "SELECT number, round, first, second, opening FROM skirmish_pair
                WHERE tournament = $1 ORDER BY number";
            Ok(client.query(select, &[&id])?)
        })?;
        rows.iter().map(read_pair).collect()
    }

    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError> {
        let Some(id) = self.id()? else { return Ok(Vec::new()) };
        self.connection.retry(|client, _| select_games(client, id, None))
    }
}

/// Pairs as one list per column.
struct Columns {
    numbers: Vec<i64>,
    rounds: Vec<i64>,
    first: Vec<i64>,
    second: Vec<i64>,
    openings: Vec<String>,
}

impl Columns {
    fn new(pairs: &[&Pair]) -> Result<Columns, StoreError> {
        let engines = |place: usize| pairs.iter().map(move |pair| to_column(pair.engines[place] as u64));
        Ok(Columns {
            numbers: pairs.iter().map(|pair| to_column(pair.number)).collect::<Result<_, _>>()?,
            rounds: pairs.iter().map(|pair| i64::from(pair.round)).collect(),
            first: engines(0).collect::<Result<_, _>>()?,
            second: engines(1).collect::<Result<_, _>>()?,
            openings: pairs.iter().map(|pair| without_nul(&pair.opening)).collect(),
        })
    }
}

/// A lease in microseconds, at most a century: the range of timestamps in the database is limited.
fn microseconds(lease: Duration) -> i64 {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
    lease.min(CENTURY).as_micros() as i64
}

/// The key and the plan of a tournament.
fn select_tournament(client: &mut Client, name: &String) -> Result<Option<(i64, String)>, PostgresError> {
    if !tables::are_there(client)? {
        return Ok(None);
    }
    let row = client.query_opt("SELECT id, plan FROM skirmish_tournament WHERE name = $1", &[name])?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
}

fn insert_fault(
    client: &mut impl GenericClient,
    (id, pair, leg): (i64, i64, i16),
    report: &FaultReport,
) -> Result<(), PostgresError> {
    let [detail, stderr, transcript] =
        [&report.detail, &report.stderr, &report.transcript].map(|text| without_nul(text));
    let (engine, fault) = (to_column(report.engine as u64)?, report.fault.id());
    client.execute(
        "INSERT INTO skirmish_fault (tournament, pair, leg, engine, fault, detail, stderr, transcript)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[&id, &pair, &leg, &engine, &fault, &detail, &stderr, &transcript],
    )?;
    Ok(())
}

/// The games of a tournament in order, or one of them.
fn select_games(
    client: &mut impl GenericClient,
    id: i64,
    one: Option<(i64, i16)>,
) -> Result<Vec<FinishedGame>, PostgresError> {
    let (pair, leg) = one.unzip();
    let rows = client.query(
        "SELECT pair, leg, verdict, ending, actions, engine, fault, detail, stderr, transcript
        FROM skirmish_game LEFT JOIN skirmish_fault USING (tournament, pair, leg)
        WHERE tournament = $1 AND ($2::bigint IS NULL OR pair = $2) AND ($3::smallint IS NULL OR leg = $3)
        ORDER BY pair, leg",
        &[&id, &pair, &leg],
    )?;
    Ok(rows.iter().map(read_game).collect::<Result<_, _>>()?)
}

fn column<'a, T: ::postgres::types::FromSql<'a>>(row: &'a Row, place: usize) -> Result<T, StoreError> {
    row.try_get(place).map_err(|error| StoreError(format!("the tables in the database are not as expected: {error}")))
}

fn read_pair(row: &Row) -> Result<Pair, StoreError> {
    Ok(Pair {
        number: from_column(column(row, 0)?)?,
        round: from_column(column(row, 1)?)?,
        engines: [from_column(column(row, 2)?)?, from_column(column(row, 3)?)?],
        opening: with_nul(column(row, 4)?),
    })
}

fn read_game(row: &Row) -> Result<FinishedGame, StoreError> {
    let report = |engine| -> Result<FaultReport, StoreError> {
        Ok(FaultReport {
            engine: from_column(engine)?,
            fault: parse_fault(column(row, 6)?)?,
            detail: with_nul(column(row, 7)?),
            stderr: with_nul(column(row, 8)?),
            transcript: with_nul(column(row, 9)?),
        })
    };
    Ok(FinishedGame {
        pair: from_column(column(row, 0)?)?,
        leg: from_column(i64::from(column::<i16>(row, 1)?))?,
        outcome: parse_outcome(column(row, 2)?)?,
        ending: with_nul(column(row, 3)?),
        actions: parse_json("actions", column(row, 4)?)?,
        fault: column::<Option<i64>>(row, 5)?.map(report).transpose()?,
    })
}
