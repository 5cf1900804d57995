/** Pictures of the estuary: hills, water, boats at rest. */
import { mix, YARD } from "./colour.ts";
import { sheer, skin } from "./hull.ts";
import { random, wander } from "./random.ts";
import type { Picture, Point } from "./shapes.ts";
import { circle, ellipse, glow, gradient, group, polygon, polyline, rect, shape, steps, stroke } from "./shapes.ts";

interface Ridge {
  seed: number;
  base: number;
  rise: number;
  pitch: number;
  colour: string;
}

/** One range of hills, from its outline down to `floor`. */
function ridge({ seed, base, rise, pitch, colour }: Ridge, width: number, floor: number): string {
  const height = wander(seed, 7);
  const outline = steps(0, width, 120).map((x): Point => [x, base - (height((x / width) * pitch) * 0.5 + 0.5) * rise]);
  return polygon([[0, floor], ...outline, [width, floor]], colour);
}

/** Broken light on water: short level strokes that grow longer and further apart towards the viewer. */
function ripples(seed: number, width: number, top: number, bottom: number, colour: string, count: number): string {
  const source = random(seed);
  const strokes = Array.from({ length: count }, () => {
    const near = source.between(0, 1) ** 1.7;
    const y = top + near * (bottom - top);
    const length = source.between(16, 60) * (0.5 + near * 3.2);
    const x = source.between(-60, width);
    return stroke(
      `M${x.toFixed(0)} ${y.toFixed(0)}q${(length / 2).toFixed(0)} ${(2 + near * 5).toFixed(0)} ${length.toFixed(0)} 0`,
      colour,
      0.8 + near * 2.6,
      { opacity: (0.14 + near * 0.3).toFixed(2) },
    );
  });
  return group({}, ...strokes);
}

/** The sun's path: short bright strokes that scatter as they come nearer. */
function glitter(x: number, top: number, bottom: number): string {
  const source = random(58);
  return group(
    {},
    ...steps(0, 89, 89).map((index) => {
      const near = (index / 90) ** 1.4;
      const half = 10 + near * 46;
      const at = x + source.between(-1, 1) * (26 + near * 80);
      const y = top + 4 + near * (bottom - top);
      return stroke(`M${(at - half).toFixed(0)} ${y.toFixed(0)}H${(at + half).toFixed(0)}`, "#fff3d6", 1.4 + near * 3, {
        opacity: (0.6 - near * 0.42).toFixed(2),
      });
    }),
  );
}

interface Moored {
  at: Point;
  size: number;
  hull: string;
  trim: string;
  rig?: "mast" | "lug" | "none";
  sail?: string;
  facing?: 1 | -1;
}

/** A dinghy seen from the side, afloat, with its reflection. */
function moored({ at: [x, y], size, hull, trim, rig = "mast", sail = YARD.rust, facing = 1 }: Moored): string {
  const place = (t: number, u: number): Point => {
    const [along, , z] = skin(t, u, 1);
    return [along * size * 1.05, -(z - 0.22) * size];
  };
  const line = (u: number): Point[] => steps(0, 0.985, 40).map((t) => place(t, u));
  const body = polygon([...line(1), ...line(0).toReversed()], hull);
  const laps = [0.38, 0.56, 0.74, 0.9].map((u) => polyline(line(u), mix(hull, YARD.night, 0.35), size * 0.012));
  const gunwale = polyline(line(1), trim, size * 0.05);
  const foot: Point = [0.5 * size, -(sheer(0.5) - 0.3) * size];
  const boat = group({}, rigging(rig, foot, size, sail), body, ...laps, gunwale);
  const clip = `m${Math.round(x)}-${Math.round(y)}`;
  const above = `<clipPath id="${clip}"><rect x="${-4 * size}" y="${-6 * size}" width="${8 * size}" height="${6 * size}"/></clipPath>`;
  const afloat = group({ "clip-path": `url(#${clip})` }, boat);
  const reflection = group({ transform: "scale(1 -0.62)", opacity: 0.3 }, afloat);
  return group(
    { transform: `translate(${x} ${y}) scale(${facing} 1)` },
    above,
    reflection,
    ellipse([0, 1], size * 2, size * 0.07, YARD.night, { opacity: 0.35 }),
    afloat,
  );
}

