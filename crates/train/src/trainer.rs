//! Fits a network to positions, by gradient descent with momentum and a scale for each weight (Adam), in batches.
//!
//! A batch is split into a fixed number of parts, whose gradients are summed in order: the result does not depend on the number of
//! threads.

use std::path::Path;

use skirmish_board::{Evaluate, Notation, TextError, checksum};

use crate::model::{Learner, Model, loss};
use crate::samples::Sample;
use crate::write;

/// Positions in a batch, and its parts for threads.
const BATCH_SIZE: usize = 4096;
const PARTS: usize = 8;

/// The decay of the two moments.
const DECAY: [f32; 2] = [0.9, 0.999];

/// The initial learning rate; it decays to a hundredth of that.
pub const RATE: f32 = 1.5e-3;

/// The initial learning rate when training starts from a network: a larger one would make it forget.
pub const SMALL_RATE: f32 = 0.5e-3;

/// Options of the training.
#[derive(Clone, Debug)]
pub struct TrainerOptions {
    /// Passes over all positions.
    pub epochs: u32,
    /// The weight of the search score in the target; the rest is the result of the game.
    pub share: f32,
    /// The seed of the order of positions and of the initial weights.
    pub seed: u64,
    /// Threads. They do not change the result.
    pub threads: usize,
    /// The initial learning rate.
    pub rate: f32,
}

/// The progress of the training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainerProgress {
    /// The pass.
    pub epoch: u32,
    /// Positions of this pass so far.
    pub positions: u64,
    /// The mean loss of this pass so far, in bits.
    pub loss: f64,
    /// The mean loss on the held-out positions, at the end of a pass.
    pub held_out: Option<f64>,
}

/// The bias correction of the moments at a step, from 1.
pub(crate) fn bias(step: i32) -> [f32; 2] {
    DECAY.map(|decay| 1.0 - decay.powi(step))
}

/// The step of a weight with this gradient, in units of the learning rate (Adam: Kingma and Ba, 2015).
pub(crate) fn adam(slope: f32, [mean, square]: [&mut f32; 2], bias: [f32; 2]) -> f32 {
    *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
    *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
    (*mean / bias[0]) / ((*square / bias[1]).sqrt() + 1e-8)
}

/// A training in progress.
pub struct Trainer<'a> {
    model: Model,
    moments: [Vec<f32>; 2],
    epoch: u32,
    step: i32,
    options: &'a TrainerOptions,
}

