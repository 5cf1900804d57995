import { REDIRECT_MAX_HOPS } from "../../manifests/bounds/documents.ts";
import { quote } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Redirect, Redirects } from "./content/content.ts";
import { ruleFacts } from "./content/ruleFacts.ts";
import { isStar, placeholderIn, redirectSource } from "./content/redirectSource.ts";
import type { RuleChanges } from "./redirectRules.ts";
import { nextStop, type RedirectStop } from "./redirectStops.ts";
import { leadsToItself, RedirectTable } from "./redirectTable.ts";

/** Facts about the redirects that the caller has already. */
export interface KnownRules {
  readonly table?: RedirectTable;
  /** The rules that differ from earlier ones, in which was no loop. */
  readonly changes?: RuleChanges;
}

const NONE: Issue[] = [];

/** Each stands for any value of one placeholder. No rule can contain them, because rules contain no control characters. */
const ANYTHING = "\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u000e\u000f\u0010\u0011\u0012";

/**
 * Finds redirects that form a loop, or a chain longer than browsers follow. It ignores pages, although they have
 * priority, because deleting a page must not close a loop. It follows each rule from its own path, which finds every
 * loop. If patterns form a loop for some values, they do for every value. A loop with an exact rule passes through that
 * rule's path.
 */
export function redirectLoops(
  redirects: Redirects,
  hostnames: readonly string[],
  { table = new RedirectTable(redirects), changes }: KnownRules = {},
  next = nextStop,
): Issue[] {
  const { entries } = redirects;
  const steps = new Steps(table, hostnames, next);
  const endsIn = next === nextStop ? endings(entries, { table, hostnames, changes }) : () => false;
  return entries.flatMap((entry, index): Issue[] => {
    if (endsIn(entry)) return NONE;
    if (!leadsToItself(entry) && startsOf(entry.from).every((start) => steps.end(start))) return NONE;
    return [
      {
        pointer: `/entries/${index}`,
        found: `a redirect from ${quote(entry.from)} that leads in a circle or through too many redirects`,
        allowed: `an address reached through at most ${REDIRECT_MAX_HOPS} redirects`,
      },
    ];
  });
}

interface Endings {
  readonly table: RedirectTable;
  readonly changes: RuleChanges | undefined;
  readonly hostnames: readonly string[];
}

/** Tells whether a rule certainly leads to no loop. Nearly all are so, and none of them costs more than a look. */
function endings(entries: readonly Redirect[], { table, hostnames, changes }: Endings): (rule: Redirect) => boolean {
  const open = entries.filter((rule) => ruleFacts(rule).target === undefined && !leadsAway(rule, hostnames));
  const affected = changes && table.isFlat ? affectedBy(entries, changes, open) : undefined;
  const opened = new Set(open);
  return (rule) => {
    if (affected) return !affected.has(rule);
    const { target = "" } = ruleFacts(rule);
    return !opened.has(rule) && (target === "" || !table.mayLead(target));
  };
}

function leadsAway(rule: Redirect, hostnames: readonly string[]): boolean {
  const [, host] = ("to" in rule ? ELSEWHERE.exec(rule.to) : undefined) ?? [];
  return host !== undefined && !hostnames.includes(host);
}

/**
 * The changed and the open rules, and those that lead to their addresses, through others, too. A rule is open if only a
 * request decides where it leads. Undefined if an address was a pattern: then any rule may have led to it.
 */
function affectedBy(
  entries: readonly Redirect[],
  { removed, added }: RuleChanges,
  open: readonly Redirect[],
): ReadonlySet<Redirect> | undefined {
  if (removed.some(isPattern)) return undefined;
  const affected = new Set([...added, ...open]);
  let paths = pathsOf([...removed, ...affected]);
  for (let hops = 0; hops < REDIRECT_MAX_HOPS && paths.size > 0; hops += 1) {
    const leading = entries.filter((rule) => paths.has(ruleFacts(rule).target ?? "") && !affected.has(rule));
    for (const rule of leading) affected.add(rule);
    paths = pathsOf(leading);
  }
  return affected;
}

const isPattern = ({ from }: Redirect): boolean =>
  redirectSource(from).parts.some((part) => part === "*" || placeholderIn(part));

/** The normal paths of rules on the main hostname. No target is the empty text. */
const pathsOf = (rules: readonly Redirect[]): ReadonlySet<string> =>
  new Set(
    rules.flatMap(({ from }) => {
      const { host, parts } = redirectSource(from);
      return host === "" ? [`/${parts.join("/")}`] : [];
    }),
  );

/** An address on another host, whose name is written as it is compared. */
const ELSEWHERE = /^https:\/\/([a-z0-9.-]+)(?=[/?#]|$)/;

/** The addresses of a rule, with a sign for each value. A prefix is for the address before it, too. */
function startsOf(from: string): RedirectStop[] {
  const { host, parts, query } = redirectSource(from);
  let next = 0;
  const filled = (part: string): string =>
    isStar(part) || placeholderIn(part) !== undefined ? (ANYTHING[next++] ?? "") : part;
  const path = `/${parts.map(filled).join("/")}`;
  const asked = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(filled(value))}`);
  const whole = { host, path, query: asked.length === 0 ? "" : `?${asked.join("&")}` };
  return parts.at(-1) === "*" ? [{ ...whole, path: path.slice(0, -2) || "/" }, whole] : [whole];
}

/** The steps of browsers through the redirects. Many rules may lead to one address, so each is looked up once. */
class Steps {
  readonly #table: RedirectTable;
  readonly #hostnames: readonly string[];
  readonly #stepFrom: typeof nextStop;
  readonly #next = new Map<string, RedirectStop | undefined>();

  constructor(table: RedirectTable, hostnames: readonly string[], stepFrom: typeof nextStop) {
    this.#table = table;
    this.#hostnames = hostnames;
    this.#stepFrom = stepFrom;
  }

  /** Tells whether a browser comes to an end from here. */
  end(start: RedirectStop): boolean {
    let at: RedirectStop | undefined = start;
    for (let hops = 0; hops <= REDIRECT_MAX_HOPS; hops++) {
      at = this.#after(at);
      if (at === undefined) return true;
    }
    return false;
  }

  #after(at: RedirectStop): RedirectStop | undefined {
    const key = `${at.host} ${at.path}${at.query}`;
    if (!this.#next.has(key)) this.#next.set(key, this.#stepFrom(this.#table, at, this.#hostnames)?.stop);
    return this.#next.get(key);
  }
}
