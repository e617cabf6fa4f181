//! A small network that evaluates positions in place of the hand-written evaluation.
//!
//! It sees the planes that the game names ([`Evaluate::planes`]), each side from its own end. Every square in a plane has a row of
//! weights. The rows of both sides add up to two accumulators, one for the side to move and one for the other; each value in
//! them is clipped and squared, weighted, and summed. The game's terms count beside it, with weights that were trained along,
//! or are inputs like the squares. All is done in whole numbers, so a position has the same value on every machine.

mod features;
mod format;
mod simd;

use std::fmt;

use skirmish_board::{Evaluate, Score, Side, TextError, score};

pub use features::{Features, SQUARES, TermCounts};
use simd::{I16x16, Kernel, WIDTH};

/// What 1 is in the hidden layer.
pub const HIDDEN_ONE: i16 = 255;
/// What 1 is in the weights of the output.
pub const OUTPUT_ONE: i16 = 64;
/// No weight of the output is larger: the product with a value of the hidden layer fits 16 bits.
pub const OUTPUT_MAX: i16 = 127;
/// What a point is in the weights of terms and in the constants of the output.
pub const POINT: i32 = 8;
/// The points that an output of 1 means, in hundredths: the unit of the logistic curve.
pub const UNIT: i64 = 17_372;

/// The sizes that a hidden layer may have: such a multiple, and such a most.
const HIDDEN_STEP: usize = WIDTH;
const HIDDEN_MAX: usize = 512;
/// Buckets of the output at most.
const BUCKETS_MAX: usize = 16;
/// Room for the weights of terms: a power of two, so that looking one up needs no check.
const TERMS_CAPACITY: usize = 1024;

/// How a network uses the terms of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermsUse {
    /// Their weighted sum is added to what the network says.
    SkipConnection,
    /// They are inputs, what the side to move has apart from what the other has.
    Inputs,
    /// Both.
    Both,
}

impl TermsUse {
    /// All three.
    pub const ALL: [TermsUse; 3] = [TermsUse::SkipConnection, TermsUse::Inputs, TermsUse::Both];

    /// The word for it in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            TermsUse::SkipConnection => "beside",
            TermsUse::Inputs => "inputs",
            TermsUse::Both => "both",
        }
    }

    /// Whether the weighted sum counts.
    pub fn has_skip_connection(self) -> bool {
        self != TermsUse::Inputs
    }

    /// Whether they are inputs.
    pub fn are_inputs(self) -> bool {
        self != TermsUse::SkipConnection
    }
}

/// What a network is made for, and how large it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// The game with its size, as on a command line.
    pub game: String,
    /// The planes of a side.
    pub planes: usize,
    /// The terms of the game.
    pub terms: usize,
    /// How they are used.
    pub terms_use: TermsUse,
    /// The size of each half of the hidden layer.
    pub hidden: usize,
    /// How many sets of output weights there are. Which one counts depends on how much is left on the board.
    pub buckets: usize,
    /// The squares in all planes of both sides at the start of a game.
    pub full: usize,
}

impl NetworkShape {
    /// The shape of a network for a game, given its start position.
    pub fn of<P: Evaluate>(
        start: &P,
        game: String,
        terms_use: TermsUse,
        hidden: usize,
        buckets: usize,
    ) -> NetworkShape {
        let full = Features::of(start).squares();
        NetworkShape { game, planes: P::PLANES, terms: P::WEIGHTS.len(), terms_use, hidden, buckets, full }
    }

    /// How many rows of weights the inputs have.
    pub fn inputs(&self) -> usize {
        self.planes * SQUARES + if self.terms_use.are_inputs() { self.terms } else { 0 }
    }

    /// The bucket for so many squares in all planes.
    #[inline]
    pub fn bucket(&self, squares: usize) -> usize {
        (squares * self.buckets / (self.full + 1)).min(self.buckets - 1)
    }

    /// How many weights there are of each kind.
    fn lengths(&self) -> [usize; 5] {
        let beside = if self.terms_use.has_skip_connection() { self.terms } else { 0 };
        [self.inputs() * 2 * self.hidden, self.hidden, self.buckets * 2 * self.hidden, self.buckets, beside]
    }

    fn check(&self) -> Result<(), TextError> {
        let sizes = [
            ("planes", self.planes, 1, 64),
            ("terms", self.terms, 0, TERMS_CAPACITY),
            ("hidden", self.hidden, HIDDEN_STEP, HIDDEN_MAX),
            ("buckets", self.buckets, 1, BUCKETS_MAX),
            ("full", self.full, 1, 2 * 64 * SQUARES),
        ];
        for (name, value, least, most) in sizes {
            if !(least..=most).contains(&value) {
                return Err(TextError::new(format!("{name} is {value}, expected {least} to {most}")));
            }
        }
        if !self.hidden.is_multiple_of(HIDDEN_STEP) {
            return Err(TextError::new(format!("hidden is {}, expected a multiple of {HIDDEN_STEP}", self.hidden)));
        }
        Ok(())
    }
}

/// The weights of a network, in whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// For each input the weights to the half of the side that has it, then to the half of the other. [`HIDDEN_ONE`] is 1.
    pub inputs: Vec<i16>,
    /// The constants of a half. [`HIDDEN_ONE`] is 1.
    pub hidden: Vec<i16>,
    /// For each bucket the weights of the half of the side to move, then of the other. [`OUTPUT_ONE`] is 1, and none is beyond
    /// [`OUTPUT_MOST`].
    pub output: Vec<i16>,
    /// The constant of each bucket. [`POINT`] is a point.
    pub constants: Vec<i16>,
    /// The weights of the terms, where they count beside. [`POINT`] is a point.
    pub terms: Vec<i16>,
}