impl<'a> Trainer<'a> {
    /// Starts from a model.
    pub fn new(model: Model, options: &'a TrainerOptions) -> Trainer<'a> {
        let nothing = vec![0.0; model.weights.len()];
        Trainer { model, moments: [nothing.clone(), nothing], epoch: 0, step: 0, options }
    }

    /// The current model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The number of finished passes.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Makes one more pass over the positions, unless all are made.
    pub fn pass<P: Notation + Evaluate>(
        &mut self,
        learnt: &[Sample<P>],
        held_out: &[Sample<P>],
        report: &mut dyn FnMut(&TrainerProgress),
    ) {
        if self.epoch >= self.options.epochs {
            return;
        }
        let mut random = fastrand::Rng::with_seed(self.options.seed ^ u64::from(self.epoch + 1) << 32);
        let mut order: Vec<u32> = (0..learnt.len() as u32).collect();
        random.shuffle(&mut order);
        let mut slopes = vec![vec![0.0; self.model.weights.len()]; PARTS];
        let (mut positions, mut sum) = (0, 0.0);
        let whole = order.len().div_ceil(BATCH_SIZE).max(1) as f32;
        for (number, batch) in order.chunks(BATCH_SIZE).enumerate() {
            sum += self.slopes(learnt, batch, random.u64(..), &mut slopes);
            let done = (self.epoch as f32 + number as f32 / whole) / self.options.epochs as f32;
            self.descend(
                &mut slopes,
                batch.len(),
                self.options.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())),
            );
            positions += batch.len() as u64;
            report(&TrainerProgress { epoch: self.epoch, positions, loss: sum / positions as f64, held_out: None });
        }
        let held_out = Some(mean_loss(&self.model, held_out, self.options));
        report(&TrainerProgress { epoch: self.epoch, positions, loss: sum / positions.max(1) as f64, held_out });
        self.epoch += 1;
    }

    /// Computes the gradients of a batch, part by part. Returns the sum of its losses.
    fn slopes<P: Notation + Evaluate>(
        &self,
        samples: &[Sample<P>],
        batch: &[u32],
        seed: u64,
        slopes: &mut [Vec<f32>],
    ) -> f64 {
        let parts: Vec<&[u32]> = batch.chunks(BATCH_SIZE / PARTS).collect();
        let mut jobs: Vec<(usize, &mut Vec<f32>, f64)> =
            slopes.iter_mut().enumerate().map(|(number, slopes)| (number, slopes, 0.0)).collect();
        let work = |job: &mut (usize, &mut Vec<f32>, f64)| {
            let (number, slopes, losses) = job;
            slopes.fill(0.0);
            let mut learner = Learner::new(self.model.shape());
            let mut random = fastrand::Rng::with_seed(seed ^ *number as u64);
            for &index in parts.get(*number).copied().unwrap_or_default() {
                let sample = &samples[index as usize];
                let target = sample.target(self.options.share);
                *losses += self.model.learn(&sample.position, target, random.bool(), &mut learner, slopes);
            }
        };
        in_parallel(&mut jobs, self.options.threads, &work);
        jobs.iter().map(|(_, _, losses)| losses).sum()
    }

    /// One step against the gradients of all parts.
    fn descend(&mut self, slopes: &mut [Vec<f32>], count: usize, rate: f32) {
        self.step += 1;
        let bias = bias(self.step);
        let [means, squares] = &mut self.moments;
        let piece = self.model.weights.len().div_ceil(PARTS);
        let slopes = &*slopes;
        let mut jobs: Vec<_> = self
            .model
            .weights
            .chunks_mut(piece)
            .zip(means.chunks_mut(piece))
            .zip(squares.chunks_mut(piece))
            .enumerate()
            .map(|(number, ((weights, means), squares))| (number * piece, weights, means, squares))
            .collect();
        let work = |(first, weights, means, squares): &mut (usize, &mut [f32], &mut [f32], &mut [f32])| {
            for i in 0..weights.len() {
                let slope = slopes.iter().map(|part| part[*first + i]).sum::<f32>() / count as f32;
                weights[i] -= rate * adam(slope, [&mut means[i], &mut squares[i]], bias);
            }
        };
        in_parallel(&mut jobs, self.options.threads, &work);
        self.model.keep_within_bounds();
    }

    /// Saves the state to a file, atomically. `about` identifies the model and the data.
    pub fn save(&self, path: &Path, about: &str) -> Result<(), TextError> {
        let mut bytes = format!("{FORMAT}\n{about}\nepoch {}\nstep {}\n\n", self.epoch, self.step).into_bytes();
        let [means, squares] = &self.moments;
        for list in [&self.model.weights, means, squares] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        write(path, &bytes)
    }

    /// Resumes from a file with the same `about`, if there is one. The error names a damaged or unreadable file.
    pub fn resume(&mut self, path: &Path, about: &str) -> Result<(), TextError> {
        let named = |what: &dyn std::fmt::Display| TextError::new(format!("{}: {what}", path.display()));
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(named(&error)),
        };
        let damaged = || named(&"it is damaged; delete it to restart the training");
        let (summed, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if checksum(summed) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let end = summed.windows(2).position(|window| window == b"\n\n").ok_or_else(damaged)?;
        let header = std::str::from_utf8(&summed[..end]).map_err(|_| damaged())?;
        let Some(rest) = header.strip_prefix(FORMAT).and_then(|rest| rest.strip_prefix('\n')?.strip_prefix(about))
        else {
            // Of other data or settings: ignored.
            return Ok(());
        };
        let number =
            |name: &str| rest.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse::<u32>().ok());
        let (epoch, step) = number("epoch").zip(number("step")).ok_or_else(damaged)?;
        let numbers: Vec<f32> = summed[end + 2..]
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        let length = self.model.weights.len();
        if numbers.len() != 3 * length {
            return Err(damaged());
        }
        let [means, squares] = &mut self.moments;
        for (list, saved) in [&mut self.model.weights, means, squares].into_iter().zip(numbers.chunks(length)) {
            list.copy_from_slice(saved);
        }
        (self.epoch, self.step) = (epoch, step as i32);
        Ok(())
    }
}

/// The first line of a saved state.
const FORMAT: &str = "skirmish fit 1";

/// The mean loss of a model on samples, in bits.
pub fn mean_loss<P: Notation + Evaluate>(model: &Model, samples: &[Sample<P>], options: &TrainerOptions) -> f64 {
    let mut jobs: Vec<(&[Sample<P>], f64)> =
        samples.chunks(samples.len().div_ceil(PARTS).max(1)).map(|part| (part, 0.0)).collect();
    let work = |(part, sum): &mut (&[Sample<P>], f64)| {
        let mut learner = Learner::new(model.shape());
        let of = |sample: &Sample<P>| loss(model.predict(&sample.position, &mut learner), sample.target(options.share));
        *sum = part.iter().map(of).sum();
    };
    in_parallel(&mut jobs, options.threads, &work);
    jobs.iter().map(|(_, sum)| sum).sum::<f64>() / samples.len().max(1) as f64
}

/// Runs all jobs on a number of threads.
fn in_parallel<J: Send>(jobs: &mut [J], threads: usize, work: &(impl Fn(&mut J) + Sync)) {
    if threads <= 1 {
        return jobs.iter_mut().for_each(work);
    }
    let share = jobs.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        for jobs in jobs.chunks_mut(share) {
            scope.spawn(move || jobs.iter_mut().for_each(work));
        }
    });
}
