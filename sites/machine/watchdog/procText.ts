import { readFileSync } from "node:fs";

/** Reads a file under /proc; empty if the process has ended. */
export function procText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
