//! The plot of the ratings: one line per engine, with its error bar.

use maud::{Markup, html};

use super::markup::visible;
use crate::standings::{Standing, Standings, shown_name, signed};

const WIDTH: f64 = 820.0;
const LEFT: f64 = 210.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 26.0;
const LINE: f64 = 24.0;

/// Ratings beyond this are drawn at the edge, so that they do not squeeze the others.
const MAX_ELO: f64 = 2000.0;

/// The ratings in ranking order as SVG; empty without engines.
pub fn plot(standings: &Standings) -> Markup {
    let ranking = &standings.ranking;
    let ends = ranking.iter().flat_map(|standing| [standing.elo - standing.margin, standing.elo + standing.margin]);
    let ends: Vec<f64> = ends.map(|end| end.clamp(-MAX_ELO, MAX_ELO)).collect();
    if ends.is_empty() {
        return html! {};
    }
    let (low, high) = ends.iter().fold((-1.0, 1.0), |(low, high): (f64, f64), &end| (low.min(end), high.max(end)));
    let place = |elo: f64| LEFT + (WIDTH - LEFT - RIGHT) * (elo.clamp(low, high) - low) / (high - low);
    let height = TOP + LINE * ranking.len() as f64 + 8.0;
    let step = tick_step(high - low);
    let first = (low / step).ceil();
    let ticks = (0..).map(|index| (first + f64::from(index)) * step).take_while(|&tick| tick <= high);
    html! {
        svg.plot viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label="Ratings with error bars" {
            @for tick in ticks {
                @let x = short(place(tick));
                @let class = if tick.abs() < step / 2.0 { "zero" } else { "grid" };
                line class=(class) x1=(x) y1=(TOP) x2=(x) y2=(height) {}
                text.tick x=(x) y=(TOP - 8.0) { (whole(tick)) }
            }
            @for (index, standing) in (0..).zip(ranking) {
                (rating(standing, TOP + LINE * (f64::from(index) + 0.5), &place))
            }
        }
    }
}

/// The line of an engine at a height.
fn rating(standing: &Standing, y: f64, place: &dyn Fn(f64) -> f64) -> Markup {
    let (elo, margin) = (standing.elo, standing.margin);
    let [left, middle, right] = [elo - margin, elo, elo + margin].map(place).map(short);
    let [line, above, below] = [y, y - 4.0, y + 4.5].map(short);
    let name = visible(&shown_name(&standing.name));
    html! {
        g {
            title { (name) ": " (signed(elo)) " ± " (short(margin)) }
            text.name x=(LEFT - 14.0) y=(below) { (name) }
            path.bar d=(format!("M{left} {line}H{right}M{left} {above}v8M{right} {above}v8")) {}
            circle.dot cx=(middle) cy=(line) r="4.5" {}
            text.value x=(WIDTH - 4.0) y=(below) { (whole(elo)) }
        }
    }
}

/// A length with one decimal.
fn short(length: f64) -> String {
    format!("{length:.1}")
}

/// A rating without decimals; 0 has no sign.
fn whole(elo: f64) -> String {
    let rounded = elo.round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}") }
}

/// A round number that fits into the width four to ten times.
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
