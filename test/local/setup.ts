/** Runs once for the whole project. `filled` is a place for a data folder with both demo sites, which the first file that wants one makes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

export default function setup({ provide }: TestProject): () => void {
  const filled = mkdtempSync(join(tmpdir(), "drawbridge-filled-"));
  provide("filled", filled);
  return () => rmSync(filled, { recursive: true, force: true });
}
