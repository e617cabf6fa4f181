//! A network during training: a [`Network`] in floating point, with its gradients.

use skirmish_board::{Evaluate, TextError};
use skirmish_search::Network;
use skirmish_search::network::{
    Features, HIDDEN_ONE, NetworkShape, OUTPUT_MAX, OUTPUT_ONE, POINT, SQUARES, TermCounts, Weights,
};

use crate::samples::UNIT;

/// The quantised 1 of terms and constants.
const POINT_ONE: f32 = POINT as f32 * UNIT;

/// A network in training. All weights are in one list, with the parts of [`Weights`] in the same order.
#[derive(Clone)]
pub struct Model {
    shape: NetworkShape,
    parts: WeightOffsets,
    /// The weights. An output of 1 is a unit of the logistic curve; so are the weights of terms.
    pub weights: Vec<f32>,
    /// The image of each input under a left-right reflection; empty if the game is not symmetric.
    mirror: Vec<u16>,
}

/// Where each part of the list begins.
#[derive(Clone, Copy)]
struct WeightOffsets {
    hidden: usize,
    output: usize,
    constants: usize,
    terms: usize,
    end: usize,
}

impl WeightOffsets {
    fn of(shape: &NetworkShape) -> WeightOffsets {
        let hidden = shape.inputs() * 2 * shape.hidden;
        let output = hidden + shape.hidden;
        let constants = output + shape.buckets * 2 * shape.hidden;
        let terms = constants + shape.buckets;
        WeightOffsets {
            hidden,
            output,
            constants,
            terms,
            end: terms + if shape.terms_use.has_skip_connection() { shape.terms } else { 0 },
        }
    }
}

impl Model {
    /// A model with the game's hand-written terms and random other weights. `start` is the start position.
    pub fn new<P: Evaluate>(start: &P, shape: NetworkShape, seed: u64) -> Model {
        let parts = WeightOffsets::of(&shape);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut weights = vec![0.0; parts.end];
        let mut draw = |weights: &mut [f32], most: f32| {
            weights.iter_mut().for_each(|weight| *weight = most * (2.0 * random.f32() - 1.0));
        };
        let inputs_at_once = (shape.full as f32).max(1.0);
        draw(&mut weights[..parts.hidden], 0.5 / inputs_at_once.sqrt());
        draw(&mut weights[parts.hidden..parts.output], 0.5);
        draw(&mut weights[parts.output..parts.constants], 0.5 / (2.0 * shape.hidden as f32).sqrt());
        for (weight, &points) in weights[parts.terms..].iter_mut().zip(P::WEIGHTS) {
            *weight = f32::from(points) / UNIT;
        }
        let image = |input: usize| {
            let (plane, square) = start.mirrored(input / SQUARES, input % SQUARES)?;
            let image = plane * SQUARES + square;
            Some(if image < shape.planes * SQUARES { image as u16 } else { input as u16 })
        };
        let mirror: Option<Vec<u16>> = (0..shape.planes * SQUARES).map(image).collect();
        Model { parts, weights, mirror: mirror.unwrap_or_default(), shape }
    }

