/** Changes some redirects of a site, and leaves the others as they are. */
import * as z from "zod/mini";
import { REDIRECTS_EDITED_MAX, REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { described } from "../../commands/described.ts";
import { type Redirect, type Redirects, redirect, redirects } from "../../documents/content/content.ts";
import { sourceKey } from "../../documents/content/redirectSource.ts";
import { ruleKey } from "../../documents/content/ruleFacts.ts";
import { version } from "../../documents/content/viewShapes.ts";
import { differingRules } from "../../documents/redirectRules.ts";
import { withPlacedRedirects } from "../operations/placed.ts";
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

/** `find` tells the redirect for the same addresses as one from an address, which costs nothing for all others. */
export function editedRedirects(
  { entries }: Redirects,
  { remove = [], put = [] }: RedirectsEdit,
  find: (from: string) => Redirect | undefined,
): EditedRedirects {
  // By the text of the old address, which is there once. The table may be of another reading of the same redirects.
  const changed = new Map<string, Redirect | undefined>();
  const change = (from: string, instead?: Redirect): boolean => {
    const found = find(from);
    if (found) changed.set(found.from, instead);
    return found !== undefined;
  };
  for (const from of remove) change(from);
  const written = new Map(put.map(({ redirect: one }) => [sourceKey(one.from), one]));
  const replacing = new Set([...written.values()].filter((one) => change(one.from, one)));
  const before: { redirect: Redirect; index: number }[] = [];
  const kept: Redirect[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index] as Redirect;
    const isSame = !changed.has(entry.from);
    const instead = isSame ? entry : changed.get(entry.from);
    if (!isSame && !sameJson(instead, entry)) before.push({ redirect: entry, index });
    if (instead) kept.push(instead);
  }
  const added = put.filter(({ redirect: one }) => !replacing.has(one));
  const all = withAdded(kept, added);
  return {
    body: { entries: all },
    inverse: { put: before, remove: added.map(({ redirect: one }) => one.from) },
    places: put.map(({ redirect: one }) => Math.max(0, all.indexOf(one))),
  };
}

/** Puts redirects without a place first, in their order, and then the others at their places. */
function withAdded(kept: readonly Redirect[], added: NonNullable<RedirectsEdit["put"]>): Redirect[] {
  const first = added.flatMap(({ redirect: one, index }) => (index === undefined ? [one] : []));
  const placed = added.flatMap(({ redirect, index }) => (index === undefined ? [] : [{ redirect, index }]));
  return withPlacedRedirects(first.concat(kept), placed);
}

/** Tells whether an edit's redirects are the same at two moments, so that the edit of an earlier one holds. */
export function areUntouched(before: Redirects, now: Redirects, { remove = [], put = [] }: RedirectsEdit): boolean {
  const keys = new Set([...remove, ...put.map(({ redirect: one }) => one.from)].map(sourceKey));
  const touched = ({ entries }: Redirects): Map<string, Redirect> =>
    new Map(entries.flatMap((entry) => (keys.has(ruleKey(entry)) ? [[ruleKey(entry), entry]] : [])));
  const [was, is] = [touched(before), touched(now)];
  return [...keys].every((key) => sameJson(was.get(key), is.get(key)));
}

/** Parses redirects of which a version that they replace has most. */
export function parsedRules(body: Redirects, replaces: Redirects): ReturnType<typeof redirects.safeParse> {
  const { added } = differingRules(replaces.entries, body.entries);
  const fresh = redirects.safeParse({ entries: added });
  const names = new Set(added.map(({ from }) => from));
  const named = body.entries.filter(({ from }) => names.has(from)).length;
  const isSound = fresh.success && named === added.length && body.entries.length <= REDIRECTS_MAX_ENTRIES;
  return isSound ? { success: true, data: body } : redirects.safeParse(body);
}
