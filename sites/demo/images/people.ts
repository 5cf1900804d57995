/** Portraits of people who do not exist: paper-cut heads without faces, told apart by hair, hat and jersey. */
import { GARDEN, mix, YARD } from "./colour.ts";
import type { Picture } from "./shapes.ts";
import { circle, ellipse, gradient, group, rect, shape, stroke } from "./shapes.ts";

interface Sitter {
  name: string;
  paper: string;
  skin: string;
  hair: string;
  jersey: string;
  trim: string;
  /** Drawn behind the head, and over it. */
  behind?: string;
  over: string;
  pattern: "stripes" | "apron" | "collar" | "knit" | "scarf";
}

const BODY = "M84 720C84 510 176 446 262 430L320 452L378 430C464 446 556 510 556 720Z";
const [WIDTH, HEIGHT] = [640, 800];

const PATTERNS: Readonly<Record<Sitter["pattern"], (trim: string) => string>> = {
  stripes: (trim) => [498, 546, 594, 642].map((y) => rect(60, y, 520, 18, trim)).join(""),
  apron: (trim) =>
    shape("M208 720V520Q320 552 432 520V720Z", trim) +
    stroke("M214 522Q232 470 262 436M426 522Q408 470 378 436", trim, 14),
  collar: (trim) =>
    shape("M262 428L320 500L250 520Z", trim) +
    shape("M378 428L320 500L390 520Z", trim) +
    stroke("M320 500V720", trim, 8),
  knit: (trim) =>
    [0, 1, 2, 3, 4, 5, 6].map((row) => stroke(`M70 ${486 + row * 38}${"l20 14l20 -14".repeat(13)}`, trim, 6)).join(""),
  scarf: (trim) =>
    shape("M232 424Q320 500 408 424L424 468Q320 548 216 468Z", trim) +
    shape("M352 486L410 600L356 622L318 506Z", mix(trim, YARD.night, 0.18)),
};

const beard = (colour: string): string =>
  shape(
    "M222 300C224 420 268 466 320 468C372 466 416 420 418 300C404 352 372 362 320 362C268 362 236 352 222 300Z",
    colour,
  );
const glasses = (colour: string): string =>
  group(
    { fill: "none", stroke: colour, "stroke-width": 7 },
    circle([274, 296], 32, "none"),
    circle([366, 296], 32, "none"),
    stroke("M306 292Q320 284 334 292", colour, 7),
  );

/** Hair and hats, each drawn for the same head. */
const crop = (colour: string): string =>
  shape(
    "M216 300C200 190 250 148 322 148C400 148 440 196 424 300C414 252 396 236 372 224C330 236 268 232 244 222C228 244 220 268 216 300Z",
    colour,
  );
const bun = (colour: string): string =>
  circle([320, 136], 52, colour) +
  shape(
    "M214 306C196 200 248 158 320 158C392 158 444 200 426 306C416 246 380 214 320 214C260 214 224 246 214 306Z",
    colour,
  );
const fringe = (colour: string): string =>
  shape(
    "M212 300C196 194 250 146 320 146C392 146 444 194 428 300C424 268 416 256 410 248C350 262 284 262 230 248C222 262 216 274 212 300Z",
    colour,
  );
const longHair = (colour: string): string =>
  shape(
    "M206 300C190 190 248 140 320 140C392 140 450 190 434 300C440 380 462 430 456 476C420 492 396 470 396 440H244C244 470 220 492 184 476C178 430 200 380 206 300Z",
    colour,
  );
const cap = (colour: string): string =>
  shape("M206 256C206 176 256 142 322 142C390 142 434 178 434 256Z", colour) +
  shape("M196 250C280 232 360 232 444 250L452 274C360 258 280 258 188 274Z", mix(colour, "#000000", 0.25));
const beanie = (colour: string): string =>
  shape("M206 262C200 170 256 124 320 124C384 124 440 170 434 262Z", colour) +
  rect(196, 232, 248, 46, mix(colour, "#ffffff", 0.18), { rx: 20 });
