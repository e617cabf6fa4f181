//! Tournaments in SQLite files, for one machine.
//!
//! One process plays, any number may read. Every finished game is one transaction, written to disk before
//! [`Store::save`] returns: neither `kill -9` nor a power cut loses a game.

mod dialogues;
mod live;
mod rows;

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use self::rows::{collect, has_table, insert_fault, read_game, read_pair, select_plan};
use super::ownership::Ownership;
use super::text::{amendment_difference, format_json, format_plan, plan_difference};
use super::{
    BOTH, ClaimedPair, GameDialogues, GameInProgress, Store, StoreError, WatchedTournament, from_column, leg_bit, legs,
    to_column,
};
use crate::game::{DialogueHead, Fault, FinishedGame, Pair};
use crate::plan::Plan;
use crate::system::file_number;

/// A tournament in a file.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    /// Set once there is a tournament.
    connection: Option<Connection>,
    /// Set once this process plays.
    ownership: Option<Arc<Ownership>>,
    /// Which file it was when it was opened, where the system tells.
    file: Option<(u64, u64)>,
}

/// SQLite's application id of our files ("Skir" in ASCII).
const APPLICATION: i32 = 0x536b_6972;

/// The version of the tables below.
const VERSION: i32 = 1;

const TABLES: &str = "
    CREATE TABLE tournament (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        plan TEXT NOT NULL              -- JSON
    ) STRICT;
    CREATE TABLE pair (
        number INTEGER PRIMARY KEY,
        round INTEGER NOT NULL,
        first INTEGER NOT NULL,         -- engines by their place in the plan
        second INTEGER NOT NULL,
        opening TEXT NOT NULL,
        finished INTEGER NOT NULL       -- 1 for the first game, 2 for the second, 3 for both
    ) STRICT;
    CREATE INDEX unfinished_pair ON pair (number) WHERE finished <> 3;
    CREATE TABLE game (
        pair INTEGER NOT NULL REFERENCES pair,
        leg INTEGER NOT NULL,
        verdict TEXT NOT NULL,          -- south, north or draw
        ending TEXT NOT NULL,
        actions TEXT NOT NULL,          -- JSON
        PRIMARY KEY (pair, leg)
    ) STRICT;
    CREATE TABLE fault (
        pair INTEGER NOT NULL,
        leg INTEGER NOT NULL,
        engine INTEGER NOT NULL,
        fault TEXT NOT NULL,
        detail TEXT NOT NULL,
        stderr TEXT NOT NULL,
        transcript TEXT NOT NULL,
        PRIMARY KEY (pair, leg),
        FOREIGN KEY (pair, leg) REFERENCES game
    ) STRICT;
";

/// How long to wait for another writer. Transactions take milliseconds unless the disk is busy.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

