import { readFileSync } from "node:fs";

/** Reads a file's text without a byte order mark; undefined if it does not exist. Other faults are thrown. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
