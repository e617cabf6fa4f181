//! Addresses of stores without their passwords.

use super::StoreError;

/// An address without its password: before the `@` of a PostgreSQL address, as a parameter after the `?`, or in a string of
/// `name=value` words. What may be part of a password is left out, too.
pub fn without_password(address: &str) -> String {
    let is_scheme = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match address.split_once("://").filter(|(scheme, _)| is_scheme(scheme)) {
        Some((scheme, rest)) => format!("{scheme}://{}", url_without_password(rest)),
        None => words_without_password(address),
    }
}

/// Refuses an address with a password on a command line, which every program of the machine can read.
pub fn refuse_password(address: &str) -> Result<(), StoreError> {
    if without_password(address) == address {
        return Ok(());
    }
    Err(StoreError(
        "the address holds a password, and every program on this machine can read a command line: put the password into a \
         password file (PGPASSFILE, or ~/.pgpass), or into PGPASSWORD"
            .to_owned(),
    ))
}

/// Shown instead of secrets.
const HIDDEN: &str = "…";

/// Whether a parameter holds a secret. A percent-encoded name counts as secret.
fn is_secret(name: &str) -> bool {
    name.contains('%') || ["password", "sslpassword"].iter().any(|secret| name.trim().eq_ignore_ascii_case(secret))
}

/// `user:password@host/database?name=value&…` without secrets.
fn url_without_password(rest: &str) -> String {
    let Some((credentials, place)) = rest.rsplit_once('@') else { return parameters_without_password(rest) };
    let user = credentials.split([':', '/', '?', '@']).next().unwrap_or_default();
    // A password or a parameter may contain these characters, so either may follow the @.
    if credentials.contains(['/', '?']) {
        return format!("{user}@{HIDDEN}");
    }
    format!("{user}@{}", parameters_without_password(place))
}

fn parameters_without_password(place: &str) -> String {
    let Some((place, parameters)) = place.split_once('?') else { return place.to_owned() };
    let name = |parameter: &str| parameter.split('=').next().unwrap_or_default().to_owned();
    let others: Vec<&str> = parameters.split('&').filter(|parameter| !is_secret(&name(parameter))).collect();
    if others.is_empty() { place.to_owned() } else { format!("{place}?{}", others.join("&")) }
}

/// `host=here password='it''s mine'` with secrets hidden; other texts are returned unchanged.
fn words_without_password(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, value)) = rest.split_once('=') {
        let name = before.rsplit(char::is_whitespace).find(|word| !word.is_empty()).unwrap_or_default();
        let (blank, value) = value.split_at(value.len() - value.trim_start().len());
        let end = value_length(value);
        shown += before;
        shown.push('=');
        shown += blank;
        shown += if is_secret(name) { HIDDEN } else { &value[..end] };
        rest = &value[end..];
    }
    shown + rest
}

/// The length of the value at the beginning of a text: up to a blank or its closing quote; a backslash escapes the next
/// character.
fn value_length(text: &str) -> usize {
    let is_quoted = text.starts_with('\'');
    let mut signs = text.char_indices().skip(usize::from(is_quoted));
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            '\'' if is_quoted => return at + 1,
            sign if !is_quoted && sign.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use ::postgres::Config;

    use super::*;

    #[test]
    fn addresses_without_a_password_are_shown_as_they_are() {
        for address in [
            "cup.arena",
            "some folder/the cup?.arena",
            ":memory:",
            "postgres://me@host/db",
            "postgres://host:5432/db",
            "postgresql://me@one:1,two:2/db?connect_timeout=10&options=-c%20x%3dy",
            "host=here dbname=cup",
        ] {
            assert_eq!(without_password(address), address);
        }
    }

    #[test]
    fn passwords_are_left_out() {
        for (address, shown) in [
            ("postgres://me:secret@host/db", "postgres://me@host/db"),
            ("postgres://me:se@cret@host/db", "postgres://me@host/db"),
            ("postgres://:secret@host/db", "postgres://@host/db"),
            ("postgres://me@host/db?password=secret", "postgres://me@host/db"),
            ("postgres://host/db?user=me&password=secret&port=5", "postgres://host/db?user=me&port=5"),
            ("postgres://me@host/db?pass%77ord=secret", "postgres://me@host/db"),
            ("postgres://me@host/db?sslpassword=secret&PASSWORD=secret", "postgres://me@host/db"),
            ("postgres://me:secret@host/db?password=secret&x=1", "postgres://me@host/db?x=1"),
            // Which part of these is the password is ambiguous.
            ("postgres://me:sec/ret@host/db", "postgres://me@…"),
            ("postgres://me:sec?ret@host/db", "postgres://me@…"),
            ("postgres://host/db?password=sec@ret", "postgres://host@…"),
            ("postgres://me@host/db?password=sec@ret", "postgres://me@…"),
            ("host=here password=secret dbname=cup", "host=here password=… dbname=cup"),
            ("password = 'the \\' secret' host=here", "password = … host=here"),
            ("host='a b' password=sec\\ ret", "host='a b' password=…"),
            ("host=here password='secret", "host=here password=…"),
        ] {
            assert_eq!(without_password(address), shown, "{address}");
            assert!(!without_password(address).contains("ret"), "{address}");
        }
    }

    #[test]
    fn passwords_on_command_lines_are_refused() {
        for address in ["postgres://me@host/db", "cup.arena", "postgres://host/db?sslmode=require"] {
            assert_eq!(refuse_password(address), Ok(()), "{address}");
        }
        for address in ["postgres://me:secret@host/db", "postgres://me@host/db?password=secret", "password=secret"] {
            let why = refuse_password(address).unwrap_err().to_string();
            assert!(why.contains("PGPASSFILE") && !why.contains("secret"), "{why}");
        }
    }

    /// Whatever the library takes for a password is not shown.
    #[test]
    fn no_password_that_the_library_finds_is_shown() {
        let parts =
            ["postgres://", "me", ":", "Zx1", "@", "host", "/", "?", "password=", "&", "=", " ", "'", "\\", "user="];
        let mut random = skirmish_board::Random::new(1);
        let mut found = 0;
        for _ in 0..200_000 {
            let length = 1 + random.below(12);
            let text: String = (0..length).map(|_| parts[random.below(parts.len())]).collect();
            let Some(password) =
                text.parse::<Config>().ok().and_then(|config| config.get_password().map(<[u8]>::to_vec))
            else {
                continue;
            };
            if String::from_utf8_lossy(&password).contains("Zx1") && text.matches("Zx1").count() == 1 {
                assert!(!without_password(&text).contains("Zx1"), "{text}: {}", without_password(&text));
                found += 1;
            }
        }
        assert!(found > 1000, "{found}");
    }
}
