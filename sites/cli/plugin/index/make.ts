/**
 * `svc plugin index make`: makes an index of packages, or its next version. Versions in the earlier index stay listed,
 * because sites refuse an index that drops one.
 */
import { countOf } from "../../terminal/countOf.ts";
import { basename } from "node:path";
import { INDEX_LIFETIME_MS } from "../../../../manifests/bounds/packages.ts";
import type { Index, IndexedPlugin } from "../../../../manifests/distribution/indexShape.ts";
import { readIndexText } from "../../../../manifests/distribution/openIndex.ts";
import { readManifest } from "../../../../manifests/rules/readManifest.ts";
import { textDigest } from "../../../../manifests/trust/digest.ts";
import { openPackage } from "../../../../manifests/trust/package.ts";
import { momentText } from "../../../../manifests/trust/moment.ts";
import { distrust } from "../../../../manifests/trust/untrusted.ts";
import { type CliCommand, type Invocation, type Options, type Outcome, UsageError } from "../../command/command.ts";
import { fileBytes, packageSha256 } from "../signed/packageFile.ts";
import { writeWhole } from "../../files/writeWhole.ts";
import { indexFileBytes, readIndexFile, unsignedIndex } from "./documents.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
const DAYS_MAX = INDEX_LIFETIME_MS / DAY_MS;

interface Listed {
  readonly id: string;
  readonly version: string;
  readonly entry: IndexedPlugin;
}

function addressIn(base: string, file: string): string {
  const url = URL.parse(basename(file), base.endsWith("/") ? base : `${base}/`);
  if (!url || url.protocol !== "https:")
    throw new UsageError("--base takes an https address, such as https://acme.example/plugins/.");
  return url.href;
}

async function listed(file: string, base: string): Promise<Listed> {
  const opened = openPackage(fileBytes(file));
  if (!opened.ok) throw new UsageError(`${file}: ${distrust(opened.error).detail}.`);
  const { manifestText, signatures } = opened.value;
  const manifest = readManifest(manifestText);
  if (!manifest.ok) throw new UsageError(`${file} has no plugin manifest.`);
  const { id, version, name, description, engine } = manifest.value;
  const digest = await textDigest(manifestText, packageSha256);
  const publisher = signatures[0]?.header.kid ?? "";
  const versions = { [version]: { digest, package: addressIn(base, file), engine } };
  return { id, version, entry: { name, ...(description === undefined ? {} : { description }), publisher, versions } };
}

/**
 * Adds packages to the earlier list. A listed version keeps its digest, because sites refuse an index that changes one.
 */
function joined(before: Index["plugins"], all: readonly Listed[]): Index["plugins"] {
  const plugins: Record<string, IndexedPlugin> = { ...before };
  for (const { id, version, entry } of all) {
    const earlier = plugins[id]?.versions ?? {};
    const same = earlier[version];
    if (same && same.digest !== entry.versions[version]?.digest)
      throw new UsageError(
        `${id} ${version} is already listed with other content. Give the plugin another version number.`,
      );
    plugins[id] = { ...entry, versions: { ...earlier, ...entry.versions } };
  }
  return plugins;
}

/** Matches a withdrawal, such as `acme.notices@1.0.0=It loses texts.` */
const WITHDRAWAL = /^([^@]+)@([^=]+)=(.+)$/;

function withdrawn(plugins: Index["plugins"], wishes: readonly string[]): Index["plugins"] {
  const result = { ...plugins };
  for (const wish of wishes) {
    const [, id = "", version = "", reason = ""] = WITHDRAWAL.exec(wish) ?? [];
    const [plugin, entry] = [result[id], result[id]?.versions[version]];
    if (!plugin || !entry)
      throw new UsageError("--withdraw takes a listed version with a reason: acme.notices@1.0.0=It loses texts.");
    result[id] = { ...plugin, versions: { ...plugin.versions, [version]: { ...entry, withdrawn: reason } } };
  }
  return result;
}

function keysIn(options: Options, before: Index | undefined): Index["keys"] {
  const file = options.text("keys");
  if (file === undefined && before) return before.keys;
  if (file === undefined) throw new UsageError("Name the keys that may sign the next version: --keys <file>.");
  const parsed: unknown = JSON.parse(Buffer.from(fileBytes(file)).toString("utf8"));
  if (!Array.isArray(parsed)) throw new UsageError(`${file} is not a list of keys from svc plugin keygen.`);
  return parsed as Index["keys"];
}

function readExpiry({ options, now }: Invocation): number {
  const days = Number(options.text("days") ?? DAYS);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    throw new UsageError(`--days takes a whole number up to ${DAYS_MAX}.`);
  return Math.floor((now + days * DAY_MS) / 1000);
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { args, options } = invocation;
  const [out, base] = [options.required("out"), options.required("base")];
  const previous = options.text("previous");
  const before = previous === undefined ? undefined : readIndexFile(previous).index;
  const all = await Promise.all(args.map((file) => listed(file, base)));
  const made: Index = {
    index: before?.index ?? options.required("name"),
    version: (before?.version ?? 0) + 1,
    expires: readExpiry(invocation),
    keys: keysIn(options, before),
    plugins: withdrawn(joined(before?.plugins ?? {}, all), options.texts("withdraw")),
  };
  const sound = readIndexText(JSON.stringify(made));
  if (!sound.ok) throw new UsageError(`The index would not be valid: ${sound.error.detail}.`);
  writeWhole(out, indexFileBytes(unsignedIndex(sound.value)));
  const { index, version, expires, plugins } = sound.value;
  return {
    ok: true,
    lines: [out],
    data: { file: out, index, version, expires, plugins: Object.keys(plugins) },
    talk: [
      `Version ${version} of ${index} with ${countOf(Object.keys(plugins).length, "plugin")} is valid until ${momentText(expires * 1000)}.`,
      `Sign it: svc plugin index sign ${out} --key <file>`,
    ],
  };
}

export const makeIndex: CliCommand = {
  name: "make",
  summary: "Make an index of signed packages, or the next version of an index.",
  argument: ["[package...]", "signed packages to list"],
  options: [
    ["--out <file>", "output file for the index"],
    ["--base <address>", "https address of the folder that will have the packages"],
    ["--name <name>", "name of a new index"],
    ["--previous <file>", "the previous version of the index"],
    ["--keys <file>", "public keys that may sign the next version (default: those of the previous one)"],
    ["--days <number>", `days until the index expires, up to ${DAYS_MAX} (default: ${DAYS})`],
    ["--withdraw <version...>", "versions that nobody should install any more: <id>@<version>=<reason>"],
  ],
  examples: [
    "svc plugin index make acme.notices-1.0.0.json --name acme --base https://acme.example/plugins/ --keys trust.json --out index.json",
    "svc plugin index make acme.notices-1.1.0.json --previous index.json --base https://acme.example/plugins/ --out index.json",
  ],
  run,
};
