import * as z from "zod/mini";
import { described } from "../../commands/described.ts";
import { count, kind, version } from "../../documents/content/viewShapes.ts";
import { documentId } from "../../documents/content/section.ts";

const written = { versions: z.array(z.strictObject({ kind, id: documentId, version })) };

/** The pages of a change, each with its path before and after; null after a deletion. `version` is the one before. */
const changedPages = z.array(
  z.strictObject({
    page: documentId,
    title: z.string(),
    from: z.string(),
    path: z.nullable(z.string()),
    version: count,
  }),
);
export const pagesChangedView = z.strictObject({
  ...written,
  pages: changedPages,
  redirects: described(z.nullable(count), "The version of the redirects before the change. Null if they stay."),
});
export const pagesBackView = z.strictObject({ ...written, pages: changedPages });
