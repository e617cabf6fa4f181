//! The networks of the program, and networks in files.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use skirmish_board::{LevelProfile, Notation, TextError};
use skirmish_games::{GameId, Visitor};
use skirmish_search::Network;

/// The games that have a network, with the network file. Each has won a match against the evaluation before it: docs/NETWORKS.md.
#[cfg(not(target_family = "wasm"))]
const OWN: &[(&str, &[u8])] = &[
    ("gastank", include_bytes!("../networks/gastank.net")),
    ("hiya", include_bytes!("../networks/hiya.net")),
    ("oska:5", include_bytes!("../networks/oska-5.net")),
    ("oska:6", include_bytes!("../networks/oska-6.net")),
    ("oska:7", include_bytes!("../networks/oska-7.net")),
    ("oska:8", include_bytes!("../networks/oska-8.net")),
    ("refusal", include_bytes!("../networks/refusal.net")),
    ("trench", include_bytes!("../networks/trench.net")),
];

/// In a browser each network is downloaded when its game is played, and read by [`read_network`].
#[cfg(target_family = "wasm")]
const OWN: &[(&str, &[u8])] = &[];

/// How an engine evaluates positions. Levels 1 to 5 always use the hand-written evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluator {
    /// The network of the program if the game has one, otherwise the hand-written evaluation.
    #[default]
    Default,
    /// The hand-written evaluation.
    HandCrafted,
    /// This network, in the game that it is for.
    Network(Arc<Network>),
}

impl Evaluator {
    /// The network for a game; `None` for the hand-written evaluation.
    pub fn network(&self, game: GameId) -> Option<Arc<Network>> {
        match self {
            Evaluator::Default => own_network(game),
            Evaluator::HandCrafted => None,
            Evaluator::Network(network) => Some(network.clone()).filter(|network| fits(network, game).is_ok()),
        }
    }

    /// Reads the evaluator for a game: `usual`, `terms`, or the file of a network.
    pub fn parse(text: &str, game: GameId) -> Result<Evaluator, TextError> {
        match text {
            "usual" => Ok(Evaluator::Default),
            "terms" => Ok(Evaluator::HandCrafted),
            path => load_network(Path::new(path), game).map(|network| Evaluator::Network(Arc::new(network))),
        }
    }
}

/// Far more than the largest network takes.
const MAX_BYTES: u64 = 16 << 20;

/// Reads the network in a file, for a game. The error is one line that names the file.
pub fn load_network(path: &Path, game: GameId) -> Result<Network, TextError> {
    let error = |what: &dyn std::fmt::Display| TextError::new(format!("{}: {what}", path.display()));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|reason| error(&reason))?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|reason| error(&reason))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(error(&format!("too large for a network, expected at most {MAX_BYTES} bytes")));
    }
    read_network(&bytes, game).map_err(|reason| error(&reason))
}

/// Reads the contents of a network file for a game.
pub fn read_network(bytes: &[u8], game: GameId) -> Result<Network, TextError> {
    let network = Network::parse(bytes)?;
    fits(&network, game)?;
    Ok(network)
}

/// The network of the program for a game.
pub fn own_network(game: GameId) -> Option<Arc<Network>> {
    let (_, bytes) = OWN.iter().find(|(name, _)| GameId::parse(name) == Ok(game))?;
    let network = read_network(bytes, game).ok();
    debug_assert!(network.is_some(), "the network of {game} is broken");
    network.map(Arc::new)
}

fn fits(network: &Network, game: GameId) -> Result<(), TextError> {
    struct Fits<'a>(&'a Network, GameId);
    impl Visitor for Fits<'_> {
        type Output = Result<(), TextError>;
        fn visit<G: Notation + LevelProfile>(self, _: G) -> Result<(), TextError> {
            self.0.fits::<G>(&self.1.to_string())
        }
    }
    game.visit(Fits(network, game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_networks_of_the_program_are_good_and_small() {
        for (name, bytes) in OWN {
            let game = GameId::parse(name).unwrap();
            read_network(bytes, game).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(own_network(game).is_some(), "{name}");
        }
        assert!(OWN.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() <= 3 << 20);
    }

    /// `tools/site` takes all files of the folder.
    #[test]
    fn the_folder_has_the_networks_of_the_program_and_no_others() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("networks");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        let mut expected: Vec<String> = OWN.iter().map(|(game, _)| format!("{}.net", game.replace(':', "-"))).collect();
        names.sort();
        expected.sort();
        assert_eq!(names, expected);
        assert!(OWN.iter().all(|(name, _)| GameId::parse(name).unwrap().to_string() == *name));
    }
}
