/** Pictures for the seed library: seed heads, beans, gourds, drawers. */
import { GARDEN, mix } from "./colour.ts";
import { random } from "./random.ts";
import type { Picture, Point } from "./shapes.ts";
import { circle, ellipse, glow, gradient, group, rect, shape, steps, stroke } from "./shapes.ts";
import type { Camera, Face } from "./solid.ts";
import { box, draw } from "./solid.ts";

const stem = ([x, y]: Point, top: Point, colour: string, width: number): string =>
  stroke(`M${x} ${y}Q${x} ${(y + top[1]) / 2} ${top[0]} ${top[1]}`, colour, width);

/** A flat cluster of small rays, as of dill or fennel. */
function umbel([x, y]: Point, size: number, colour: string, seed: string): string {
  const rays = steps(-80, 80, 14).map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const tip: Point = [x + Math.sin(angle) * size, y - Math.cos(angle) * size * 0.62];
    const buds = steps(-60, 60, 6).map((spread) => {
      const turn = angle + (spread * Math.PI) / 180;
      return circle([tip[0] + Math.sin(turn) * size * 0.17, tip[1] - Math.cos(turn) * size * 0.15], size * 0.042, seed);
    });
    return (
      stroke(
        `M${x} ${y}Q${(x + tip[0]) / 2} ${(y + tip[1]) / 2 - size * 0.05} ${tip[0].toFixed(1)} ${tip[1].toFixed(1)}`,
        colour,
        size * 0.018,
      ) + buds.join("")
    );
  });
  return group({}, ...rays);
}

/** A ripe poppy capsule with its crown. */
function poppy([x, y]: Point, size: number, colour: string): string {
  const crown = steps(-1, 1, 6).map((side) =>
    stroke(
      `M${x} ${y - size * 0.62}L${x + side * size * 0.5} ${y - size * (0.78 - side * side * 0.12)}`,
      colour,
      size * 0.1,
    ),
  );
  const lines = steps(-0.6, 0.6, 4).map((side) =>
    stroke(
      `M${x + side * size * 0.4} ${y - size * 0.56}Q${x + side * size} ${y} ${x + side * size * 0.3} ${y + size * 0.52}`,
      mix(colour, GARDEN.cream, 0.3),
      2,
    ),
  );
  return ellipse([x, y], size * 0.52, size * 0.6, colour) + lines.join("") + crown.join("");
}

/** Seeds in the golden angle, as a sunflower sets them. */
function spiral(
  [x, y]: Point,
  count: number,
  spread: number,
  paint: (share: number, index: number) => string,
  grow = 0.42,
): string {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, index) => {
    const share = index / count;
    const distance = spread * Math.sqrt(index + 0.5);
    const angle = index * golden;
    const at: Point = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
    const size = spread * (grow + share * 0.5);
    return ellipse(at, size * 1.25, size * 0.7, paint(share, index), {
      transform: `rotate(${((angle * 180) / Math.PI).toFixed(1)} ${at[0].toFixed(1)} ${at[1].toFixed(1)})`,
    });
  }).join("");
}

function meadow(): string {
  const layer = (
    seed: number,
    count: number,
    floor: number,
    reach: number,
    size: number,
    line: string,
    head: string,
  ): string => {
    const source = random(seed);
    const plants = Array.from({ length: count }, (_, index) => {
      const x = (index + source.between(0.2, 0.8)) * (1600 / count);
      const tip: Point = [x + source.between(-40, 40), floor - reach * source.between(0.5, 1)];
      const kind = source.pick(["umbel", "poppy", "umbel", "grass"]);
      const width = size * source.between(0.75, 1.25);
      const top =
        kind === "umbel"
          ? umbel(tip, width, line, head)
          : kind === "poppy"
            ? poppy(tip, width * 0.42, head)
            : grass(tip, width, head);
      return stem([x, 920], tip, line, size * 0.045) + top;
    });
    return plants.join("");
  };
  return [
    gradient("evening", ["#f6e3c5", "#f3cfa8", "#e3a184"]) + glow("low", "#fff4d8", 0.95),
    rect(0, 0, 1600, 900, "url(#evening)"),
    circle([430, 420], 400, "url(#low)"),
    circle([430, 420], 92, "#fff3d3"),
    layer(5, 18, 900, 560, 74, "#d79c86", "#cf8f7c"),
    layer(11, 14, 900, 600, 104, "#a8606a", "#99535f"),
    layer(19, 11, 920, 590, 138, "#74405a", "#6a3851"),
    layer(27, 8, 960, 520, 176, GARDEN.plum, "#3a1b32"),
  ].join("");
}

function grass([x, y]: Point, size: number, colour: string): string {
  return steps(0, 8, 8)
    .map((index) => {
      const side = index % 2 === 0 ? -1 : 1;
      const at: Point = [x + side * size * 0.07, y + index * size * 0.11 - size * 0.5];
      return ellipse(at, size * 0.045, size * 0.12, colour, {
        transform: `rotate(${side * 24} ${at[0].toFixed(1)} ${at[1].toFixed(1)})`,
      });
    })
    .join("");
}

