import type { Redirect, Redirects } from "./content.ts";

export interface RedirectMatch {
  readonly status: Redirect["status"];
  /** Absent for status 410. */
  readonly location: string | undefined;
}

/**
 * The redirects of a release, indexed for lookup: exact paths first, then the longest prefix. Upper case and
 * percent-encoding of letters make no difference. A prefix ends in a slash, so a path has at most as many prefixes as
 * slashes. So 2,000 rules cost no more than one.
 */
export class RedirectTable {
  readonly #exact: ReadonlyMap<string, Redirect>;
  readonly #prefixes: ReadonlyMap<string, Redirect>;

  constructor({ entries }: Redirects) {
    this.#exact = new Map(entries.filter((rule) => !isPrefix(rule.from)).map((rule) => [plain(rule.from), rule]));
    this.#prefixes = new Map(
      entries.filter((rule) => isPrefix(rule.from)).map((rule) => [plain(rule.from.slice(0, -1)), rule]),
    );
  }

  match(path: string): RedirectMatch | undefined {
    const exact = this.#exact.get(plain(path));
    if (exact) return answer(exact, "");
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const rule = this.#prefixes.get(plain(path.slice(0, end + 1)));
      if (rule) return answer(rule, path.slice(end + 1));
    }
    return undefined;
  }
}

const isPrefix = (from: string): boolean => from.endsWith("/*");

/** Normalises a path for comparison. An invalid percent-escape stays unchanged. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

function answer(rule: Redirect, rest: string): RedirectMatch {
  if (rule.status === 410) return { status: 410, location: undefined };
  return {
    status: rule.status,
    location: headerText(isPrefix(rule.to) ? joined(rule.to.slice(0, -1), rest) : rule.to),
  };
}

/**
 * Appends the visitor's `rest` to a target. Leading slashes are removed, because `//` after a lone slash would name
 * another host.
 */
const joined = (to: string, rest: string): string => to + rest.replace(/^\/+/, "");

/** Percent-encodes characters beyond ASCII as UTF-8, like a browser, because headers hold only ASCII. */
const headerText = (address: string): string =>
  address.toWellFormed().replace(/[^\u0020-\u007e]+/g, encodeURIComponent);
