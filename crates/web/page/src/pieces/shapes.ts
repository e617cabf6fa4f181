import { DRAWINGS } from "./drawings";

/** The drawing of one kind of piece in a square of 100 by 100, looking up the board. */
export interface PieceShape {
  /** The silhouette: overlapping parts melt into one outline. */
  body: string;
  /** Areas in the colour of the outline, such as the slit of a mask. */
  inset?: string;
  /** Areas in the colour of the body on top of the insets, such as eyes. */
  spots?: string;
  /** Thin lines in the colour of the outline. */
  detail?: string;
  /** How large it is drawn, if not to the edges. */
  scale?: number;
  /** Drawn mirrored left to right. */
  mirrored?: boolean;
  /** Turned around for the side that plays down the board. */
  turns?: boolean;
  /** Where the mark of North goes, if the drawing has room for one there: centre x, y and half its width. */
  mark?: readonly [number, number, number];
}

/** A circle as path data, so that every part of a drawing is a path. */
export function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** The drawing of a kind; a game that is not drawn yet gets discs with its letters. */
export function shapeOf(kind: string): PieceShape | null {
  return DRAWINGS[kind] ?? null;
}
