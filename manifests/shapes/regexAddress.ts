/** Old addresses that programs write as regular expressions, as addresses. Nothing runs them. */

/** Signs of a regular expression that are left after the plain ones are gone. */
const SIGNS = /[\\^$|?*+()[\]{}]/;

/**
 * The address and the target of a rule. A final group for any rest becomes `/*`. Undefined for an expression that says
 * more.
 */
export function addressOfRegex(from: string, to: string): { readonly from: string; readonly to: string } | undefined {
  const plain = from
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .replace(/(?:\(\?:)?\/\)?\?$/, "")
    .replaceAll(/\\([/.\-_])/g, "$1");
  const [, before, group] = /^(.*?)(\/\(\.[*+]\??\)|\/\.[*+])$/.exec(plain) ?? [];
  if (before === undefined) return fixed(plain, to);
  if (SIGNS.test(before)) return undefined;
  const target = group?.includes("(") ? to.replace(/\/(?:\$1|\\1)$/, withRest) : to;
  return /\$\d|\\\d/.test(target) ? undefined : { from: `${slashed(before)}/*`, to: target };
}

/** A target that is the rest alone names it, because `/*` stands behind an address only. */
const withRest = (_all: string, at: number): string => (at === 0 ? "/:splat" : "/*");

const fixed = (from: string, to: string): { from: string; to: string } | undefined =>
  SIGNS.test(from) || /\$\d|\\\d/.test(to) ? undefined : { from: slashed(from) || "/", to };

const slashed = (path: string): string => (path === "" || path.startsWith("/") ? path : `/${path}`);
