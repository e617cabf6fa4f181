//! The tables, and their creation while many workers start at once.

use ::postgres::{Client, Transaction};

use super::super::StoreError;
use super::connection::PostgresError;

/// The version of the tables below.
const VERSION: i32 = 1;

/// `skirmish_version` has one row, inserted in the transaction that creates the tables: if it is visible, they are.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS skirmish_version (version integer NOT NULL);
    CREATE TABLE IF NOT EXISTS skirmish_tournament (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE,
        plan text NOT NULL                  -- JSON
    );
    CREATE TABLE IF NOT EXISTS skirmish_pair (
        tournament bigint NOT NULL REFERENCES skirmish_tournament ON DELETE CASCADE,
        number bigint NOT NULL,
        round bigint NOT NULL,
        first bigint NOT NULL,              -- engines by their place in the plan
        second bigint NOT NULL,
        opening text NOT NULL,
        finished smallint NOT NULL DEFAULT 0, -- 1 for the first game, 2 for the second, 3 for both
        worker text,                        -- who plays it, and until when it is theirs
        lease timestamptz,
        ticket bigint,                      -- by which a worker knows its claim again
        PRIMARY KEY (tournament, number)
    );
    CREATE INDEX IF NOT EXISTS skirmish_unfinished_pair ON skirmish_pair (tournament, number) WHERE finished <> 3;
    CREATE INDEX IF NOT EXISTS skirmish_claimed_pair ON skirmish_pair (tournament, worker) WHERE worker IS NOT NULL;
    CREATE TABLE IF NOT EXISTS skirmish_game (
        tournament bigint NOT NULL,
        pair bigint NOT NULL,
        leg smallint NOT NULL,
        verdict text NOT NULL,              -- south, north or draw
        ending text NOT NULL,
        actions text NOT NULL,              -- JSON
        PRIMARY KEY (tournament, pair, leg),
        FOREIGN KEY (tournament, pair) REFERENCES skirmish_pair ON DELETE CASCADE
    );
    CREATE TABLE IF NOT EXISTS skirmish_fault (
        tournament bigint NOT NULL,
        pair bigint NOT NULL,
        leg smallint NOT NULL,
        engine bigint NOT NULL,
        fault text NOT NULL,
        detail text NOT NULL,
        stderr text NOT NULL,
        transcript text NOT NULL,
        PRIMARY KEY (tournament, pair, leg),
        FOREIGN KEY (tournament, pair, leg) REFERENCES skirmish_game ON DELETE CASCADE
    );
";

/// The advisory lock for creating the tables; an arbitrary number.
const LOCK: i64 = 0x536b_6972_6d69_7368;

/// Whether the database has our tables. Another version is an error.
pub fn are_there(client: &mut Client) -> Result<bool, PostgresError> {
    let there: bool = client.query_one("SELECT to_regclass('skirmish_version') IS NOT NULL", &[])?.try_get(0)?;
    if !there {
        return Ok(false);
    }
    let version: i32 = client.query_one("SELECT version FROM skirmish_version", &[])?.try_get(0)?;
    if version == VERSION {
        return Ok(true);
    }
    Err(PostgresError::Store(StoreError(format!(
        "the tournaments in this database have format {version}; this version of the program supports {VERSION}"
    ))))
}

/// Waits for others that create tables, until the end of the transaction.
fn lock(transaction: &mut Transaction) -> Result<(), PostgresError> {
    Ok(transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).map(drop)?)
}

/// Whether there is a table that is made when it is first needed.
pub fn has(client: &mut Client, table: &str) -> Result<bool, PostgresError> {
    Ok(client.query_one("SELECT to_regclass($1) IS NOT NULL", &[&table])?.try_get(0)?)
}

/// Creates such a table, unless another process does.
pub fn add(client: &mut Client, table: &str, definition: &str) -> Result<(), PostgresError> {
    if has(client, table)? {
        return Ok(());
    }
    let mut transaction = client.transaction()?;
    lock(&mut transaction)?;
    transaction.batch_execute(definition)?;
    Ok(transaction.commit()?)
}

/// Creates the tables if needed.
pub fn make(client: &mut Client) -> Result<(), PostgresError> {
    if are_there(client)? {
        return Ok(());
    }
    let mut transaction = client.transaction()?;
    lock(&mut transaction)?;
    // Another process may have created them: IF NOT EXISTS. A second check could be answered from the cache.
    transaction.batch_execute(TABLES)?;
    let insert = "INSERT INTO skirmish_version SELECT $1 WHERE NOT EXISTS (SELECT FROM skirmish_version)";
    transaction.execute(insert, &[&VERSION])?;
    Ok(transaction.commit()?)
}
