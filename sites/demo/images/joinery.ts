/** Pictures from the shed: hulls, joints, timber and tools. */
import { mix, YARD } from "./colour.ts";
import { backbone, band, gunwale, planks, ribs, thwarts, transom } from "./hull.ts";
import { random, wander } from "./random.ts";
import type { Picture, Point } from "./shapes.ts";
import { ellipse, gradient, group, polygon, polyline, rect, shape, steps, stroke } from "./shapes.ts";
import type { Camera, Face, Vector } from "./solid.ts";
import { box, draw, drum, extrude, projectPoint } from "./solid.ts";

export const WOODS: readonly [string, ...string[]] = ["#c98a4b", "#c07f42", "#d29556", "#b97639", "#cb8d50"];
const FLOOR = "#e9dcc4";

export function onStocks(camera: Camera): string {
  const chock = (x: number): Face[] => [
    ...box([x, -0.5, -0.5], [0.14, 1, 0.3], "#7a6a55"),
    ...box([x, -0.12, -0.22], [0.14, 0.24, 0.12], "#8f7d64"),
  ];
  return draw([...chock(-1.3), ...chock(0.7)], camera);
}

function cardPaper(from: string, to: string): string {
  return gradient("paper", [from, to], [0, 1]) + rect(0, 0, 960, 640, "url(#paper)");
}

/** Old planks, and three new ones among them. */
function repair(): string {
  const camera: Camera = { turn: 24, tilt: 20, scale: 205, centre: [470, 420] };
  const source = random(5);
  const age = Array.from({ length: 9 }, () => source.pick(["#7f8f86", "#74857e", "#8a988e", "#6d7f79"]));
  const fresh = (strake: number, t: number): boolean =>
    (strake === 7 && t > 0.08 && t < 0.5) ||
    (strake === 6 && t > 0.3 && t < 0.78) ||
    (strake === 5 && t > 0.62 && t < 0.9);
  const faces = [
    ...planks({
      colour: (strake, side, t) => (side < 0 && fresh(strake, t) ? "#d08a44" : age[strake]),
      inside: "#5e6f69",
      edge: "#4b5b57",
    }),
    transom("#66766f"),
    ...gunwale("#4a3c2e"),
    ...backbone("#54473a"),
    ...thwarts([0.25, 0.5, 0.72], "#9a8a70"),
  ];
  return [
    cardPaper("#f1e6d2", "#dccfb4"),
    ellipse([480, 520], 400, 46, YARD.bark, { opacity: 0.22 }),
    onStocks(camera),
    draw(faces, camera),
  ].join("");
}

/** Frames and battens, no planks yet. */
function framed(): string {
  const camera: Camera = { turn: 32, tilt: 26, scale: 205, centre: [490, 400] };
  const battens = [0.1, 0.28, 0.48, 0.7].flatMap((u) => band(u, 0.035, 0.006, "#e0b577"));
  const faces = [
    ...ribs(19, "#b9783c", 0.02),
    ...battens,
    ...gunwale("#d79a57"),
    ...backbone("#8a5a30"),
    transom("#c98a4b"),
  ];
  return [
    cardPaper("#e4ebe3", "#b9cdc8"),
    ellipse([490, 520], 400, 46, YARD.night, { opacity: 0.18 }),
    onStocks(camera),
    draw(faces, camera),
  ].join("");
}

/** A finished hull, painted and varnished. */
function finished(): string {
  const camera: Camera = { turn: -30, tilt: 30, scale: 208, centre: [480, 400] };
  const faces = [
    ...planks({
      colour: (strake) => (strake === 8 ? "#d39a55" : strake < 3 ? "#8f3f22" : "#1f5a68"),
      inside: "#c58c52",
      edge: "#123b46",
    }),
    ...ribs(17, "#b57c45", 0.012, [1]),
    transom("#b9753a"),
    ...gunwale("#e0aa66"),
    ...backbone("#5a3a22"),
    ...thwarts([0.24, 0.5, 0.74], "#dba764"),
  ];
  return [
    cardPaper("#f5e9d3", "#e7cfa2"),
    ellipse([480, 520], 400, 46, YARD.bark, { opacity: 0.22 }),
    onStocks(camera),
    draw(faces, camera),
  ].join("");
}

