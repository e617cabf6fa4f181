import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { BoardGeometry } from "../board/geometry";

/** What the proven results add to a board. */
export interface ResultMarks {
  /** The result of a target of the selected piece, or the best result of a piece, in words; empty if there is none. */
  words(square: string, selected: string | null): string;
  /** The drawing of the same. */
  draw(selected: string | null, geometry: BoardGeometry): ComponentChildren;
}

/** Whether the coach speaks and whether results are on the board. What they do is loaded when it is first wanted. */
export class StudySwitches {
  readonly coach = signal(false);
  readonly results = signal(false);
  /** The results of the position on the board; `null` while there are none. */
  readonly marks = signal<ResultMarks | null>(null);
}
