import type { Squares } from "../messages";

/** Something drawn with the right button: an arrow, or a circle around a square that it leaves and reaches. */
export interface Stroke extends Squares {
  /** Drawn with Shift: in the other colour. */
  other: boolean;
}

/** Adds a stroke; the same once more takes it away. */
export function drawn(strokes: readonly Stroke[], stroke: Stroke): Stroke[] {
  const others = strokes.filter(({ from, to }) => from !== stroke.from || to !== stroke.to);
  const known = strokes.find(({ from, to }) => from === stroke.from && to === stroke.to);
  return known?.other === stroke.other ? others : [...others, stroke];
}
