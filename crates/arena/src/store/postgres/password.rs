//! The password of a database that is not in its address: from `PGPASSWORD` or the password file, as for PostgreSQL's programs.

use std::fs;
use std::path::PathBuf;

use ::postgres::Config;
use ::postgres::config::Host;

/// The password of a database from the environment or the password file.
pub fn find_password(config: &Config) -> Option<String> {
    if let Some(password) = std::env::var("PGPASSWORD").ok().filter(|password| !password.is_empty()) {
        return Some(password);
    }
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        _ => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let file = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".pgpass"));
    let text = fs::read_to_string(file.or_else(home)?).ok()?;
    text.lines().find_map(|line| password_in(line, [&host, &port, database, user]))
}

/// The password in a line `host:port:database:user:password`, if the first four fields match. `*` matches everything, and a
/// backslash escapes the next character.
fn password_in(line: &str, wanted: [&str; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = vec![String::new()];
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        let last = fields.len() - 1;
        match sign {
            '\\' => fields[last].extend(signs.next()),
            ':' if fields.len() < 5 => fields.push(String::new()),
            sign => fields[last].push(sign),
        }
    }
    let [host, port, database, user, password] = <[String; 5]>::try_from(fields).ok()?;
    let fits = [host, port, database, user].iter().zip(wanted).all(|(field, wanted)| field == "*" || field == wanted);
    fits.then_some(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_password_files_are_read() {
        let wanted = ["db.example", "5432", "cup", "me"];
        for (line, password) in [
            ("db.example:5432:cup:me:secret", Some("secret")),
            ("*:*:*:me:se\\:cret", Some("se:cret")),
            ("*:*:*:*:with:colon", Some("with:colon")),
            ("other:5432:cup:me:secret", None),
            ("db.example:5432:cup:you:secret", None),
            ("# *:*:*:*:secret", None),
            ("", None),
            ("db.example:5432", None),
        ] {
            assert_eq!(password_in(line, wanted).as_deref(), password, "{line}");
        }
    }
}
