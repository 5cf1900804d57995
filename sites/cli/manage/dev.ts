/**
 * `svc plugin dev`: keeps a site's copy of a plugin equal to the author's folder. Checks each change, packs it under
 * its own version, signs, uploads and enables it. Repeats an earlier grant, and asks the author before granting more.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { namesAlone } from "../../../runtime/plugins/packages/nameCheck.ts";
import type { PackageContent } from "../../../manifests/trust/packageShape.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { siteDirectoryAbove } from "../directory/siteFile.ts";
import { checkFolder } from "../plugin/check.ts";
import { unsigned } from "../plugin/signed/packageFile.ts";
import { type SigningKey, readKey, signed } from "../plugin/signed/signing.ts";
import { findTool } from "../files/toolsBeside.ts";
import { writeTypes } from "../plugin/types.ts";
import { GalleryServer } from "../plugin/gallery/server.ts";
import { mapText, readMap } from "../bundling/mapFile.ts";
import { controlIn } from "../debugging/controlFile.ts";
import { debuggable, debuggerMap } from "../debugging/debuggable.ts";
import { DebugServer } from "../debugging/debugServer.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import { folderFileDigest } from "../packing/pluginFolder.ts";
import { SITE_OPTION } from "../site/address.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { reasonIn } from "../site/problem.ts";
import { bringMap } from "./bringMap.ts";
import { type Brought, FailureWatch } from "./failureWatch.ts";
import { FolderWatch } from "./folderWatch.ts";
import { agrees, grantAll } from "./grant.ts";
import { type InstalledView, type PluginView, isGranted } from "./plugins.ts";
import { AS_PACKED, inSourceOf } from "../bundling/inSource.ts";
import { uploadFiles } from "./publish.ts";
import { agreesToNames, enablePlugin } from "./switches.ts";
import { pluginLine, sharingLines } from "./words.ts";

const CHECKOUT = fileURLToPath(new URL("../../../", import.meta.url));

/** The signing key that `svc start`, or `npm start` in a checkout, creates and trusts. */
export const localKey = (from = "."): string =>
  join(siteDirectoryAbove(from) ?? CHECKOUT, ".svc/local/signing.key.json");

/** The named key file, or the key of the site on this machine. */
export function findKeyFile(named: string | undefined, local = localKey()): string {
  if (named !== undefined) return named;
  if (!existsSync(local))
    throw new UsageError(
      `There is no ${local}. Run svc start, or npm start in a checkout. Or use --key with a key that the site trusts: signing.key.json in its data folder.`,
    );
  return local;
}

interface Workshop {
  readonly folder: string;
  /** The file of the key that signs. The data folder of a run on this machine has it, too. */
  readonly keyFile: string;
  readonly session: SiteSession;
  readonly key: SigningKey;
  readonly invocation: Invocation;
}

/** Gives each change its own pre-release version, because a site refuses other bytes under a version that it knows. */
function asOfNow(plugin: AuthoredPlugin, now: number): AuthoredPlugin {
  const { version } = plugin.manifest;
  const manifest = { ...plugin.manifest, version: `${version}${version.includes("-") ? "." : "-"}dev.${now}` };
  const manifestText = JSON.stringify(manifest);
  return { ...plugin, manifest, manifestText, digest: folderFileDigest(manifestText) };
}

/** Grants the plugin again. The author is asked only if it requests more than before. */
async function granted({ session, invocation: { options, tell } }: Workshop, plugin: PluginView): Promise<PluginView> {
  if (isGranted(plugin) && !plugin.waiting) return plugin;
  const asksForMore = plugin.waiting
    ? plugin.waiting.why === "asks_more"
    : !plugin.grant || plugin.difference.added.length > 0;
  if (asksForMore && !options.isSet("yes") && !(await agrees(plugin, tell))) return plugin;
  return grantAll(session, plugin);
}

/**
 * Uploads a version. A pre-release version sorts before its release, so after that release the site refuses it as
 * older. The upload is then repeated with the owner's confirmation.
 */
async function uploaded(
  session: SiteSession,
  content: PackageContent,
  alone: readonly string[],
): Promise<InstalledView> {
  try {
    return await uploadFiles(session, content, { allowDowngrade: false, alone });
  } catch (error) {
    if (!(error instanceof Trouble) || reasonIn(error.outcome) !== "older_than_highest") throw error;
    return uploadFiles(session, content, { allowDowngrade: true, alone });
  }
}

async function brought(workshop: Workshop, plugin: AuthoredPlugin): Promise<PluginView> {
  const { session, key, invocation } = workshop;
  const isAgreed = invocation.options.isSet("yes");
  const content = await signed(unsigned(plugin), key);
  const view = await uploaded(session, content, isAgreed ? namesAlone(plugin) : []);
  for (const line of sharingLines(view.sharing ?? null)) invocation.tell(line);
  await mapped(workshop, view, plugin);
  const ready = await granted(workshop, view);
  if (ready.state === "enabled" || !(isAgreed || (await agreesToNames(ready, invocation)))) return ready;
  return enablePlugin(session, ready);
}

/**
 * Uploads the source map, so that the editor names the author's files as well. A refused map is no fault of the plugin.
 */
async function mapped({ session, invocation }: Workshop, view: PluginView, plugin: AuthoredPlugin): Promise<void> {
  const { digest, bundle } = plugin;
  if (!bundle) return;
  const name = `${view.id}.map`;
  const { isTaken, says } = await bringMap(session, view, readMap(name, mapText(bundle, digest)));
  if (!isTaken) for (const line of says) invocation.tell(line);
}

