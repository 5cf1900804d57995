/** Follows an address through the draft's redirects, as a browser would. */
import { normalPath } from "../../../../manifests/shapes/normalPath.ts";
import { REDIRECT_MAX_HOPS } from "../../../../manifests/bounds/documents.ts";
import type { Redirects } from "../../../../runtime/documents/content/content.ts";
import {
  type OwnHosts,
  pathBeforeRules,
  stepsBetween,
  withSitePaths,
} from "../../../../runtime/documents/hostRedirects.ts";
import { type RedirectHop, stopAt } from "../../../../runtime/documents/redirectStops.ts";
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
  readonly own: OwnHosts;
  /** The title of the page at a path. Undefined if there is none. */
  readonly titleAt: (path: string) => Promise<string | undefined>;
  /** The name of the file that had a path on an earlier site. */
  readonly fileAt: (path: string) => Promise<string | undefined>;
}

/** All steps from a typed address, each with what is there. The last one is the end. */
export async function trace(
  { redirects, own, titleAt, fileAt }: Tracing,
  typed: string,
): Promise<readonly TraceStep[]> {
  const { hostnames, place } = own;
  const table = new RedirectTable(withSitePaths(redirects, place));
  const stepFrom = stepsBetween(place);
  const steps: TraceStep[] = [];
  const start = /^(?:\/|https?:\/\/)/i.test(typed) ? typed : `/${typed}`;
  let [at, stop] = [start, stopAt(start, hostnames)];
  for (let hops = 0; hops <= REDIRECT_MAX_HOPS; hops++) {
    if (stop === undefined) return [...steps, { at, says: words.isElsewhere }];
    const hop = stepFrom(table, stop, hostnames);
    const path = pathBeforeRules(table, stop, own);
    const title = path === undefined ? undefined : await titleAt(normalPath(path));
    const name = title !== undefined || hop || path === undefined ? undefined : await fileAt(normalPath(path));
    const end = title === undefined ? (fileEnd(name) ?? endOf(hop)) : say(words.isPage, { title });
    if (end !== undefined) return [...steps, { at, says: end }];
    steps.push({ at, says: words.leadsTo });
    [at, stop] = [shown(hop), hop?.stop];
  }
  return [...steps, { at, says: words.tooLong }];
}

const fileEnd = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : say(words.isFile, { name });

/** Undefined if the redirect goes on. */
function endOf(hop: RedirectHop | undefined): string | undefined {
  if (!hop) return words.isNothing;
  return hop.location === undefined ? words.isGone : undefined;
}

/** The address that a redirect leads to. One of the site's main hostname is its path. */
function shown(hop: RedirectHop | undefined): string {
  const { location = "", stop } = hop ?? {};
  if (!stop) return location;
  return stop.host === "" ? stop.path + stop.query : `https://${stop.host}${stop.path}${stop.query}`;
}