function rigging(rig: "mast" | "lug" | "none", [x, y]: Point, size: number, sail: string): string {
  if (rig === "none") return "";
  const mast = polyline(
    [
      [x, y],
      [x - size * 0.05, y - size * 2.9],
    ],
    YARD.oak,
    size * 0.055,
  );
  if (rig === "mast") {
    const yard = polyline(
      [
        [x - size * 1.9, y - size * 0.55],
        [x + size * 0.1, y - size * 0.42],
      ],
      sail,
      size * 0.15,
    );
    return mast + yard;
  }
  const at = (dx: number, dy: number): string => `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`;
  const cloth = `M${at(0.28, -0.25)}Q${at(0.5, -1.4)} ${at(0.5, -2.15)}L${at(-0.95, -3.4)}Q${at(-1.25, -1.7)} ${at(-1.6, -0.42)}Q${at(-0.6, -0.1)} ${at(0.28, -0.25)}Z`;
  const seams = [0.25, 0.5, 0.75].map((share) =>
    stroke(
      `M${at(0.32 - share * 1.9, -0.27 - share * 0.12)}L${at(0.5 - share * 1.42, -2.15 - share * 1.2)}`,
      mix(sail, YARD.night, 0.3),
      size * 0.014,
    ),
  );
  return (
    mast + shape(cloth, sail) + seams.join("") + stroke(`M${at(0.56, -2.1)}L${at(-1, -3.46)}`, YARD.oak, size * 0.06)
  );
}

function reeds(seed: number, from: number, to: number, floor: number, height: number, colour: string): string {
  const source = random(seed);
  return group(
    {},
    ...Array.from({ length: Math.round((to - from) / 5) }, () => {
      const x = source.between(from, to);
      const tall = height * source.between(0.45, 1) * (1 - (0.55 * (x - from)) / (to - from));
      const lean = source.between(-0.1, 0.34) * tall;
      const tip = `${(x + lean).toFixed(0)} ${(floor - tall).toFixed(0)}`;
      const head =
        source.between(0, 1) > 0.72
          ? stroke(`M${tip}l${(lean * 0.16).toFixed(0)} ${(-tall * 0.1).toFixed(0)}`, YARD.bark, 7)
          : "";
      return (
        stroke(
          `M${x.toFixed(0)} ${floor}Q${x.toFixed(0)} ${(floor - tall * 0.6).toFixed(0)} ${tip}`,
          colour,
          source.between(1.5, 4),
        ) + head
      );
    }),
  );
}

function estuaryDawn(): string {
  const [width, height, shore] = [1600, 900, 560];
  const ridges: Ridge[] = [
    { seed: 3, base: 500, rise: 170, pitch: 5, colour: "#c9d3cb" },
    { seed: 8, base: 530, rise: 150, pitch: 6, colour: "#a3bcb8" },
    { seed: 14, base: 550, rise: 120, pitch: 7, colour: "#6f989a" },
    { seed: 23, base: 562, rise: 74, pitch: 9, colour: "#3f717a" },
  ];
  return [
    gradient("sky", ["#f0c79c", "#f6dfbd", "#f4ead6"]) +
      gradient("sea", ["#efd9b6", "#a9c4bd", "#4f8d92", YARD.deep]) +
      glow("sun", "#fff3d6", 0.95),
    rect(0, 0, width, shore, "url(#sky)"),
    circle([1090, 380], 330, "url(#sun)"),
    circle([1090, 380], 62, "#fff6e0"),
    ...ridges.map((one) => ridge(one, width, shore)),
    rect(0, shore, width, height - shore, "url(#sea)"),
    rect(0, shore - 2, width, 5, YARD.night, { opacity: 0.25 }),
    glitter(1090, shore, height),
    ripples(4, width, shore + 6, height, YARD.foam, 210),
    ripples(9, width, shore + 20, height, YARD.tide, 90),
    moored({ at: [1330, 606], size: 24, hull: YARD.tide, trim: YARD.straw }),
    moored({ at: [760, 622], size: 30, hull: YARD.foam, trim: YARD.larch, facing: -1, sail: YARD.straw }),
    moored({ at: [985, 712], size: 66, hull: YARD.larch, trim: YARD.bark, rig: "lug" }),
    moored({ at: [1400, 790], size: 78, hull: YARD.tide, trim: YARD.straw, facing: -1, sail: YARD.sand }),
    reeds(31, -20, 520, 910, 330, YARD.moss),
    reeds(12, -30, 360, 915, 260, "#3c4b34"),
    reeds(17, -30, 220, 920, 170, YARD.night),
  ].join("");
}

