// Draws the icon as PNG, which some systems need, from the rectangles of favicon.svg.

import { deflateSync } from "node:zlib";

/** Samples per pixel in each direction. */
const SAMPLES = 4;

/** The rectangles of the drawing, from the lowest: position, radius and colour. */
function rectangles(svg) {
  const number = (text) => Number(text ?? 0);
  const value = (tag, name) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return [...svg.matchAll(/<(rect|path)\s[^>]*>/g)].flatMap(([tag, kind]) => {
    const fill = value(tag, "fill");
    if (kind === "rect") {
      const [right, bottom] = [value(tag, "width"), value(tag, "height")];
      const round = number(value(tag, "rx"));
      return [{ box: [0, 0, number(right), number(bottom)], round, fill }];
    }
    const corners = /^M(\d+) (\d+)H(\d+)V(\d+)H\1Z$/.exec(value(tag, "d"));
    if (!corners)
      throw new Error(`favicon.svg has more than rectangles: ${tag}`);
    const box = corners.slice(1).map(Number);
    const stroke = number(value(tag, "stroke-width")) / 2;
    const grown = (by) => box.map((edge, i) => edge + (i < 2 ? -by : by));
    const inner = { box: grown(-stroke), round: 0, fill };
    if (stroke === 0) return [inner];
    return [
      { box: grown(stroke), round: 0, fill: value(tag, "stroke") },
      inner,
    ];
  });
}

/** Whether a point lies in a rectangle with round corners. */
function contains({ box: [left, top, right, bottom], round }, x, y) {
  if (x < left || x > right || y < top || y > bottom) return false;
  const dx = Math.max(left + round - x, x - right + round, 0);
  const dy = Math.max(top + round - y, y - bottom + round, 0);
  return round === 0 || Math.hypot(dx, dy) <= round;
}

/**
 * Draws the icon as a square PNG. A maskable icon (`bleed`) fills the square, with the drawing in the middle.
 */
export function drawIcon(svg, size, bleed) {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  if (!side) throw new Error("favicon.svg is no square");
  const shapes = rectangles(svg).map(({ box, round, fill }, index) => {
    const colour = [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16));
    const middle = side / 2;
    const nearer = box.map((edge) => middle + (edge - middle) * 0.8);
    if (!bleed) return { box, round, colour };
    return index === 0
      ? { box, round: 0, colour }
      : { box: nearer, round, colour };
  });
  const rows = Buffer.alloc(size * (1 + 4 * size));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
        const at = [x, y].map((dot, axis) => {
          const step =
            axis === 0 ? sample % SAMPLES : Math.floor(sample / SAMPLES);
          return ((dot + (step + 0.5) / SAMPLES) * side) / size;
        });
        const top = shapes.findLast((shape) => contains(shape, ...at));
        top?.colour.forEach((part, index) => (sum[index] += part));
        sum[3] += top ? 1 : 0;
      }
      const place = y * (1 + 4 * size) + 1 + 4 * x;
      const covered = Math.max(1, sum[3]);
      for (const index of [0, 1, 2])
        rows[place + index] = Math.round(sum[index] / covered);
      rows[place + 3] = Math.round((sum[3] * 255) / SAMPLES ** 2);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8-bit RGBA.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG chunk. */
function chunk(name, contents) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), contents]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(contents.length);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
}

/** CRC-32. */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
