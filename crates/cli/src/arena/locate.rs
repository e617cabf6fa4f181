//! Finds an existing tournament.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use skirmish_arena::Tournament;
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::plan::Plan;
use skirmish_arena::store::{self, Store, without_password};
use skirmish_board::quoted;

use super::arguments::TournamentAddress;

/// A tournament and where it is.
pub struct LocatedTournament {
    pub address: String,
    pub store: Box<dyn Store>,
    pub plan: Plan,
}

impl TournamentAddress {
    /// Opens the tournament, which must exist.
    pub fn find(&self) -> anyhow::Result<LocatedTournament> {
        let address = match self.address.as_ref().or(self.store.as_ref()) {
            Some(address) => {
                store::refuse_password(address)?;
                address.clone()
            }
            None => only_file(Path::new("."))?,
        };
        find(&address, self.name.as_deref())
    }
}

/// Opens the tournament of this name at an address, or the newest.
pub fn find(address: &str, name: Option<&str>) -> anyhow::Result<LocatedTournament> {
    let shown = without_password(address);
    let nothing = || anyhow!("no tournament in {}", quoted(&shown));
    let name = match name {
        Some(name) => name.to_owned(),
        None => store::tournaments(address)?.into_iter().next().with_context(nothing)?,
    };
    let mut store = store::open(address, &name)?;
    let plan = store.plan()?.with_context(nothing)?;
    if plan.name != name {
        bail!("{} holds the tournament {}, not {}", quoted(&shown), quoted(&plan.name), quoted(&name));
    }
    Ok(LocatedTournament { address: address.to_owned(), store, plan })
}

impl LocatedTournament {
    /// All pairs and games. Games are read first, so that each has its pair.
    pub fn facts(&mut self) -> anyhow::Result<(Vec<Pair>, Vec<FinishedGame>)> {
        let games = self.store.games()?;
        Ok((self.store.pairs()?, games))
    }

    /// The tournament with its current games.
    pub fn tournament(&mut self) -> anyhow::Result<Tournament> {
        let (pairs, games) = self.facts()?;
        Ok(Tournament::new(self.plan.clone(), pairs, games))
    }
}

/// The only tournament in a folder.
fn only_file(folder: &Path) -> anyhow::Result<String> {
    let mut files: Vec<String> = fs::read_dir(folder)
        .context("cannot read this folder")?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".arena"))
        .collect();
    files.sort_unstable();
    match &files[..] {
        [only] => Ok(only.clone()),
        [] => bail!("no .arena file in this folder; name the tournament's file"),
        [first, second, ..] => {
            bail!("{} .arena files in this folder; name one: {first}, {second}…", files.len())
        }
    }
}
