/** SVG as strings: the few shapes the pictures are made of. */
export type Point = readonly [x: number, y: number];

export interface Picture {
  name: string;
  width: number;
  height: number;
  body: string;
  /** The factor by which the picture is written larger than drawn; 1 by default. */
  scale?: number;
  /** WebP quality between 0 and 1; transparent pictures keep their alpha channel. */
  quality?: number;
}

type Attributes = Readonly<Record<string, string | number>>;

const round = (value: number): number => Math.round(value * 10) / 10;
const pair = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

export const tag = (name: string, attributes: Attributes, inside = ""): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join("")}>${inside}</${name}>`;

export const group = (attributes: Attributes, ...parts: readonly string[]): string =>
  tag("g", attributes, parts.join(""));

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => tag("rect", { x: round(x), y: round(y), width: round(width), height: round(height), fill, ...more });

export const circle = ([x, y]: Point, radius: number, fill: string, more: Attributes = {}): string =>
  tag("circle", { cx: round(x), cy: round(y), r: round(radius), fill, ...more });

export const ellipse = ([x, y]: Point, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
  tag("ellipse", { cx: round(x), cy: round(y), rx: round(rx), ry: round(ry), fill, ...more });

export const polygon = (points: readonly Point[], fill: string, more: Attributes = {}): string =>
  tag("path", { d: `M${points.map(pair).join("L")}Z`, fill, ...more });

export const polyline = (points: readonly Point[], stroke: string, width: number, more: Attributes = {}): string =>
  tag("path", {
    d: `M${points.map(pair).join("L")}`,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });

export const shape = (d: string, fill: string, more: Attributes = {}): string => tag("path", { d, fill, ...more });

export const stroke = (d: string, colour: string, width: number, more: Attributes = {}): string =>
  tag("path", { d, fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round", ...more });

/** A gradient as a definition; `direction` is the end point of a line that starts at the upper left corner. */
export function gradient(id: string, colours: readonly string[], direction: Point = [0, 1]): string {
  const stops = colours.map((colour, index) =>
    tag("stop", { offset: round((index / (colours.length - 1)) * 100) / 100, "stop-color": colour }),
  );
  return tag("linearGradient", { id, x1: 0, y1: 0, x2: direction[0], y2: direction[1] }, stops.join(""));
}

/** Soft light: full colour in the middle, nothing at the rim. */
export function glow(id: string, colour: string, strength: number): string {
  const stop = (offset: number, opacity: number): string =>
    tag("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  return tag("radialGradient", { id }, stop(0, strength) + stop(0.45, strength * 0.4) + stop(1, 0));
}

export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count);

/** The same picture for the head of an article, across the whole page. */
export const wide = (picture: Picture): Picture => ({
  ...picture,
  name: `${picture.name}-wide`,
  scale: 1600 / picture.width,
  quality: 0.72,
});

export const shapeSize = ({ width, height, scale = 1 }: Picture): { width: number; height: number } => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

export function toSvg(picture: Picture): string {
  const viewBox = `0 0 ${picture.width} ${picture.height}`;
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", ...shapeSize(picture), viewBox }, picture.body);
}
