import type { Squares } from "../messages";

/** Drawn with the right button: an arrow, or a circle if both squares are the same. */
export interface Stroke extends Squares {
  /** In the other colour, with Shift. */
  other: boolean;
}

/** Adds a stroke; drawing it again removes it. */
export function drawn(strokes: readonly Stroke[], stroke: Stroke): Stroke[] {
  const others = strokes.filter(({ from, to }) => from !== stroke.from || to !== stroke.to);
  const known = strokes.find(({ from, to }) => from === stroke.from && to === stroke.to);
  return known?.other === stroke.other ? others : [...others, stroke];
}
