/** A part of a site's redirects, for lists that show some at once. */
import * as z from "zod/mini";
import { described } from "../../commands/described.ts";
import { LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { type Redirects, redirect } from "../../documents/content/content.ts";
import { count, version } from "../../documents/content/viewShapes.ts";
import { fold } from "../../search/words.ts";

export interface RulesAsked {
  readonly text?: string | null | undefined;
  readonly cursor?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

export const rulesView = z.strictObject({
  version,
  items: z.array(redirect),
  total: described(count, "The number of all that have the text."),
  next: z.nullable(count),
});
export type RulesView = z.infer<typeof rulesView>;

/** The redirects with a text in one of their addresses, in the order of the draft. */
export function listedRules(of: number, { entries }: Redirects, { text, cursor, limit }: RulesAsked): RulesView {
  const wanted = fold(text ?? "");
  const found =
    wanted === ""
      ? entries
      : entries.filter((entry) => fold(`${entry.from} ${"to" in entry ? entry.to : ""}`).includes(wanted));
  const from = cursor ?? 0;
  const end = from + (limit ?? LIST_ROWS);
  return { version: of, items: found.slice(from, end), total: found.length, next: end < found.length ? end : null };
}
