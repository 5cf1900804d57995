import { readFileSync } from "node:fs";

/** Text of a file; undefined when there is none. Whatever else is wrong with it is thrown. */
export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
