/** Commands that change one property of an installed plugin. */
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { canAsk, isYes } from "../terminal/prompt.ts";
import { SITE_OPTION } from "../site/address.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { pluginOutcome } from "./outcome.ts";
import { type PluginView, pluginPath, fetchPlugin } from "./plugins.ts";
import { namesIn } from "./publish.ts";
import { effectLines } from "./words.ts";

/** Enables the plugin with the names that the owner has read. A version that was installed meanwhile gets no others. */
export const enablePlugin = (
  session: SiteSession,
  { id, alone }: Pick<PluginView, "id" | "alone">,
): Promise<PluginView> =>
  session.change("PUT", pluginPath(id, "/state"), {
    body: { state: "enabled", ...(alone.length > 0 ? { alone } : {}) },
  });

/**
 * Asks whether tools and prompts may use these names without the plugin's prefix. True without a question if there are
 * no such names.
 */
export async function agreesToNames({ id, alone, state }: PluginView, { options }: Invocation): Promise<boolean> {
  if (alone.length === 0 || state !== "disabled") return true;
  const given = new Set(namesIn(options.text("alone")));
  if (alone.every((name) => given.has(name))) return true;
  if (!canAsk())
    throw new UsageError(
      `Agents would call ${alone.join(", ")} without the name of ${id} before it. To agree, use --alone ${alone.join(",")}, or run this in a terminal.`,
    );
  return isYes(`May agents call ${alone.join(", ")} without the name of ${id} before it?`);
}

const disablePlugin = (session: SiteSession, id: string): Promise<PluginView> =>
  session.change("PUT", pluginPath(id, "/state"), { body: { state: "disabled" } });

const revokeGrant = (session: SiteSession, id: string): Promise<PluginView> =>
  session.change("DELETE", pluginPath(id, "/grant"));

const command = (
  name: string,
  summary: string,
  act: (session: SiteSession, id: string) => Promise<PluginView>,
): CliCommand => ({
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

export const enable: CliCommand = {
  name: "enable",
  summary: "Show what a plugin does to the site and enable it. This also ends its quarantine.",
  argument: ["<id>", "the plugin's id"],
  options: [
    SITE_OPTION,
    [
      "--alone <names>",
      "names of tools and prompts that the plugin may use without its id in front, separated by commas",
    ],
  ],
  examples: ["svc plugin enable acme.notices --site http://demo.localhost:8787"],
  async run(invocation) {
    const session = sessionFor(invocation);
    const plugin = await fetchPlugin(session, invocation.args[0] ?? "");
    for (const line of effectLines(plugin)) invocation.tell(line);
    if (!(await agreesToNames(plugin, invocation)))
      return { ok: false, lines: ["The plugin was not enabled."], data: { site: session.site, plugin } };
    return pluginOutcome(await enablePlugin(session, plugin), session.site);
  },
};
export const disable = command("disable", "Disable a plugin. Its settings and data stay.", disablePlugin);
export const revoke = command(
  "revoke",
  "Revoke the grant of a plugin. This also stops a call that is running.",
  revokeGrant,
);

/** Asks before a plugin's stored data is deleted. Throws without a terminal, because nobody can answer. */
async function isSure(id: string): Promise<boolean> {
  if (!canAsk()) throw new UsageError("This command needs a confirmation. Use --yes, or run it in a terminal.");
  return isYes(`Remove ${id}, its settings and all its stored data?`);
}

export const remove: CliCommand = {
  name: "remove",
  summary: "Remove a plugin, its grant, settings and data. Content that was made with it stays.",
  argument: ["<id>", "the plugin's id"],
  options: [SITE_OPTION, ["--yes", "remove it without a question"]],
  examples: ["svc plugin remove acme.notices --site http://demo.localhost:8787"],
  async run(invocation) {
    const session = sessionFor(invocation);
    const [id = ""] = invocation.args;
    if (!invocation.options.isSet("yes") && !(await isSure(id)))
      return { ok: false, lines: ["The plugin was not removed."], data: { site: session.site, id } };
    await session.change("DELETE", pluginPath(id));
    return { ok: true, lines: [`${id} is removed.`], data: { site: session.site, id } };
  },
};