/** The view of the folder's current state, such as the gallery. */
interface Showing {
  show(plugin: PackedPlugin): void;
  tell(faults: readonly string[]): void;
}

class Round {
  readonly #workshop: Workshop;
  readonly #showing: Showing | undefined;
  readonly #debugger: DebugServer | undefined;
  #last = "";
  /** The uploaded plugin; undefined before the first upload. */
  brought: Brought | undefined;

  constructor(workshop: Workshop, showing?: Showing, debugging?: DebugServer) {
    this.#workshop = workshop;
    this.#showing = showing;
    this.#debugger = debugging;
  }

  /** Types are for the author's text editor, so a plugin goes to the site without their tool, too. */
  async #writeTypes({ manifest }: AuthoredPlugin): Promise<void> {
    const hasTool = findTool("json-schema-to-typescript") !== undefined;
    if (manifest.kind === "executable" && hasTool) await writeTypes(this.#workshop.folder, manifest);
  }

  /** Checks the folder once. Undefined if the site has this content already. */
  async run(): Promise<Outcome | undefined> {
    const { folder } = this.#workshop;
    const { plugin, findings, lines, notes } = checkFolder(folder);
    if (!plugin || findings.length > 0) {
      this.#last = "";
      this.#showing?.tell(lines);
      return { ok: false, lines, data: { folder, findings }, talk: notes };
    }
    if (plugin.digest === this.#last) return undefined;
    this.#showing?.show(plugin);
    await this.#writeTypes(plugin);
    const sourceMap = this.#debugger ? debuggerMap(folder, plugin) : "";
    const shown = this.#debugger ? debuggable(plugin, { text: sourceMap, address: this.#debugger.mapAddress }) : plugin;
    const ready = asOfNow(shown, Date.now());
    const view = await brought(this.#workshop, ready);
    this.#debugger?.show({ plugin: view.id, digest: ready.digest, sourceMap });
    this.#last = plugin.digest;
    this.brought = { id: view.id, inSource: plugin.bundle ? inSourceOf(plugin.bundle, ready.digest) : AS_PACKED };
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

const clock = (): string => new Date().toTimeString().slice(0, 8);

/** The port of the gallery; 0 for any free port. */
function readPort(options: Invocation["options"]): number {
  const port = Number(options.text("gallery") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError("--gallery takes a port.");
  return port;
}

/** Opens a debugger's door to a plugin at the run whose data folder has the key. */
async function debuggerOf({ keyFile, invocation: { tell } }: Workshop): Promise<DebugServer> {
  const control = (): ReturnType<typeof controlIn> => controlIn({ control: join(dirname(keyFile), "control.json") });
  if (!control())
    throw new UsageError(
      `--inspect needs a run on this machine, and ${dirname(keyFile)} is the data folder of none. Name the key of its data folder with --key.`,
    );
  const server = new DebugServer(control);
  const address = await server.listen();
  tell(`Inspector: ws://${address}`);
  tell(`In Chrome: devtools://devtools/bundled/js_app.html?v8only=true&ws=${address}`);
  return server;
}

async function keepBringing(workshop: Workshop): Promise<Outcome> {
  const {
    folder,
    invocation: { tell, options },
  } = workshop;
  await using gallery = new GalleryServer();
  const address = await gallery.listen(readPort(options));
  await using debugging = options.isSet("inspect") ? await debuggerOf(workshop) : undefined;
  const round = new Round(workshop, gallery, debugging);
  // The watch starts before the first round. A save during that round then starts another.
  using watching = new FolderWatch(folder);
  process.once("SIGINT", () => watching.stop());
  const bring = async (): Promise<void> => {
    const outcome = await attempt(round);
    for (const line of [...(outcome?.lines ?? []), ...(outcome?.talk ?? [])]) tell(`${clock()} ${line}`);
  };
  await bring();
  using _failures = new FailureWatch(() => round.brought, workshop);
  tell(`Gallery: ${address}`);
  tell(`Watching ${folder}. Press Ctrl-C to stop.`);
  while (await watching.next()) await bring();
  return { ok: true, lines: [], data: { folder } };
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [folder = "."],
    options,
  } = invocation;
  if (options.isSet("inspect") && options.isSet("once"))
    throw new UsageError("Use either --inspect or --once, not both.");
  const keyFile = findKeyFile(options.text("key"));
  const workshop = { folder, keyFile, invocation, session: sessionFor(invocation), key: await readKey(keyFile) };
  if (!options.isSet("once")) return keepBringing(workshop);
  return (await attempt(new Round(workshop))) ?? { ok: true, lines: [], data: { folder } };
}

export const dev: CliCommand = {
  name: "dev",
  summary: "Install a plugin from its folder at a site that you own, and update it after every change, until Ctrl-C.",
  argument: ["[folder]", "the folder with plugin.jsonc (default: the current folder)"],
  options: [
    SITE_OPTION,
    ["--key <file>", "the private key to sign with (default: the key of svc start in .svc/local)"],
    [
      "--yes",
      "grant what the plugin asks for, and agree to names without the plugin's id in front, without a question",
    ],
    ["--gallery <port>", "port of the gallery of its sections and themes on this machine (default: any free port)"],
    ["--once", "install it once and exit"],
    ["--inspect", "print the address of an inspector for its code, at a site of this machine"],
  ],
  examples: [
    "svc plugin dev notices --site http://demo.localhost:8787",
    "svc plugin dev --key acme.key.json --yes --once",
    "svc plugin dev notices --inspect",
  ],
  run,
};
