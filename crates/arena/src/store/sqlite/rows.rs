//! Rows of the tables of a file, as values.

use rusqlite::{OptionalExtension, Row, Rows, Transaction, params};

use super::super::text::{parse_fault, parse_json, parse_outcome, parse_plan};
use super::super::{from_column, to_column};
use super::SqliteError;
use crate::game::{FaultReport, FinishedGame, Pair};
use crate::plan::Plan;

pub(super) fn select_plan(transaction: &Transaction) -> Result<Option<Plan>, SqliteError> {
    let mut select = transaction.prepare_cached("SELECT plan FROM tournament")?;
    let text: Option<String> = select.query_row([], |row| row.get(0)).optional()?;
    Ok(text.map(|text| parse_plan(&text)).transpose()?)
}

pub(super) fn insert_fault(
    transaction: &Transaction,
    pair: i64,
    leg: u8,
    report: &FaultReport,
) -> Result<(), SqliteError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO fault (pair, leg, engine, fault, detail, stderr, transcript) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let (engine, fault) = (to_column(report.engine as u64)?, report.fault.id());
    insert.execute(params![pair, leg, engine, fault, report.detail, report.stderr, report.transcript])?;
    Ok(())
}

pub(super) fn collect<T>(mut rows: Rows, read: impl Fn(&Row) -> Result<T, SqliteError>) -> Result<Vec<T>, SqliteError> {
    let mut result = Vec::new();
    while let Some(row) = rows.next()? {
        result.push(read(row)?);
    }
    Ok(result)
}

pub(super) fn read_pair(row: &Row) -> Result<Pair, SqliteError> {
    Ok(Pair {
        number: from_column(row.get(0)?)?,
        round: from_column(row.get(1)?)?,
        engines: [from_column(row.get(2)?)?, from_column(row.get(3)?)?],
        opening: row.get(4)?,
    })
}

pub(super) fn read_game(row: &Row) -> Result<FinishedGame, SqliteError> {
    let engine: Option<i64> = row.get(5)?;
    let report = |engine| -> Result<FaultReport, SqliteError> {
        Ok(FaultReport {
            engine: from_column(engine)?,
            fault: parse_fault(&row.get::<_, String>(6)?)?,
            detail: row.get(7)?,
            stderr: row.get(8)?,
            transcript: row.get(9)?,
        })
    };
    Ok(FinishedGame {
        pair: from_column(row.get(0)?)?,
        leg: from_column(row.get(1)?)?,
        outcome: parse_outcome(&row.get::<_, String>(2)?)?,
        ending: row.get(3)?,
        actions: parse_json("actions", &row.get::<_, String>(4)?)?,
        fault: engine.map(report).transpose()?,
    })
}

/// Whether there is a table that is made when it is first needed.
pub(super) fn has_table(transaction: &Transaction, name: &str) -> Result<bool, SqliteError> {
    let select = "SELECT 1 FROM sqlite_schema WHERE name = ?1";
    Ok(transaction.prepare_cached(select)?.exists([name])?)
}
