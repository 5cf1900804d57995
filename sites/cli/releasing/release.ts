/**
 * `svc plugin release`: version, changelog, package, signature and index in one step, into a folder or a bucket. The
 * package is written before the index that names it, and the author's own files last. So a repeat after an
 * interruption goes on, and an index never names what is not there.
 */
import { join } from "node:path";
import { provenanceBeside } from "../../../manifests/distribution/provenance.ts";
import { momentText } from "../../../manifests/trust/moment.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { mapFileOf, mapText } from "../bundling/mapFile.ts";
import { textAt } from "../files/textAt.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { MANIFEST_FILE } from "../packing/folderFiles.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import { judgeFolder } from "../plugin/folderJudgement.ts";
import { DAYS_OPTION, expiryAfter } from "../plugin/index/listing.ts";
import { readKey, type SigningKey } from "../plugin/signed/signing.ts";
import { bucketAt, isBucket } from "./bucket.ts";
import { CHANGELOG_FILE, releasedChanges, type ReleasedChanges } from "./changelog.ts";
import { folderAt } from "./folder.ts";
import { builderIn, gitSourceOf } from "./gitSource.ts";
import { signedStatement } from "./statement.ts";
import { earlierIndex, INDEX_FILE, indexWith, type SignedIndex } from "./nextIndex.ts";
import { type FoundFile, isSameFile, type PackagePlace } from "./place.ts";
import { signedPackage } from "./signedPackage.ts";
import { STEPS, manifestVersion, type VersionStep, wishedVersion, withVersion } from "./versioning.ts";

