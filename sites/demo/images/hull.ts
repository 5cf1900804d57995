/** The shape of one clinker dinghy, as a naval architect would give it: sheer, keel, beam and sections. */
import type { Face, Vector } from "./solid.ts";
import { steps } from "./shapes.ts";

const LENGTH = 4;
const BEAM = 0.86;
const STRAKES = 9;
/** Stations stop just short of the stem, where every section has shrunk to a point. */
const LAST = 0.985;

export const sheer = (t: number): number => 0.62 + (t > 0.38 ? 1.05 : 0.5) * (t - 0.38) ** 2;
const keel = (t: number): number => sheer(1) * Math.max(0, (t - 0.74) / 0.26) ** 2.7;
const beam = (t: number): number =>
  BEAM * (t > 0.42 ? 1 - ((t - 0.42) / 0.58) ** 2.3 : 1 - 0.42 * ((0.42 - t) / 0.42) ** 2);
const fullness = (t: number): number =>
  0.4 + 0.62 * Math.max(0, (t - 0.5) / 0.5) ** 1.5 + 0.2 * Math.max(0, (0.35 - t) / 0.35);

/** A point of the skin: `t` from stern to stem, `u` from keel to sheer, `side` -1 for port and 1 for starboard. */
export function skin(t: number, u: number, side: number): Vector {
  const z = keel(t) + (sheer(t) - keel(t)) * u;
  return [(t - 0.46) * LENGTH, side * beam(t) * u ** fullness(t), z];
}

export const halfBreadth = (t: number, z: number): number | undefined => {
  const u = (z - keel(t)) / (sheer(t) - keel(t));
  return u >= 0 && u <= 1 ? beam(t) * u ** fullness(t) : undefined;
};

/** The place of a strake's edge: shares of the girth, so that planks keep an even width round the turn of the bilge. */
function edgeAt(t: number, share: number): number {
  const samples = steps(0, 1, 60).map((u) => ({ u, point: skin(t, u, 1) }));
  const lengths = samples.map(({ point }, index) => {
    const before = samples[index - 1]?.point ?? point;
    return Math.hypot(point[1] - before[1], point[2] - before[2]);
  });
  const goal = share * lengths.reduce((sum, length) => sum + length, 0);
  let walked = 0;
  for (const [index, length] of lengths.entries()) {
    walked += length;
    if (walked >= goal) return samples[index]?.u ?? 1;
  }
  return 1;
}

export interface Planking {
  colour: (strake: number, side: number, t: number) => string | undefined;
  inside: string;
  edge: string;
  stations?: number;
}

const STATION_EDGES = new Map<number, number[]>();

function edges(t: number): number[] {
  const known = STATION_EDGES.get(t) ?? steps(0, 1, STRAKES).map((share) => edgeAt(t, share));
  STATION_EDGES.set(t, known);
  return known;
}

/** The planks of both sides; `colour` returns nothing where a plank is missing. */
export function planks({ colour, inside, edge, stations = 44 }: Planking): Face[] {
  const along = steps(0, LAST, stations);
  return [-1, 1].flatMap((side) =>
    along.slice(0, -1).flatMap((t, index) => {
      const next = along[index + 1] ?? LAST;
      return Array.from({ length: STRAKES }, (_, strake) => plank(t, next, strake, side, colour, inside, edge)).flat();
    }),
  );
}

function plank(
  t: number,
  next: number,
  strake: number,
  side: number,
  colour: Planking["colour"],
  back: string,
  edge: string,
): Face[] {
  const paint = colour(strake, side, t);
  const [low, high] = [edges(t)[strake], edges(t)[strake + 1]];
  const [nextLow, nextHigh] = [edges(next)[strake], edges(next)[strake + 1]];
  if (!paint || low === undefined || high === undefined || nextLow === undefined || nextHigh === undefined) return [];
  const body = [skin(t, low, side), skin(next, nextLow, side), skin(next, nextHigh, side), skin(t, high, side)];
  const lap = 0.9;
  const shadow = [
    skin(t, low + (high - low) * lap, side),
    skin(next, nextLow + (nextHigh - nextLow) * lap, side),
    skin(next, nextHigh, side),
    skin(t, high, side),
  ];
  const turn = (points: Vector[]): Vector[] => (side < 0 ? points : points.toReversed());
  return [
    { points: turn(body), colour: paint, back },
    { points: turn(shadow), colour: edge, back, lift: 0.004 },
  ];
}

