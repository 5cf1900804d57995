/**
 * Runs once for the project. `filled` is the path of a data folder with both demo sites, which the first test file that
 * needs it creates.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

export default function setup({ provide }: TestProject): () => void {
  const filled = mkdtempSync(join(tmpdir(), "drawbridge-filled-"));
  provide("filled", filled);
  return () => rmSync(filled, { recursive: true, force: true });
}
