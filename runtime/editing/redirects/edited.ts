/** Changes some redirects of a site, and leaves the others as they are. */
import * as z from "zod/mini";
import { REDIRECTS_EDITED_MAX } from "../../../manifests/bounds/documents.ts";
import { described } from "../../commands/described.ts";
import { type Redirect, type Redirects, redirect } from "../../documents/content/content.ts";
import { sourceKey } from "../../documents/content/redirectSource.ts";
import { version } from "../../documents/content/viewShapes.ts";
import { sameJson } from "../operations/sameJson.ts";

const some = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(REDIRECTS_EDITED_MAX));

/** `expected` is the version that the caller read. */
export const editRedirects = z.strictObject({
  expected: version,
  remove: described(z.optional(some(redirect.def.options[0].shape.from)), "Old addresses of redirects to remove."),
  put: described(
    z.optional(
      some(
        z.strictObject({
          redirect,
          index: described(
            z.optional(z.int().check(z.gte(0))),
            "The place of a new redirect in the list, as an `inverse` has it. Default: the first.",
          ),
        }),
      ),
    ),
    "Redirects to add, or to write in place of those from the same address.",
  ),
});
export type RedirectsEdit = Omit<z.infer<typeof editRedirects>, "expected">;

/** The answer: the way back, as another edit. */
export const redirectsInverse = z.omit(editRedirects, { expected: true });

export interface EditedRedirects {
  readonly body: Redirects;
  readonly inverse: Required<RedirectsEdit>;
  /** The place of each redirect of `put` in the list. */
  readonly places: readonly number[];
}

export function editedRedirects({ entries }: Redirects, { remove = [], put = [] }: RedirectsEdit): EditedRedirects {
  const gone = new Set(remove.map(sourceKey));
  const written = new Map(put.map(({ redirect: one }) => [sourceKey(one.from), one]));
  const inverse = { remove: [] as string[], put: [] as { redirect: Redirect; index: number }[] };
  const placed = new Set<Redirect>();
  const kept = entries.flatMap((entry, index): Redirect[] => {
    const key = sourceKey(entry.from);
    const instead = written.get(key);
    if (instead === undefined && !gone.has(key)) return [entry];
    if (!sameJson(instead, entry)) inverse.put.push({ redirect: entry, index });
    if (instead === undefined || placed.has(instead)) return [];
    placed.add(instead);
    return [instead];
  });
  const added = put.filter(({ redirect: one }) => !placed.has(one));
  const all = withAdded(kept, added);
  const places = new Map(all.map((entry, index) => [entry, index]));
  return {
    body: { entries: all },
    inverse: { ...inverse, remove: added.map(({ redirect: one }) => one.from) },
    places: put.map(({ redirect: one }) => places.get(one) ?? 0),
  };
}

/** Puts redirects without a place first, in their order, and then the others at their places. */
function withAdded(kept: readonly Redirect[], added: NonNullable<RedirectsEdit["put"]>): Redirect[] {
  const all = [...added.flatMap(({ redirect: one, index }) => (index === undefined ? [one] : [])), ...kept];
  const placed = added.flatMap(({ redirect: one, index }) => (index === undefined ? [] : [{ one, index }]));
  for (const { one, index } of placed.toSorted((first, second) => first.index - second.index))
    all.splice(index, 0, one);
  return all;
}

/** Tells whether an edit's redirects are the same at two moments, so that the edit of an earlier one holds. */
export function areUntouched(before: Redirects, now: Redirects, { remove = [], put = [] }: RedirectsEdit): boolean {
  const keys = new Set([...remove, ...put.map(({ redirect: one }) => one.from)].map(sourceKey));
  const touched = ({ entries }: Redirects): Map<string, Redirect> =>
    new Map(entries.flatMap((entry) => (keys.has(sourceKey(entry.from)) ? [[sourceKey(entry.from), entry]] : [])));
  const [was, is] = [touched(before), touched(now)];
  return [...keys].every((key) => sameJson(was.get(key), is.get(key)));
}
