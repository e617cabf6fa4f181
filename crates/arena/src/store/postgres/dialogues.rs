//! The beginnings of dialogues in a database.
//!
//! The table is made with the first dialogue, so databases of earlier versions gain it when they are continued. Workers of earlier
//! versions ignore it: a game that they delete takes its dialogues with it.

use std::ops::RangeInclusive;

use ::postgres::GenericClient;
use ::postgres::error::SqlState;

use super::connection::PostgresError;
use super::{Postgres, column, from_column, tables, to_column, with_nul, without_nul};
use crate::game::DialogueHead;
use crate::store::{GameDialogues, StoreError};

const NAME: &str = "skirmish_dialogue";

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS skirmish_dialogue (
        tournament bigint NOT NULL,
        pair bigint NOT NULL,
        leg smallint NOT NULL,
        engine bigint NOT NULL,
        head text NOT NULL,
        PRIMARY KEY (tournament, pair, leg, engine),
        FOREIGN KEY (tournament, pair, leg) REFERENCES skirmish_game ON DELETE CASCADE
    );
";

impl Postgres {
    /// Whether dialogues can be stored. A user of the database who may only play in it saves games without them.
    pub(super) fn keeps_dialogues(&mut self) -> Result<bool, StoreError> {
        if let Some(known) = self.keeps_dialogues {
            return Ok(known);
        }
        let refusal = self.connection.retry(|client, _| {
            match tables::add(client, NAME, TABLE) {
                Err(PostgresError::Database(error)) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                    return Ok(error.as_db_error().map(|said| said.message().to_owned()));
                }
                added => added?,
            }
            let select = "SELECT has_table_privilege($1, 'INSERT')";
            let may: bool = client.query_one(select, &[&NAME])?.try_get(0)?;
            Ok((!may).then(|| "permission denied".to_owned()))
        })?;
        if let Some(refusal) = &refusal {
            self.connection.notify(&format!("dialogues are not saved: table {NAME}: {refusal}"));
        }
        Ok(*self.keeps_dialogues.insert(refusal.is_none()))
    }

    /// See [`Store::dialogues`](crate::store::Store::dialogues).
    pub(super) fn select_dialogues(&mut self, pairs: RangeInclusive<u64>) -> Result<GameDialogues, StoreError> {
        let Some(id) = self.id()? else { return Ok(GameDialogues::new()) };
        let (start, end) = (to_column(*pairs.start())?, to_column(*pairs.end())?);
        let rows = self.connection.retry(|client, _| {
            if !tables::has(client, NAME)? {
                return Ok(Vec::new());
            }
            let select = "SELECT pair, leg, engine, head FROM skirmish_dialogue
                WHERE tournament = $1 AND pair BETWEEN $2 AND $3 ORDER BY pair, leg, engine";
            Ok(client.query(select, &[&id, &start, &end])?)
        })?;
        let mut found = GameDialogues::new();
        for row in &rows {
            let key = (from_column(column(row, 0)?)?, from_column(i64::from(column::<i16>(row, 1)?))?);
            let head = DialogueHead { engine: from_column(column(row, 2)?)?, text: with_nul(column(row, 3)?) };
            found.entry(key).or_default().push(head);
        }
        Ok(found)
    }
}

/// Adds the dialogues of a game that has just been inserted.
pub(super) fn insert(
    client: &mut impl GenericClient,
    (id, pair, leg): (i64, i64, i16),
    heads: &[DialogueHead],
) -> Result<(), PostgresError> {
    for head in heads {
        client.execute(
            "INSERT INTO skirmish_dialogue (tournament, pair, leg, engine, head) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING",
            &[&id, &pair, &leg, &to_column(head.engine as u64)?, &without_nul(&head.text)],
        )?;
    }
    Ok(())
}
