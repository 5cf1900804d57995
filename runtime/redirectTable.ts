import type { Redirect, Redirects } from "./content.ts";

export interface RedirectMatch {
  readonly status: Redirect["status"];
  /** Absent for 410. */
  readonly location: string | undefined;
}

interface PrefixRule {
  /** Ends in `/`. */
  readonly prefix: string;
  readonly rule: Redirect;
}

/** The redirects of a release, made for lookup: exact addresses first, then the longest prefix. Case does not count. */
export class RedirectTable {
  readonly #exact: ReadonlyMap<string, Redirect>;
  readonly #prefixes: readonly PrefixRule[];

  constructor(redirects: Redirects) {
    const rules = redirects.entries;
    this.#exact = new Map(rules.filter((rule) => !isPrefix(rule.from)).map((rule) => [rule.from.toLowerCase(), rule]));
    this.#prefixes = rules
      .filter((rule) => isPrefix(rule.from))
      .map((rule) => ({ prefix: rule.from.slice(0, -1).toLowerCase(), rule }))
      .toSorted((a, b) => b.prefix.length - a.prefix.length);
  }

  match(path: string): RedirectMatch | undefined {
    const wanted = path.toLowerCase();
    const exact = this.#exact.get(wanted);
    if (exact) return answer(exact, "");
    const found = this.#prefixes.find(({ prefix }) => wanted.startsWith(prefix));
    return found && answer(found.rule, path.slice(found.prefix.length));
  }
}

const isPrefix = (from: string): boolean => from.endsWith("/*");

function answer(rule: Redirect, rest: string): RedirectMatch {
  if (rule.status === 410) return { status: 410, location: undefined };
  return { status: rule.status, location: isPrefix(rule.to) ? rule.to.slice(0, -1) + rest : rule.to };
}
