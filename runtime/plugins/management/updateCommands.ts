import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import { discardUpdate, ruleAllUpdates, ruleUpdates } from "./inputs.ts";
import type { Packages } from "../packages/packages.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginView, SiteRuleView, UpdateRuleView } from "./views.ts";
import type { Demands, SiteDemands } from "../updates/demands.ts";
import type { UpdateRule, UpdateRules } from "../updates/updateRules.ts";

export interface UpdateCommandParts {
  readonly updateRules: UpdateRules;
  readonly siteDemands: SiteDemands;
  readonly waiting: Packages;
  readonly pluginReads: PluginReads;
}

interface Rule {
  readonly rule: UpdateRule | null;
}

type SiteRule = Rule & { readonly demands?: Demands | undefined };
type PluginRule = Rule & { readonly plugin: string };

/** Sets which updates of a plugin are installed without asking. A version that already waits keeps waiting. */
export function pluginUpdates({ updateRules, pluginReads }: UpdateCommandParts): Command<PluginRule, UpdateRuleView> {
  return {
    parse: parseWith(ruleUpdates),
    prepare:
      async ({ site }, { plugin, rule }) =>
      () => {
        pluginReads.find(site, plugin);
        updateRules.put(site, plugin, rule);
        return { rule: updateRules.of(site, plugin) };
      },
  };
}

/** Sets the rule for all plugins without a rule of their own, and what the site demands of packages from then on. */
export function pluginsUpdates({ updateRules, siteDemands }: UpdateCommandParts): Command<SiteRule, SiteRuleView> {
  return {
    parse: parseWith(ruleAllUpdates),
    prepare:
      async ({ site }, { rule, demands }) =>
      () => {
        updateRules.put(site, undefined, rule);
        if (demands) siteDemands.put(site, demands);
        return { rule: updateRules.ofSite(site), demands: siteDemands.of(site) };
      },
  };
}

interface Discarded {
  readonly plugin: string;
  readonly digest: string;
}

/** Removes a waiting version. Another version that arrived meanwhile stays. */
export function pluginDiscard({ waiting, pluginReads }: UpdateCommandParts): Command<Discarded, PluginView> {
  return {
    parse: parseWith(discardUpdate),
    prepare:
      async ({ site }, { plugin, digest }) =>
      () => {
        const row = waiting.find(site, plugin);
        if (!row) throw new Refusal("NOT_FOUND", { plugin });
        if (row.digest !== digest)
          throw new Refusal("CONFLICT", {
            conflict: "waiting_version_changed",
            reason: "Another version is waiting now.",
            digest: row.digest,
          });
        waiting.remove(site, plugin);
        return pluginReads.view(site, plugin);
      },
  };
}
