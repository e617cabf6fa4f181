/** The styles that a drawing needs where there is no style sheet, as attributes of SVG. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "display",
] as const;

/** The height of a picture in pixels. */
const HEIGHT = 1200;

/** The board on the page as a file of its own: an SVG without classes. `null` if there is none. */
export function boardAsSvg(): string | null {
  const board = document.querySelector<SVGSVGElement>(".board-box svg.board");
  if (!board) return null;
  const copy = board.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  for (const [index, element] of [board, ...board.querySelectorAll<SVGElement>("*")].entries()) {
    const [style, target] = [getComputedStyle(element), copies[index]!];
    for (const name of STYLES) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "role", "tabindex", "aria-label", "aria-selected"]) target.removeAttribute(name);
    if (style.display === "none") target.remove();
  }
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round((HEIGHT * width) / height)));
  copy.setAttribute("height", String(HEIGHT));
  return new XMLSerializer().serializeToString(copy);
}

/** The same as PNG; `null` if the browser cannot. */
export async function asPng(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
