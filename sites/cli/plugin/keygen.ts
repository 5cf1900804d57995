/**
 * `svc plugin keygen`: makes a signing key. Writes the private half to a file that only this user can read, and never
 * prints it.
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { writeNew } from "../files/writeNew.ts";
import { MANIFEST_FILE } from "../packing/folderFiles.ts";
import { isPluginId } from "../../../manifests/shapes/id.ts";

const ALGORITHMS = ["Ed25519", "ES256"] as const;

/** The plugin's folder that a file would be in; undefined if there is none. Links are followed, as writing does. */
function pluginFolderOf(file: string): string | undefined {
  const parent = dirname(resolve(file));
  const isPlugin = (folder: string): boolean => existsSync(join(folder, MANIFEST_FILE));
  const above = (folder: string): string[] =>
    dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))];
  return above(existsSync(parent) ? realpathSync(parent) : parent).find(isPlugin);
}

/** A key in a plugin's folder is one careless command away from everybody. */
function refusePluginFolder(file: string): void {
  const folder = pluginFolderOf(file);
  if (folder !== undefined)
    throw new UsageError(
      `${file} would be in the plugin's folder ${folder}, which is made to be published. Name a file outside of it.`,
    );
}

/** True for a publisher, which is the part of a plugin id before the dot, or for a whole plugin id. */
const isScope = (name: string): boolean => isPluginId(name) || isPluginId(`${name}.x`);

function readPublishers(text: string | undefined): string[] | undefined {
  const names = text?.split(",").map((name) => name.trim());
  const wrong = names?.find((name) => !isScope(name));
  if (wrong !== undefined) throw new UsageError(`--publishers takes names such as acme, not ${JSON.stringify(wrong)}.`);
  return names;
}

async function run({ args: [file = ""], options }: Invocation): Promise<Outcome> {
  const alg = options.oneOf("alg", ALGORITHMS, "Ed25519");
  const publishers = readPublishers(options.text("publishers"));
  refusePluginFolder(file);
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const bare = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const trusted = { ...bare, kid, alg, use: "sig", ...(publishers ? { "svc:publishers": publishers } : {}) };
  writeNew(file, `${JSON.stringify({ ...(await exportJWK(privateKey)), kid, alg })}\n`);
  return {
    ok: true,
    lines: [JSON.stringify([trusted])],
    data: { kid, file, trustKeys: [trusted] },
    talk: [`The private key is in ${file}. Keep it secret.`, "Use the list above as PLUGIN_TRUST_KEYS."],
  };
}

export const keygen: CliCommand = {
  name: "keygen",
  summary: "Make a key pair: the private key goes to a file, the public one to stdout as a list of trust keys.",
  argument: ["<file>", "new file for the private key"],
  options: [
    ["--alg <name>", "Ed25519 or ES256 (default: Ed25519)"],
    ["--publishers <names>", "publishers or plugin ids that the key may sign, separated by commas (default: all)"],
  ],
  examples: [
    "svc plugin keygen acme.key.json > trust.json",
    "svc plugin keygen acme.key.json --publishers acme --json",
  ],
  run,
};