/** Colour of a bean and of its specks. */
type Coat = readonly [bean: string, speck: string];

/** Runner beans on cloth; no two are marked alike. */
function beans(): string {
  const source = random(33);
  const coats: readonly [Coat, ...Coat[]] = [
    ["#5f2f4e", "#c96f6b"],
    ["#f2e3cf", "#5f2f4e"],
    ["#d9a032", "#8a4a22"],
    ["#2c1d26", "#5f2f4e"],
    ["#e8c9b0", "#b5472f"],
  ];
  const bean = (x: number, y: number): string => {
    const [coat, speck] = source.pick(coats);
    const specks = Array.from({ length: 13 }, () =>
      ellipse(
        [source.between(-36, 36), source.between(-16, 14)],
        source.between(1.5, 6.5),
        source.between(1.5, 4.5),
        speck,
        { opacity: 0.85 },
      ),
    );
    const outline =
      "M-44 4C-46 -22 -20 -30 0 -26C22 -32 46 -20 44 6C42 26 22 28 8 18C2 14 -4 14 -10 18C-24 28 -42 24 -44 4Z";
    return group(
      { transform: `translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${source.between(0, 360).toFixed(0)})` },
      shape(outline, "#3b2416", { opacity: 0.25, transform: "translate(5 8)" }),
      shape(outline, coat),
      group({ "clip-path": "url(#bean)" }, ...specks),
      stroke("M-24 -16C-10 -22 12 -22 26 -14", "#ffffff", 5, { opacity: 0.28 }),
      stroke("M-6 14Q0 11 5 14", GARDEN.cream, 5),
    );
  };
  const clip =
    '<clipPath id="bean"><path d="M-44 4C-46 -22 -20 -30 0 -26C22 -32 46 -20 44 6C42 26 22 28 8 18C2 14 -4 14 -10 18C-24 28 -42 24 -44 4Z"/></clipPath>';
  const places = steps(0, 8, 8).flatMap((column) =>
    steps(0, 6, 6).map((row): Point => [
      column * 118 + (row % 2) * 58 - 20 + source.between(-14, 14),
      row * 104 + 10 + source.between(-12, 12),
    ]),
  );
  return (
    clip +
    gradient("cloth", ["#b7c6a4", "#8fa67f"], [1, 1]) +
    rect(0, 0, 960, 640, "url(#cloth)") +
    places.map(([x, y]) => bean(x, y)).join("")
  );
}

/** Gourds, from above: ribs that meet at the stalk. */
function gourds(): string {
  const gourd = ([x, y]: Point, size: number, colour: string, band: string): string => {
    const rib = (turn: number, paint: string): string =>
      ellipse([x, y - size * 0.52], size * 0.3, size * 0.5, paint, { transform: `rotate(${turn} ${x} ${y})` });
    const ribs = [
      ...steps(0, 300, 5).map((turn) => rib(turn, colour)),
      ...steps(30, 330, 5).map((turn) => rib(turn, band)),
    ];
    const creases = steps(15, 345, 11).map((turn) =>
      stroke(`M${x} ${y - size * 0.1}V${y - size * 0.9}`, mix(colour, GARDEN.soil, 0.45), 3, {
        transform: `rotate(${turn} ${x} ${y})`,
        opacity: 0.6,
      }),
    );
    return group(
      {},
      ellipse([x + 12, y + 18], size * 1.02, size, GARDEN.soil, { opacity: 0.3 }),
      ...ribs,
      ...creases,
      circle([x, y], size * 0.15, GARDEN.fern),
      circle([x - 3, y - 4], size * 0.08, GARDEN.sage),
    );
  };
  return [
    gradient("ground", ["#6b4b3a", "#4b3426"], [1, 1]),
    rect(0, 0, 960, 640, "url(#ground)"),
    gourd([240, 210], 190, GARDEN.squash, "#e58d45"),
    gourd([640, 180], 130, "#7d9a6a", "#5f8054"),
    gourd([850, 420], 170, "#e3c06a", "#d3a63f"),
    gourd([500, 450], 170, "#b9512c", "#d06a37"),
    gourd([130, 530], 120, "#dfe0c4", "#bccfa6"),
  ].join("");
}

