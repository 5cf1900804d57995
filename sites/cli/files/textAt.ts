import { readFileSync } from "node:fs";

/** Reads a file's text; undefined if it does not exist. Other faults are thrown. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