const curls = (colour: string): string =>
  [
    [226, 236, 46],
    [252, 186, 52],
    [312, 158, 58],
    [376, 176, 54],
    [414, 230, 46],
    [222, 284, 30],
    [420, 282, 30],
    [320, 190, 60],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle([x, y], r, colour))
    .join("");
const straw = (colour: string): string =>
  ellipse([320, 238], 190, 40, colour) +
  shape("M226 236C226 160 262 128 320 128C378 128 414 160 414 236Z", mix(colour, "#ffffff", 0.15)) +
  rect(226, 208, 188, 26, mix(colour, "#000000", 0.4));

function portrait({ name, paper, skin, jersey, trim, behind = "", over, pattern }: Sitter): Picture {
  const clip = `<clipPath id="body"><path d="${BODY}"/></clipPath>`;
  const body = [
    gradient("ground", [mix(paper, "#ffffff", 0.25), paper], [1, 1]),
    clip,
    rect(0, -110, WIDTH, HEIGHT, "url(#ground)"),
    circle([450, 150], 260, mix(paper, "#ffffff", 0.22), { opacity: 0.7 }),
    behind,
    shape(BODY, jersey),
    group({ "clip-path": "url(#body)" }, PATTERNS[pattern](trim)),
    shape("M268 372H372V436Q320 492 268 436Z", mix(skin, "#5a2f1a", 0.28)),
    ellipse([320, 296], 104, 128, skin),
    shape("M320 168A104 128 0 0 1 320 424Q352 372 352 296T320 168Z", mix(skin, "#5a2f1a", 0.16), { opacity: 0.8 }),
    circle([216, 304], 19, skin),
    circle([424, 304], 19, mix(skin, "#5a2f1a", 0.16)),
    over,
  ].join("");
  return { name, width: WIDTH, height: HEIGHT, body: group({ transform: "translate(0 110)" }, body), quality: 0.8 };
}

const beret = (colour: string): string =>
  shape("M196 236C176 168 250 118 344 124C432 130 474 176 448 214C420 246 250 214 196 236Z", colour) +
  stroke("M338 124L344 104", colour, 12);

/** The yard's cat, on the same paper and in the same light as everybody else. */
function cat(): Picture {
  const [fur, dark, light] = ["#8d9796", "#5b6666", "#f1efe6"];
  const ears = [-1, 1].map((side) => {
    const x = (away: number): number => 320 + side * away;
    const outer = `M${x(36)} 236L${x(112)} 132Q${x(138)} 214 ${x(122)} 292Z`;
    return shape(outer, fur) + shape(`M${x(66)} 230L${x(104)} 168Q${x(118)} 222 ${x(108)} 262Z`, "#c99a86");
  });
  const whiskers = [-1, 1].map((side) =>
    stroke(
      [-10, 6, 22]
        .map((drop) => `M${320 + side * 44} ${352 + drop / 3}L${320 + side * 168} ${338 + drop * 1.6}`)
        .join(""),
      light,
      3,
    ),
  );
  const bands = [-36, 0, 36].map((x) =>
    stroke(`M${320 + x} ${222 + Math.abs(x) / 6}V${262 + Math.abs(x) / 6}`, dark, 13),
  );
  const eyes = [-1, 1].map(
    (side) => ellipse([320 + side * 56, 312], 22, 17, "#d9a54a") + ellipse([320 + side * 56, 312], 6, 16, YARD.night),
  );
  const flanks = [-1, 1].map((side) =>
    stroke(
      [0, 1, 2]
        .map(
          (row) =>
            `M${320 + side * 172} ${560 + row * 46}Q${320 + side * 130} ${566 + row * 46} ${320 + side * 104} ${590 + row * 46}`,
        )
        .join(""),
      dark,
      14,
    ),
  );
  const body = [
    gradient("ground", [mix(YARD.moss, "#ffffff", 0.45), YARD.moss], [1, 1]),
    rect(0, -110, WIDTH, HEIGHT, "url(#ground)"),
    circle([450, 150], 260, "#a8b48f", { opacity: 0.6 }),
    shape("M118 720C118 540 200 396 320 396S522 540 522 720Z", fur),
    shape("M232 720C226 580 262 440 320 440S414 580 408 720Z", light),
    ...flanks,
    ...ears,
    ellipse([320, 318], 132, 112, fur),
    shape("M320 206A132 112 0 0 1 320 430Q372 380 372 318T320 206Z", dark, { opacity: 0.28 }),
    ...bands,
    ellipse([292, 362], 46, 34, light),
    ellipse([348, 362], 46, 34, light),
    ...eyes,
    shape("M304 338H336L320 356Z", "#b5705e"),
    stroke("M320 356V370M320 370Q306 384 294 374M320 370Q334 384 346 374", dark, 5),
    ...whiskers,
  ].join("");
  return {
    name: "portrait-bodkin",
    width: WIDTH,
    height: HEIGHT,
    body: group({ transform: "translate(0 110)" }, body),
    quality: 0.8,
  };
}

