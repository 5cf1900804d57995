/** Follows an address through the draft's redirects, as a browser would. */
import { normalPath } from "../../../../manifests/shapes/normalPath.ts";
import { REDIRECT_MAX_HOPS } from "../../../../manifests/bounds/documents.ts";
import type { Redirects } from "../../../../runtime/documents/content/content.ts";
import { nextStop, type RedirectHop, type RedirectStop, stopAt } from "../../../../runtime/documents/redirectStops.ts";
import { RedirectTable } from "../../../../runtime/documents/redirectTable.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";

const { redirects: words } = WORDS;

export interface TraceStep {
  readonly at: string;
  readonly says: string;
}

export interface Tracing {
  readonly redirects: Redirects;
  readonly hostnames: readonly string[];
  /** The title of the page at a path. Undefined if there is none. */
  readonly titleAt: (path: string) => Promise<string | undefined>;
}

/** All steps from a typed address, each with what is there. The last one is the end. */
export async function trace({ redirects, hostnames, titleAt }: Tracing, typed: string): Promise<readonly TraceStep[]> {
  const table = new RedirectTable(redirects);
  const steps: TraceStep[] = [];
  const start = /^(?:\/|https?:\/\/)/i.test(typed) ? typed : `/${typed}`;
  let [at, stop] = [start, stopAt(start, hostnames)];
  for (let hops = 0; hops <= REDIRECT_MAX_HOPS; hops++) {
    if (stop === undefined) return [...steps, { at, says: words.isElsewhere }];
    const hop = nextStop(table, stop, hostnames);
    const title = isPageFirst(table, stop) ? await titleAt(normalPath(stop.path)) : undefined;
    const end = title === undefined ? endOf(hop) : say(words.isPage, { title });
    if (end !== undefined) return [...steps, { at, says: end }];
    steps.push({ at, says: words.leadsTo });
    [at, stop] = [shown(hop), hop?.stop];
  }
  return [...steps, { at, says: words.tooLong }];
}

/** Pages take precedence over redirects, unless a redirect asks for the parameters. Only the main hostname has pages. */
const isPageFirst = (table: RedirectTable, { host, path, query }: RedirectStop): boolean =>
  host === "" && !table.matchQuery(path, query);

/** Undefined if the redirect goes on. */
function endOf(hop: RedirectHop | undefined): string | undefined {
  if (!hop) return words.isNothing;
  return hop.location === undefined ? words.isGone : undefined;
}

/** The address that a redirect leads to. One of the site's main hostname is its path. */
function shown(hop: RedirectHop | undefined): string {
  const { location = "", stop } = hop ?? {};
  return stop?.host === "" && !location.startsWith("/") ? stop.path + stop.query : location;
}
