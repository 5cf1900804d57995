import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder for one test. */
export interface TestFolder extends Disposable {
  readonly path: string;
  at(name: string): string;
}

export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), "drawbridge-local-"));
  return {
    path,
    at: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