/** The scarf: two tapers that make one long plank. */
function scarf(): string {
  const camera: Camera = { turn: 28, tilt: 30, scale: 92, centre: [480, 360] };
  const taper = (outline: readonly Point[], depth: number, y: number, colour: string): Face[] => {
    const wall = (at: number): Vector[] => outline.map(([x, z]) => [x, at, z]);
    const [near, far] = [wall(y), wall(y + depth)];
    const sides = outline.map((_, index) => {
      const next = (index + 1) % outline.length;
      return {
        points: [far[index], far[next], near[next], near[index]].filter((point) => point !== undefined),
        colour,
        edge: "#6f4521",
      };
    });
    return [...sides, { points: near, colour, edge: "#6f4521" }, { points: far.toReversed(), colour, edge: "#6f4521" }];
  };
  const left = taper(
    [
      [-5.2, -0.35],
      [1.1, -0.35],
      [-2.1, 0.35],
      [-5.2, 0.35],
    ],
    1.7,
    -0.85,
    "#d2975a",
  );
  const right = taper(
    [
      [1.5, 0.25],
      [5, 0.25],
      [5, 0.95],
      [-1.7, 0.95],
    ],
    1.7,
    -0.85,
    "#b9773b",
  );
  const tie = (from: Vector, to: Vector): string =>
    polyline([projectPoint(camera, from), projectPoint(camera, to)], YARD.tide, 2.4, { "stroke-dasharray": "2 9" });
  return [
    cardPaper("#eef0e6", "#cfdcd3"),
    ellipse([490, 505], 390, 60, YARD.night, { opacity: 0.12 }),
    draw(left, camera),
    tie([1.1, -0.85, -0.35], [1.5, -0.85, 0.25]),
    tie([-2.1, -0.85, 0.35], [-1.7, -0.85, 0.95]),
    tie([-2.1, 0.85, 0.35], [-1.7, 0.85, 0.95]),
    draw(right, camera),
    ...grainLines(camera),
  ].join("");
}

function grainLines(camera: Camera): string[] {
  const line = (from: Vector, to: Vector): string =>
    polyline([projectPoint(camera, from), projectPoint(camera, to)], "#8a5a2c", 1.3, { opacity: 0.55 });
  return [
    ...[-0.6, -0.3, 0.05, 0.35, 0.6].map((y) => line([-5.1, y, 0.35], [-2.3, y, 0.35])),
    ...[-0.55, -0.2, 0.1, 0.5].map((y) => line([-1.4, y, 0.95], [4.9, y, 0.95])),
  ];
}

/** Hot ribs going over the form, and the steam that made them soft. */
function steam(): string {
  const hoop = (index: number): string => {
    const radius = 330 - index * 25;
    const colour = mix("#e0b072", "#8a5a2f", index / 11);
    const lip = 640 + 20;
    return (
      stroke(
        `M${480 - radius} ${lip}V${470 - index * 6}A${radius} ${radius * 0.98} 0 0 1 ${480 + radius} ${470 - index * 6}V${lip}`,
        colour,
        17,
      ) +
      stroke(
        `M${480 - radius + 5} ${lip}V${470 - index * 6}A${radius - 5} ${(radius - 5) * 0.98} 0 0 1 ${480 + radius - 5} ${470 - index * 6}V${lip}`,
        mix(colour, YARD.bark, 0.4),
        2,
      )
    );
  };
  const wisp = (x: number, size: number, seed: number): string => {
    const sway = wander(seed, 4);
    const points = steps(0, 1, 50).map((up): Point => [
      x + sway(up * 6) * 46 * (0.3 + up) * size,
      300 - up * 300 * size,
    ]);
    return polyline(points, "#ffffff", 15 * size, { opacity: 0.24 }) + polyline(points, "#ffffff", 4, { opacity: 0.5 });
  };
  return [
    cardPaper("#9cbab6", "#efe3cb"),
    ...[
      [190, 1, 3],
      [330, 0.9, 8],
      [470, 1.1, 13],
      [620, 0.95, 21],
      [770, 1, 34],
    ].map(([x = 0, size = 1, seed = 1]) => wisp(x, size, seed)),
    ...steps(0, 11, 11).map(hoop),
  ].join("");
}

