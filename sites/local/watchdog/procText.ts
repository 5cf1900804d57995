import { readFileSync } from "node:fs";

/** Reads a file of a process. Empty for one that ended between the listing and the reading. */
export function procText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
