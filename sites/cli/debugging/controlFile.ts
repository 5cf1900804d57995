import { readFileSync } from "node:fs";
import * as z from "zod/mini";

const shape = z.object({ control: z.int(), word: z.string(), port: z.int() });

/**
 * The file that a run leaves in its data folder for commands of the same user. `control` is a port, `word` the secret
 * that it requires, and `port` the one for visitors.
 */
export type ControlFile = Readonly<z.infer<typeof shape>>;

/** Reads the control file of the running installation; undefined if none is ready. */
export function controlIn({ control }: { readonly control: string }): ControlFile | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(control, "utf8")));
  } catch {
    return undefined; // The file is missing, or a run is writing it at this moment.
  }
}
