/** Installs the demo's plugins with code through the API, as the demo's owner. */
import { randomBytes } from "node:crypto";
import { mapText, readMap } from "../../cli/bundling/mapFile.ts";
import type { AuthoredPlugin } from "../../cli/packing/packing.ts";
import { readKey, signatureOver } from "../../cli/plugin/signed/signing.ts";
import { packageBytes, unsigned } from "../../cli/plugin/signed/packageFile.ts";
import { remedyFor } from "../../cli/site/problem.ts";
import { DEMO_NAMES, loadDemo, loadPluginSettings } from "../../demo/load.ts";
import { PEOPLE } from "../identity/people.ts";
import { Problem } from "../process/problem.ts";
import type { FolderSigningKey } from "../state/signingKey.ts";
import { Owner, type OwnerChange } from "./owner.ts";

/** The members of the API's plugin that this file reads. */
interface Shown {
  readonly alone: readonly string[];
  readonly id: string;
  readonly digest: string;
  readonly version: string;
  readonly state: string;
  readonly requested: Readonly<Record<string, unknown>>;
  readonly grant: { readonly digest: string } | null;
  /** The version that waits for an owner's consent. */
  readonly waiting: { readonly digest: string } | null;
}

interface Settings {
  readonly version: number;
}

/** The workers' port, and the signing key of the plugins. */
export interface DemoInstallationInput {
  readonly port: number;
  readonly key: FolderSigningKey;
  readonly tell: (line: string) => void;
}

const [DEMO] = DEMO_NAMES;

/** Installs plugins that are due. Answers those that are installed. */
export const installDue = (
  plugins: readonly AuthoredPlugin[],
  input: DemoInstallationInput,
): Promise<AuthoredPlugin[]> => installAll(plugins, input).catch((error: unknown) => without(error, input.tell));

/** No site waits for the demo's plugins. The owner who would install them may no longer be a member, for example. */
function without(error: unknown, tell: DemoInstallationInput["tell"]): AuthoredPlugin[] {
  if (!(error instanceof Problem)) throw error;
  tell(`Plugins with code were not installed: ${error.message}`);
  return [];
}

/** The versions that the site has, in place of a damaged record. An owner may have switched one off since. */
export async function installedAt(
  { port }: Pick<DemoInstallationInput, "port">,
  plugins: readonly AuthoredPlugin[],
): Promise<Record<string, string>> {
  await using owner = await ownerAt(port);
  const { items } = await owner.read<{ items: Shown[] }>("/api/plugins");
  const ours = new Set(plugins.map(({ manifest }) => manifest.id));
  return Object.fromEntries(items.filter(({ id }) => ours.has(id)).map(({ id, digest }) => [id, digest]));
}

const ownerAt = (port: number): Promise<Owner> =>
  Owner.logIn({ port, hostname: loadDemo(DEMO).domain.hostname, subject: ownerOf(DEMO) });

async function installAll(
  plugins: readonly AuthoredPlugin[],
  { port, key, tell }: DemoInstallationInput,
): Promise<AuthoredPlugin[]> {
  await using owner = await ownerAt(port);
  const signing = await readKey(key.file);
  const done: AuthoredPlugin[] = [];
  for (const plugin of plugins) {
    const document = unsigned(plugin);
    const signed = { ...document, jws: { ...document.jws, signatures: [await signatureOver(document, signing)] } };
    if (await installOne(owner, plugin, Buffer.from(packageBytes(signed)).toString("utf8"), tell)) done.push(plugin);
  }
  if (done.length > 0) await publish(owner, tell);
  if (done.length > 0)
    tell(
      `Installed as the demo's owner: ${done.map(({ manifest: { id, version } }) => `${id} ${version}`).join(", ")}.`,
    );
  return done;
}

interface Changes {
  readonly change: number;
  readonly total: number;
  readonly documents: readonly unknown[];
}