/** The release as the author's folder describes it, before anything is written. */
interface Wanted extends ReleasedChanges {
  readonly before: string;
  readonly version: string;
  readonly manifest: string;
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

function stepOption({ options }: Invocation): VersionStep | undefined {
  return options.text("step") === undefined ? undefined : options.oneOf("step", STEPS, "patch");
}

function wantedIn(folder: string, invocation: Invocation): Wanted {
  const text = textAt(join(folder, MANIFEST_FILE));
  if (text === undefined) throw new UsageError(`There is no ${MANIFEST_FILE} in ${folder}.`);
  const before = manifestVersion(text);
  if (before === undefined)
    throw new Trouble(`${join(folder, MANIFEST_FILE)} has no version. Run: svc plugin check ${folder}`);
  const version = wishedVersion(before, { version: invocation.options.text("version"), step: stepOption(invocation) });
  const place = join(folder, CHANGELOG_FILE);
  const changes = releasedChanges(textAt(place) ?? "", version, dayOf(invocation.now));
  if (!changes.ok)
    throw new Trouble(
      `${place}: ${changes.error}. Write below "## Unreleased" what is new, for the people who update.`,
    );
  return { before, version, manifest: withVersion(text, version), ...changes.value };
}

/** The files of a release at its place, and those that the place has now. */
interface Release {
  readonly plugin: AuthoredPlugin;
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly there: Readonly<Record<"package" | "index" | "provenance", FoundFile | undefined>>;
  readonly next: SignedIndex;
  /** The statement about its origin; undefined if none is wished. */
  readonly statement: Uint8Array | undefined;
}

async function releaseOf(
  plugin: AuthoredPlugin,
  place: PackagePlace,
  key: SigningKey,
  invocation: Invocation,
): Promise<Release> {
  const { options, now } = invocation;
  const file = `${plugin.manifest.id}-${plugin.manifest.version}.json`;
  const beside = provenanceBeside(file);
  const there = {
    package: await place.read(file),
    index: await place.read(INDEX_FILE),
    provenance: options.isSet("provenance") ? await place.read(beside) : undefined,
  };
  const before = await earlierIndex(there.index, place.addressOf(INDEX_FILE), key, now);
  const bytes = await signedPackage(plugin, key, { found: there.package, address: place.addressOf(file), now });
  const wish = { name: options.text("name"), base: options.text("base"), now, expires: expiryAfter(invocation) };
  const next = await indexWith(before, { bytes, file }, wish, key);
  return { plugin, file, bytes, there, next, statement: await statementIn(plugin, there.provenance, key, invocation) };
}

async function statementIn(
  plugin: AuthoredPlugin,
  found: FoundFile | undefined,
  key: SigningKey,
  { args: [folder = ""], options, environment, now }: Invocation,
): Promise<Uint8Array | undefined> {
  if (!options.isSet("provenance")) return undefined;
  return signedStatement(plugin, { source: gitSourceOf(folder), builder: builderIn(environment) }, key, { found, now });
}

/** A statement names a commit, so the commit must have the version and its changes. */
function requireCommitted(folder: string, { before, version, text }: Wanted): void {
  if (before !== version || textAt(join(folder, CHANGELOG_FILE)) !== text)
    throw new Trouble(`Commit ${version} first, with its heading in ${CHANGELOG_FILE}: --provenance names a commit.`);
}

/** Writes one file and reads it back. A place that gives other bytes is named. */
async function put(place: PackagePlace, name: string, bytes: Uint8Array, before: FoundFile | undefined): Promise<void> {
  if (isSameFile(before, { bytes })) return;
  await place.write(name, bytes, before);
  if (!isSameFile(await place.read(name), { bytes }))
    throw new Trouble(`${place.addressOf(name)} has other bytes than were written. Run the command again.`);
}

async function publish(place: PackagePlace, { file, bytes, there, next, statement }: Release): Promise<void> {
  await put(place, file, bytes, there.package);
  if (statement) await put(place, provenanceBeside(file), statement, there.provenance);
  if (next.bytes) await put(place, INDEX_FILE, next.bytes, there.index);
}

/** The author's own files, which keep the version and what stack traces need. */
function keep(folder: string, { manifest, text }: Wanted, { plugin: { bundle, digest }, file }: Release): string[] {
  const files: (readonly [path: string, text: string])[] = [
    [join(folder, MANIFEST_FILE), manifest],
    [join(folder, CHANGELOG_FILE), text],
    ...(bundle ? [[mapFileOf(file), mapText(bundle, digest)] as const] : []),
  ];
  const changed = files.filter(([path, wanted]) => textAt(path) !== wanted);
  for (const [path, wanted] of changed) writeWhole(path, wanted);
  return changed.map(([path]) => path);
}

const isDone = ({ bytes, there, next }: Release): boolean => isSameFile(there.package, { bytes }) && !next.bytes;

function linesOf(
  place: PackagePlace,
  { before, version, changes }: Wanted,
  release: Release,
  key: SigningKey,
): string[] {
  const { plugin, file, bytes, there, next } = release;
  const isThere = isSameFile(there.package, { bytes });
  const { index, version: number, expires } = next.index;
  return [
    `${plugin.manifest.id} ${before === version ? version : `${before} -> ${version}`}`,
    ...changes.map((line) => `  ${line}`),
    `package  ${place.addressOf(file)}, ${bytes.length} bytes${isThere ? ", is there already" : ""}`,
    `signed   by ${key.kid}`,
    ...(release.statement ? [`origin   ${place.addressOf(provenanceBeside(file))}`] : []),
    `index    ${place.addressOf(INDEX_FILE)}, version ${number} of ${index} until ${momentText(expires * 1000)}${next.bytes ? "" : ", lists it already"}`,
  ];
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { args, options, environment, now } = invocation;
  const [folder = ""] = args;
  const [to, key] = [options.required("to"), await readKey(options.required("key"))];
  const isDry = options.isSet("dry-run");
  const wanted = wantedIn(folder, invocation);
  if (options.isSet("provenance")) requireCommitted(folder, wanted);
  const { plugin, findings, lines, advice } = judgeFolder(folder, new Map([[MANIFEST_FILE, wanted.manifest]]));
  if (!plugin || findings.length > 0) return { ok: false, lines, data: { findings } };
  const place = isBucket(to) ? bucketAt(to, environment, now) : folderAt(to);
  const release = await releaseOf(plugin, place, key, invocation);
  if (!isDry) await publish(place, release);
  const kept = isDry ? [] : keep(folder, wanted, release);
  const { id, version } = plugin.manifest;
  return {
    ok: true,
    lines: [...(isDry ? ["Nothing was written. It would be:"] : []), ...linesOf(place, wanted, release, key)],
    data: {
      id,
      version,
      digest: plugin.digest,
      package: place.addressOf(release.file),
      index: place.addressOf(INDEX_FILE),
      indexVersion: release.next.index.version,
      same: isDone(release),
      changed: kept,
      ...(isDry && { dryRun: true }),
    },
    talk: isDry ? [] : [...advice, ...kept.map((path) => `${path} is written. Commit it with this release.`)],
  };
}

export const release: CliCommand = {
  name: "release",
  summary: "Release a plugin in one step: version, changelog, package, signature and index.",
  argument: ["<folder>", "the folder with plugin.jsonc and CHANGELOG.md"],
  options: [
    ["--key <file>", "the private key from svc plugin keygen, which signs package and index"],
    ["--to <place>", "a folder that a web server serves, or the https address of a folder in a bucket (S3)"],
    ["--step <step>", `raise the version by a step: ${STEPS.join(", ")}`],
    ["--version <version>", "the version to release (default: the one of plugin.jsonc)"],
    ["--base <address>", "https address of the folder for sites (default: the folder of earlier packages)"],
    ["--name <name>", "name of a new index"],
    DAYS_OPTION,
    ["--provenance", "put a signed statement beside the package: its repository, its commit and this command"],
    ["--dry-run", "say what would be written, and write nothing"],
  ],
  examples: [
    "svc plugin release notices --key acme.key.json --to public --base https://acme.example/plugins/ --name acme",
    "svc plugin release notices --key acme.key.json --to public --step minor --dry-run",
  ],
  run,
};
