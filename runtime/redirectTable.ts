import type { Redirect, Redirects } from "./content.ts";

export interface RedirectMatch {
  readonly status: Redirect["status"];
  /** Absent for 410. */
  readonly location: string | undefined;
}

/**
 * The redirects of a release, made for lookup: exact addresses first, then the longest prefix. Case does not count.
 * A prefix ends in a slash, so a path has only as many as it has slashes: 2,000 rules cost a visitor what one does.
 */
export class RedirectTable {
  readonly #exact: ReadonlyMap<string, Redirect>;
  readonly #prefixes: ReadonlyMap<string, Redirect>;

  constructor({ entries }: Redirects) {
    this.#exact = new Map(entries.filter((rule) => !isPrefix(rule.from)).map((rule) => [rule.from.toLowerCase(), rule]));
    this.#prefixes = new Map(entries.filter((rule) => isPrefix(rule.from)).map((rule) => [rule.from.slice(0, -1).toLowerCase(), rule]));
  }

  match(path: string): RedirectMatch | undefined {
    const wanted = path.toLowerCase();
    const exact = this.#exact.get(wanted);
    if (exact) return answer(exact, "");
    for (let end = wanted.lastIndexOf("/"); end > 0; end = wanted.lastIndexOf("/", end - 1)) {
      const rule = this.#prefixes.get(wanted.slice(0, end + 1));
      if (rule) return answer(rule, path.slice(end + 1));
    }
    return undefined;
  }
}

const isPrefix = (from: string): boolean => from.endsWith("/*");

function answer(rule: Redirect, rest: string): RedirectMatch {
  if (rule.status === 410) return { status: 410, location: undefined };
  return { status: rule.status, location: isPrefix(rule.to) ? rule.to.slice(0, -1) + rest : rule.to };
}
