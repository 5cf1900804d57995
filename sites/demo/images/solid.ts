/** A small drawing engine for solids: flat faces, one lamp, painter's order. */
import { mix } from "./colour.ts";
import type { Point } from "./shapes.ts";
import { polygon } from "./shapes.ts";

export type Vector = readonly [x: number, y: number, z: number];

export interface Face {
  points: readonly Vector[];
  colour: string;
  /** Colour of the side that faces away, where it differs. */
  back?: string;
  edge?: string;
  /** Added to the depth, for a face that lies on another. */
  lift?: number;
}

export interface Camera {
  /** Turn around the upright axis, then tilt towards the viewer; both in degrees. */
  turn: number;
  tilt: number;
  scale: number;
  centre: Point;
  /** Distance of the eye for perspective; without it the view is parallel. */
  distance?: number;
}

const LAMP: Vector = [-0.45, -0.35, 0.82];
const SHADOW = "#14202b";
const LIGHT = "#fff6e2";

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** The face's direction by Newell's sum, which survives faces that are not quite flat. */
function normal({ points }: Face): Vector {
  let sum: Vector = [0, 0, 0];
  points.forEach((point, index) => {
    const part = cross(point, points[(index + 1) % points.length] ?? point);
    sum = [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2]];
  });
  return unit(sum);
}

/** Position in the picture (x to the right, y down) and depth (larger is nearer). */
function see(camera: Camera, [x, y, z]: Vector): Vector {
  const turn = (camera.turn * Math.PI) / 180;
  const tilt = (camera.tilt * Math.PI) / 180;
  const across = x * Math.cos(turn) - y * Math.sin(turn);
  const away = x * Math.sin(turn) + y * Math.cos(turn);
  const up = z * Math.cos(tilt) + away * Math.sin(tilt);
  const near = z * Math.sin(tilt) - away * Math.cos(tilt);
  const zoom = camera.scale * (camera.distance ? camera.distance / (camera.distance - near) : 1);
  return [camera.centre[0] + across * zoom, camera.centre[1] - up * zoom, near];
}

export function projectPoint(camera: Camera, point: Vector): Point {
  const [x, y] = see(camera, point);
  return [x, y];
}

const facesViewer = (points: readonly Vector[]): boolean =>
  points.reduce((area, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return area + x * nextY - nextX * y;
  }, 0) < 0;

function shade(face: Face, seen: readonly Vector[]): string {
  const front = facesViewer(seen);
  const out = normal(face);
  const towards = front ? out : ([-out[0], -out[1], -out[2]] as const);
  const light = dot(towards, unit(LAMP));
  const colour = front ? face.colour : (face.back ?? face.colour);
  return light < 0.25
    ? mix(colour, SHADOW, Math.min(0.62, (0.25 - light) * 0.6))
    : mix(colour, LIGHT, (light - 0.25) * 0.42);
}

export function draw(faces: readonly Face[], camera: Camera): string {
  const seen = faces.map((face) => {
    const points = face.points.map((point) => see(camera, point));
    const depth = points.reduce((sum, point) => sum + point[2], 0) / points.length + (face.lift ?? 0);
    return { face, points, depth };
  });
  seen.sort((a, b) => a.depth - b.depth);
  return seen
    .map(({ face, points }) => {
      const fill = shade(face, points);
      const edge = face.edge ?? fill;
      return polygon(
        points.map(([x, y]): Point => [x, y]),
        fill,
        { stroke: edge, "stroke-width": face.edge ? 1.4 : 0.8, "stroke-linejoin": "round" },
      );
    })
    .join("");
}

/** A box with its lower corner at `at`. */
export function box(at: Vector, size: Vector, colour: string, edge?: string): Face[] {
  const [x, y, z] = at;
  const [w, d, h] = size;
  return extrude(
    [
      [x, y],
      [x + w, y],
      [x + w, y + d],
      [x, y + d],
    ],
    z,
    h,
    colour,
    edge,
  );
}

/** An upright prism over an outline given counter-clockwise. */
export function extrude(outline: readonly Point[], z: number, height: number, colour: string, edge?: string): Face[] {
  const at = (level: number): Vector[] => outline.map(([x, y]) => [x, y, level]);
  const low = at(z);
  const high = at(z + height);
  const paint = edge === undefined ? { colour } : { colour, edge };
  const walls = outline.map((_, index) => {
    const next = (index + 1) % outline.length;
    return {
      points: [low[index], low[next], high[next], high[index]].filter((point) => point !== undefined),
      ...paint,
    };
  });
  return [...walls, { points: high, ...paint }, { points: low.toReversed(), ...paint }];
}

export function drum([x, y, z]: Vector, radius: number, height: number, colour: string, sides = 28): Face[] {
  const outline = Array.from({ length: sides }, (_, index): Point => {
    const angle = (index / sides) * Math.PI * 2;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  });
  return extrude(outline, z, height, colour);
}
