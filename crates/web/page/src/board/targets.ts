import type { Effect, LegalAction, Piece, Side, Squares, View } from "../messages";

/** The kind of a target: it decides its mark. */
export type TargetKind = "quiet" | "take" | "own" | "jump" | "strike";

/** A move of the selected piece. */
export interface MoveTarget {
  kind: TargetKind;
  effects: readonly Effect[];
}

/** A piece that a move affects on another square than its target. */
export interface AffectedPiece {
  square: string;
  /** What it becomes; `null` if it is removed. */
  becomes: Piece | null;
}

/** The targets of a piece. */
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

/** The pieces that a move affects on other squares than its target. */
export function affectedBy({ effects }: MoveTarget, to: string): AffectedPiece[] {
  return effects.flatMap((effect) => {
    if (effect.type === "strikes") return [{ square: effect.square, becomes: effect.becomes }];
    const goes = effect.type === "captures" || effect.type === "takesOwn";
    return goes && effect.square !== to ? [{ square: effect.square, becomes: null }] : [];
  });
}

/** The moving piece after the move. */
export function arriving(mover: Piece, { effects }: MoveTarget): Piece {
  let piece = mover;
  for (const effect of effects) {
    if (effect.type === "turns") piece = effect.becomes;
    if (effect.type === "tank") piece = { ...piece, gas: effect.left };
  }
  return piece;
}

/** The notable effects of a move: gas, a change of kind, the end of the game. */
export interface MoveWarning {
  /** The gas left, in games with tanks. */
  tank: number | null;
  becomes: Piece | null;
  /** The result for the moving side, if the game ends. */
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

/** The piece on a square. */
export function pieceOn(view: View, square: string): Piece | null {
  return view.rows.flatMap((row) => row.cells).find((cell) => cell.square === square)?.piece ?? null;
}