/** Grain that parts around two knots, as water parts around a stone. */
function grain(): string {
  const knots: readonly Vector[] = [
    [310, 235, 62],
    [700, 440, 46],
  ];
  const drift = wander(77, 6);
  const bend = (x: number, y: number): number =>
    knots.reduce((sum, [kx, ky, size]) => {
      const away = y - ky || 0.5;
      const near = Math.exp(-(((x - kx) / (size * 2.6)) ** 2)) * Math.exp(-Math.abs(away) / (size * 2.3));
      return sum + Math.sign(away) * size * 1.15 * near;
    }, 0);
  const ring = (y: number, index: number): string => {
    const points = steps(-10, 970, 130).map((x): Point => [x, y + bend(x, y) + drift(x / 240 + y / 400) * 16]);
    return polyline(points, index % 3 === 0 ? "#8a5426" : "#a56a35", index % 3 === 0 ? 4.2 : 1.6, {
      opacity: index % 3 === 0 ? 0.85 : 0.6,
    });
  };
  const knot = ([x, y, size]: Vector): string =>
    steps(1, 0.2, 5)
      .map((share, index) =>
        ellipse([x, y], size * 1.1 * share, size * 0.62 * share, mix("#b3713a", "#52301a", index / 5)),
      )
      .join("");
  return [
    gradient("plank", ["#d9a062", "#c4833f", "#d39a5c"], [0, 1]),
    rect(0, 0, 960, 640, "url(#plank)"),
    ...steps(-60, 700, 84).map(ring),
    ...knots.map(knot),
  ].join("");
}

/** Copper nails and roves, laid out on the bench in rows. */
function fastenings(): string {
  const camera: Camera = { turn: 38, tilt: 38, scale: 82, centre: [480, 330] };
  const source = random(15);
  const rove = (x: number, y: number): Face[] => [
    ...drum([x, y, 0], 0.3, 0.08, "#c9774a", 22),
    ...drum([x, y, 0.08], 0.1, 0.1, "#7d3f22", 14),
  ];
  const nail = (x: number, y: number): Face[] => [
    ...drum([x, y, 0], 0.26, 0.07, "#d88d5c", 20),
    ...box([x - 0.07, y - 0.07, 0.07], [0.14, 0.14, source.between(0.9, 1.5)], "#c4733f"),
  ];
  const rows = steps(-4, 4, 8).flatMap((x) => steps(-4, 4, 8).map((y): readonly [number, number] => [x, y]));
  const laid = rows.flatMap(([x, y], index) => (index % 3 === 1 ? nail(x, y) : rove(x, y)));
  return [
    cardPaper("#1f4c59", "#123641"),
    ...rows.map(([x, y]) => {
      const [cx, cy] = projectPoint(camera, [x + 0.12, y - 0.12, 0]);
      return ellipse([cx, cy], 32, 20, YARD.night, { opacity: 0.4 });
    }),
    draw(laid, camera),
  ].join("");
}

/** Tins of the colours the yard mixes itself. */
function tins(): string {
  const camera: Camera = { turn: 40, tilt: 32, scale: 122, centre: [470, 430] };
  const colours = [
    YARD.rust,
    YARD.tide,
    YARD.straw,
    YARD.moss,
    YARD.foam,
    YARD.larch,
    YARD.shallow,
    "#7d3b23",
    "#2f4f3c",
  ];
  const tin = (x: number, y: number, colour: string, height: number): Face[] => [
    ...drum([x, y, 0], 0.62, height, "#b8c0ba"),
    ...drum([x, y, height * 0.25], 0.63, height * 0.5, colour),
    ...drum([x, y, height], 0.55, 0.03, colour),
  ];
  const places = colours.map((colour, index) => ({
    colour,
    x: (index % 3) * 1.7 - 1.7,
    y: Math.floor(index / 3) * 1.7 - 1.7,
    height: [1.1, 0.8, 1.4][(index * 2 + Math.floor(index / 3)) % 3] ?? 1,
  }));
  const shadows = places.map(({ x, y }) => {
    const [cx, cy] = projectPoint(camera, [x + 0.2, y - 0.15, 0]);
    return ellipse([cx, cy], 96, 58, YARD.bark, { opacity: 0.2 });
  });
  const ordered = places.toSorted(
    (a, b) => b.x * Math.sin(0.7) + b.y * Math.cos(0.7) - (a.x * Math.sin(0.7) + a.y * Math.cos(0.7)),
  );
  return [
    cardPaper("#f3e8d5", "#e0cba3"),
    ...shadows,
    ...ordered.map(({ x, y, colour, height }) => draw(tin(x, y, colour, height), camera)),
  ].join("");
}

/** Planks in stick: stacked with gaps, so that the air can reach every face. */
function stack(): string {
  const camera: Camera = { turn: 33, tilt: 24, scale: 104, centre: [480, 430] };
  const source = random(28);
  const layers = steps(0, 7, 7).map((layer): Face[] => {
    const z = layer * 0.42;
    const boards = steps(0, 4, 4).flatMap((board) => {
      const short = source.between(0, 0.18);
      return box(
        [-3.1 + short, -1.15 + board * 0.48, z],
        [6.1 - short * 1.6, 0.43, 0.27],
        source.pick(WOODS),
        "#7a4c25",
      );
    });
    const sticks =
      layer < 7 ? [-2.2, 0, 2.2].flatMap((x) => box([x, -1.2, z + 0.27], [0.14, 2.45, 0.15], "#6f5a40")) : [];
    return [...boards, ...sticks];
  });
  const shadow = [
    [-3.2, -1.3],
    [3.4, -1.3],
    [3.4, 1.4],
    [-3.2, 1.4],
  ].map(([x = 0, y = 0]) => projectPoint(camera, [x, y, -0.05]));
  return [
    cardPaper("#dfe7dc", "#b4c5b5"),
    polygon(shadow, YARD.night, { opacity: 0.25 }),
    ...layers.map((faces) => draw(faces, camera)),
  ].join("");
}

