/** Drawing-office pictures: line plans, offsets and charts, light on dark paper. */
import { mix, YARD } from "./colour.ts";
import { halfBreadth, sheer, skin } from "./hull.ts";
import { wander } from "./random.ts";
import type { Picture, Point } from "./shapes.ts";
import { circle, gradient, group, polyline, rect, steps, stroke } from "./shapes.ts";

const PAPER = "#123845";
const INK = "#dfeae4";

type Sheet = (along: number, across: number) => Point;

const WATERLINES = [0.12, 0.22, 0.32, 0.42, 0.52, 0.62, 0.76, 0.9];
const BUTTOCKS = [0.16, 0.32, 0.48, 0.64];
const STATIONS = steps(0, 1, 10);

function grid(width: number, height: number, gap: number): string {
  const upright = steps(0, width, Math.round(width / gap)).map((x) => `M${x.toFixed(0)} 0V${height}`);
  const level = steps(0, height, Math.round(height / gap)).map((y) => `M0 ${y.toFixed(0)}H${width}`);
  return stroke([...upright, ...level].join(""), "#4f8d92", 1, { opacity: 0.22 });
}

const inked = (points: readonly Point[], width: number, colour = INK, opacity = 1): string =>
  points.length > 1 ? polyline(points, colour, width, { opacity }) : "";

/** Height of the skin at a distance `y` from the centre line, or nothing where the hull is narrower. */
function heightAt(t: number, y: number): number | undefined {
  return steps(0, 1, 200)
    .map((u) => skin(t, u, 1))
    .find((point) => point[1] >= y)?.[2];
}

function profile(sheet: Sheet): string {
  const edge = (u: number): Point[] =>
    steps(0, 1, 80).map((t): Point => {
      const [x, , z] = skin(t, u, 1);
      return sheet(x, z);
    });
  const buttock = (y: number): Point[] =>
    steps(0, 0.99, 120).flatMap((t): Point[] => {
      const z = heightAt(t, y);
      return z === undefined ? [] : [sheet(skin(t, 0, 1)[0], z)];
    });
  const levels = WATERLINES.map((z) => inked([sheet(-1.95, z), sheet(2.2, z)], 1, INK, 0.35));
  const stations = STATIONS.map((t) =>
    inked([sheet((t - 0.46) * 4, -0.05), sheet((t - 0.46) * 4, sheer(t))], 1, INK, 0.45),
  );
  const transom = inked([sheet(skin(0, 0, 1)[0], 0), sheet(skin(0, 1, 1)[0], sheer(0))], 2.6);
  return group(
    {},
    ...levels,
    ...stations,
    ...BUTTOCKS.map((y) => inked(buttock(y), 1.5, INK, 0.8)),
    inked(edge(0), 3),
    transom,
    inked(edge(1), 4.5, YARD.larch),
  );
}

function plan(sheet: Sheet): string {
  const waterline = (z: number): Point[] =>
    steps(0, 1, 140).flatMap((t): Point[] => {
      const y = halfBreadth(t, z);
      return y === undefined ? [] : [sheet((t - 0.46) * 4, y)];
    });
  const deck = steps(0, 1, 120).map((t): Point => {
    const [x, y] = skin(t, 1, 1);
    return sheet(x, y);
  });
  const levels = BUTTOCKS.map((y) => inked([sheet(-1.95, y), sheet(2.2, y)], 1, INK, 0.35));
  const stations = STATIONS.map((t) => inked([sheet((t - 0.46) * 4, 0), sheet((t - 0.46) * 4, 0.95)], 1, INK, 0.45));
  return group(
    {},
    inked([sheet(-1.95, 0), sheet(2.25, 0)], 2.4),
    ...levels,
    ...stations,
    ...WATERLINES.map((z) => inked(waterline(z), 1.6, INK, 0.85)),
    inked(deck, 4.5, YARD.larch),
  );
}

function sections(sheet: Sheet, width = 2): string {
  const one = (t: number): string => {
    const side = t < 0.45 ? -1 : 1;
    const outline = steps(0, 1, 60).map((u): Point => {
      const [, y, z] = skin(Math.min(t, 0.97), u, 1);
      return sheet(side * y, z);
    });
    return inked(outline, width, INK, 0.92);
  };
  const rim = [-1, 1].map((side) =>
    inked(
      steps(side < 0 ? 0 : 0.45, side < 0 ? 0.45 : 1, 40).map((t): Point => {
        const [, y, z] = skin(t, 1, 1);
        return sheet(side * y, z);
      }),
      width * 2.1,
      YARD.larch,
    ),
  );
  const levels = WATERLINES.map((z) => inked([sheet(-0.95, z), sheet(0.95, z)], 1, INK, 0.3));
  const walls = [...BUTTOCKS, ...BUTTOCKS.map((y) => -y)].map((y) =>
    inked([sheet(y, -0.05), sheet(y, 1.1)], 1, INK, 0.3),
  );
  return group({}, ...levels, ...walls, inked([sheet(0, -0.08), sheet(0, 1.2)], 2), ...STATIONS.map(one), ...rim);
}

function linesPlan(): string {
  const [width, height] = [1600, 900];
  return [
    gradient("paper", ["#174654", PAPER, YARD.night], [1, 1]),
    rect(0, 0, width, height, "url(#paper)"),
    grid(width, height, 50),
    profile((x, z) => [500 + x * 225, 400 - z * 225]),
    plan((x, y) => [500 + x * 225, 560 + y * 225]),
    sections((y, z) => [1290 + y * 245, 400 - z * 225]),
    dividers(1240, 640),
  ].join("");
}

