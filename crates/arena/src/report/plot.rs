//! The plot of the ratings: a line an engine, with its error bar.

use std::fmt::Write;

use super::markup::escape;
use crate::standings::{Standings, shown_name, signed};

const WIDTH: f64 = 820.0;
const LEFT: f64 = 210.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 26.0;
const LINE: f64 = 24.0;

/// Ratings beyond this are drawn at the edge: absurd ones shall not squeeze the others.
const FARTHEST: f64 = 2000.0;

/// The ratings in the order of the ranking as an SVG picture; empty if there are no engines.
pub(super) fn plot(standings: &Standings) -> String {
    let ranking = &standings.ranking;
    let ends = ranking.iter().flat_map(|standing| [standing.elo - standing.margin, standing.elo + standing.margin]);
    let ends: Vec<f64> = ends.map(|end| end.clamp(-FARTHEST, FARTHEST)).collect();
    if ends.is_empty() {
        return String::new();
    }
    let (low, high) = ends.iter().fold((-1.0, 1.0), |(low, high): (f64, f64), &end| (low.min(end), high.max(end)));
    let place = |elo: f64| LEFT + (WIDTH - LEFT - RIGHT) * (elo.clamp(low, high) - low) / (high - low);
    let height = TOP + LINE * ranking.len() as f64 + 8.0;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Ratings with error bars\">\n"
    );
    let step = tick_step(high - low);
    let mut tick = (low / step).ceil() * step;
    while tick <= high {
        let (x, class) = (place(tick), if tick.abs() < step / 2.0 { "zero" } else { "grid" });
        let _ = writeln!(svg, "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{height}\"/>");
        let _ = writeln!(svg, "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", TOP - 8.0, whole(tick));
        tick += step;
    }
    for (index, standing) in ranking.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        let (elo, margin) = (standing.elo, standing.margin);
        let [left, middle, right] = [elo - margin, elo, elo + margin].map(place);
        let name = escape(&shown_name(&standing.name));
        let _ = writeln!(
            svg,
            "<g><title>{name}: {} ± {margin:.1}</title>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>\
             <path class=\"bar\" d=\"M{left:.1} {y:.1}H{right:.1}M{left:.1} {:.1}v8M{right:.1} {:.1}v8\"/>\
             <circle class=\"dot\" cx=\"{middle:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>\
             <text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            signed(elo),
            LEFT - 14.0,
            y + 4.5,
            y - 4.0,
            y - 4.0,
            WIDTH - 4.0,
            y + 4.5,
            whole(elo),
        );
    }
    svg + "</svg>\n"
}

/// A rating without decimals; nothing is neither above nor below the mean.
fn whole(elo: f64) -> String {
    let rounded = elo.round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}") }
}

/// A round number of which four to ten fit into the width.
fn tick_step(width: f64) -> f64 {
    let rough = (width / 8.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use super::tick_step;

    #[test]
    fn ticks_are_round_and_few() {
        for width in [1.0, 7.0, 80.0, 101.0, 999.0, 4000.0] {
            let step = tick_step(width);
            assert!(width / step <= 8.5, "{width}: {step}");
            assert!([1.0, 2.0, 5.0].iter().any(|first| (step / first).log10().fract().abs() < 1e-9), "{step}");
        }
        assert_eq!((tick_step(800.0), tick_step(300.0), tick_step(4000.0)), (100.0, 50.0, 500.0));
    }
}