function drawers(): string {
  const camera: Camera = { turn: 36, tilt: 26, scale: 78, centre: [450, 480] };
  const tones = ["#a9683c", "#b57545", "#9c5f36"];
  const front = (column: number, row: number): Face[] => {
    const open = (column === 1 && row === 3) || (column === 3 && row === 1);
    const pull = open ? 0.85 : 0.06;
    const at = [column * 1.3 - 2.6, -1 - pull, row * 1 + 0.06] as const;
    const tone = tones[(column + row) % 3] ?? "#a9683c";
    const label: Face = {
      points: [
        [at[0] + 0.35, at[1] - 0.01, at[2] + 0.5],
        [at[0] + 0.85, at[1] - 0.01, at[2] + 0.5],
        [at[0] + 0.85, at[1] - 0.01, at[2] + 0.74],
        [at[0] + 0.35, at[1] - 0.01, at[2] + 0.74],
      ],
      colour: GARDEN.cream,
      lift: 0.5,
    };
    const knob = box([at[0] + 0.52, at[1] - 0.12, at[2] + 0.2], [0.16, 0.12, 0.14], GARDEN.mustard);
    const packets = open
      ? steps(0, 5, 5).flatMap((index) =>
          box(
            [at[0] + 0.12, at[1] + 0.14 + index * 0.12, at[2] + 0.3],
            [0.94, 0.04, 0.85],
            [GARDEN.rose, GARDEN.cream, GARDEN.sage, GARDEN.mustard, GARDEN.blush, GARDEN.leaf][index] ?? GARDEN.cream,
          ),
        )
      : [];
    return [...box([at[0], at[1], at[2]], [1.18, pull, 0.86], tone, "#6b3f22"), label, ...knob, ...packets];
  };
  const body = box([-2.75, -1, -0.1], [6.75, 2, 5.2], "#7d4a29", "#55301a");
  const order = steps(0, 4, 4).flatMap((row) => steps(4, 0, 4).map((column) => draw(front(column, row), camera)));
  return [
    gradient("room", ["#f3e4cf", "#e0c6a6"], [0, 1]),
    rect(0, 0, 960, 640, "url(#room)"),
    ellipse([500, 560], 420, 50, GARDEN.soil, { opacity: 0.2 }),
    draw(body, camera),
    ...order,
  ].join("");
}

function sunflower(): string {
  const petals = steps(0, 350, 35).map((turn) =>
    shape("M480 320C520 220 516 70 480 20C444 70 440 220 480 320Z", turn % 20 === 0 ? "#e0a52e" : "#d08a22", {
      transform: `rotate(${turn} 480 320) scale(1 1)`,
      opacity: 0.96,
    }),
  );
  return [
    gradient("dusk", [GARDEN.fern, "#20402c"], [1, 1]),
    rect(0, 0, 960, 640, "url(#dusk)"),
    ...petals,
    circle([480, 320], 178, "#3a2018"),
    spiral([480, 320], 420, 8.2, (share, index) =>
      mix(index % 2 === 0 ? "#8a4d22" : "#5d301c", "#e3a94a", share < 0.25 ? 0.55 - share * 2 : 0),
    ),
  ].join("");
}

function sprouts(): string {
  const sprout = (x: number, height: number, age: number): string => {
    const top = 430 - height;
    const leaf = (side: number, at: number, size: number): string =>
      shape(
        `M${x} ${at}C${x + side * size * 0.5} ${at - size * 0.6} ${x + side * size} ${at - size * 0.4} ${x + side * size * 1.15} ${at - size * 0.15}C${x + side * size * 0.8} ${at + size * 0.22} ${x + side * size * 0.35} ${at + size * 0.2} ${x} ${at}Z`,
        side > 0 ? GARDEN.leaf : "#628e56",
      );
    const roots = steps(-2, 2, 4).map((side) =>
      stroke(`M${x} 470Q${x + side * 8} ${500 + age * 8} ${x + side * (10 + age * 5)} ${520 + age * 15}`, "#d9b99a", 3),
    );
    const leaves =
      age === 0
        ? ""
        : leaf(1, top, 26 + age * 9) +
          leaf(-1, top, 26 + age * 9) +
          (age > 2 ? leaf(1, top + height * 0.45, 40 + age * 6) + leaf(-1, top + height * 0.55, 40 + age * 6) : "");
    return group(
      {},
      ...roots,
      stroke(`M${x} 470V${top}`, GARDEN.leaf, 5 + age),
      leaves,
      ellipse([x, 474], 16, 11, "#8a4a2a"),
    );
  };
  return [
    gradient("light", ["#fbf3e4", "#dfe6cf"]),
    rect(0, 0, 960, 640, "url(#light)"),
    circle([760, 130], 66, GARDEN.mustard, { opacity: 0.85 }),
    shape("M0 432Q240 416 480 432T960 428V640H0Z", GARDEN.soil),
    shape("M0 520Q280 500 520 524T960 514V640H0Z", "#3c291e"),
    ...[0, 1, 2, 3, 4, 5].map((age) => sprout(110 + age * 148, [-20, 34, 88, 158, 226, 300][age] ?? 0, age)),
  ].join("");
}

function seal(): string {
  return group(
    {},
    circle([128, 128], 112, GARDEN.aubergine),
    spiral([128, 128], 90, 9.4, (share) => mix(GARDEN.mustard, GARDEN.cream, share), 0.3),
  );
}

export const GARDEN_PICTURES: readonly Picture[] = [
  { name: "evening-seedheads", width: 1600, height: 900, body: meadow(), quality: 0.66 },
  { name: "runner-beans", width: 960, height: 640, body: beans(), quality: 0.74 },
  { name: "gourds", width: 960, height: 640, body: gourds() },
  { name: "seed-drawers", width: 960, height: 640, body: drawers() },
  { name: "sunflower", width: 960, height: 640, body: sunflower(), quality: 0.74 },
  { name: "sprouts", width: 960, height: 640, body: sprouts() },
  { name: "seal", width: 256, height: 256, body: seal(), quality: 0.9 },
];
