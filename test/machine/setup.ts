/**
 * Runs once for the project. `filled` is the path of a data folder with both demo sites, which the first test file that
 * needs it creates. The projects of a run share it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { sharedFilled } from "../filledFolders.ts";

/** The path of `filled`, and what cleans up after the project. */
export interface Provided {
  readonly filled: string;
  readonly remove: () => void;
}

export function provideFilled({ provide }: TestProject): Provided {
  const shared = sharedFilled("plugins");
  const filled = shared ?? mkdtempSync(join(tmpdir(), "drawbridge-filled-"));
  provide("filled", filled);
  const remove = (): void => {
    if (shared === undefined) rmSync(filled, { recursive: true, force: true });
  };
  return { filled, remove };
}

export default (project: TestProject): (() => void) => provideFilled(project).remove;