/// A network for one game.
#[derive(Clone)]
pub struct Network {
    shape: NetworkShape,
    training: String,
    weights: Weights,
    inputs: Vec<I16x16>,
    hidden: Vec<I16x16>,
    output: Vec<I16x16>,
    terms: Box<[i16; TERMS_CAPACITY]>,
    kernel: Kernel,
}

impl Network {
    /// The network with these weights. `training` is a line that tells how it was made.
    ///
    /// The error is about a shape that cannot be, or weights that do not fit it.
    pub fn new(shape: NetworkShape, training: &str, weights: Weights) -> Result<Network, TextError> {
        shape.check()?;
        let Weights { inputs, hidden, output, constants, terms } = &weights;
        let lengths = [inputs.len(), hidden.len(), output.len(), constants.len(), terms.len()];
        if lengths != shape.lengths() {
            return Err(TextError::new(format!("there are {lengths:?} weights, expected {:?}", shape.lengths())));
        }
        let sum_fits = |bucket: &[i16]| {
            let most: i64 = bucket.iter().map(|&weight| i64::from(weight).abs()).sum();
            most * i64::from(HIDDEN_ONE).pow(2) <= i64::from(i32::MAX)
        };
        let each_fits = output.iter().all(|&weight| (-OUTPUT_MAX..=OUTPUT_MAX).contains(&weight));
        if !each_fits || !output.chunks(2 * shape.hidden).all(sum_fits) {
            return Err(TextError::new("the weights of the output are too large".to_owned()));
        }
        let mut term_weights = Box::new([0; TERMS_CAPACITY]);
        term_weights.iter_mut().zip(terms).for_each(|(slot, &weight)| *slot = weight);
        Ok(Network {
            inputs: I16x16::all(inputs),
            hidden: I16x16::all(hidden),
            output: I16x16::all(output),
            terms: term_weights,
            kernel: Kernel::best(),
            training: training.split_whitespace().collect::<Vec<&str>>().join(" "),
            shape,
            weights,
        })
    }

    /// What it is made for, and how large it is.
    pub fn shape(&self) -> &NetworkShape {
        &self.shape
    }

    /// How it was made.
    pub fn training(&self) -> &str {
        &self.training
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The same network without the vector instructions of this machine. It says the same of every position.
    pub fn scalar(mut self) -> Network {
        self.kernel = Kernel::scalar();
        self
    }

    /// Whether it can judge positions of this type, of the game with this name.
    pub fn fits<P: Evaluate>(&self, game: &str) -> Result<(), TextError> {
        let NetworkShape { planes, terms, .. } = self.shape;
        if self.shape.game != game {
            return Err(TextError::new(format!("the network is for {}, not for {game}", self.shape.game)));
        }
        if (planes, terms) != (P::PLANES, P::WEIGHTS.len()) {
            let [found, expected] = [(planes, terms), (P::PLANES, P::WEIGHTS.len())]
                .map(|(planes, terms)| format!("{planes} planes and {terms} terms"));
            return Err(TextError::new(format!(
                "the network is for another version of {game}: {found}, not {expected}"
            )));
        }
        Ok(())
    }

    /// How good an unfinished position of its game is for the side to move, within ±[`score::MAX_EVAL`].
    // In a browser the code should be small: see `Evaluate::weighted_sum`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn evaluate<P: Evaluate>(&self, position: &P) -> Score {
        let features = Features::of(position);
        let points = if cfg!(target_family = "wasm") {
            let sign = if features.side() == Side::South { 1 } else { -1 };
            if self.shape.terms_use.are_inputs() {
                let mut terms = TermCounts::none();
                let sum =
                    position.weighted_sum(&self.terms[..], Some(&mut |term, count| terms.push(term, sign * count)));
                self.forward(&features, terms.as_slice()) + sign * sum
            } else {
                self.forward(&features, &[]) + sign * position.weighted_sum(&self.terms[..], None)
            }
        } else if self.shape.terms_use == TermsUse::SkipConnection {
            let mut sum = 0;
            position.terms(&mut |term, count| sum += self.term(term) * count);
            self.forward(&features, &[]) + if features.side() == Side::South { sum } else { -sum }
        } else {
            let terms = TermCounts::of(position);
            let sum: i32 =
                terms.as_slice().iter().map(|&(term, count)| self.term(term.into()) * i32::from(count)).sum();
            self.forward(&features, terms.as_slice()) + sum
        };
        (points / POINT).clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    #[inline]
    fn term(&self, term: usize) -> i32 {
        self.terms[term % TERMS_CAPACITY].into()
    }

    /// What the network itself says, in parts of a [`POINT`]. `terms` are those that are inputs.
    fn forward(&self, features: &Features, terms: &[(u16, i16)]) -> i32 {
        let bucket = self.shape.bucket(features.squares());
        let vectors = 2 * self.shape.hidden / WIDTH;
        let layers = simd::Layers {
            inputs: &self.inputs,
            hidden: &self.hidden,
            output: &self.output[bucket * vectors..(bucket + 1) * vectors],
            first_term: self.shape.planes * SQUARES,
        };
        let sum = i64::from(self.kernel.sum(&layers, features, terms));
        let whole = i64::from(HIDDEN_ONE).pow(2) * i64::from(OUTPUT_ONE) * 100;
        (sum * UNIT * i64::from(POINT) / whole) as i32 + i32::from(self.weights.constants[bucket])
    }
}

/// Networks are equal if they say the same of every position and were made the same way.
impl PartialEq for Network {
    fn eq(&self, other: &Network) -> bool {
        (&self.shape, &self.training, &self.weights) == (&other.shape, &other.training, &other.weights)
    }
}

impl Eq for Network {}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("shape", &self.shape).field("training", &self.training).finish()
    }
}
