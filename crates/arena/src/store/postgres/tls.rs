//! Whether a connection is encrypted: `sslmode` as PostgreSQL's own programs understand it.

use ::postgres::config::SslMode;
use ::postgres::{Client, Config, Error, NoTls};

use super::super::StoreError;

/// What an address asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `disable`, `allow`: no encryption.
    Plain,
    /// `prefer`, or nothing said: encrypted where both sides can.
    Prefer,
    /// `require`: encrypted, whoever the server is.
    Require,
    /// `verify-ca`: by a server that an authority vouches for.
    VerifyAuthority,
    /// `verify-full`: and that has the name of the address.
    VerifyAll,
}

/// The mode of an address, and the address without it: the library knows fewer modes.
pub fn mode(address: &str) -> Result<(Mode, String), StoreError> {
    let given = address.split_once('?').and_then(|(_, parameters)| {
        parameters.split('&').rev().find_map(|parameter| parameter.strip_prefix("sslmode=")).map(str::to_owned)
    });
    let environment = || std::env::var("PGSSLMODE").ok().filter(|mode| !mode.is_empty());
    let mode = match given.or_else(environment).as_deref() {
        None | Some("prefer") => Mode::Prefer,
        Some("disable" | "allow") => Mode::Plain,
        Some("require") => Mode::Require,
        Some("verify-ca") => Mode::VerifyAuthority,
        Some("verify-full") => Mode::VerifyAll,
        Some(other) => {
            let sentence = "is no sslmode, expected disable, allow, prefer, require, verify-ca or verify-full";
            return Err(StoreError(format!("{other:?} {sentence}")));
        }
    };
    Ok((mode, without_parameter(address)))
}

fn without_parameter(address: &str) -> String {
    let Some((place, parameters)) = address.split_once('?') else { return address.to_owned() };
    let kept: Vec<&str> = parameters.split('&').filter(|parameter| !parameter.starts_with("sslmode=")).collect();
    if kept.is_empty() { place.to_owned() } else { format!("{place}?{}", kept.join("&")) }
}

impl Mode {
    /// Tells the library of it. An error where this program cannot do it.
    pub fn prepare(self, config: &mut Config) -> Result<(), StoreError> {
        let encrypts = matches!(self, Mode::Require | Mode::VerifyAuthority | Mode::VerifyAll);
        if encrypts {
            let sentence = "this program was built without TLS for PostgreSQL: sslmode=require and stricter need \
                the feature postgres-tls (cargo build --features postgres-tls), or a tunnel and an address without it";
            return Err(StoreError(sentence.to_owned()));
        }
        config.ssl_mode(SslMode::Disable);
        Ok(())
    }

    /// Connects.
    pub fn connect(self, config: &Config) -> Result<Client, Error> {
        config.connect(NoTls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_and_taken_out() {
        for (address, expected, rest) in [
            ("postgres://me@host/db", Mode::Prefer, "postgres://me@host/db"),
            ("postgres://me@host/db?sslmode=disable", Mode::Plain, "postgres://me@host/db"),
            ("postgres://host/db?a=b&sslmode=verify-full&c=d", Mode::VerifyAll, "postgres://host/db?a=b&c=d"),
            ("postgres://host/db?sslmode=verify-ca", Mode::VerifyAuthority, "postgres://host/db"),
        ] {
            assert_eq!(mode(address), Ok((expected, rest.to_owned())), "{address}");
        }
        assert!(mode("postgres://host/db?sslmode=always").unwrap_err().0.contains("expected disable"));
    }

    #[test]
    fn without_the_feature_encryption_is_an_error_that_names_it() {
        for required in [Mode::Require, Mode::VerifyAuthority, Mode::VerifyAll] {
            let error = required.prepare(&mut Config::new()).unwrap_err();
            assert!(error.0.contains("postgres-tls"), "{error}");
        }
        assert!(Mode::Prefer.prepare(&mut Config::new()).is_ok());
    }
}
