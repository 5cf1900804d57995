import { asciiAddress, normalParts, normalPath, writtenParts } from "../../manifests/shapes/normalPath.ts";
import type { Redirect, Redirects } from "./content/content.ts";

export interface RedirectMatch {
  readonly status: Redirect["status"];
  /** Absent for status 410. */
  readonly location: string | undefined;
}

/**
 * The redirects of a release, indexed for lookup: exact paths first, then the longest prefix. All spellings of one
 * normal path are the same. A prefix consists of whole parts of a path, so a path has at most as many prefixes as
 * parts. So 2,000 rules cost no more than one.
 */
export class RedirectTable {
  readonly #rules: ReadonlyMap<string, Redirect>;

  constructor({ entries }: Redirects) {
    this.#rules = new Map(entries.map((rule) => [sourceKey(rule.from), rule]));
  }

  /** The redirect of a path. A rule that leads to the same path again is no redirect of it. */
  match(path: string): RedirectMatch | undefined {
    const written = writtenParts(path);
    const parts = normalParts(path);
    const asked = `/${parts.join("/")}`;
    const exact = this.#rules.get(asked);
    if (exact && !leadsTo(exact, "", asked)) return answer(exact, "");
    for (let count = parts.length; count >= 0; count--) {
      const rule = this.#rules.get(prefixKey(parts.slice(0, count)));
      const rest = written.slice(count).join("/");
      if (rule && !leadsTo(rule, rest, asked)) return answer(rule, rest);
    }
    return undefined;
  }
}

const isPrefix = (address: string): boolean => address.endsWith("/*");

const prefixKey = (parts: readonly string[]): string => ["", ...parts, "*"].join("/");

/** The text by which two rules are for the same addresses. */
export const sourceKey = (from: string): string =>
  isPrefix(from) ? prefixKey(normalParts(from.slice(0, -2))) : normalPath(from);

/** Tells whether a rule leads to an address on this site with the normal path `asked`. */
const leadsTo = (rule: Redirect, rest: string, asked: string): boolean =>
  rule.status !== 410 && rule.to.startsWith("/") && normalPath(pathOfLink(targetOf(rule.to, rest))) === asked;

/** Tells whether a rule leads every address back to itself. */
export const leadsToItself = (rule: Redirect): boolean =>
  isPrefix(rule.from)
    ? rule.status !== 410 && sourceKey(rule.to) === sourceKey(rule.from)
    : leadsTo(rule, "", normalPath(rule.from));

/** The path in a link to a path of this site. */
export const pathOfLink = (link: string): string => link.replace(/[?#].*$/s, "");

/**
 * An address with the visitor's query. A rule's own parameters come first, because programs that read a parameter once
 * take the first.
 */
export function withVisitorsQuery(location: string, query: string): string {
  if (query.length <= 1) return location;
  const [, address = "", own, anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(location) ?? [];
  const start = own === undefined || own === "?" ? "?" : `${own}&`;
  return `${address}${start}${query.slice(1)}${anchor}`;
}

function answer(rule: Redirect, rest: string): RedirectMatch {
  if (rule.status === 410) return { status: 410, location: undefined };
  return { status: rule.status, location: asciiAddress(targetOf(rule.to, rest)) };
}

/** The address that a rule leads to. `rest` has no empty parts, because `//` would name another host. */
function targetOf(to: string, rest: string): string {
  if (!isPrefix(to)) return to;
  return rest === "" ? to.slice(0, -2) || "/" : to.slice(0, -1) + rest;
}
