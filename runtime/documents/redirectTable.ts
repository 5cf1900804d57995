import type { Redirect, Redirects } from "./content.ts";

export interface RedirectMatch {
  readonly status: Redirect["status"];
  /** Absent for 410. */
  readonly location: string | undefined;
}

/**
 * The redirects of a release, made for lookup: exact addresses first, then the longest prefix. Case does not count,
 * nor whether a letter is percent-encoded. A prefix ends in a slash, so a path has only as many as it has slashes:
 * 2,000 rules cost a visitor what one does.
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

/** Writes a path in the spelling that addresses are compared in. An invalid escape stays as it is. */
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
 * Joins a target and the visitor's `rest`. After a lone slash, leading slashes in `rest` would form another host's
 * address.
 */
const joined = (to: string, rest: string): string => to + rest.replace(/^\/+/, "");

/** Headers hold ASCII; letters beyond it are percent-encoded as UTF-8, as a browser would. */
const headerText = (address: string): string =>
  address.toWellFormed().replace(/[^\u0020-\u007e]+/g, encodeURIComponent);
