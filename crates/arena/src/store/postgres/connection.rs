//! A connection that outlives restarts of the server.

use std::error::Error as _;
use std::time::{Duration, Instant};
use std::{io, thread};

use ::postgres::config::{Host, SslMode};
use ::postgres::error::SqlState;
use ::postgres::{Client, Config, Error, NoTls};

use super::super::{StoreError, without_password};

/// The way to a database, and a connection while there is one.
pub struct Connection {
    config: Config,
    /// The name of the database for people; the address may hold a password.
    place: String,
    client: Option<Client>,
    /// For how long a lost connection is tried again.
    pub patience: Duration,
}

/// What can go wrong while something is done.
pub enum Trouble {
    /// What the database or the connection says.
    Database(Error),
    /// Anything else; trying again would not help.
    Store(StoreError),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Database(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Store(error)
    }
}

/// After this, a silent network is a lost connection.
const SILENCE: Duration = Duration::from_secs(30);

impl Connection {
    /// Connects for the first time. Nothing is tried twice: most likely the address is wrong.
    pub fn open(address: &str) -> Result<Connection, StoreError> {
        let unreadable =
            |error: Error| StoreError(format!("the address of the database is wrong: {}", explain(&error)));
        let mut config: Config = address.parse().map_err(unreadable)?;
        if config.get_ssl_mode() == SslMode::Require {
            let sentence =
                "this program does not speak TLS with PostgreSQL, expected an address without sslmode=require";
            return Err(StoreError(sentence.to_owned()));
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
        }
        config.keepalives_idle(config.get_keepalives_idle().min(SILENCE));
        if config.get_application_name().is_none() {
            config.application_name("skirmish");
        }
        let place = place(address);
        let mut connection = Connection { config, place, client: None, patience: Duration::from_secs(120) };
        match connection.connect() {
            Ok(_) => Ok(connection),
            Err(error) => Err(connection.error(&error)),
        }
    }

    fn connect(&mut self) -> Result<&mut Client, Error> {
        let client = match self.client.take() {
            Some(client) if !client.is_closed() => client,
            _ => self.config.connect(NoTls)?,
        };
        Ok(self.client.insert(client))
    }

    fn error(&self, error: &Error) -> StoreError {
        StoreError(format!("the database {}: {}", self.place, explain(error)))
    }

    /// Does something that may be done twice, again from the start if the connection is lost meanwhile or the database asks for it.
    /// The work is told whether it was tried before: then it may have been done already, without the news of it.
    pub fn retry<T>(&mut self, mut work: impl FnMut(&mut Client, bool) -> Result<T, Trouble>) -> Result<T, StoreError> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(50);
        let mut is_again = false;
        loop {
            let trouble = match self.connect() {
                Ok(client) => match work(client, is_again) {
                    Ok(result) => return Ok(result),
                    Err(trouble) => {
                        is_again = true;
                        trouble
                    }
                },
                Err(error) => Trouble::Database(error),
            };
            let error = match trouble {
                Trouble::Store(error) => return Err(error),
                Trouble::Database(error) if !is_passing(&error) => return Err(self.error(&error)),
                Trouble::Database(error) => error,
            };
            if start.elapsed() + pause > self.patience {
                return Err(self.error(&error));
            }
            // A server that goes may have said so before the connection is closed.
            self.client = None;
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }
}

/// Whether the same may go well a little later: the connection is lost, the server starts or stops, or two transactions were in
/// each other's way.
fn is_passing(error: &Error) -> bool {
    match error.code() {
        Some(code) => {
            let passing = [
                SqlState::ADMIN_SHUTDOWN,
                SqlState::CRASH_SHUTDOWN,
                SqlState::CANNOT_CONNECT_NOW,
                SqlState::TOO_MANY_CONNECTIONS,
                SqlState::T_R_DEADLOCK_DETECTED,
                SqlState::T_R_SERIALIZATION_FAILURE,
            ];
            // Class 08 is about connections.
            passing.contains(code) || code.code().starts_with("08")
        }
        None => error.is_closed() || error.source().is_some_and(|source| source.is::<io::Error>()),
    }
}

/// What an error says, with the sentence of the server or the system, which is the part that helps.
fn explain(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

/// The database in an address, without user and password.
fn place(address: &str) -> String {
    // Only what may be shown is looked at: of a mistyped address, the library may take a part of the password for something else.
    let shown = without_password(address);
    let Ok(config) = shown.parse::<Config>() else { return shown };
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().map_or(String::new(), |port| format!(":{port}"));
    let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("{name:?} at {host}{port}")
}