/** Publishes the plugins' additions to pages, unless the draft has other changes. */
async function publish(owner: Owner, tell: (line: string) => void): Promise<void> {
  const { change, total, documents } = await owner.read<Changes>("/api/changes");
  if (total > 0 || documents.length > 0) return;
  const { status, text } = await owner.change({ method: "POST", path: "/api/publish", version: change });
  if (status >= 300) tell(`The plugins' changes to pages were not published: ${whyOf(text)}`);
}

const ownerOf = (tenant: string): string => PEOPLE.find(({ owns }) => owns === tenant)?.subject ?? "";

/**
 * Installs one plugin. Each step first checks whether it is done, so that the next start completes an interrupted one.
 */
async function installOne(
  owner: Owner,
  { manifest: { id, version }, digest, bundle }: AuthoredPlugin,
  document: string,
  tell: (line: string) => void,
): Promise<boolean> {
  const path = `/api/plugins/${id}`;
  const before = (await owner.read<{ items: Shown[] }>("/api/plugins")).items.find((one) => one.id === id);
  if (before?.digest !== digest) {
    const { status, text } = await owner.change({ method: "POST", path: "/api/plugins", body: document });
    if (status >= 300) {
      tell(`${id} ${version} was not installed: ${whyOf(text)}`);
      return false;
    }
  }
  if (bundle) await bringMap(owner, path, mapText(bundle, digest), tell);
  const shown = await owner.read<Shown>(path);
  // The earlier grant does not cover a waiting version. A person must read and grant it, even with both versions on
  // their disk.
  if (shown.waiting?.digest === digest) {
    tell(
      `${id} ${version} is waiting; ${shown.version} stays in use. To see why: svc plugin show ${id}. To allow it: svc plugin grant ${id}.`,
    );
    return false;
  }
  for (const change of [...grantOf(shown, path, digest), ...(await readSettings(owner, id)), ...stateOf(shown, path)]) {
    const { status, text } = await owner.change(change);
    if (status < 300) continue;
    // For example, another folder's plugin has one of its names. All sites are served without this plugin.
    tell(`${id} ${version} is installed but not in use: ${whyOf(text)}`);
    return false;
  }
  return true;
}

function grantOf({ requested, grant }: Shown, path: string, digest: string): OwnerChange[] {
  if (Object.keys(requested).length === 0 || grant?.digest === digest) return [];
  return [{ method: "PUT", path: `${path}/grant`, body: { digest, capabilities: requested } }];
}

const stateOf = ({ state, alone }: Shown, path: string): OwnerChange[] =>
  state === "enabled" ? [] : [{ method: "PUT", path: `${path}/state`, body: { state: "enabled", alone } }];

/** Uploads the source map, so that failures name the author's files. A refused map does not stop the installation. */
async function bringMap(owner: Owner, path: string, text: string, tell: (line: string) => void): Promise<void> {
  const { digest, sources, mappings } = readMap(path, text);
  const body = { digest, sources, mappings };
  const { status, text: answer } = await owner.change({ method: "PUT", path: `${path}/map`, body });
  if (status >= 300) tell(`The source map of ${path} was refused: ${whyOf(answer)}`);
}

/** Extracts the reason of a problem document, with its remedy; of any other text, its beginning. */
function whyOf(text: string): string {
  const { code, detail, reason } = (text.startsWith("{") ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
  const why = [code, detail, reason].filter((part) => typeof part === "string").join(", ");
  return [why || text.slice(0, 200), ...remedyFor(reason)].join(". ");
}

/** The settings of a plugin that has none yet. Later changes are the owner's. */
async function readSettings(owner: Owner, id: string): Promise<OwnerChange[]> {
  const values = loadPluginSettings(DEMO)[id];
  if (values === undefined) return [];
  const path = `/api/plugins/${id}/settings`;
  const { version } = await owner.read<Settings>(path);
  return version === 0 ? [{ method: "PUT", path, version, body: { values: withSecrets(values) } }] : [];
}

/**
 * The prefix of a value in the demo's files that stands for a secret. A random secret replaces it at the installation.
 */
const SECRET = "secret:";

const withSecrets = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === SECRET ? randomBytes(32).toString("base64url") : value,
    ]),
  );
