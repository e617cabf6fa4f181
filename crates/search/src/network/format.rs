//! Network files: a text header, then the weights.
//!
//! The first line names the format and its version. Each line after it has a name and a value; the last is the checksum of all other
//! bytes. After an empty line come the weights, two bytes each, the lower one first.

use skirmish_board::{TextError, checksum, quoted};

use super::{Network, NetworkShape, TermsUse, Weights};

const FIRST_LINE: &str = "skirmish network 1";
/// Before the version in the first line.
const FORMAT: &str = "skirmish network ";
const CHECKSUM: &str = "\nchecksum ";
const END: &[u8] = b"\n\n";
/// The most bytes of a header.
const HEADER_MAX: usize = 4096;

impl Network {
    /// The network as the contents of a file.
    pub fn format(&self) -> Vec<u8> {
        let NetworkShape { game, planes, terms, terms_use, hidden, buckets, full } = &self.shape;
        let terms_use = terms_use.name();
        let header = format!(
            "{FIRST_LINE}\ngame {game}\nplanes {planes}\nterms {terms}\nterms-are {terms_use}\nhidden {hidden}\nbuckets {buckets}\n\
             full {full}\ntraining {}",
            self.training
        );
        let Weights { inputs, hidden, output, constants, terms } = &self.weights;
        let all = [inputs, hidden, output, constants, terms];
        let weights: Vec<u8> = all.into_iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect();
        let sum = sum_of(header.as_bytes(), &weights);
        [header.as_bytes(), CHECKSUM.as_bytes(), sum.as_bytes(), END, &weights].concat()
    }

    /// Reads the contents of a file. Anything but exactly what [`Network::format`] wrote is an error.
    pub fn parse(bytes: &[u8]) -> Result<Network, TextError> {
        let broken = |what: &str| TextError::new(format!("not a network: {what}"));
        let start = &bytes[..bytes.len().min(HEADER_MAX)];
        if !start.starts_with(FORMAT.as_bytes()) {
            return Err(broken("it does not start like one"));
        }
        let end =
            start.windows(END.len()).position(|window| window == END).ok_or_else(|| broken("its header has no end"))?;
        let header = std::str::from_utf8(&start[..end]).map_err(|_| broken("its header is not text"))?;
        let (first, _) = header.split_once('\n').ok_or_else(|| broken("its header has only one line"))?;
        if first != FIRST_LINE {
            let version = quoted(&first[FORMAT.len()..]);
            return Err(TextError::new(format!("a network of version {version}, expected version 1")));
        }
        let (summed, sum) = header.rsplit_once(CHECKSUM).ok_or_else(|| broken("it has no checksum"))?;
        let weights = &bytes[end + END.len()..];
        if sum != sum_of(summed.as_bytes(), weights) {
            return Err(broken("the file is damaged (wrong checksum)"));
        }
        let value = |name: &str| {
            let mut values = summed.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            values.next().ok_or_else(|| broken(&format!("its header has no line {name}")))
        };
        let number = |name: &str| {
            let text = value(name)?;
            text.parse::<usize>().map_err(|_| broken(&format!("{name} is {}, expected a number", quoted(text))))
        };
        let word = value("terms-are")?;
        let terms_use = TermsUse::ALL.into_iter().find(|terms_use| terms_use.name() == word);
        let shape = NetworkShape {
            game: value("game")?.to_owned(),
            planes: number("planes")?,
            terms: number("terms")?,
            terms_use: terms_use.ok_or_else(|| broken(&format!("terms-are is {}", quoted(word))))?,
            hidden: number("hidden")?,
            buckets: number("buckets")?,
            full: number("full")?,
        };
        shape.check().map_err(|error| broken(&error.to_string()))?;
        let expected: usize = shape.lengths().iter().sum();
        if weights.len() != 2 * expected {
            return Err(broken(&format!("it has {} bytes of weights, expected {}", weights.len(), 2 * expected)));
        }
        let mut numbers = weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let [inputs, hidden, output, constants, terms] =
            shape.lengths().map(|length| numbers.by_ref().take(length).collect::<Vec<i16>>());
        let training = value("training")?;
        Network::new(shape, training, Weights { inputs, hidden, output, constants, terms })
            .map_err(|error| broken(&error.to_string()))
    }
}

/// The checksum of header and weights, as text.
fn sum_of(header: &[u8], weights: &[u8]) -> String {
    format!("{:016x}", checksum(&[header, weights].concat()))
}
