/** The building shed: trusses, north light, and a hull with half its planks on. */
import { mix, YARD } from "./colour.ts";
import { backbone, gunwale, planks, ribs, transom } from "./hull.ts";
import { onStocks, WOODS } from "./joinery.ts";
import { random } from "./random.ts";
import type { Picture, Point } from "./shapes.ts";
import { ellipse, glow, gradient, polygon, polyline, rect, steps } from "./shapes.ts";
import type { Camera, Face } from "./solid.ts";
import { box, draw, drum } from "./solid.ts";

const [WIDTH, HEIGHT] = [1600, 900];
const EYE: Point = [800, 430];
/** The distance of the end wall: 0 is the picture's own plane, 1 the vanishing point. */
const WALL = 0.74;

const towards = ([x, y]: Point, share: number): Point => [x + (EYE[0] - x) * share, y + (EYE[1] - y) * share];

/** One pair of posts with the truss they carry. */
function bay(share: number): string {
  const colour = mix("#3a2a1e", "#c9a878", share * 1.25);
  const at = (x: number, y: number): Point => towards([x, y], share);
  const beams = [
    [at(-120, 330), at(800, -240)],
    [at(800, -240), at(1720, 330)],
    [at(-120, 330), at(1720, 330)],
    [at(800, -240), at(800, 330)],
    [at(330, 40), at(560, 330)],
    [at(1270, 40), at(1040, 330)],
    [at(-60, 330), at(-60, 960)],
    [at(1660, 330), at(1660, 960)],
  ];
  return beams.map((beam) => polyline(beam, colour, Math.max(3, 34 * (1 - share)))).join("");
}

function room(): string {
  const boards = steps(-500, 2100, 30).map((x) =>
    polyline([[x, HEIGHT], towards([x, 960], WALL)], "#7d5f40", 2, { opacity: 0.5 }),
  );
  const roof: Point[] = [[0, 0], [WIDTH, 0], towards([1720, -160], WALL), towards([-120, -160], WALL)];
  const floor: Point[] = [towards([-120, 960], WALL), towards([1720, 960], WALL), [1900, 960], [-300, 960]];
  return [
    rect(0, 0, WIDTH, HEIGHT, "#4a3827"),
    polygon(roof, "#3b2b1f"),
    polygon(floor, "url(#floor)"),
    endWall(),
    ...boards,
  ].join("");
}

function endWall(): string {
  const [left, top] = towards([-120, -160], WALL);
  const [, bottom] = towards([0, 960], WALL);
  const panes = steps(0, 5, 5).map((index) => rect(left + 22 + index * 66, top + 82, 56, 120, "#fff4da"));
  const wall = rect(left, top, WIDTH - left * 2, bottom - top, "url(#wall)");
  return [wall, ...panes, ellipse([800, 390], 560, 300, "url(#window)")].join("");
}

function sunbeams(): string {
  const feet: readonly Point[] = [
    [560, 700],
    [760, 1010],
    [900, 1300],
  ];
  return feet
    .map(([from, to], index) => {
      const head = 690 + index * 80;
      return polygon(
        [
          [head, 380],
          [head + 50, 380],
          [to, HEIGHT],
          [from, HEIGHT],
        ],
        "#fff0cf",
        { opacity: 0.12 },
      );
    })
    .join("");
}

function hull(): Face[] {
  const source = random(2);
  const tones = Array.from({ length: 9 }, () => source.pick(WOODS));
  const colour = (strake: number, _side: number, t: number): string | undefined =>
    strake < 6 || (strake === 6 && t < 0.5) ? tones[strake] : undefined;
  return [
    ...planks({ colour, inside: "#a06a38", edge: "#7c4f28" }),
    transom("#a9672f"),
    ...ribs(19, "#8d5c30", 0.022),
    ...gunwale("#e2b273"),
    ...backbone("#6f4523"),
  ];
}

function bench(): string {
  const camera: Camera = { turn: 90, tilt: 15, scale: 150, centre: [250, 760], distance: 14 };
  return draw(
    [
      ...box([-2, -0.5, 0.75], [4.6, 1, 0.12], "#b48a58"),
      ...box([-1.8, -0.4, 0], [0.16, 0.16, 0.75], "#7d5a36"),
      ...box([-1.8, 0.25, 0], [0.16, 0.16, 0.75], "#7d5a36"),
      ...box([-1.2, -0.1, 0.87], [0.5, 0.3, 0.16], "#8a5a30"),
      ...drum([-0.2, 0.1, 0.87], 0.14, 0.26, YARD.tide),
    ],
    camera,
  );
}

function timber(): string {
  const camera: Camera = { turn: 90, tilt: 15, scale: 150, centre: [1340, 770], distance: 14 };
  const source = random(41);
  const board = (layer: number, row: number): Face[] =>
    box([-2.4, -0.7 + row * 0.46, layer * 0.16], [5, 0.42, 0.13], source.pick(WOODS), "#7a4c25");
  const boards = steps(0, 5, 5).flatMap((layer) => steps(0, 2, 2).map((row) => board(layer, row)));
  return boards.map((faces) => draw(faces, camera)).join("");
}

function shed(): string {
  const camera: Camera = { turn: 72, tilt: 19, scale: 250, centre: [815, 650], distance: 5.4 };
  return [
    gradient("wall", ["#5c4630", "#a98556"]),
    gradient("floor", ["#c9a574", "#8d6a45"]),
    glow("window", "#fff2d0", 0.9),
    room(),
    ...[0.7, 0.6, 0.48, 0.34, 0.18].map(bay),
    sunbeams(),
    bench(),
    timber(),
    ellipse([815, 790], 420, 60, "#2b1d12", { opacity: 0.45 }),
    onStocks(camera),
    draw(hull(), camera),
    bay(0),
  ].join("");
}

export const SHED: Picture = { name: "shed-interior", width: WIDTH, height: HEIGHT, body: shed(), quality: 0.78 };
