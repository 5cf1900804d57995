import { REDIRECT_MAX_PARTS } from "../../manifests/bounds/documents.ts";
import { asciiAddress, normalPart, normalPath, writtenParts } from "../../manifests/shapes/normalPath.ts";
import type { Redirect, Redirects } from "./content/content.ts";
import { ExactRules } from "./exactRules.ts";
import { QueryRules } from "./queryRules.ts";
import {
  fixedAt,
  fixedOf,
  formOf,
  isPlainSource,
  type PathForm,
  partsIn,
  type RedirectSource,
  redirectSource,
  type SourceValues,
  valuesAt,
} from "./content/redirectSource.ts";

export interface RedirectMatch {
  readonly status: Redirect["status"];
  /** Absent for status 410. */
  readonly location: string | undefined;
  /** The visitor's query without the parameters that the rule took. */
  readonly query: string;
}

interface Pattern {
  readonly rule: Redirect;
  readonly source: RedirectSource;
}

interface Patterns extends PathForm {
  readonly byFixed: Map<string, Pattern>;
}

interface Candidate {
  readonly rule: Redirect;
  /** Makes the values, which only the rule that is used needs. */
  values(): SourceValues;
  readonly weight: number;
}

/**
 * The redirects of a release, indexed for lookup. All spellings of one normal path are the same. An address is looked up
 * once as it is, once for each form of patterns, and once for each part as a prefix. So 50,000 rules cost no more than
 * one.
 */
export class RedirectTable {
  /** Rules by hostname. The main one of the site has the empty name. */
  readonly #hosts = new Map<string, HostRules>();

  constructor({ entries }: Redirects) {
    for (const rule of entries) {
      const source = redirectSource(rule.from);
      const rules = this.#hosts.get(source.host) ?? new HostRules();
      this.#hosts.set(source.host, rules);
      rules.add(source, rule);
    }
  }

