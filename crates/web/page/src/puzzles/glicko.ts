/** A rating and its deviation: the true strength is within two deviations with a probability of 95 %. */
export interface Rating {
  rating: number;
  deviation: number;
}

/** An attempt at a puzzle of this rating: 1 solved, 0 not. */
export interface RatedResult {
  opponent: Rating;
  score: 0 | 1;
}

/** The rating of a newcomer. */
export const NEWCOMER: Rating = { rating: 800, deviation: 350 };

/** Below this a rating would hardly move any more. */
const LEAST_DEVIATION = 45;

/** How fast a rating becomes uncertain: from 50 to 350 in a year. */
const GROWTH_PER_DAY = (NEWCOMER.deviation ** 2 - 50 ** 2) / 365;

const Q = Math.LN10 / 400;

/** How much a result counts against an opponent whose rating is uncertain. */
const weight = (deviation: number) => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** The chance to solve a puzzle. */
export function chance(player: Rating, opponent: Rating): number {
  return 1 / (1 + 10 ** ((-weight(opponent.deviation) * (player.rating - opponent.rating)) / 400));
}

/** The rating after some days without a result. */
export function rested({ rating, deviation }: Rating, days: number): Rating {
  const grown = Math.sqrt(deviation ** 2 + GROWTH_PER_DAY * Math.max(0, days));
  return { rating, deviation: Math.min(grown, NEWCOMER.deviation) };
}

/** The rating after results of one period, by Glickman's Glicko system of 1999. */
export function updated(player: Rating, results: readonly RatedResult[]): Rating {
  let [information, gain] = [0, 0];
  for (const { opponent, score } of results) {
    const [weighted, expected] = [weight(opponent.deviation), chance(player, opponent)];
    information += Q ** 2 * weighted ** 2 * expected * (1 - expected);
    gain += weighted * (score - expected);
  }
  const variance = 1 / (1 / player.deviation ** 2 + information);
  return {
    rating: player.rating + Q * variance * gain,
    deviation: Math.max(Math.sqrt(variance), LEAST_DEVIATION),
  };
}
