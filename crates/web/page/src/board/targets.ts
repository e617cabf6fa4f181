import type { Effect, LegalAction, Piece, Side, Squares, View } from "../messages";

/** What sort of thing a move does to others: it decides how its target looks. */
export type TargetKind = "quiet" | "take" | "own" | "jump" | "strike";

/** A square that the piece in question can reach, and what that does. */
export interface MoveTarget {
  kind: TargetKind;
  effects: readonly Effect[];
}

/** Something that happens to a piece that stands elsewhere than the move ends. */
export interface AffectedPiece {
  square: string;
  /** What is left of it; `null` if it goes. */
  becomes: Piece | null;
}

/** Where a piece can go. */
export function targetsOf(legal: readonly LegalAction[], from: string | null): ReadonlyMap<string, MoveTarget> {
  const targets = new Map<string, MoveTarget>();
  for (const { squares, effects } of legal)
    if (squares && squares.from === from) targets.set(squares.to, { kind: kindOf(squares, effects), effects });
  return targets;
}

function kindOf({ to }: Squares, effects: readonly Effect[]): TargetKind {
  for (const effect of effects) {
    if (effect.type === "takesOwn") return "own";
    if (effect.type === "strikes") return "strike";
    if (effect.type === "captures") return effect.square === to ? "take" : "jump";
  }
  return "quiet";
}

/** The pieces that a move does something to without going to where they stand. */
export function affectedBy({ effects }: MoveTarget, to: string): AffectedPiece[] {
  return effects.flatMap((effect) => {
    if (effect.type === "strikes") return [{ square: effect.square, becomes: effect.becomes }];
    const goes = effect.type === "captures" || effect.type === "takesOwn";
    return goes && effect.square !== to ? [{ square: effect.square, becomes: null }] : [];
  });
}

/** The piece that moves, as it will be when it has arrived. */
export function arriving(mover: Piece, { effects }: MoveTarget): Piece {
  let piece = mover;
  for (const effect of effects) {
    if (effect.type === "turns") piece = effect.becomes;
    if (effect.type === "tank") piece = { ...piece, gas: effect.left };
  }
  return piece;
}

/** What a move's target warns of or promises: a wreck, the end of the game, another kind of piece. */
export interface MoveWarning {
  /** Moves left in the tank, in games with tanks. */
  tank: number | null;
  becomes: Piece | null;
  /** Whether the game ends, and how for the side that moves. */
  end: "win" | "loss" | "draw" | null;
}

export function warningOf({ effects }: MoveTarget, mover: Side): MoveWarning {
  const warning: MoveWarning = { tank: null, becomes: null, end: null };
  for (const effect of effects) {
    if (effect.type === "tank") warning.tank = effect.left;
    if (effect.type === "turns") warning.becomes = effect.becomes;
    if (effect.type === "ends")
      warning.end = effect.outcome === "draw" ? "draw" : effect.outcome === mover ? "win" : "loss";
  }
  return warning;
}

/** What stands on a square. */
export function pieceOn(view: View, square: string): Piece | null {
  return view.rows.flatMap((row) => row.cells).find((cell) => cell.square === square)?.piece ?? null;
}