    /// This model with the weights of a network. An error if the shapes differ.
    pub fn taught(self, network: &Network) -> Result<Model, TextError> {
        if *network.shape() != self.shape {
            let [theirs, ours] = [network.shape(), &self.shape].map(|shape| format!("{shape:?}"));
            return Err(TextError::new(format!("the network to start from has another shape: {theirs}, not {ours}")));
        }
        let Weights { inputs, hidden, output, constants, terms } = network.weights();
        let ones = [f32::from(HIDDEN_ONE), f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE), POINT_ONE, POINT_ONE];
        let parts = [inputs, hidden, output, constants, terms].into_iter().zip(ones);
        let weights = parts.flat_map(|(part, one)| part.iter().map(move |&weight| f32::from(weight) / one)).collect();
        Ok(Model { weights, ..self })
    }

    /// Its shape.
    pub fn shape(&self) -> &NetworkShape {
        &self.shape
    }

    /// The predicted win probability for the side to move.
    pub fn predict<P: Evaluate>(&self, position: &P, learner: &mut Learner) -> f32 {
        learner.look(self, position, false);
        self.forward(learner)
    }

    /// Adds the gradient of the loss at a position to `slopes`. `mirrored` reflects the position. Returns the loss in bits.
    pub fn learn<P: Evaluate>(
        &self,
        position: &P,
        target: f32,
        mirrored: bool,
        learner: &mut Learner,
        slopes: &mut [f32],
    ) -> f64 {
        learner.look(self, position, mirrored);
        let chance = self.forward(learner);
        self.backward(learner, chance - target, slopes);
        loss(chance, target)
    }

    fn forward(&self, learner: &mut Learner) -> f32 {
        let Learner { inputs, terms, bucket, sums, crossed, values, .. } = learner;
        let hidden = self.shape.hidden;
        let constants = &self.weights[self.parts.hidden..self.parts.output];
        sums[..hidden].copy_from_slice(constants);
        sums[hidden..].copy_from_slice(constants);
        crossed.fill(0.0);
        for &(input, movers, count) in inputs.iter() {
            let row = &self.weights[input * 2 * hidden..(input + 1) * 2 * hidden];
            add(if movers { &mut *sums } else { &mut *crossed }, row, count);
        }
        // Inputs of the other side go to the opposite perspectives.
        let (own, across) = crossed.split_at(hidden);
        add(&mut sums[..hidden], across, 1.0);
        add(&mut sums[hidden..], own, 1.0);
        let first = self.parts.output + *bucket * 2 * hidden;
        let output = &self.weights[first..first + 2 * hidden];
        let mut sum = self.weights[self.parts.constants + *bucket];
        for ((value, &input), &weight) in values.iter_mut().zip(sums.iter()).zip(output) {
            *value = input.clamp(0.0, 1.0);
            sum += *value * *value * weight;
        }
        let beside = &self.weights[self.parts.terms..];
        sum += terms.iter().map(|&(term, count)| beside[term] * count).sum::<f32>();
        1.0 / (1.0 + (-sum).exp())
    }

    /// `error` is the derivative of the loss by the output.
    fn backward(&self, learner: &mut Learner, error: f32, slopes: &mut [f32]) {
        let Learner { inputs, terms, bucket, sums, crossed, values } = learner;
        let hidden = self.shape.hidden;
        let first = self.parts.output + *bucket * 2 * hidden;
        let output = &self.weights[first..first + 2 * hidden];
        slopes[self.parts.constants + *bucket] += error;
        for (i, (&value, &weight)) in values.iter().zip(output).enumerate() {
            slopes[first + i] += error * value * value;
            // The gradient of a clipped value is 0.
            let follows = value > 0.0 && value < 1.0;
            sums[i] = if follows { error * weight * 2.0 * value } else { 0.0 };
        }
        let (own, across) = sums.split_at(hidden);
        crossed[..hidden].copy_from_slice(across);
        crossed[hidden..].copy_from_slice(own);
        let constants = &mut slopes[self.parts.hidden..self.parts.output];
        add(constants, own, 1.0);
        add(constants, across, 1.0);
        for &(input, movers, count) in inputs.iter() {
            let row = &mut slopes[input * 2 * hidden..(input + 1) * 2 * hidden];
            add(row, if movers { &*sums } else { &*crossed }, count);
        }
        for &(term, count) in terms.iter() {
            slopes[self.parts.terms + term] += error * count;
        }
    }

    /// Clamps the weights to the range of the quantised ones.
    pub fn keep_within_bounds(&mut self) {
        let most = f32::from(OUTPUT_MAX) / f32::from(OUTPUT_ONE);
        for weight in &mut self.weights[self.parts.output..self.parts.constants] {
            *weight = weight.clamp(-most, most);
        }
    }

    /// The quantised network.
    pub fn network(&self, training: &str) -> Result<Network, TextError> {
        let WeightOffsets { hidden, output, constants, terms, end } = self.parts;
        let whole = |range: std::ops::Range<usize>, one: f32| -> Vec<i16> {
            self.weights[range].iter().map(|weight| (weight * one).round() as i16).collect()
        };
        let weights = Weights {
            inputs: whole(0..hidden, HIDDEN_ONE.into()),
            hidden: whole(hidden..output, HIDDEN_ONE.into()),
            output: whole(output..constants, OUTPUT_ONE.into()),
            constants: whole(constants..terms, POINT_ONE),
            terms: whole(terms..end, POINT_ONE),
        };
        Network::new(self.shape.clone(), training, weights)
    }
}

/// The cross entropy of a predicted probability and the target, in bits.
pub fn loss(chance: f32, target: f32) -> f64 {
    let (p, t) = (f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(target));
    -(t * p.log2() + (1.0 - t) * (1.0 - p).log2())
}

#[inline]
fn add(sums: &mut [f32], row: &[f32], count: f32) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum += count * weight;
    }
}

/// The working memory of one thread.
pub struct Learner {
    /// Inputs, whether they belong to the side to move, and their counts.
    inputs: Vec<(usize, bool, f32)>,
    /// Terms of the skip connection, for the side to move.
    terms: Vec<(usize, f32)>,
    bucket: usize,
    /// The hidden layer, or its gradients: the perspective of the side to move, then the other.
    sums: Vec<f32>,
    /// The same with the perspectives swapped.
    crossed: Vec<f32>,
    values: Vec<f32>,
}

impl Learner {
    /// For networks of a shape.
    pub fn new(shape: &NetworkShape) -> Learner {
        let layer = || vec![0.0; 2 * shape.hidden];
        let (inputs, terms) = (Vec::new(), Vec::new());
        Learner { inputs, terms, bucket: 0, sums: layer(), crossed: layer(), values: layer() }
    }

    fn look<P: Evaluate>(&mut self, model: &Model, position: &P, mirrored: bool) {
        let (shape, seen) = (&model.shape, Features::of(position));
        self.bucket = shape.bucket(seen.squares());
        let image = |input: u16| -> usize {
            let image = if mirrored { model.mirror.get(usize::from(input)).copied() } else { None };
            image.unwrap_or(input).into()
        };
        self.inputs.clear();
        self.inputs.extend(seen.mover().iter().map(|&input| (image(input), true, 1.0)));
        self.inputs.extend(seen.other().iter().map(|&input| (image(input), false, 1.0)));
        let terms = TermCounts::of(position);
        let terms = terms.as_slice().iter();
        if shape.terms_use.are_inputs() {
            let first = shape.planes * SQUARES;
            let input = |&(term, count): &(u16, i16)| (first + usize::from(term), count > 0, f32::from(count).abs());
            self.inputs.extend(terms.clone().map(input));
        }
        self.terms.clear();
        if shape.terms_use.has_skip_connection() {
            self.terms.extend(terms.map(|&(term, count)| (usize::from(term), f32::from(count))));
        }
    }
}
