import type { FileTime } from "./outcome.ts";
import type { Result } from "./secondLook.ts";

/** The files that are named at the end of a run. */
const SLOWEST = 10;
/** A case that takes more than this share of its limit fails on a machine of half the speed. */
const NEAR = 0.5;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** The slowest files of all suites, a line each. */
export const slowestFiles = (results: readonly Result[]): string[] =>
  results
    .flatMap(({ outcome }) => outcome.fileTimes)
    .toSorted((one, two) => two.milliseconds - one.milliseconds)
    .slice(0, SLOWEST)
    .map(({ path, milliseconds }) => `slow  ${seconds(milliseconds).padStart(8)}  ${path}`);

const isNear = ({ longest }: FileTime, limitMs: number): boolean => longest.milliseconds > limitMs * NEAR;

/** The files with a case near the limit of its suite, a line each. */
export const nearLimit = (results: readonly Result[]): string[] =>
  results.flatMap(({ step: { limitMs = Infinity }, outcome }) =>
    outcome.fileTimes
      .filter((file) => isNear(file, limitMs))
      .map(
        ({ path, longest: { name, milliseconds } }) =>
          `NEAR  ${seconds(milliseconds).padStart(8)} of ${seconds(limitMs)}  ${path} > ${name}`,
      ),
  );
