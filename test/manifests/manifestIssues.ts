import { checkManifest } from "../../manifests/rules/readManifest.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Change } from "./fixture.ts";

/** The faults of a manifest; empty if it is accepted. */
export function issuesOf(value: unknown): readonly Issue[] {
  const read = checkManifest(value);
  return read.ok ? [] : read.error;
}

/** A claim, the change of a manifest, and the expected issue: pointer, found, allowed. */
export type Row = readonly [claim: string, change: Change, pointer: string, found: string, allowed: string];

const SECTION = ["contributes", "sections", 0];
export const THEME = ["contributes", "themes", 0];
export const at = (...path: (string | number)[]): (string | number)[] => [...SECTION, ...path];
