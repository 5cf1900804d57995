import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { printable } from "../site/problem.ts";
import { sessionFor } from "../site/session.ts";
import type { PluginList } from "./plugins.ts";
import { pluginLine } from "./words.ts";

async function run(invocation: Invocation): Promise<Outcome> {
  const session = sessionFor(invocation);
  const { items, loader } = await session.get<PluginList>("/api/plugins");
  const talk = loader.available
    ? []
    : [printable(`Plugins with code cannot run here: ${loader.reason ?? "no loader"}.`)];
  return { ok: true, lines: items.map(pluginLine), data: { site: session.site, plugins: items, loader }, talk };
}

export const list: CliCommand = {
  name: "list",
  summary: "List the plugins of a site: which are active, which are not, and why.",
  options: [SITE_OPTION],
  examples: ["svc plugin list --site http://demo.localhost:8787"],
  run,
};
