/** The part of the catalogue that imports read. */
import * as z from "zod/mini";
import { described } from "../../commands/described.ts";

const fields = z.record(z.string(), z.unknown());

export const importRows = described(
  z.array(
    z.strictObject({
      of: z.array(z.string()),
      markdown: z.optional(z.string()),
      section: z.optional(z.strictObject({ type: z.string(), fields })),
    }),
  ),
  "Rows for imports: the sections or texts that shortcodes, tags and blocks of other software become.",
);

export const servedFiles = described(
  z.array(z.strictObject({ path: z.string(), type: z.string() })),
  "Files that plugins serve, such as feeds. `{page}` stands for the path of a page that has one.",
);