impl Sqlite {
    /// The tournament in a file, which need not exist yet.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let mut store = Sqlite { path: path.to_owned(), connection: None, ownership: None, file: None };
        store.connect()?;
        Ok(store)
    }

    /// A SQLite error, explained where that helps.
    fn error(&self, error: &rusqlite::Error) -> StoreError {
        let path = self.path.display();
        StoreError(match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => format!("{path} is not a tournament: it is not a SQLite database"),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                format!("{path} is locked by another process")
            }
            Some(ErrorCode::DiskFull) => format!("the disk with {path} is full"),
            _ => format!("{path}: {error}"),
        })
    }

    /// The database, if there is a tournament in the file. Another process may have created it since.
    fn connect(&mut self) -> Result<Option<&mut Connection>, StoreError> {
        if self.connection.is_none() && self.path.exists() {
            let connection = match self.open_file().and_then(|connection| readable(&connection).map(|()| connection)) {
                Ok(connection) => connection,
                Err(error) if cannot_write(&error) && self.path.is_file() => self.open_read_only()?,
                Err(error) => return Err(self.error(&error)),
            };
            if self.is_ours(&connection)? {
                self.file = file_number(&self.path);
                self.connection = Some(connection);
            }
        }
        Ok(self.connection.as_mut())
    }

    /// Opens a file read-only, if it or its folder cannot be written.
    fn open_read_only(&self) -> Result<Connection, StoreError> {
        let path = std::path::absolute(&self.path).map_err(|error| cannot_open(&self.path, &error))?;
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        let log = PathBuf::from(log);
        let (path, temporary) = match fs::metadata(&log) {
            // The log holds data that is not in the file yet, and SQLite reads it only in a writable folder: use a copy.
            Ok(data) if data.len() > 0 => {
                let folder = std::env::temp_dir().join(format!("skirmish-{}-{:x}", std::process::id(), unique()));
                let copy = folder.join("copy.arena");
                let copied = fs::create_dir(&folder)
                    .and_then(|()| fs::copy(&path, &copy))
                    .and_then(|_| fs::copy(&log, folder.join("copy.arena-wal")));
                let writable = |path: &Path| {
                    let mut permissions = fs::metadata(path)?.permissions();
                    #[allow(clippy::permissions_set_readonly_false)]
                    permissions.set_readonly(false);
                    fs::set_permissions(path, permissions)
                };
                copied
                    .and_then(|_| writable(&copy))
                    .and_then(|()| writable(&folder.join("copy.arena-wal")))
                    .map_err(|error| cannot_open(&self.path, &error))?;
                (copy, Some(folder))
            }
            _ => (path, None),
        };
        let mut address = String::from("file:");
        for byte in path.as_os_str().as_encoded_bytes() {
            address += &format!("%{byte:02x}");
        }
        let (flags, address) = match temporary {
            Some(_) => (OpenFlags::SQLITE_OPEN_READ_WRITE, address),
            None => (OpenFlags::SQLITE_OPEN_READ_ONLY, address + "?immutable=1"),
        };
        let flags = flags | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(address, flags).map_err(|error| self.error(&error));
        // The deleted copy stays readable until it is closed.
        let opened = connection
            .and_then(|connection| readable(&connection).map(|()| connection).map_err(|error| self.error(&error)));
        if let Some(folder) = temporary {
            let _ = fs::remove_dir_all(folder);
        }
        opened
    }

    fn open_file(&self) -> rusqlite::Result<Connection> {
        // No SQLITE_OPEN_URI: a file may be called `file:…`.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // A commit is on disk when it returns, safe from power cuts. Games are too rare for this to cost much.
        connection.pragma_update(None, "synchronous", "FULL")?;
        Ok(connection)
    }

    /// Whether the database has our tables. An error if it has others.
    fn is_ours(&self, connection: &Connection) -> Result<bool, StoreError> {
        let query = "SELECT application_id, user_version, schema_version
            FROM pragma_application_id, pragma_user_version, pragma_schema_version";
        let state = connection.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i32>(2)?)));
        let path = self.path.display();
        match state.map_err(|error| self.error(&error))? {
            (APPLICATION, VERSION, _) => Ok(true),
            (APPLICATION, version, _) if version > VERSION => Err(StoreError(format!(
                "{path} was written by a newer version of this program: its format is {version}, this one supports {VERSION}"
            ))),
            // A file that was never written to.
            (0, 0, 0) => Ok(false),
            _ => Err(StoreError(format!("{path} is not a tournament: it is another program's database"))),
        }
    }

    /// The database, created if needed.
    fn make(&mut self) -> Result<&mut Connection, StoreError> {
        if self.connect()?.is_none() {
            let mut connection = self.open_file().map_err(|error| self.error(&error))?;
            let start = Instant::now();
            while let Err(error) = make_tables(&mut connection) {
                // The busy timeout does not apply to a change of the journal mode.
                if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) || start.elapsed() > BUSY_TIMEOUT {
                    return Err(self.error(&error));
                }
                thread::sleep(Duration::from_millis(10));
            }
            if !self.is_ours(&connection)? {
                return Err(StoreError(format!("{} cannot be written", self.path.display())));
            }
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or_else(StoreError::no_tournament)
    }

    /// Reads from one snapshot of the database; `absent` if there is no tournament.
    fn read<T>(
        &mut self,
        absent: T,
        look: impl FnOnce(&Transaction) -> Result<T, SqliteError>,
    ) -> Result<T, StoreError> {
        self.transact(TransactionBehavior::Deferred, look).map(|found| found.unwrap_or(absent))
    }

    /// Writes in one transaction.
    fn write<T>(&mut self, change: impl FnOnce(&Transaction) -> Result<T, SqliteError>) -> Result<T, StoreError> {
        self.transact(TransactionBehavior::Immediate, change)?.ok_or_else(StoreError::no_tournament)
    }

    fn transact<T>(
        &mut self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction) -> Result<T, SqliteError>,
    ) -> Result<Option<T>, StoreError> {
        let Some(connection) = self.connect()? else { return Ok(None) };
        let run = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(behavior)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        run(connection).map(Some).map_err(|error| match error {
            SqliteError::Database(error) => self.error(&error),
            SqliteError::Store(error) => error,
        })
    }

    /// The ownership, if this process has it: another store of this process may have taken it.
    fn present_ownership(&mut self) -> Option<&Ownership> {
        if self.ownership.is_none() {
            self.ownership = Ownership::present(&self.path);
        }
        self.ownership.as_deref()
    }
}

