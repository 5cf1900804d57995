/** Reads files of state that this program wrote. A kill of an earlier release, or a disk, may have damaged them. */
import { readFileSync } from "node:fs";
import type * as z from "zod/mini";

/** The content of a file of state, or why there is none. */
export type StateFile<T> = { readonly found: T } | { readonly found?: undefined; readonly why: "missing" | "damaged" };

export function stateIn<T>(file: string, shape: z.ZodMiniType<T>): StateFile<T> {
  const text = readText(file);
  if (text === undefined) return { why: "missing" };
  try {
    const { data } = shape.safeParse(JSON.parse(text));
    return data === undefined ? { why: "damaged" } : { found: data };
  } catch (error) {
    if (error instanceof SyntaxError) return { why: "damaged" };
    throw error;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