/** Plane, mallet and chisels on a bench: three tools that are enough for most days. */
function tools(): string {
  const camera: Camera = { turn: 30, tilt: 34, scale: 118, centre: [470, 390] };
  const plane = [
    ...box([-2.6, -1.1, 0], [2.5, 0.72, 0.42], "#b9773b", "#7a4a22"),
    ...box([-1.65, -0.98, 0.42], [0.5, 0.48, 0.12], "#5a3a22"),
  ];
  const iron = [
    ...extrude(
      [
        [-1.5, -0.95],
        [-1.36, -0.95],
        [-1.36, -0.53],
        [-1.5, -0.53],
      ],
      0.4,
      0.75,
      "#aab6b4",
    ),
  ];
  const tote = [
    ...box([-0.62, -0.86, 0.42], [0.24, 0.24, 0.5], "#8a5428"),
    ...drum([-2.3, -0.74, 0.42], 0.17, 0.26, "#8a5428"),
  ];
  const mallet = [...box([1.4, 0.5, 0], [0.62, 1.35, 0.8], "#a86f3b", "#6f4521")];
  const handle = [...box([0.05, 1.08, 0.3], [1.38, 0.18, 0.18], "#d3a466")];
  const chisel = (y: number, width: number): Face[] => [
    ...box([0.55, y, 0], [1.15, 0.22, 0.2], "#c98a4b", "#7a4a22"),
    ...box([1.7, y + 0.03, 0.04], [0.12, 0.16, 0.12], "#c9a24a"),
    ...box([1.82, y + 0.11 - width / 2, 0.06], [1.25, width, 0.06], "#c3cdca"),
  ];
  const bench = [
    [-3.4, -2.1],
    [3.6, -2.1],
    [3.6, 2.3],
    [-3.4, 2.3],
  ].map(([x = 0, y = 0]) => projectPoint(camera, [x, y, 0]));
  const seams = steps(-2.1, 2.3, 5)
    .slice(1, -1)
    .map((y) => polyline([projectPoint(camera, [-3.4, y, 0]), projectPoint(camera, [3.6, y, 0])], "#b8925e", 2));
  return [
    cardPaper("#214f5b", "#163f4b"),
    polygon(bench, FLOOR),
    ...seams,
    ...[mallet, handle, plane, iron, tote, chisel(-0.1, 0.18), chisel(-0.75, 0.26), chisel(-1.4, 0.34)].map((faces) =>
      draw(faces, camera),
    ),
  ].join("");
}

/** The yard's mark: three strakes of a dinghy and the water under them. */
function mark(): string {
  const hull = "M24 96Q122 128 234 62Q222 132 164 172H58Z";
  const strakes = stroke("M34 126Q122 152 222 104M46 150Q120 166 196 146", YARD.foam, 7);
  const water = stroke("M20 208Q47 186 74 208T128 208T182 208T236 208", YARD.shallow, 13);
  return group(
    {},
    shape(hull, YARD.larch, { stroke: YARD.larch, "stroke-width": 10, "stroke-linejoin": "round" }),
    strakes,
    water,
  );
}

export const JOINERY_PICTURES: readonly Picture[] = [
  { name: "repair-planks", width: 960, height: 640, body: repair() },
  { name: "hull-in-frame", width: 960, height: 640, body: framed() },
  { name: "finished-dinghy", width: 960, height: 640, body: finished() },
  { name: "scarf-joint", width: 960, height: 640, body: scarf() },
  { name: "steamed-ribs", width: 960, height: 640, body: steam() },
  { name: "larch-grain", width: 960, height: 640, body: grain(), quality: 0.62 },
  { name: "copper-fastenings", width: 960, height: 640, body: fastenings() },
  { name: "paint-tins", width: 960, height: 640, body: tins() },
  { name: "timber-stack", width: 960, height: 640, body: stack() },
  { name: "bench-tools", width: 960, height: 640, body: tools() },
  { name: "mark", width: 256, height: 256, body: mark(), quality: 0.9 },
];