function snow(seed: number, count: number): string {
  const source = random(seed);
  return group(
    {},
    ...Array.from({ length: count }, () =>
      circle([source.between(0, 960), source.between(0, 560)], source.between(1, 3.4), "#ffffff", {
        opacity: source.between(0.35, 0.95).toFixed(2),
      }),
    ),
  );
}

/** A boat ashore under its winter cover: a tent of canvas over a hull on chocks. */
function covered([x, y]: Point, size: number, cloth: string): string {
  const at = (dx: number, dy: number): string => `${(x + dx * size).toFixed(0)} ${(y - dy * size).toFixed(0)}`;
  const hull = shape(
    `M${at(-1.9, 0.85)}Q${at(-1.6, 0.25)} ${at(-1, 0.16)}L${at(1, 0.16)}Q${at(1.7, 0.2)} ${at(2.05, 1)}Z`,
    YARD.bark,
  );
  const tent = shape(
    `M${at(-2, 0.6)}Q${at(-1.75, 1)} ${at(-1.7, 1.32)}Q${at(0.2, 1.5)} ${at(1.75, 1.62)}Q${at(1.8, 1.1)} ${at(2.12, 0.72)}Q${at(0, 0.42)} ${at(-2, 0.6)}Z`,
    cloth,
  );
  const drift = shape(
    `M${at(-1.74, 1.26)}Q${at(0, 1.62)} ${at(1.77, 1.72)}Q${at(1.82, 1.5)} ${at(1.7, 1.42)}Q${at(0.9, 1.5)} ${at(0.3, 1.3)}Q${at(-0.6, 1.38)} ${at(-1.74, 1.26)}Z`,
    "#f2f6f4",
  );
  const folds = [-1.1, -0.3, 0.5, 1.2].map((fold) =>
    stroke(`M${at(fold, 1.34)}Q${at(fold + 0.05, 0.9)} ${at(fold - 0.06, 0.55)}`, mix(cloth, YARD.night, 0.35), 2),
  );
  const chocks = [-1, 0.9].map((foot) =>
    stroke(
      `M${at(foot, 0.2)}L${at(foot - 0.12, -0.06)}M${at(foot + 0.12, 0.2)}L${at(foot + 0.24, -0.06)}`,
      YARD.night,
      size * 0.06,
    ),
  );
  return group({}, ...chocks, hull, tent, ...folds, drift);
}

function winterYard(): string {
  const pane = (x: number): string => rect(x, 318, 26, 34, "#ffd88f");
  const shed = [
    polygon(
      [
        [560, 400],
        [560, 290],
        [700, 212],
        [840, 290],
        [840, 400],
      ],
      "#0f2a35",
    ),
    polygon(
      [
        [546, 296],
        [700, 206],
        [854, 296],
        [854, 280],
        [700, 190],
        [546, 280],
      ],
      "#dfe9e6",
    ),
    rect(668, 312, 64, 88, "#e9a84c"),
    ...[590, 622, 754, 788].map(pane),
    circle([700, 352], 190, "url(#lamp)"),
  ];
  return [
    gradient("night", ["#0b1f2b", "#1d4653", "#55808a"]) + glow("lamp", "#ffcf80", 0.55),
    rect(0, 0, 960, 640, "url(#night)"),
    ridge({ seed: 44, base: 372, rise: 130, pitch: 5, colour: "#2f5f6b" }, 960, 420),
    ridge({ seed: 47, base: 392, rise: 70, pitch: 8, colour: "#234d59" }, 960, 420),
    ...shed,
    shape("M0 396Q240 372 480 396T960 392V640H0Z", "#c5d8d8"),
    shape("M0 470Q300 430 560 480T960 470V640H0Z", "#dce8e6"),
    covered([180, 452], 52, "#3f6b62"),
    covered([420, 462], 56, "#7d3b23"),
    shape("M0 545Q340 500 620 552T960 540V640H0Z", "#eef4f2"),
    covered([700, 560], 92, "#315a6b"),
    covered([230, 588], 84, "#8a6a3a"),
    snow(6, 150),
  ].join("");
}