export const PORTRAITS: Readonly<Record<"saltmarrow" | "pocketful", readonly Picture[]>> = {
  saltmarrow: [
    {
      name: "portrait-ottilie",
      paper: "#a9c8c4",
      skin: "#e2b48f",
      hair: "#b9bdb6",
      jersey: YARD.tide,
      trim: "#2d6c79",
      over: bun("#c9cbc4") + glasses(YARD.night),
      pattern: "collar" as const,
    },
    {
      name: "portrait-bram",
      paper: "#e3c48f",
      skin: "#8a5a3c",
      hair: "#241812",
      jersey: YARD.rust,
      trim: "#7d3419",
      over: beard("#241812") + beanie(YARD.deep),
      pattern: "knit" as const,
    },
    {
      name: "portrait-isaura",
      paper: "#c7a07a",
      skin: "#c68c62",
      hair: "#2c1c14",
      jersey: YARD.foam,
      trim: YARD.tide,
      over: curls("#2c1c14"),
      pattern: "stripes" as const,
    },
    {
      name: "portrait-wendel",
      paper: "#9fb59a",
      skin: "#edc7a6",
      hair: "#a9602c",
      jersey: "#3c4b34",
      trim: YARD.oak,
      over: beard("#b06a34") + cap("#7a5233"),
      pattern: "apron" as const,
    },
    {
      name: "portrait-noor",
      paper: "#5b8f94",
      skin: "#b9794f",
      hair: "#1d1a22",
      jersey: YARD.straw,
      trim: YARD.larch,
      behind: longHair("#1d1a22"),
      over: fringe("#1d1a22"),
      pattern: "scarf" as const,
    },
    {
      name: "portrait-pip",
      paper: "#d9886a",
      skin: "#f0cfae",
      hair: "#d9b36a",
      jersey: YARD.deep,
      trim: YARD.foam,
      over: crop("#d9b36a"),
      pattern: "stripes" as const,
    },
    {
      name: "portrait-hesper",
      paper: "#8fb0a4",
      skin: "#e6bb98",
      hair: "#eceae2",
      jersey: "#2b3a44",
      trim: "#16232c",
      behind: longHair("#eceae2"),
      over: fringe("#eceae2") + beret("#b0402a"),
      pattern: "scarf" as const,
    },
  ]
    .map(portrait)
    .concat(cat()),
  pocketful: [
    {
      name: "portrait-marisol",
      paper: GARDEN.sage,
      skin: "#a8693f",
      hair: "#2a1a14",
      jersey: GARDEN.aubergine,
      trim: GARDEN.mustard,
      behind: longHair("#2a1a14"),
      over: straw("#d9b56a"),
      pattern: "apron" as const,
    },
    {
      name: "portrait-thaddeus",
      paper: GARDEN.blush,
      skin: "#edc6a4",
      hair: "#d8d4cc",
      jersey: GARDEN.leaf,
      trim: GARDEN.fern,
      over: beard("#d8d4cc") + crop("#d8d4cc") + glasses(GARDEN.plum),
      pattern: "knit" as const,
    },
    {
      name: "portrait-yun",
      paper: GARDEN.mustard,
      skin: "#e3b78e",
      hair: "#1c1718",
      jersey: GARDEN.cream,
      trim: GARDEN.rose,
      over: fringe("#1c1718"),
      pattern: "collar" as const,
    },
  ].map(portrait),
};
