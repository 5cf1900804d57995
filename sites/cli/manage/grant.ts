/** `svc plugin grant`: an owner reads the request of one plugin version and grants it. */
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { canAsk, isYes } from "../terminal/prompt.ts";
import { SITE_OPTION } from "../site/address.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { pluginOutcome } from "./outcome.ts";
import { type PluginView, askedAbout, isGranted, pluginPath, fetchPlugin } from "./plugins.ts";
import { consentLines, pluginLine, sharingLines, touchedLines, waitingLines } from "./words.ts";

/** Grants the digest that the owner has read. A version that was installed meanwhile gets nothing. */
export function grantAll(session: SiteSession, plugin: PluginView, isDry = false): Promise<PluginView> {
  const { id, digest, requested } = askedAbout(plugin);
  return session.change("PUT", pluginPath(id, `/grant${isDry ? "?dryRun=true" : ""}`), {
    body: { digest, capabilities: requested },
  });
}

/** Shows the request and asks for a yes. Without a terminal the answer is no, because nobody has read the request. */
export async function agrees(plugin: PluginView, tell: Invocation["tell"]): Promise<boolean> {
  const asked = askedAbout(plugin);
  for (const line of [...waitingLines(plugin), ...consentLines(asked)]) tell(line);
  if (!canAsk()) throw new UsageError("This command needs a confirmation. Use --yes, or run it in a terminal.");
  return isYes(`Grant this to ${asked.id} ${asked.version}?`);
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
    tell,
  } = invocation;
  const session = sessionFor(invocation);
  const plugin = await fetchPlugin(session, id);
  if (isGranted(plugin) && !plugin.waiting) return pluginOutcome(plugin, session.site);
  if (options.isSet("dry-run")) {
    const rehearsed = await grantAll(session, plugin, true);
    return {
      ok: true,
      lines: [
        "Nothing was changed. It would be:",
        pluginLine(rehearsed),
        ...touchedLines(plugin.waitingTouches),
        ...sharingLines(plugin.waitingSharing ?? null),
      ],
      data: { site: session.site, plugin: rehearsed, dryRun: true },
    };
  }
  if (!options.isSet("yes") && !(await agrees(plugin, tell))) {
    return { ok: false, lines: ["Nothing was granted."], data: { site: session.site, plugin } };
  }
  return pluginOutcome(await grantAll(session, plugin), session.site);
}

export const grant: CliCommand = {
  name: "grant",
  summary: "Show what a plugin or its waiting version asks for, and grant exactly that after you confirm.",
  argument: ["<id>", "the plugin's id"],
  options: [
    SITE_OPTION,
    ["--dry-run", "show whether the present data can be migrated to the version, and change nothing"],
    ["--yes", "grant without a question; first read what is asked with svc plugin show"],
  ],
  examples: ["svc plugin grant acme.notices --site http://demo.localhost:8787"],
  run,
};
