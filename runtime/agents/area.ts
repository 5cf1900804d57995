import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { AgentReads } from "./agentApi.ts";
import { type ActionOffers, type AgentCaller, PluginAgents } from "./agentCalls.ts";

/** The input of a read for an agent. The plugin decides whether to answer this caller. */
interface OfAgent {
  readonly caller: AgentCaller;
}

const { resolved, callingPlugins } = readsFrom<{ readonly agents: AgentReads }>();

const READS = {
  "agent.offers": resolved(({ agents: offered }, site, { caller }: OfAgent) => offered.offers(site, caller)),
  "agent.resources": resolved(
    ({ agents: offered }, site, { caller, cursor = null }: OfAgent & { readonly cursor?: string | null | undefined }) =>
      offered.resources(site, caller, cursor),
  ),
  "agent.resource": callingPlugins(({ agents: offered }, site, { caller, uri }: OfAgent & { readonly uri: string }) =>
    offered.resource(site, caller, uri),
  ),
  "agent.prompt": resolved(
    (
      { agents: offered },
      site,
      { caller, name, given }: OfAgent & { readonly name: string; readonly given: Readonly<Record<string, string>> },
    ) => offered.prompt(site, caller, name, given),
  ),
  "agent.completion": resolved(
    (
      { agents: offered },
      site,
      {
        caller,
        uri,
        variable,
        begun,
      }: OfAgent & { readonly uri: string; readonly variable: string; readonly begun: string },
    ) => offered.completion(site, caller, uri, variable, begun),
  ),
};

export const agents = defineArea({
  needs: {
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    rateLimits: needed<RateLimits>(),
    plugins: needed<PluginShelf>(),
    pluginCalls: needed<PluginCalls>(),
    agentActions: needed<ActionOffers>(),
    agents: needed<AgentReads>(),
  },
  open: (from) => ({ pluginAgents: new PluginAgents(from) }),
  reads: READS,
});