/** The frames: narrow bands across the inside of the skin. */
export function ribs(count: number, colour: string, width = 0.018, sides: readonly number[] = [-1, 1]): Face[] {
  return steps(0.03, 0.95, count).flatMap((t) =>
    sides.flatMap((side) => {
      const along = steps(0.02, 1, 22);
      return along.slice(0, -1).map((u, index): Face => ({
        points: [
          skin(t - width / 2, u, side),
          skin(t + width / 2, u, side),
          skin(t + width / 2, along[index + 1] ?? 1, side),
          skin(t - width / 2, along[index + 1] ?? 1, side),
        ].map(([x, y, z]): Vector => [x, y * 0.94, z]),
        colour,
      }));
    }),
  );
}

export function transom(colour: string): Face {
  const half = (side: number): Vector[] => steps(0, 1, 24).map((u) => skin(0, u, side));
  return { points: [...half(1), ...half(-1).toReversed()], colour };
}

/** A band that follows the hull at one height of the sections, such as a gunwale or a batten. */
export function band(u: number, depth: number, out: number, colour: string, lift = 0.03): Face[] {
  const along = steps(0, LAST, 60);
  return [-1, 1].flatMap((side) =>
    along.slice(0, -1).map((t, index): Face => {
      const next = along[index + 1] ?? LAST;
      const push = ([x, y, z]: Vector): Vector => [x, y + side * out, z];
      return {
        points: [
          push(skin(t, u - depth, side)),
          push(skin(next, u - depth, side)),
          push(skin(next, u, side)),
          push(skin(t, u, side)),
        ],
        colour,
        lift,
      };
    }),
  );
}

/** The gunwale: a band outside the sheer strake, and its flat top. */
export function gunwale(colour: string): Face[] {
  const along = steps(0, LAST, 60);
  const at = (t: number, side: number, out: number): Vector => {
    const [x, y, z] = skin(t, 1, side);
    return [x, y + side * out, z + 0.005];
  };
  const cap = (t: number, next: number, side: number): Face => ({
    points: [at(t, side, -0.035), at(next, side, -0.035), at(next, side, 0.03), at(t, side, 0.03)],
    colour,
    lift: 0.12,
  });
  const caps = [-1, 1].flatMap((side) => along.slice(0, -1).map((t, index) => cap(t, along[index + 1] ?? LAST, side)));
  return [...band(1, 0.07, 0.025, colour, 0), ...caps];
}

/** Keel and stem in one: a thin slab along the centre line. */
export function backbone(colour: string, depth = 0.1): Face[] {
  const along = steps(0, 1, 40);
  const thick = 0.035;
  const at = (t: number, drop: number, y: number): Vector => {
    const [x, , z] = skin(t, 0, 1);
    const forward = Math.max(0, (t - 0.74) / 0.26) * drop;
    return [x + forward, y, z - drop * (1 - Math.max(0, (t - 0.74) / 0.26) * 0.75)];
  };
  return along.slice(0, -1).flatMap((t, index) => {
    const next = along[index + 1] ?? 1;
    const side = (y: number): Face => ({
      points: [at(t, 0, y), at(next, 0, y), at(next, depth, y), at(t, depth, y)],
      colour,
    });
    const under: Face = {
      points: [at(t, depth, -thick), at(next, depth, -thick), at(next, depth, thick), at(t, depth, thick)],
      colour,
    };
    const top: Face = { points: [at(t, 0, -thick), at(next, 0, -thick), at(next, 0, thick), at(t, 0, thick)], colour };
    return [side(-thick), side(thick), under, top];
  });
}

/** Thwarts: planks to sit on, from side to side. */
export function thwarts(places: readonly number[], colour: string): Face[] {
  const thwart = (t: number): Face => {
    const corner = (at: number, side: number): Vector => {
      const [x, y] = skin(at, 0.62, side);
      return [x, y * 0.98, sheer(t) * 0.62];
    };
    return {
      points: [corner(t - 0.03, -1), corner(t + 0.03, -1), corner(t + 0.03, 1), corner(t - 0.03, 1)],
      colour,
      edge: "#5a3f26",
    };
  };
  return places.map(thwart);
}