/** A pair of dividers left on the sheet. */
function dividers(x: number, y: number): string {
  const leg = (dx: number): string =>
    stroke(`M${x + 60} ${y - 20}L${x + 60 + dx} ${y + 200}`, YARD.straw, 7) +
    stroke(`M${x + 60 + dx * 0.82} ${y + 160}L${x + 60 + dx} ${y + 206}`, INK, 3);
  return group(
    { transform: `rotate(-24 ${x} ${y})` },
    leg(-62),
    leg(62),
    circle([x + 60, y - 20], 15, YARD.larch),
    circle([x + 60, y - 20], 5, YARD.night),
  );
}

function bodyPlan(): string {
  return [
    gradient("paper", ["#174654", PAPER, YARD.night], [1, 1]),
    rect(0, 0, 960, 640, "url(#paper)"),
    grid(960, 640, 40),
    sections((y, z) => [480 + y * 400, 540 - z * 370], 2.8),
  ].join("");
}

interface Contour {
  level: number;
  colour: string;
  width: number;
}

/** The bed of an invented estuary: a channel that winds between banks. */
function depth(x: number, y: number): number {
  const channel = 330 + 120 * Math.sin(x / 170 + 0.6) + 40 * Math.sin(x / 71);
  const banks = BED(x / 120) * 26 + BED_ACROSS(y / 95 + x / 260) * 34;
  return Math.abs(y - channel) + banks - x * 0.05;
}
const BED = wander(91, 6);
const BED_ACROSS = wander(97, 6);

/**
 * The points at which a contour crosses the edges of one cell, joined in pairs (marching squares without the saddle
 * case).
 */
function crossings(x: number, y: number, cell: number, level: number): Point[] {
  const corners: readonly Point[] = [
    [x, y],
    [x + cell, y],
    [x + cell, y + cell],
    [x, y + cell],
  ];
  return corners.flatMap((from, index): Point[] => {
    const to = corners[(index + 1) % 4] ?? from;
    const [a, b] = [depth(...from) - level, depth(...to) - level];
    if (a < 0 === b < 0) return [];
    const share = a / (a - b);
    return [[from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]];
  });
}

function contour({ level, colour, width }: Contour): string {
  const cell = 12;
  const segments = steps(-cell, 960, 81).flatMap((x) =>
    steps(-cell, 640, 54).map((y) => {
      const [from, to] = crossings(x, y, cell, level);
      return from && to ? `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}` : "";
    }),
  );
  return stroke(segments.join(""), colour, width);
}

/** One wash of colour wherever the bed is shallower than `level`. */
function wash(level: number, colour: string): string {
  const cell = 8;
  const cells = steps(0, 960, 120).flatMap((x) =>
    steps(0, 640, 80).flatMap((y) => (depth(x, y) > level ? [`M${x - 4} ${y - 4}h${cell}v${cell}h-${cell}z`] : [])),
  );
  return `<path d="${cells.join("")}" fill="${colour}"/>`;
}

function chart(): string {
  const levels = [18, 40, 64, 92].map((level, index): Contour => ({
    level,
    colour: mix(YARD.shallow, YARD.tide, 1 - index / 4),
    width: 1.8,
  }));
  const mark = ([x, y]: Point): string =>
    group(
      { transform: `translate(${x} ${y})` },
      circle([0, 0], 26, YARD.rust, { opacity: 0.22 }),
      circle([0, 0], 11, YARD.rust),
      circle([0, 0], 4, YARD.foam),
    );
  const rose = steps(0, 15, 15).map((point) => {
    const length = point % 4 === 0 ? 62 : point % 2 === 0 ? 46 : 32;
    return `M0 0L${(Math.sin((point * Math.PI) / 8) * length).toFixed(1)} ${(-Math.cos((point * Math.PI) / 8) * length).toFixed(1)}`;
  });
  const track = stroke("M-10 458C120 470 160 420 250 396S400 250 490 262S560 330 604 372", YARD.rust, 3, {
    "stroke-dasharray": "3 11",
  });
  return [
    rect(0, 0, 960, 640, "#b5d3ce"),
    wash(40, "#cde0d6"),
    wash(64, "#e6e6cf"),
    wash(92, "#efdcb4"),
    wash(150, "#e6cc98"),
    ...levels.map(contour),
    contour({ level: 150, colour: YARD.oak, width: 2.6 }),
    contour({ level: 190, colour: YARD.oak, width: 1 }),
    track,
    mark([608, 378]),
    group(
      { transform: "translate(326 118)" },
      circle([0, 0], 52, "none", { stroke: YARD.tide, "stroke-width": 1.6 }),
      stroke(rose.join(""), YARD.tide, 1.6),
      stroke("M0 0V-74", YARD.rust, 4),
    ),
  ].join("");
}

export const LINE_PICTURES: readonly Picture[] = [
  { name: "lines-plan", width: 1600, height: 900, body: linesPlan(), quality: 0.8 },
  { name: "body-plan", width: 960, height: 640, body: bodyPlan(), quality: 0.76 },
  { name: "estuary-chart", width: 960, height: 640, body: chart(), quality: 0.68 },
];