/// Checks that a database can be read; opening it is not enough.
fn readable(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0)).map(drop)
}

/// Whether an error means that the file or folder cannot be written.
fn cannot_write(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied))
}

/// A number for a unique file name.
fn unique() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos())
}

fn cannot_open(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError(format!("{} cannot be opened: {error}", path.display()))
}

/// An error in a transaction.
enum SqliteError {
    Database(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> SqliteError {
        SqliteError::Database(error)
    }
}

impl From<StoreError> for SqliteError {
    fn from(error: StoreError) -> SqliteError {
        SqliteError::Store(error)
    }
}

/// Creates the tables in one transaction, unless another process did.
fn make_tables(connection: &mut Connection) -> rusqlite::Result<()> {
    // Readers and the writer do not block each other.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if transaction.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))? == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

impl Store for Sqlite {
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let text = format_plan(plan)?;
        self.make()?;
        let present = self.write(|transaction| {
            let present = select_plan(transaction)?;
            if present.is_none() {
                transaction.execute("INSERT INTO tournament (id, plan) VALUES (1, ?1)", [text])?;
            }
            Ok(present)
        })?;
        present.and_then(|present| plan_difference(&present, plan)).map_or(Ok(()), Err)
    }

    fn amend(&mut self, plan: &Plan, replayed: &[usize]) -> Result<u64, StoreError> {
        let text = format_plan(plan)?;
        if self.connect()?.is_none() {
            return Err(StoreError::no_tournament());
        }
        // No process may play meanwhile.
        if self.ownership.is_none() {
            self.ownership = Some(Ownership::take(&self.path)?);
        }
        self.write(|transaction| {
            let present = select_plan(transaction)?.ok_or_else(StoreError::no_tournament)?;
            if let Some(error) = amendment_difference(&present, plan) {
                return Err(error.into());
            }
            transaction.execute("UPDATE tournament SET plan = ?1", [text])?;
            let void = "SELECT pair, leg, engine FROM fault WHERE fault = ?1";
            let mut select = transaction.prepare(void)?;
            let rows =
                select.query_map([Fault::NotUnderstood.id()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            let mut games: Vec<(i64, u8, i64)> = rows.collect::<rusqlite::Result<_>>()?;
            games.retain(|&(.., engine)| usize::try_from(engine).is_ok_and(|engine| replayed.contains(&engine)));
            for &(pair, leg, _) in &games {
                transaction.execute("DELETE FROM fault WHERE pair = ?1 AND leg = ?2", params![pair, leg])?;
                transaction.execute("DELETE FROM game WHERE pair = ?1 AND leg = ?2", params![pair, leg])?;
                let update = "UPDATE pair SET finished = finished & ~?2 WHERE number = ?1";
                transaction.execute(update, params![pair, leg_bit(leg)?])?;
            }
            Ok(games.len() as u64)
        })
    }

    fn plan(&mut self) -> Result<Option<Plan>, StoreError> {
        self.read(None, select_plan)
    }

    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError> {
        self.write(|transaction| {
            select_plan(transaction)?.ok_or_else(StoreError::no_tournament)?;
            let mut insert = transaction.prepare_cached(
                "INSERT INTO pair (number, round, first, second, opening, finished) VALUES (?1, ?2, ?3, ?4, ?5, 0)
                ON CONFLICT DO NOTHING",
            )?;
            for pair in pairs {
                let number = to_column(pair.number)?;
                let [first, second] = pair.engines.map(|engine| to_column(engine as u64));
                insert.execute(params![number, pair.round, first?, second?, pair.opening])?;
            }
            Ok(())
        })
    }

    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<ClaimedPair>, StoreError> {
        if self.connect()?.is_none() {
            return Ok(None);
        }
        if self.ownership.is_none() {
            self.ownership = Some(Ownership::take(&self.path)?);
        }
        let Some(ownership) = self.ownership.clone() else { return Ok(None) };
        let mut claims = ownership.claims();
        self.read(None, |transaction| {
            // Skip as many as are claimed.
            let mut select =
                transaction.prepare_cached("SELECT number FROM pair WHERE finished <> 3 ORDER BY number LIMIT ?1")?;
            let numbers = select.query_map([claims.len() as i64 + 1], |row| row.get(0))?;
            let numbers = numbers
                .map(|number| from_column(number?).map_err(SqliteError::Store))
                .collect::<Result<Vec<u64>, _>>()?;
            let Some(number) = claims.take(numbers, worker, lease) else { return Ok(None) };
            let mut select = transaction
                .prepare_cached("SELECT number, round, first, second, opening, finished FROM pair WHERE number = ?1")?;
            let mut rows = select.query([to_column(number)?])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            Ok(Some(ClaimedPair { pair: read_pair(row)?, finished: legs(row.get(5)?) }))
        })
    }

    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError> {
        if let Some(ownership) = self.present_ownership() {
            ownership.claims().renew(worker, lease);
        }
        Ok(())
    }

    fn release(&mut self, worker: &str) -> Result<(), StoreError> {
        if let Some(ownership) = self.present_ownership() {
            ownership.claims().release(worker);
        }
        Ok(())
    }

    fn save(&mut self, game: &FinishedGame) -> Result<bool, StoreError> {
        self.save_with_dialogues(game, &[])
    }

    fn save_with_dialogues(&mut self, game: &FinishedGame, heads: &[DialogueHead]) -> Result<bool, StoreError> {
        let bit = leg_bit(game.leg)?;
        let pair = to_column(game.pair)?;
        let (outcome, actions) = (game.outcome.id(), format_json(&game.actions)?);
        let (is_new, is_last) = self.write(|transaction| {
            let mut select = transaction.prepare_cached("SELECT finished FROM pair WHERE number = ?1")?;
            let bits: Option<u8> = select.query_row([pair], |row| row.get(0)).optional()?;
            let bits = bits.ok_or_else(|| StoreError::no_pair(game.pair))?;
            if bits & bit != 0 {
                return Ok((false, false));
            }
            let insert = "INSERT INTO game (pair, leg, verdict, ending, actions) VALUES (?1, ?2, ?3, ?4, ?5)";
            transaction.prepare_cached(insert)?.execute(params![pair, game.leg, outcome, game.ending, actions])?;
            if let Some(report) = &game.fault {
                insert_fault(transaction, pair, game.leg, report)?;
            }
            dialogues::insert(transaction, pair, game.leg, heads)?;
            let update = "UPDATE pair SET finished = ?2 WHERE number = ?1";
            transaction.prepare_cached(update)?.execute(params![pair, bits | bit])?;
            Ok((true, bits | bit == BOTH))
        })?;
        if is_last && let Some(ownership) = self.present_ownership() {
            ownership.claims().finish(game.pair);
        }
        Ok(is_new)
    }

    fn dialogues(&mut self, pairs: RangeInclusive<u64>) -> Result<GameDialogues, StoreError> {
        self.read(GameDialogues::new(), |transaction| dialogues::select(transaction, pairs))
    }

    fn playing(&mut self) -> Result<Option<u64>, StoreError> {
        if let Some(ownership) = self.present_ownership() {
            return Ok(Some(ownership.claims().held_now()));
        }
        Ok(if Ownership::is_elsewhere(&self.path) { None } else { Some(0) })
    }

    fn show(&mut self, worker: &str, current: &[(u64, u8)], changed: &[GameInProgress]) -> Result<(), StoreError> {
        self.show_running(worker, current, changed)
    }

    fn watch(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        self.watch_all(from)
    }

    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError> {
        self.read(Vec::new(), |transaction| {
            let mut select =
                transaction.prepare_cached("SELECT number, round, first, second, opening FROM pair ORDER BY number")?;
            collect(select.query([])?, read_pair)
        })
    }

    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError> {
        self.read(Vec::new(), |transaction| {
            let mut select = transaction.prepare_cached(
                "SELECT pair, leg, verdict, ending, actions, engine, fault, detail, stderr, transcript
                FROM game LEFT JOIN fault USING (pair, leg) ORDER BY pair, leg",
            )?;
            collect(select.query([])?, read_game)
        })
    }
}
