/** Restores the redirects that an edit changed, for the edit's inverse. */
import type { Redirect, Redirects } from "../../documents/content/content.ts";
import { ruleKey } from "../../documents/content/ruleFacts.ts";
import { differingRules } from "../../documents/redirectRules.ts";
import type { RedirectsBack } from "./pageOperation.ts";
import { type PlacedRedirect, withPlacedRedirects } from "./placed.ts";
import type { Conflict } from "./preconditions.ts";

const textOf = (redirect: Redirect): string =>
  JSON.stringify([redirect.from, redirect.status, "to" in redirect ? redirect.to : null]);

/** Tells whether a redirect is among some. */
function among(redirects: readonly Redirect[]): (redirect: Redirect) => boolean {
  const texts = new Set(redirects.map(textOf));
  return (redirect) => texts.has(textOf(redirect));
}

/** The way back from `after` to `before`. Undefined if they are the same. */
export function wayBack(before: Redirects, after: Redirects): RedirectsBack | undefined {
  const { removed, added } = differingRules(before.entries, after.entries);
  const [was, is, isGone] = [among(removed), among(added), new Set(removed)];
  const remove = added.filter((redirect) => !was(redirect));
  const put = before.entries.flatMap((redirect, index) =>
    isGone.has(redirect) && !is(redirect) ? [{ index, redirect }] : [],
  );
  return remove.length + put.length === 0 ? undefined : { remove, put };
}

interface TakenBack {
  readonly body: Redirects;
  readonly conflicts: readonly Omit<Conflict, "operation">[];
}

/**
 * Goes the way back. A redirect that is gone already is no conflict. One that leads elsewhere now is, because another
 * member wrote it since.
 */
export function takenBack({ entries }: Redirects, { remove, put }: RedirectsBack, pointer: string): TakenBack {
  const [isRemoved, keys] = [among(remove), new Set(remove.map(ruleKey))];
  const kept = entries.filter((redirect) => !keys.has(ruleKey(redirect)) || !isRemoved(redirect));
  const present = new Map(kept.map((redirect) => [ruleKey(redirect), redirect]));
  const placed: PlacedRedirect[] = [];
  const conflicts: Omit<Conflict, "operation">[] = [];
  for (const [at, one] of put.entries()) {
    const { redirect } = one;
    const now = present.get(ruleKey(redirect));
    if (now !== undefined && textOf(now) !== textOf(redirect))
      conflicts.push({ pointer: `${pointer}/put/${at}/redirect`, was: null, now, wanted: redirect });
    if (now !== undefined) continue;
    present.set(ruleKey(redirect), redirect);
    placed.push(one);
  }
  return { body: { entries: withPlacedRedirects(kept, placed) }, conflicts };
}
