//! A small network that evaluates positions in place of the hand-written evaluation.
//!
//! Its features are the squares in the planes of the game ([`Evaluate::planes`]), each side seen from its own end. The weights of
//! all features add up to an accumulator for each perspective: that of the side to move, and the other. Each value is clipped and
//! squared (SCReLU), weighted and summed. The game's terms are added to the output by a skip connection, with weights trained along
//! with the network, or are inputs, too. All arithmetic is in integers, so a position has the same value on every machine.

mod features;
mod format;
mod simd;

use std::fmt;

use skirmish_board::{Evaluate, Score, Side, TextError, score};

pub use features::{Features, SQUARES, TermCounts};
use simd::{I16x16, Kernel, WIDTH};

/// 1 in the hidden layer, quantised.
pub const HIDDEN_ONE: i16 = 255;
/// 1 in the output weights, quantised.
pub const OUTPUT_ONE: i16 = 64;
/// The largest output weight: its product with a value of the hidden layer fits in 16 bits.
pub const OUTPUT_MAX: i16 = 127;
/// One point in the weights of terms and in the output biases, quantised.
pub const POINT: i32 = 8;
/// The points that an output of 1 means, in hundredths: the scale of the logistic curve.
pub const UNIT: i64 = 17_372;

/// The size of a hidden layer is a multiple of the first and at most the second.
const HIDDEN_STEP: usize = WIDTH;
const HIDDEN_MAX: usize = 512;
/// The most output buckets.
const BUCKETS_MAX: usize = 16;
/// A power of two, so that indexing the weights of terms needs no bounds check.
const TERMS_CAPACITY: usize = 1024;

/// How a network uses the terms of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermsUse {
    /// Their weighted sum is added to the output.
    SkipConnection,
    /// They are inputs, separately for the side to move and the other.
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

    /// Whether the weighted sum is added to the output.
    pub fn has_skip_connection(self) -> bool {
        self != TermsUse::Inputs
    }

    /// Whether they are inputs.
    pub fn are_inputs(self) -> bool {
        self != TermsUse::SkipConnection
    }
}

/// The game of a network and its size.
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
    /// The size of the hidden layer for one perspective.
    pub hidden: usize,
    /// The number of sets of output weights. The number of pieces left decides which one is used.
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

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.planes * SQUARES + if self.terms_use.are_inputs() { self.terms } else { 0 }
    }

    /// The output bucket for this many squares in all planes.
    #[inline]
    pub fn bucket(&self, squares: usize) -> usize {
        (squares * self.buckets / (self.full + 1)).min(self.buckets - 1)
    }

    /// The number of weights of each kind.
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

/// The quantised weights of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// For each input its weights in the perspective of its own side, then in that of the other. [`HIDDEN_ONE`] is 1.
    pub inputs: Vec<i16>,
    /// The biases of a perspective. [`HIDDEN_ONE`] is 1.
    pub hidden: Vec<i16>,
    /// For each bucket the weights of the perspective of the side to move, then of the other. [`OUTPUT_ONE`] is 1, and
    /// none is beyond ±[`OUTPUT_MAX`].
    pub output: Vec<i16>,
    /// The bias of each bucket. [`POINT`] is a point.
    pub constants: Vec<i16>,
    /// The weights of the skip connection. [`POINT`] is a point.
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
    /// The network with these weights. `training` is a line about how it was made. Fails if the shape is impossible or the weights
    /// do not fit it.
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

    /// Its game and its size.
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

    /// The same network without vector instructions. It gives the same evaluations.
    pub fn scalar(mut self) -> Network {
        self.kernel = Kernel::scalar();
        self
    }

    /// Fails unless the network is for this type of position and the game with this name.
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

    /// The evaluation of an unfinished position for the side to move, within ±[`score::MAX_EVAL`].
    // WebAssembly code should be small: see `Evaluate::weighted_sum`.
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

    /// The output of the network without its skip connection, where [`POINT`] is a point. `terms` are those that are inputs.
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

/// Networks are equal if their weights and their training lines are.
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