function sails(): string {
  const boat = (at: Point, size: number, sail: string, hull: string, facing: 1 | -1 = 1): string =>
    moored({ at, size, hull, trim: YARD.straw, rig: "lug", sail, facing });
  return [
    gradient("haze", ["#9fc1bf", "#dfe6d6", "#f4e8d0"]) + gradient("bay", ["#dfe0cb", "#7fb0ae", YARD.deep]),
    rect(0, 0, 960, 410, "url(#haze)"),
    ridge({ seed: 61, base: 402, rise: 90, pitch: 6, colour: "#9dbab4" }, 960, 412),
    ridge({ seed: 66, base: 410, rise: 46, pitch: 8, colour: "#6d979a" }, 960, 412),
    rect(0, 410, 960, 230, "url(#bay)"),
    ripples(71, 960, 414, 640, YARD.foam, 120),
    boat([140, 428], 17, YARD.straw, YARD.tide),
    boat([720, 436], 22, YARD.sand, YARD.rust, -1),
    boat([330, 466], 44, YARD.rust, YARD.tide),
    boat([850, 500], 50, YARD.larch, YARD.night, -1),
    boat([575, 560], 82, "#b5552b", YARD.foam),
  ].join("");
}

/** The wake of a slow launch: the waves that Kelvin found, drawn from his equations. */
function wake(): string {
  const crest = (order: number, side: number): Point[] =>
    steps(-1.52, 1.52, 90).map((angle): Point => {
      const phase = order * 58 + 30;
      const x = phase * Math.cos(angle) * (1 + Math.sin(angle) ** 2);
      const y = phase * Math.cos(angle) ** 2 * Math.sin(angle);
      return [690 - x, 320 + side * y * 1.1];
    });
  const crests = steps(0, 13, 13).map((order) =>
    polyline(crest(order, 1), mix(YARD.foam, YARD.shallow, order / 16), 5.2 - order * 0.24, {
      opacity: (0.85 - order * 0.04).toFixed(2),
    }),
  );
  const plan = (inset: number): string =>
    `M${560 + inset} ${320 - 28 + inset * 0.5}Q700 ${320 - 62 + inset} ${880 - inset * 3} 320Q700 ${320 + 62 - inset} ${560 + inset} ${320 + 28 - inset * 0.5}Z`;
  return [
    gradient("deep", [YARD.deep, YARD.tide, YARD.night], [1, 1]),
    rect(0, 0, 960, 640, "url(#deep)"),
    ...crests,
    shape(plan(-8), YARD.night, { opacity: 0.4, transform: "translate(-8 14)" }),
    shape(plan(0), YARD.sand),
    shape(plan(9), YARD.larch),
    ...[-14, -5, 4, 13].map((y) => stroke(`M580 ${320 + y}L${808 - Math.abs(y) * 2} ${320 + y * 0.8}`, YARD.oak, 1.6)),
    rect(596, 298, 12, 44, YARD.bark),
    rect(672, 294, 14, 52, YARD.bark),
    rect(622, 306, 34, 28, YARD.foam, { rx: 4 }),
    circle([752, 320], 9, YARD.night),
  ].join("");
}

/** A week of tides: each day's curve a little later and a little lower than the one before. */
function tides(): string {
  const row = (day: number): string => {
    const base = 122 + day * 40;
    const range = 62 * (0.55 + 0.45 * Math.cos((day / 13) * Math.PI * 2));
    const points = steps(-10, 970, 160).map((x): Point => [
      x,
      base - range * Math.sin(x / 62 - day * 0.42) * (0.86 + 0.14 * Math.sin(x / 124 + day)),
    ]);
    const colour = mix(YARD.shallow, YARD.night, day / 14);
    return (
      polygon([...points, [970, 660], [-10, 660]], colour) +
      polyline(points, day === 5 ? YARD.larch : mix(YARD.foam, colour, 0.25), day === 5 ? 5 : 2.4)
    );
  };
  return [
    gradient("air", ["#f3e6d0", "#dfe6d6"]),
    rect(0, 0, 960, 640, "url(#air)"),
    circle([768, 92], 46, YARD.larch, { opacity: 0.9 }),
    ...steps(0, 13, 13).map(row),
  ].join("");
}

export const WATER_PICTURES: readonly Picture[] = [
  { name: "estuary-dawn", width: 1600, height: 900, body: estuaryDawn(), quality: 0.82 },
  { name: "winter-yard", width: 960, height: 640, body: winterYard() },
  { name: "lug-sails", width: 960, height: 640, body: sails() },
  { name: "launch-wake", width: 960, height: 640, body: wake() },
  { name: "tide-curves", width: 960, height: 640, body: tides() },
];
