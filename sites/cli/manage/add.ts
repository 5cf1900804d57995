/** Installs a plugin from an index. The site itself fetches and verifies the package. */
import { type CliCommand, type Invocation, type Outcome, Trouble } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { printable } from "../site/problem.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { bringMap } from "./bringMap.ts";
import { fetchIndexes } from "./indexes.ts";
import { type PackageMap, readMapFile } from "../bundling/mapFile.ts";
import { pluginInFile } from "./fromIndexFile.ts";
import type { InstalledView, PluginList } from "./plugins.ts";
import { namesIn, uploadFiles } from "./publish.ts";
import { installedOutcome } from "./outcome.ts";

/** Chooses the index of the installed plugin. For a new plugin that several indexes list, the person must name one. */
async function findIndex(session: SiteSession, id: string): Promise<string> {
  const { items: installed } = await session.get<PluginList>("/api/plugins");
  const origin = installed.find((plugin) => plugin.id === id)?.origin?.index;
  if (origin !== undefined) return origin;
  const { items } = await fetchIndexes(session, id);
  const claims = items.filter(({ plugin }) => plugin === id);
  const [first, ...more] = claims;
  if (!first) throw new Trouble(printable(`No index lists ${id}.`));
  if (more.length === 0) return first.index;
  const who = claims.map(({ index, publisher }) => `  ${index}, for the key ${publisher}`);
  throw new Trouble([`Several indexes claim ${id}. Choose one with --index:`, ...who].map(printable).join("\n"));
}

function queryOf({ options }: Invocation): string {
  const [version, alone] = [options.text("version"), namesIn(options.text("alone"))];
  const query = new URLSearchParams([
    ...(version === undefined ? [] : [["version", version]]),
    ...(options.isSet("dry-run") ? [["dryRun", "true"]] : []),
    ...(options.isSet("allow-downgrade") ? [["allowDowngrade", "true"]] : []),
    ...(alone.length > 0 ? [["alone", alone.join(",")]] : []),
  ]);
  return query.size > 0 ? `?${query}` : "";
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
  } = invocation;
  const session = sessionFor(invocation);
  const [isDry, named] = [options.isSet("dry-run"), options.text("map")];
  const map = named === undefined ? undefined : readMapFile(named);
  const file = options.text("from");
  if (file !== undefined) {
    const { index, content } = await pluginInFile(file, invocation);
    const wishes = { isDry, allowDowngrade: options.isSet("allow-downgrade"), alone: namesIn(options.text("alone")) };
    return outcomeOf(await uploadFiles(session, content, wishes), { index, isDry, map, session });
  }
  const index = options.text("index") ?? (await findIndex(session, id));
  const path = `/api/plugin-indexes/${encodeURIComponent(index)}/plugins/${encodeURIComponent(id)}`;
  const plugin: InstalledView = await session.change("POST", `${path}${queryOf(invocation)}`, {});
  return outcomeOf(plugin, { index, isDry, map, session });
}

interface Added {
  readonly session: SiteSession;
  readonly index: string;
  readonly isDry: boolean;
  readonly map: PackageMap | undefined;
}

async function outcomeOf(plugin: InstalledView, { session, index, isDry, map }: Added): Promise<Outcome> {
  const { says: notes } = isDry || !map ? { says: [] } : await bringMap(session, plugin, map);
  return installedOutcome(plugin, session.site, { index, isDry, notes });
}

export const add: CliCommand = {
  name: "add",
  summary: "Install a plugin from an index, or update it, and show what it asks for.",
  argument: ["<id>", "the plugin's id"],
  options: [
    SITE_OPTION,
    ["--index <name>", "the index to install from, if several claim the name"],
    ["--from <file>", "an index file with its packages beside it, to try them before they are published"],
    ["--version <version>", "the version (default: the newest)"],
    ["--dry-run", "show what would change, and change nothing"],
    ["--map <file>", "the publisher's source map of the plugin; failures then name the author's files"],
    ["--allow-downgrade", "install it although a newer version was installed before (owners only)"],
    [
      "--alone <names>",
      "names of tools and prompts that the plugin may use without its id in front, separated by commas",
    ],
  ],
  examples: [
    "svc plugin add acme.notices --site http://demo.localhost:8787",
    "svc plugin add acme.notices --dry-run --site http://demo.localhost:8787",
    "svc plugin add acme.notices --from public/index.json --site http://demo.localhost:8787",
    "svc plugin add acme.notices --index acme --version 1.2.0 --site http://demo.localhost:8787",
  ],
  run,
};
