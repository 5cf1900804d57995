import { REDIRECT_MAX_HOPS } from "../../manifests/bounds/documents.ts";
import { quote } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Redirects } from "./content/content.ts";
import { isStar, placeholderIn, redirectSource } from "./content/redirectSource.ts";
import { nextStop, type RedirectStop } from "./redirectStops.ts";
import { leadsToItself, RedirectTable } from "./redirectTable.ts";

/** Each stands for any value of one placeholder. No rule can contain them, because rules contain no control characters. */
const ANYTHING = "\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u000e\u000f\u0010\u0011\u0012";

/**
 * Finds redirects that form a loop, or a chain longer than browsers follow. It ignores pages, although they have
 * priority, because deleting a page must not close a loop. It follows each rule from its own path, which finds every
 * loop. If patterns form a loop for some values, they do for every value. A loop with an exact rule passes through that
 * rule's path.
 */
export function redirectLoops(redirects: Redirects, hostnames: readonly string[], next = nextStop): Issue[] {
  const steps = new Steps(new RedirectTable(redirects), hostnames, next);
  return redirects.entries.flatMap((entry, index): Issue[] => {
    if (!leadsToItself(entry) && startsOf(entry.from).every((start) => steps.end(start))) return [];
    return [
      {
        pointer: `/entries/${index}`,
        found: `a redirect from ${quote(entry.from)} that leads in a circle or through too many redirects`,
        allowed: `an address reached through at most ${REDIRECT_MAX_HOPS} redirects`,
      },
    ];
  });
}

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
