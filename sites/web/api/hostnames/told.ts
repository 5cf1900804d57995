import { expectValue } from "../../../../runtime/commands/answer.ts";
import { listHostnames } from "../../../control/tenants/hostnames.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import { forgetRoute } from "../../names/routing.ts";
import type { Env } from "../../powers/env.ts";
import { PLATFORM } from "../../powers/powers.ts";

/** Sends a site's hostnames to its workspace, if it has any, and clears this isolate's memory of changed ones. */
export async function tellHostnames(
  { DB, WORKSPACES }: Env,
  { tenant, site }: SiteRef,
  ...changed: string[]
): Promise<void> {
  const names = await listHostnames(DB, { tenant, site });
  if (names.length > 0) expectValue(await WORKSPACES.of({ tenant, site }, PLATFORM).setHostnames(site, names));
  for (const hostname of changed) forgetRoute(hostname);
}
