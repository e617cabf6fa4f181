//! A connection that survives restarts of the server.

use std::error::Error as _;
use std::time::{Duration, Instant};
use std::{io, thread};

use ::postgres::error::SqlState;
use ::postgres::{Client, Config, Error};

use super::super::{StoreError, StoreNotice, without_password};
use super::password::find_password;
use super::tls;
use crate::system::format_host;

/// The address of a database, and the connection while there is one.
pub struct PostgresConnection {
    config: Config,
    mode: tls::TlsMode,
    /// The name of the database without a password, for messages.
    name: String,
    client: Option<Client>,
    /// How long to retry a lost connection.
    pub retry_time: Duration,
    /// Receives messages about a lost connection.
    pub notice: Option<StoreNotice>,
}

/// An error of an operation.
pub enum PostgresError {
    /// From the database or the connection.
    Database(Error),
    /// Anything else; a retry would not help.
    Store(StoreError),
}

impl From<Error> for PostgresError {
    fn from(error: Error) -> PostgresError {
        PostgresError::Database(error)
    }
}

impl From<StoreError> for PostgresError {
    fn from(error: StoreError) -> PostgresError {
        PostgresError::Store(error)
    }
}

/// A connection that is silent for longer is lost.
const NETWORK_TIMEOUT: Duration = Duration::from_secs(30);

/// The user is notified of an outage that lasts longer.
const NOTICE_DELAY: Duration = Duration::from_secs(1);

impl PostgresConnection {
    /// Connects for the first time, without retries: most likely the address is wrong.
    pub fn open(address: &str) -> Result<PostgresConnection, StoreError> {
        let unreadable =
            |error: Error| StoreError(format!("the address of the database is wrong: {}", explain(&error)));
        let (mode, address) = tls::mode(address)?;
        let mut config: Config = address.parse().map_err(unreadable)?;
        mode.prepare(&mut config)?;
        if config.get_user().is_none()
            && let Some(name) = crate::system::user_name()
        {
            config.user(&name);
        }
        if config.get_password().is_none()
            && let Some(password) = find_password(&config)
        {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(NETWORK_TIMEOUT);
        }
        config.keepalives_idle(config.get_keepalives_idle().min(NETWORK_TIMEOUT));
        if config.get_application_name().is_none() {
            config.application_name("skirmish");
        }
        let retry_time = Duration::from_secs(120);
        let mut connection =
            PostgresConnection { config, mode, name: place(&address), client: None, retry_time, notice: None };
        match connection.connect() {
            Ok(_) => Ok(connection),
            Err(error) => Err(connection.error(&error)),
        }
    }

    fn connect(&mut self) -> Result<&mut Client, Error> {
        let client = match self.client.take() {
            Some(client) if !client.is_closed() => client,
            _ => self.mode.connect(&self.config)?,
        };
        Ok(self.client.insert(client))
    }

    /// Gives the user a message.
    pub fn notify(&self, sentence: &str) {
        if let Some(notice) = &self.notice {
            notice(sentence);
        }
    }

    fn error(&self, error: &Error) -> StoreError {
        StoreError(format!("the database {}: {}", self.name, explain(error)))
    }

    /// Runs an idempotent operation, and retries it if the connection is lost or the database asks for it. `work` gets whether
    /// this is a retry: the first attempt may have succeeded without a reply.
    pub fn retry<T>(
        &mut self,
        mut work: impl FnMut(&mut Client, bool) -> Result<T, PostgresError>,
    ) -> Result<T, StoreError> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(50);
        let mut is_again = false;
        let mut notified = false;
        loop {
            let failure = match self.connect() {
                Ok(client) => match work(client, is_again) {
                    Ok(result) => {
                        if notified {
                            self.notify(&format!("the database {} answers again", self.name));
                        }
                        return Ok(result);
                    }
                    Err(failure) => {
                        is_again = true;
                        failure
                    }
                },
                Err(error) => PostgresError::Database(error),
            };
            let error = match failure {
                PostgresError::Store(error) => return Err(error),
                PostgresError::Database(error) if !is_passing(&error) => return Err(self.error(&error)),
                PostgresError::Database(error) => error,
            };
            if start.elapsed() + pause > self.retry_time {
                return Err(self.error(&error));
            }
            // Short outages are not reported.
            if !notified && start.elapsed() > NOTICE_DELAY {
                notified = true;
                let left = self.retry_time.saturating_sub(start.elapsed()).as_secs();
                self.notify(&format!("{}; trying again for {left} s", self.error(&error)));
            }
            // A server that shuts down may report it before it closes the connection.
            self.client = None;
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }
}

/// Whether a retry may succeed: the connection is lost, the server starts or stops, or transactions conflicted.
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

/// An error with the message of the server or the system.
fn explain(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

/// The database in an address, without user and password.
fn place(address: &str) -> String {
    // Parse only what may be shown: the library may misread a part of the password in a mistyped address.
    let shown = without_password(address);
    let Ok(config) = shown.parse::<Config>() else { return shown };
    let host = config.get_hosts().first().map_or_else(|| "localhost".to_owned(), format_host);
    let port = config.get_ports().first().map_or(String::new(), |port| format!(":{port}"));
    let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("{name:?} at {host}{port}")
}
