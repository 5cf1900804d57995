/**
 * `svc plugin index make`: makes an index of packages, or its next version. Versions in the earlier index stay listed,
 * because sites refuse an index that drops one.
 */
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import type { Index } from "../../../../manifests/distribution/indexShape.ts";
import { readIndexText } from "../../../../manifests/distribution/openIndex.ts";
import { momentText } from "../../../../manifests/trust/moment.ts";
import { type CliCommand, type Invocation, type Options, type Outcome, UsageError } from "../../command/command.ts";
import { fileBytes } from "../signed/packageFile.ts";
import { writeWhole } from "../../files/writeWhole.ts";
import { indexFileBytes, readIndexFile, unsignedIndex } from "./documents.ts";
import { addedTo, DAYS_OPTION, expiryAfter, listedFrom } from "./listing.ts";

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

async function run(invocation: Invocation): Promise<Outcome> {
  const { args, options } = invocation;
  const [out, base] = [options.required("out"), options.required("base")];
  const previous = options.text("previous");
  const before = previous === undefined ? undefined : readIndexFile(previous).index;
  const all = await Promise.all(args.map((file) => listedFrom(file, base)));
  const made: Index = {
    index: before?.index ?? options.required("name"),
    version: (before?.version ?? 0) + 1,
    expires: expiryAfter(invocation),
    keys: keysIn(options, before),
    plugins: withdrawn(addedTo(before?.plugins ?? {}, all), options.texts("withdraw")),
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
    DAYS_OPTION,
    ["--withdraw <version...>", "versions that nobody should install any more: <id>@<version>=<reason>"],
  ],
  examples: [
    "svc plugin index make acme.notices-1.0.0.json --name acme --base https://acme.example/plugins/ --keys trust.json --out index.json",
    "svc plugin index make acme.notices-1.1.0.json --previous index.json --base https://acme.example/plugins/ --out index.json",
  ],
  run,
};
