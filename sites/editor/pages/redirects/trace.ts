/** Follows an address through the draft's redirects, as a browser would. */
import { normalPath } from "../../../../manifests/shapes/normalPath.ts";
import { REDIRECT_MAX_HOPS } from "../../../../manifests/bounds/documents.ts";
import type { Redirects } from "../../../../runtime/documents/content/content.ts";
import { pathOfLink, RedirectTable, withVisitorsQuery } from "../../../../runtime/documents/redirectTable.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { menuTargets } from "../desk/links.ts";

const { redirects: words } = WORDS;

export interface TraceStep {
  readonly at: string;
  readonly says: string;
}

/** All steps from an address, each with what is there. The last one is the end. */
export async function trace(desk: Desk, redirects: Redirects, start: string): Promise<readonly TraceStep[]> {
  const table = new RedirectTable(redirects);
  const steps: TraceStep[] = [];
  let at = start;
  for (let hops = 0; hops <= REDIRECT_MAX_HOPS; hops++) {
    const asking = at.startsWith("/") ? table.matchQuery(pathOfLink(at), queryOf(at)) : undefined;
    const end = asking ? undefined : await endAt(desk, at);
    if (end !== undefined) return [...steps, { at, says: end }];
    const match = asking ?? table.match(pathOfLink(at), queryOf(at));
    if (!match) return [...steps, { at, says: words.isNothing }];
    if (match.location === undefined) return [...steps, { at, says: words.isGone }];
    steps.push({ at, says: words.leadsTo });
    at = onSite(withVisitorsQuery(match.location, match.query), desk.context.hostnames);
  }
  return [...steps, { at, says: words.tooLong }];
}

/** The text for what answers an address; undefined if only a redirect can. Pages take precedence over redirects. */
async function endAt(desk: Desk, at: string): Promise<string | undefined> {
  if (!at.startsWith("/")) return words.isElsewhere;
  const page = (await menuTargets(desk, [pathOf(at)])).get(pathOf(at))?.page;
  return page ? say(words.isPage, { title: page.title }) : undefined;
}

const pathOf = (at: string): string => normalPath(pathOfLink(at));

const queryOf = (at: string): string => /\?[^#]*/.exec(at)?.[0] ?? "";

/** Shortens an address with one of this site's hostnames to its path. */
function onSite(location: string, hostnames: readonly string[]): string {
  if (location.startsWith("/") || !URL.canParse(location)) return location;
  const { hostname, pathname, search } = new URL(location);
  return hostnames.includes(hostname) ? pathname + search : location;
}
