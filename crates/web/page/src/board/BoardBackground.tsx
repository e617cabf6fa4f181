import { SQUARE_SIZE, diagonals, type BoardGeometry } from "./geometry";

/** The background of the board: a frame, or an hourglass if rows differ in length. */
export function BoardBackground({ geometry, game }: { geometry: BoardGeometry; game: string }) {
  return (
    <g class="background" aria-hidden="true">
      {geometry.even ? <Frame geometry={geometry} /> : <Hourglass geometry={geometry} />}
      {geometry.even && game === "trench" && <Bulkheads geometry={geometry} />}
      <Axes geometry={geometry} />
    </g>
  );
}

function Frame({ geometry: { width, height, margin } }: { geometry: BoardGeometry }) {
  return (
    <>
      <rect
        class="frame"
        x={-margin.left}
        y={-margin.top}
        width={width + margin.left + margin.right}
        height={height + margin.top + margin.bottom}
        rx="14"
      />
      <rect class="frame-inner" x="-3" y="-3" width={width + 6} height={height + 6} rx="4" />
    </>
  );
}

/** An outline along the ends of all rows. */
function Hourglass({ geometry }: { geometry: BoardGeometry }) {
  const side = (index: 0 | -1, shift: number) =>
    geometry.rows.map((row, rowIndex) => {
      const { x, y } = geometry.centres.get(row.at(index)!)!;
      const end = rowIndex === 0 ? -SQUARE_SIZE * 0.48 : rowIndex === geometry.rows.length - 1 ? SQUARE_SIZE * 0.48 : 0;
      return `${x + shift + (shift > 0 ? -end : end) * (rowIndex === 0 ? 0.5 : -0.5)} ${y + end}`;
    });
  const outline = [...side(0, -62), ...side(-1, 62).reverse()];
  return (
    <>
      <path class="frame" d={`M${outline.join("L")}Z`} />
      <g class="lattice">
        {diagonals(geometry).map(([from, to]) => (
          <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        ))}
      </g>
    </>
  );
}

/** The walls of the trench: machinery along two sides of the board. */
function Bulkheads({ geometry: { width, height } }: { geometry: BoardGeometry }) {
  const plates = Array.from({ length: Math.round(height / 50) }, (_, index) => {
    const long = (index * 7) % 3 !== 0;
    return { y: index * 50 + 6, height: long ? 38 : 16, slot: (index * 5) % 4 };
  });
  return (
    <g class="plates">
      {plates.map(({ y, height: tall, slot }) => (
        <>
          <rect x={width + 9} y={y} width={slot > 1 ? 16 : 10} height={tall} rx="2" />
          {tall > 20 && <rect class="slot" x={width + 12} y={y + 6 + slot * 5} width="5" height="9" rx="1" />}
        </>
      ))}
      {Array.from({ length: Math.round(width / 50) }, (_, index) => (
        <rect x={index * 50 + 8} y="-24" width={index % 3 === 0 ? 16 : 34} height={index % 2 === 0 ? 15 : 10} rx="2" />
      ))}
    </g>
  );
}

/** Row numbers, and letters if all rows have the same length. */
function Axes({ geometry }: { geometry: BoardGeometry }) {
  return (
    <g class="axes">
      {geometry.rows.map((row, index) => {
        const first = geometry.centres.get(row[0]!)!;
        const x = geometry.even ? -15 : first.x - 82;
        return (
          <text x={x} y={first.y + 6.5} text-anchor="middle">
            {geometry.numbers[index]}
          </text>
        );
      })}
      {geometry.even &&
        (geometry.rows.at(-1) ?? []).map((square) => (
          <text x={geometry.centres.get(square)!.x} y={geometry.height + 22} text-anchor="middle">
            {letterOf(square)}
          </text>
        ))}
    </g>
  );
}

/** The letter of a square. */
export function letterOf(square: string): string {
  return square.replace(/\d+$/, "");
}
