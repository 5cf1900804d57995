import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Documents } from "../documents/documents.ts";
import type { DraftMoment } from "../editing/showing/moment.ts";
import type { OwnSigns } from "../editing/provenAction.ts";
import type { MediaFiles } from "../media/files.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { type ActionCaller, type ActionParts, type ActionRun, Actions } from "./actions.ts";
import { AgentActions } from "./agentActions.ts";

/** Every read names the member it is for, and a dispatched call must name the same member. */
interface OfMember {
  readonly caller: ActionCaller;
}

const { resolved, callingPlugins } = readsFrom<{ readonly actions: Actions }>();

const READS = {
  actions: resolved(({ actions: offered }, site, { caller }: OfMember) => ({ items: offered.list(site, caller) })),
  "action.run": callingPlugins(({ actions: offered }, site, { caller, ...run }: OfMember & ActionRun) =>
    offered.run(site, caller, run),
  ),
  "action.cancel": resolved(
    (
      { actions: offered },
      site,
      { caller, plugin, action }: OfMember & { readonly plugin: string; readonly action: string },
    ) => ({ cancelled: offered.cancel(site, caller, plugin, action) }),
  ),
};

export const actions = defineArea({
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    rateLimits: needed<RateLimits>(),
    documents: needed<Documents>(),
    plugins: needed<PluginShelf>(),
    pluginCalls: needed<PluginCalls>(),
    draftMoment: needed<DraftMoment>(),
    sectionData: needed<SectionDataStore>(),
    mediaFiles: needed<MediaFiles>(),
    ownSecret: needed<OwnSigns>(),
    readMedia: needed<ActionParts["readMedia"]>(),
    actions: needed<Actions>(),
  },
  open: (from) => {
    const offered = new Actions(from);
    return { actions: offered, agentActions: new AgentActions(offered) };
  },
  reads: READS,
});
