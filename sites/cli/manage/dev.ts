/**
 * Keeps a site's copy of a plugin as new as the author's folder: with every change it is checked, packed under a version
 * of its own, signed, uploaded, granted what was granted before and switched on. It asks before it grants more.
 */
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PackedPlugin } from "../../../manifests/packedPlugin.ts";
import type { Command, Invocation, Outcome } from "../command.ts";
import { Trouble } from "../command.ts";
import { checkFolder } from "../plugin/check.ts";
import { unsigned } from "../plugin/packageFile.ts";
import type { SigningKey } from "../plugin/signing.ts";
import { readKey, signed } from "../plugin/signing.ts";
import { writeTypes } from "../plugin/types.ts";
import { digestOf } from "../pluginFolder.ts";
import { SITE_OPTION } from "../site/address.ts";
import type { SiteSession } from "../site/session.ts";
import { sessionFor } from "../site/session.ts";
import { agrees, giveGrant } from "./grant.ts";
import type { PluginView } from "./plugins.ts";
import { isGranted } from "./plugins.ts";
import { upload } from "./publish.ts";
import { enablePlugin } from "./switches.ts";
import { pluginLine } from "./words.ts";

/** Where `npm start` keeps the key it trusts from the start. */
const LOCAL_KEY = fileURLToPath(new URL("../../../.svc/local/signing.key.json", import.meta.url));

/** Editors write a file in several steps; a save is one change. */
const SETTLE_MS = 120;

interface Workshop {
  readonly folder: string;
  readonly session: SiteSession;
  readonly key: SigningKey;
  readonly invocation: Invocation;
}

/** A site never takes other bytes under a version it has seen, so each change is a version, before the one it leads to. */
function asOfNow(plugin: PackedPlugin, now: number): PackedPlugin {
  const { version } = plugin.manifest;
  const manifest = { ...plugin.manifest, version: `${version}${version.includes("-") ? "." : "-"}dev.${now}` };
  const manifestText = JSON.stringify(manifest);
  return { ...plugin, manifest, manifestText, digest: digestOf(manifestText) };
}

/** What asks for no more than was granted to the version before is granted again: that was this author's own yes. */
async function granted({ session, invocation: { options, tell } }: Workshop, plugin: PluginView): Promise<PluginView> {
  if (isGranted(plugin)) return plugin;
  const asksForMore = !plugin.grant || plugin.difference.added.length > 0;
  if (asksForMore && !options.isSet("yes") && !(await agrees(plugin, tell))) return plugin;
  return giveGrant(session, plugin);
}

async function brought(workshop: Workshop, plugin: PackedPlugin): Promise<PluginView> {
  const { session, key } = workshop;
  const document = await signed(unsigned(asOfNow(plugin, Date.now())), key);
  const ready = await granted(workshop, await upload(session, document, true));
  return ready.state === "enabled" ? ready : enablePlugin(session, ready.id);
}

class Round {
  readonly #workshop: Workshop;
  #last = "";

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
  }

  /** One look at the folder; nothing when it holds what the site has. */
  async run(): Promise<Outcome | undefined> {
    const { folder } = this.#workshop;
    const { plugin, findings, lines, notes } = checkFolder(folder);
    if (!plugin || findings.length > 0) {
      this.#last = "";
      return { ok: false, lines, data: { folder, findings }, talk: notes };
    }
    if (plugin.digest === this.#last) return undefined;
    if (plugin.manifest.kind === "executable") await writeTypes(folder, plugin.manifest);
    const view = await brought(this.#workshop, plugin);
    this.#last = plugin.digest;
    return { ok: view.active, lines: [pluginLine(view)], data: { folder, plugin: view }, talk: notes };
  }
}

async function attempt(round: Round): Promise<Outcome | undefined> {
  try {
    return await round.run();
  } catch (error) {
    if (error instanceof Trouble) return error.outcome;
    throw error;
  }
}

/** Changes of a folder, each once it has settled, until somebody presses Ctrl-C. */
async function* changesIn(folder: string): AsyncGenerator<void> {
  let changed = Promise.withResolvers<void>();
  let isOver = false;
  const watcher = watch(folder, { recursive: true }, () => changed.resolve());
  process.once("SIGINT", () => {
    isOver = true;
    changed.resolve();
  });
  try {
    for (;;) {
      await changed.promise;
      if (isOver) return;
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      changed = Promise.withResolvers<void>();
      yield;
    }
  } finally {
    watcher.close();
  }
}

const clock = (): string => new Date().toTimeString().slice(0, 8);

async function run(invocation: Invocation): Promise<Outcome> {
  const { args: [folder = "."], options, tell } = invocation;
  const workshop = { folder, invocation, session: sessionFor(invocation), key: await readKey(options.text("key") ?? LOCAL_KEY) };
  const round = new Round(workshop);
  const first = await attempt(round);
  if (options.isSet("once") && first) return first;
  const show = (outcome: Outcome | undefined): void => {
    for (const line of [...(outcome?.lines ?? []), ...(outcome?.talk ?? [])]) tell(`${clock()} ${line}`);
  };
  show(first);
  tell(`Watching ${folder}; Ctrl-C ends it.`);
  for await (const _change of changesIn(folder)) show(await attempt(round));
  return { ok: true, lines: [], data: { folder } };
}

export const dev: Command = {
  name: "dev",
  summary: "Bring a plugin to a site you own and keep it as new as its folder, until Ctrl-C.",
  argument: ["[folder]", "the folder with plugin.jsonc (default: this one)"],
  options: [
    SITE_OPTION,
    ["--key <file>", "the private key to sign with (default: the one npm start made in .svc/local)"],
    ["--yes", "grant what it asks for without being asked"],
    ["--once", "bring it once and end"],
  ],
  examples: ["svc plugin dev notices --site http://demo.localhost:8787", "svc plugin dev --key acme.key.json --yes --once"],
  run,
};
