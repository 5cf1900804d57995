/** Commands for updates of plugins: the rule for automatic updates, and the refusal of a waiting version. */
import { UPDATE_RULES, type UpdateRule } from "../../../runtime/plugins/updates/updateRules.ts";
import { type CliCommand, UsageError } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { sessionFor } from "../site/session.ts";
import { pluginOutcome } from "./outcome.ts";
import { type PluginView, pluginPath, fetchPlugin } from "./plugins.ts";
import { RULE_SAYS } from "./words.ts";

/** Reads a rule. `site` makes a plugin follow the site's rule again. */
function ruleIn(text: string, isOfPlugin: boolean): UpdateRule | null {
  if (isOfPlugin && text === "site") return null;
  const rule = UPDATE_RULES.find((one) => one === text);
  if (!rule) throw new UsageError(`--rule takes ${UPDATE_RULES.join(", ")}${isOfPlugin ? " or site" : ""}.`);
  return rule;
}

export const updates: CliCommand = {
  name: "updates",
  summary: "Set which updates are activated without asking: for one plugin, or for all that have no own rule.",
  argument: ["[id]", "the plugin's id (default: the rule of the site)"],
  options: [
    SITE_OPTION,
    ["--rule <rule>", "ask, patch or minor; for a plugin also site, which uses the rule of the site"],
  ],
  examples: ["svc plugin updates acme.notices --rule patch --site http://demo.localhost:8787"],
  async run(invocation) {
    const {
      args: [id],
      options,
    } = invocation;
    const wanted = ruleIn(options.required("rule"), id !== undefined);
    const session = sessionFor(invocation);
    const path = id === undefined ? "/api/plugin-updates" : pluginPath(id, "/updates");
    const { rule } = await session.change<{ rule: UpdateRule }>("PUT", path, { body: { rule: wanted } });
    return { ok: true, lines: [RULE_SAYS[rule]], data: { site: session.site, plugin: id ?? null, rule } };
  },
};

export const discard: CliCommand = {
  name: "discard",
  summary: "Discard the waiting version of a plugin. The version in use stays.",
  argument: ["<id>", "the plugin's id"],
  options: [SITE_OPTION],
  examples: ["svc plugin discard acme.notices --site http://demo.localhost:8787"],
  async run(invocation) {
    const session = sessionFor(invocation);
    const { id, waiting } = await fetchPlugin(session, invocation.args[0] ?? "");
    if (!waiting) throw new UsageError(`${id} has no waiting version.`);
    const body = { digest: waiting.digest };
    return pluginOutcome(await session.change<PluginView>("POST", pluginPath(id, "/discard"), { body }), session.site);
  },
};
