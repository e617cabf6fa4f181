import { circle, shapeOf, type PieceShape } from "./shapes";
import { Gauge } from "./Gauge";

/** The properties of a piece that its drawing needs. */
export interface DrawablePiece {
  side: "south" | "north";
  kind: string;
  letter: string;
  gas: number | null;
}

/** A small diamond: the mark of North's pieces. */
function diamond([x, y, half]: readonly [number, number, number]): string {
  return `M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`;
}

function transformOf(shape: PieceShape, side: "south" | "north"): string | undefined {
  if (shape.scale) return `translate(50 53) scale(${shape.scale}) translate(-50 -50)`;
  if (shape.mirrored) return "translate(100 0) scale(-1 1)";
  if (shape.turns && side === "north") return "rotate(180 50 50)";
  return undefined;
}

/** A piece in a square of 100 by 100. */
export function PieceDrawing({ piece }: { piece: DrawablePiece }) {
  const { side, kind, letter, gas } = piece;
  const shape = shapeOf(kind);
  const wreck = gas === 0;
  return (
    <g class={`piece ${side}${wreck ? " wreck" : ""}`}>
      <g
        transform={
          gas === null
            ? undefined
            : wreck
              ? "translate(7 3) scale(.84) rotate(-13 50 50)"
              : "translate(6.5 -2) scale(.87)"
        }
      >
        {shape ? <Figure shape={shape} side={side} /> : <Lettered letter={letter} />}
        {wreck && <path class="crack" d="M58 22L46 42L57 50L44 70" />}
      </g>
      {gas !== null && <Gauge gas={gas} />}
    </g>
  );
}

function Figure({ shape, side }: { shape: PieceShape; side: "south" | "north" }) {
  return (
    <g transform={transformOf(shape, side)}>
      <path class="halo" d={shape.body} />
      <path class="body" d={shape.body} />
      {shape.inset && <path class="inset" d={shape.inset} />}
      {shape.spots && <path class="spots" d={shape.spots} />}
      {shape.detail && <path class="detail" d={shape.detail} />}
      {shape.mark && side === "north" && <path class="inset" d={diamond(shape.mark)} />}
    </g>
  );
}

function Lettered({ letter }: { letter: string }) {
  const disc = circle(50, 50, 37);
  return (
    <>
      <path class="halo" d={disc} />
      <path class="body" d={disc} />
      <text class="lettered" x="50" y="64" text-anchor="middle">
        {letter}
      </text>
    </>
  );
}
