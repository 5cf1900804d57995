/** Commands that change one thing about an installed plugin. */
import type { Command, Invocation, Outcome } from "../command.ts";
import { SITE_OPTION } from "../site/address.ts";
import type { SiteSession } from "../site/session.ts";
import { sessionFor } from "../site/session.ts";
import { pluginOutcome } from "./outcome.ts";
import type { PluginView } from "./plugins.ts";
import { pathOf } from "./plugins.ts";

export const enablePlugin = (session: SiteSession, id: string): Promise<PluginView> =>
  session.change("PUT", pathOf(id, "/state"), { body: { state: "enabled" } });

const disablePlugin = (session: SiteSession, id: string): Promise<PluginView> =>
  session.change("PUT", pathOf(id, "/state"), { body: { state: "disabled" } });

const revokeGrant = (session: SiteSession, id: string): Promise<PluginView> => session.change("DELETE", pathOf(id, "/grant"));

const command = (name: string, summary: string, act: (session: SiteSession, id: string) => Promise<PluginView>): Command => ({
  name,
  summary,
  argument: ["<id>", "the plugin's id"],
  options: [SITE_OPTION],
  examples: [`svc plugin ${name} acme.notices --site http://demo.localhost:8787`],
  async run(invocation: Invocation): Promise<Outcome> {
    const session = sessionFor(invocation);
    return pluginOutcome(await act(session, invocation.args[0] ?? ""), session.site);
  },
});

export const enable = command("enable", "Switch a plugin on, also one in quarantine.", enablePlugin);
export const disable = command("disable", "Switch a plugin off; its settings and data stay.", disablePlugin);
export const revoke = command("revoke", "Take back what a plugin was granted, also from a call that is running.", revokeGrant);

export const remove: Command = {
  name: "remove",
  summary: "Remove a plugin with its grant, settings and data. Content made with it stays.",
  argument: ["<id>", "the plugin's id"],
  options: [SITE_OPTION],
  examples: ["svc plugin remove acme.notices --site http://demo.localhost:8787"],
  async run(invocation) {
    const session = sessionFor(invocation);
    const [id = ""] = invocation.args;
    await session.change("DELETE", pathOf(id));
    return { ok: true, lines: [`${id} is removed.`], data: { site: session.site, id } };
  },
};
