import { VISITS_HANDED_AT_ONCE } from "../../../manifests/bounds/publicContent.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { TakenVisits, VisitCounts } from "../../../runtime/visits/views.ts";
import { hostRouteOf } from "../names/routing.ts";
import type { Env } from "../powers/env.ts";
import { PLATFORM } from "../powers/powers.ts";

/** Most data points that Analytics Engine takes from one request of a worker. */
const POINTS_MAX = 250;

type Handing = Pick<Env, "DB" | "WORKSPACES" | "VISITS">;
type Context = Pick<ExecutionContext, "waitUntil">;

/**
 * Hands counts to the workspaces of their hostnames. Answers how many visits were counted. A hostname whose workspace
 * fails loses its visits, and no other one does.
 */
export async function handOn(all: readonly VisitCounts[], env: Handing, ctx: Context): Promise<number> {
  let [points, counted] = [POINTS_MAX, 0];
  const queue = all.values();
  const lane = async (): Promise<void> => {
    for (const visits of queue) {
      const { site, taken } = (await handed(visits, env, ctx)) ?? {};
      if (site === undefined || !taken) continue;
      counted += taken.paths.reduce((sum, [, times]) => sum + times, 0);
      points -= record(env, { site, hostname: visits.hostname, ...taken }, points);
    }
  };
  await Promise.all(Array.from({ length: VISITS_HANDED_AT_ONCE }, lane));
  return counted;
}

interface Handed {
  readonly site: string;
  readonly taken: TakenVisits;
}

/** Hands the counts of one hostname to its workspace. Undefined if no site has it, or if its workspace failed. */
async function handed(visits: VisitCounts, env: Handing, ctx: Context): Promise<Handed | undefined> {
  const { hostname } = visits;
  try {
    const route = await hostRouteOf(hostname, env, ctx);
    if (!route) return undefined;
    const sent = { ...visits, hostname: hostname === route.canonical ? "" : hostname };
    const answer = await env.WORKSPACES.of(route, PLATFORM).countVisits(route.site, sent);
    return { site: route.site, taken: expectValue(answer) };
  } catch (error) {
    console.error(visibleJson({ event: "visits_lost", hostname, error: String(error) }));
    return undefined;
  }
}

interface Recorded extends TakenVisits {
  readonly site: string;
  readonly hostname: string;
}

/** Writes what a site took to Analytics Engine, if this deployment has it. Answers the number of data points. */
function record({ VISITS }: Handing, { site, hostname, paths, from }: Recorded, most: number): number {
  if (!VISITS) return 0;
  const points = [
    ...paths.map(([name, times]) => ["path", name, times] as const),
    ...from.map(([name, times]) => ["from", name, times] as const),
  ].slice(0, most);
  for (const [sort, name, times] of points)
    VISITS.writeDataPoint({ indexes: [site], blobs: [hostname, sort, name], doubles: [times] });
  return points.length;
}
