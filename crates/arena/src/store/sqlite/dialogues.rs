//! The beginnings of dialogues in a file.
//!
//! The table is made with the first dialogue, so files of earlier versions gain it when they are continued. Earlier versions ignore it:
//! a game that they delete takes its dialogues with it.

use std::ops::RangeInclusive;

use rusqlite::{Transaction, params};

use super::{SqliteError, has_table};
use crate::game::DialogueHead;
use crate::store::{GameDialogues, from_column, to_column};

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS dialogue (
        pair INTEGER NOT NULL,
        leg INTEGER NOT NULL,
        engine INTEGER NOT NULL,
        head TEXT NOT NULL,
        PRIMARY KEY (pair, leg, engine),
        FOREIGN KEY (pair, leg) REFERENCES game ON DELETE CASCADE
    ) STRICT;
";

/// Adds the dialogues of a game that has just been inserted.
pub(super) fn insert(transaction: &Transaction, pair: i64, leg: u8, heads: &[DialogueHead]) -> Result<(), SqliteError> {
    if heads.is_empty() {
        return Ok(());
    }
    transaction.execute_batch(TABLE)?;
    let mut insert = transaction
        .prepare_cached("INSERT OR IGNORE INTO dialogue (pair, leg, engine, head) VALUES (?1, ?2, ?3, ?4)")?;
    for head in heads {
        insert.execute(params![pair, leg, to_column(head.engine as u64)?, head.text])?;
    }
    Ok(())
}

/// The dialogues in the games of these pairs.
pub(super) fn select(transaction: &Transaction, pairs: RangeInclusive<u64>) -> Result<GameDialogues, SqliteError> {
    let mut found = GameDialogues::new();
    if !has_table(transaction, "dialogue")? {
        return Ok(found);
    }
    let mut select = transaction.prepare_cached(
        "SELECT pair, leg, engine, head FROM dialogue WHERE pair BETWEEN ?1 AND ?2 ORDER BY pair, leg, engine",
    )?;
    let mut rows = select.query([to_column(*pairs.start())?, to_column(*pairs.end())?])?;
    while let Some(row) = rows.next()? {
        let key = (from_column(row.get(0)?)?, from_column(row.get(1)?)?);
        let head = DialogueHead { engine: from_column(row.get(2)?)?, text: row.get(3)? };
        found.entry(key).or_default().push(head);
    }
    Ok(found)
}
