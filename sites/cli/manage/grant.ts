/** An owner's yes to what one version of a plugin asks for, after reading it. */
import type { Command, Invocation, Outcome } from "../command.ts";
import { UsageError } from "../command.ts";
import { isYes } from "../prompt.ts";
import { SITE_OPTION } from "../site/address.ts";
import type { SiteSession } from "../site/session.ts";
import { sessionFor } from "../site/session.ts";
import { pluginOutcome } from "./outcome.ts";
import type { PluginView } from "./plugins.ts";
import { isGranted, pathOf, pluginOf } from "./plugins.ts";
import { consentLines } from "./words.ts";

/** Grants the digest that was read, so that a version installed meanwhile is not granted. */
export const giveGrant = (session: SiteSession, { id, digest, requested }: PluginView): Promise<PluginView> =>
  session.change("PUT", pathOf(id, "/grant"), { body: { digest, capabilities: requested } });

/** Shows the request and waits for a yes. Without a terminal, nobody can have read it. */
export async function agrees(plugin: PluginView, tell: Invocation["tell"]): Promise<boolean> {
  for (const line of consentLines(plugin)) tell(line);
  if (!process.stdin.isTTY) throw new UsageError("Nobody is here to say yes: answer with --yes, or at a terminal.");
  return isYes(`Grant this to ${plugin.id} ${plugin.version}?`);
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
    tell,
  } = invocation;
  const session = sessionFor(invocation);
  const plugin = await pluginOf(session, id);
  if (isGranted(plugin)) return pluginOutcome(plugin, session.site);
  if (!options.isSet("yes") && !(await agrees(plugin, tell))) {
    return { ok: false, lines: ["Nothing was granted."], data: { site: session.site, plugin } };
  }
  return pluginOutcome(await giveGrant(session, plugin), session.site);
}

export const grant: Command = {
  name: "grant",
  summary: "Show what a plugin asks for, and grant exactly that if you say yes.",
  argument: ["<id>", "the plugin's id"],
  options: [SITE_OPTION, ["--yes", "grant it without being asked; read it first with svc plugin show"]],
  examples: ["svc plugin grant acme.notices --site http://demo.localhost:8787"],
  run,
};