  /**
   * The table with some rules less and some more, at a fraction of the cost. Undefined where the order of all rules may
   * decide, because two of them are for the same addresses.
   */
  with(removed: readonly Redirect[], added: readonly Redirect[]): RedirectTable | undefined {
    const made = new RedirectTable({ entries: [] });
    for (const [host, rules] of this.#hosts) made.#hosts.set(host, rules);
    for (const [host, changes] of changesByHost(removed, added)) {
      const rules = (made.#hosts.get(host) ?? new HostRules()).with(changes);
      if (!rules) return undefined;
      made.#hosts.set(host, rules);
    }
    return made;
  }

  /** The rule for the same addresses as one from `from`. */
  find(from: string): Redirect | undefined {
    const source = redirectSource(from);
    return this.#hosts.get(source.host)?.find(source);
  }

  /** True if each rule is for one address, or for one with some parameters. */
  get isFlat(): boolean {
    return [...this.#hosts.values()].every(({ isFlat }) => isFlat);
  }

  /** True if the order of rules may decide which of them comes into force. */
  get isOrdered(): boolean {
    return [...this.#hosts.values()].some(({ isOrdered }) => isOrdered);
  }

  /** Tells whether a rule may be for a normal path of the main hostname. False is certain. */
  mayLead(path: string): boolean {
    return this.#hosts.get("")?.mayLead(path.slice(1)) ?? false;
  }

  /** The redirect of an address. A rule that leads to the same path again is no redirect of it. */
  match(path: string, query = "", host = ""): RedirectMatch | undefined {
    return this.#hosts.get(host)?.match(path, query);
  }

  /** The redirect of an address with parameters that a rule names. It comes before the page at the path. */
  matchQuery(path: string, query: string): RedirectMatch | undefined {
    return query.length <= 1 ? undefined : this.#hosts.get("")?.matchQuery(path, query);
  }

  /** The number of forms that one lookup tries. */
  get forms(): number {
    return [...this.#hosts.values()].reduce((sum, rules) => sum + rules.forms, 0);
  }
}

interface Changes {
  readonly removed: [RedirectSource, Redirect][];
  readonly added: [RedirectSource, Redirect][];
}

function changesByHost(removed: readonly Redirect[], added: readonly Redirect[]): ReadonlyMap<string, Changes> {
  const changes = new Map<string, Changes>();
  const note = (rule: Redirect, as: keyof Changes): void => {
    const source = redirectSource(rule.from);
    const known = changes.get(source.host) ?? { removed: [], added: [] };
    changes.set(source.host, known);
    known[as].push([source, rule]);
  };
  for (const rule of removed) note(rule, "removed");
  for (const rule of added) note(rule, "added");
  return changes;
}

class HostRules {
  #exact = new ExactRules();
  /** Rules that lead their only address to itself, and are no redirects. */
  #idle = new Map<string, Redirect>();
  #prefixes = new Map<string, Redirect>();
  /** Most parts of a prefix. -1 without one. */
  #deepest = -1;
  readonly #patterns = new Map<string, Patterns>();
  #queries = new Map<string, QueryRules>();
  /** True if two rules are for the same addresses. */
  #isUnclear = false;

  add(source: RedirectSource, rule: Redirect): void {
    const path = source.parts.join("/");
    if (source.query.length > 0) this.#withQuery(path).add(source, rule);
    else if (!isPlainSource(source)) this.#ofForm(source.parts).byFixed.set(fixedOf(source.parts), { rule, source });
    else if (source.parts.at(-1) === "*") this.#addPrefix(source.parts.slice(0, -1), rule);
    else this.#addExact(path, source, rule);
  }

  #addExact(path: string, source: RedirectSource, rule: Redirect): void {
    if (this.#exact.has(path) || this.#idle.has(path)) this.#isUnclear = true;
    const isIdle = source.host === "" && leadsTo(rule, {}, path);
    (isIdle ? this.#idle : this.#exact).set(path, rule);
  }

  /** These rules with some less and some more. Undefined if the order of rules may decide which comes into force. */
  with({ removed, added }: Changes): HostRules | undefined {
    const isPattern = ([source]: readonly [RedirectSource, Redirect]): boolean =>
      source.query.length === 0 && !isPlainSource(source);
    if ([...removed, ...added].some(isPattern)) return undefined;
    const made = this.#copy();
    const copied = new Set<string>();
    for (const [source] of [...removed, ...added]) made.#ownQueries(source, copied);
    for (const [source] of removed) made.#remove(source);
    for (const [source, rule] of added) made.add(source, rule);
    const isOrdered = [...copied].some((path) => (made.#queries.get(path)?.forms ?? 0) > 1);
    return made.#isUnclear || isOrdered ? undefined : made;
  }

  #copy(): HostRules {
    const made = new HostRules();
    made.#exact = this.#exact.copy();
    made.#idle = new Map(this.#idle);
    made.#prefixes = new Map(this.#prefixes);
    made.#deepest = this.#deepest;
    for (const [key, form] of this.#patterns) made.#patterns.set(key, form);
    made.#queries = new Map(this.#queries);
    made.#isUnclear = this.#isUnclear;
    return made;
  }

  /** Copies the rules with parameters at a path, so that a change of them changes no other table. */
  #ownQueries({ parts, query }: RedirectSource, copied: Set<string>): void {
    const path = parts.join("/");
    const shared = this.#queries.get(path);
    if (query.length === 0 || copied.has(path)) return;
    copied.add(path);
    if (shared) this.#queries.set(path, shared.copy());
  }

  #remove(source: RedirectSource): void {
    const path = source.parts.join("/");
    if (source.query.length > 0) this.#withQuery(path).remove(source);
    else if (source.parts.at(-1) === "*") this.#prefixes.delete(source.parts.slice(0, -1).join("/"));
    else if (!this.#idle.delete(path)) this.#exact.delete(path);
  }

  find(source: RedirectSource): Redirect | undefined {
    const path = source.parts.join("/");
    if (source.query.length > 0) return this.#queries.get(path)?.find(source);
    if (!isPlainSource(source))
      return this.#patterns.get(formOf(source.parts).key)?.byFixed.get(fixedOf(source.parts))?.rule;
    if (source.parts.at(-1) === "*") return this.#prefixes.get(source.parts.slice(0, -1).join("/"));
    return this.#idle.get(path) ?? this.#exact.get(path);
  }

  get isFlat(): boolean {
    return this.#patterns.size + this.#prefixes.size === 0;
  }

  get isOrdered(): boolean {
    return this.#isUnclear || this.#patterns.size + this.#queries.size > 0;
  }

  #addPrefix(parts: readonly string[], rule: Redirect): void {
    const path = parts.join("/");
    if (this.#prefixes.has(path)) this.#isUnclear = true;
    this.#prefixes.set(path, rule);
    this.#deepest = Math.max(this.#deepest, parts.length);
  }

  #withQuery(path: string): QueryRules {
    const rules = this.#queries.get(path) ?? new QueryRules();
    this.#queries.set(path, rules);
    return rules;
  }

  #ofForm(parts: readonly string[]): Patterns {
    const form = formOf(parts);
    const patterns = this.#patterns.get(form.key) ?? { ...form, byFixed: new Map<string, Pattern>() };
    this.#patterns.set(form.key, patterns);
    return patterns;
  }

  /** Tells whether a rule may be for a normal path, without its first slash. False is certain. */
  mayLead(path: string): boolean {
    if (this.#patterns.size > 0 || this.#prefixes.has("")) return true;
    if (this.#exact.has(path) || this.#idle.has(path)) return true;
    let above = path;
    for (let at = 0; this.#prefixes.size > 0 && above !== "" && at <= REDIRECT_MAX_PARTS; at += 1) {
      if (this.#prefixes.has(above)) return true;
      above = above.slice(0, Math.max(0, above.lastIndexOf("/")));
    }
    return above !== "" && this.#prefixes.size > 0;
  }

  get forms(): number {
    const most = Math.max(0, ...[...this.#queries.values()].map(({ forms }) => forms));
    return this.#patterns.size + most;
  }

  matchQuery(path: string, query: string): RedirectMatch | undefined {
    if (this.#queries.size === 0) return undefined;
    const found = this.#queries.get(writtenParts(path).map(normalPart).join("/"))?.match(query);
    return found && answer(found.rule, found.values, found.rest);
  }

  match(path: string, query: string): RedirectMatch | undefined {
    const asking = this.matchQuery(path, query);
    if (asking) return asking;
    const asked = normalPath(path).slice(1);
    const exact = this.#exact.get(asked);
    if (exact) return answer(exact, {}, query);
    if (this.#patterns.size === 0 && this.#prefixes.size === 0) return undefined;
    const written = writtenParts(path);
    const parts = written.map(normalPart);
    for (const { rule, values } of this.#candidates(parts, written)) {
      const placed = values();
      if (!leadsTo(rule, placed, asked)) return answer(rule, placed, query);
    }
    return undefined;
  }

  /** The rules for an address, those that say most about it first. Nearly always the first is used. */
  *#candidates(parts: readonly string[], written: readonly string[]): Generator<Candidate> {
    const patterns = [...this.#byPattern(parts, written)].toSorted((one, other) => other.weight - one.weight);
    for (const prefix of this.#byPrefix(parts, written)) {
      const before = patterns.filter(({ weight }) => weight > prefix.weight);
      yield* patterns.splice(0, before.length);
      yield prefix;
    }
    yield* patterns;
  }

  *#byPattern(parts: readonly string[], written: readonly string[]): Generator<Candidate> {
    for (const form of this.#patterns.values()) {
      const normal = partsIn(form, parts);
      const found = normal && form.byFixed.get(fixedAt(form, normal.at));
      if (found) yield { rule: found.rule, values: () => valuesOf(found.source, form, written), weight: form.weight };
    }
  }

  /** A prefix consists of whole parts of a path, so a path has at most as many prefixes as parts. */
  *#byPrefix(parts: readonly string[], written: readonly string[]): Generator<Candidate> {
    const most = Math.min(parts.length, this.#deepest);
    let above = parts.slice(0, Math.max(0, most)).join("/");
    for (let count = most; count >= 0; count--) {
      const rule = this.#prefixes.get(above);
      above = above.slice(0, Math.max(0, above.lastIndexOf("/")));
      if (rule) yield { rule, values: () => ({ splat: written.slice(count).join("/") }), weight: 4 * count + 1 };
    }
  }
}

function valuesOf(source: RedirectSource, form: PathForm, written: readonly string[]): SourceValues {
  const { at, rest } = partsIn(form, written) ?? { at: [], rest: [] };
  return valuesAt(source, at, rest);
}

/** Tells whether a rule leads to an address on this site with the normal path `asked`, without its first slash. */
const leadsTo = (rule: Redirect, values: SourceValues, asked: string): boolean =>
  rule.status !== 410 &&
  rule.to.startsWith("/") &&
  rule.from.startsWith("/") &&
  normalPath(pathOfLink(targetOf(rule.to, values))) === `/${asked}`;

/** Tells whether a rule leads every address back to itself. */
export function leadsToItself(rule: Redirect): boolean {
  const source = redirectSource(rule.from);
  if (rule.status === 410 || source.query.length > 0 || source.host !== "") return false;
  if (isPlainSource(source) && source.parts.at(-1) !== "*") return leadsTo(rule, {}, source.parts.join("/"));
  // Values that no rule can write stand for any others, each for itself.
  const values = Object.fromEntries(source.parts.map((part) => [part === "*" ? "splat" : part.slice(1), part]));
  return leadsTo(rule, values, source.parts.map(normalPart).join("/"));
}

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

function answer(rule: Redirect, values: SourceValues, query: string): RedirectMatch {
  if (rule.status === 410) return { status: 410, location: undefined, query: "" };
  return { status: rule.status, location: asciiAddress(targetOf(rule.to, values)), query };
}

/** A path without values, which leads to itself. */
const PLAIN_TARGET = /^(?:\/[^/:*]+)+$/;

const TARGET = /^(https:\/\/[^/?#]*)?(.*)$/s;

/**
 * The address that a rule leads to. Values stand behind the hostname only, so that no visitor names it. They have no
 * empty parts, because `//` would name another host.
 */
function targetOf(to: string, values: SourceValues): string {
  if (PLAIN_TARGET.test(to)) return to;
  const [, host = "", rest = ""] = TARGET.exec(to) ?? [];
  const { splat = "" } = values;
  const whole = rest.endsWith("/*") ? `${rest.slice(0, -2)}${splat === "" ? "" : `/${splat}`}` : rest;
  const placed = whole.replaceAll(/:([a-z]\w{0,31})\b/gi, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : all,
  );
  return `${host}${withoutGaps(placed) || (host === "" ? "/" : "")}`;
}

/** An empty `:splat` leaves no double slash at the beginning. */
const withoutGaps = (path: string): string => path.replace(/^\/{2,}/, "/");
