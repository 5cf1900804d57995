import { expectValue } from "../../../runtime/commands/answer.ts";
import type { VisitCounts } from "../../../runtime/visits/views.ts";
import { hostRouteOf } from "../names/routing.ts";
import type { Env } from "../powers/env.ts";
import { PLATFORM } from "../powers/powers.ts";

/** Most data points that Analytics Engine takes from one request of a worker. */
const POINTS_MAX = 250;

type Handing = Pick<Env, "DB" | "WORKSPACES" | "VISITS">;

/** Hands counts to the workspaces of their hostnames. Answers how many visits were counted. */
export async function handOn(
  all: readonly VisitCounts[],
  env: Handing,
  ctx: Pick<ExecutionContext, "waitUntil">,
): Promise<number> {
  let [points, counted] = [POINTS_MAX, 0];
  for (const visits of all) {
    const { hostname } = visits;
    const route = await hostRouteOf(hostname, env, ctx);
    if (!route) continue;
    const workspace = env.WORKSPACES.of(route, PLATFORM);
    const sent = { ...visits, hostname: hostname === route.canonical ? "" : hostname };
    const taken = expectValue(await workspace.countVisits(route.site, sent));
    counted += taken;
    if (taken > 0) points -= record(env, route.site, visits, points);
  }
  return counted;
}

/** Writes counts of a site to Analytics Engine, if this deployment has it. Answers the number of data points. */
function record({ VISITS }: Handing, site: string, { hostname, paths, from }: VisitCounts, most: number): number {
  if (!VISITS) return 0;
  const points = [
    ...paths.map(([name, times]) => ["path", name, times] as const),
    ...from.map(([name, times]) => ["from", name, times] as const),
  ].slice(0, most);
  for (const [sort, name, times] of points)
    VISITS.writeDataPoint({ indexes: [site], blobs: [hostname, sort, name], doubles: [times] });
  return points.length;
}
