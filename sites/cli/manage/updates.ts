/** Commands for updates of plugins: the rule for automatic updates, and the refusal of a waiting version. */
import { UPDATE_RULES, type UpdateRule } from "../../../runtime/plugins/updates/updateRules.ts";
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { pluginOutcome } from "./outcome.ts";
import { type PluginList, type PluginView, pluginPath, fetchPlugin } from "./plugins.ts";
import { demandLines, RULE_SAYS } from "./words.ts";

/** Reads a rule. `site` makes a plugin follow the site's rule again. */
function ruleIn(text: string, isOfPlugin: boolean): UpdateRule | null {
  if (isOfPlugin && text === "site") return null;
  const rule = UPDATE_RULES.find((one) => one === text);
  if (!rule) throw new UsageError(`--rule takes ${UPDATE_RULES.join(", ")}${isOfPlugin ? " or site" : ""}.`);
  return rule;
}

interface SiteRule {
  readonly rule: UpdateRule;
  readonly demands: { readonly days: number; readonly signatures: number };
}

function numberIn(options: Invocation["options"], name: string, present: number): number {
  const text = options.text(name);
  if (text === undefined) return present;
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--${name} takes a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

const DEMANDS = ["min-age", "signatures"] as const;

/** Sets the rule of the site, and what it demands of packages. What is not named stays. */
async function setSiteRule({ options }: Invocation, session: SiteSession): Promise<Outcome> {
  const rule = options.text("rule");
  if (rule === undefined && DEMANDS.every((name) => options.text(name) === undefined))
    throw new UsageError("Name what to set: --rule, --min-age or --signatures.");
  const now = await session.get<PluginList>("/api/plugins");
  const body = {
    rule: rule === undefined ? now.updates : ruleIn(rule, false),
    demands: {
      days: numberIn(options, "min-age", now.demands.days),
      signatures: numberIn(options, "signatures", now.demands.signatures),
    },
  };
  const set = await session.change<SiteRule>("PUT", "/api/plugin-updates", { body });
  return {
    ok: true,
    lines: [RULE_SAYS[set.rule], ...demandLines(set.demands)],
    data: { site: session.site, plugin: null, ...set },
  };
}

export const updates: CliCommand = {
  name: "updates",
  summary: "Set which updates are activated without asking: for one plugin, or for all that have no own rule.",
  argument: ["[id]", "the plugin's id (default: the rule of the site)"],
  options: [
    SITE_OPTION,
    ["--rule <rule>", "ask, patch or minor; for a plugin also site, which uses the rule of the site"],
    ["--min-age <days>", "of the site: take a version of an index so many days after it was first read there"],
    ["--signatures <number>", "of the site: take packages that so many trusted keys have signed"],
  ],
  examples: [
    "svc plugin updates acme.notices --rule patch --site http://demo.localhost:8787",
    "svc plugin updates --min-age 7 --signatures 2 --site http://demo.localhost:8787",
  ],
  async run(invocation) {
    const {
      args: [id],
      options,
    } = invocation;
    if (id === undefined) return setSiteRule(invocation, sessionFor(invocation));
    const alien = DEMANDS.find((name) => options.text(name) !== undefined);
    if (alien !== undefined) throw new UsageError(`--${alien} is for the whole site. Leave out the plugin's id.`);
    const wanted = ruleIn(options.required("rule"), true);
    const session = sessionFor(invocation);
    const { rule } = await session.change<{ rule: UpdateRule }>("PUT", pluginPath(id, "/updates"), {
      body: { rule: wanted },
    });
    return { ok: true, lines: [RULE_SAYS[rule]], data: { site: session.site, plugin: id, rule } };
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
