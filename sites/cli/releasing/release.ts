/**
 * `svc plugin release`: version, changelog, package, signature and index in one step, into a folder or a bucket. The
 * package is written before the index that names it, and the author's own files last. So a repeat after an
 * interruption goes on, and an index never names what is not there.
 */
import { join } from "node:path";
import { momentText } from "../../../manifests/trust/moment.ts";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { mapFileOf, mapText } from "../bundling/mapFile.ts";
import { textAt } from "../files/textAt.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { MANIFEST_FILE } from "../packing/folderFiles.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import { judgeFolder } from "../plugin/folderJudgement.ts";
import { DAYS_OPTION, expiryAfter } from "../plugin/index/listing.ts";
import { readKey, type SigningKey } from "../plugin/signed/signing.ts";
import { CHANGELOG_FILE, releasedChanges, type ReleasedChanges } from "./changelog.ts";
import { builderIn, gitSourceOf } from "./gitSource.ts";
import { placedStatement } from "./statement.ts";
import { INDEX_FILE, type NextIndex, nextIndexAt, publishPackages } from "./nextIndex.ts";
import { isSameFile, type PackagePlace, type PlacedFile } from "./place.ts";
import { packagePlaceAt } from "./packagePlaceAt.ts";
import { keepRecord, recordName } from "./record.ts";
import { placedPackage } from "./signedPackage.ts";
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
  readonly package: PlacedFile;
  readonly next: NextIndex;
  /** The statement about its origin, if it is wished. */
  readonly statements: readonly PlacedFile[];
}

async function releaseOf(
  plugin: AuthoredPlugin,
  place: PackagePlace,
  key: SigningKey,
  invocation: Invocation,
): Promise<Release> {
  const { args, options, environment, now } = invocation;
  const [folder = ""] = args;
  const packed = await placedPackage(plugin, place, key, now);
  const record = (index: string): string => options.text("record") ?? join(folder, recordName(index));
  const wish = {
    name: options.text("name"),
    base: options.text("base"),
    now,
    expires: expiryAfter(invocation),
    record,
  };
  const next = await nextIndexAt(place, [packed], wish, key);
  const origin = options.isSet("provenance") ? [{ source: gitSourceOf(folder), builder: builderIn(environment) }] : [];
  const statements = await Promise.all(origin.map((one) => placedStatement(plugin, place, one, key, now)));
  return { plugin, package: packed, next, statements };
}

/** A statement names a commit, so the commit must have the version and its changes. */
function requireCommitted(folder: string, { before, version, text }: Wanted): void {
  if (before !== version || textAt(join(folder, CHANGELOG_FILE)) !== text)
    throw new Trouble(`Commit ${version} first, with its heading in ${CHANGELOG_FILE}: --provenance names a commit.`);
}

/** The author's own files, which keep the version, the record of the index and what stack traces need. */
function keep(folder: string, { manifest, text }: Wanted, { plugin, package: packed, next }: Release): string[] {
  const { bundle, digest } = plugin;
  const files: (readonly [path: string, text: string])[] = [
    [join(folder, MANIFEST_FILE), manifest],
    [join(folder, CHANGELOG_FILE), text],
    ...(bundle ? [[mapFileOf(packed.name), mapText(bundle, digest)] as const] : []),
  ];
  const changed = files.filter(([path, wanted]) => textAt(path) !== wanted);
  for (const [path, wanted] of changed) writeWhole(path, wanted);
  return [...changed.map(([path]) => path), ...keepRecord(next.record, next.bytes)];
}

const isThere = ({ found, bytes }: PlacedFile): boolean => isSameFile(found, { bytes });

/** One record for each plugin does not know of the others' releases. */
const sharedAdvice = ({ plugins }: Index, { options }: Invocation): string[] =>
  Object.keys(plugins).length < 2 || options.text("record") !== undefined
    ? []
    : ["The index has other plugins, too. Name one --record for all of them, so that no release of theirs gets lost."];

function linesOf(
  place: PackagePlace,
  { before, version, changes }: Wanted,
  release: Release,
  key: SigningKey,
): string[] {
  const { plugin, package: packed, statements, next } = release;
  const { index, version: number, expires } = next.index;
  return [
    `${plugin.manifest.id} ${before === version ? version : `${before} -> ${version}`}`,
    ...changes.map((line) => `  ${line}`),
    `package  ${place.addressOf(packed.name)}, ${packed.bytes.length} bytes${isThere(packed) ? ", is there already" : ""}`,
    `signed   by ${key.kid}`,
    ...statements.map(({ name }) => `origin   ${place.addressOf(name)}`),
    `index    ${place.addressOf(INDEX_FILE)}, version ${number} of ${index} until ${momentText(expires * 1000)}${next.isThere ? ", lists it already" : ""}`,
  ];
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { args, options, environment, now } = invocation;
  const [folder = ""] = args;
  const [to, key] = [options.required("to"), await readKey(options.required("key"))];
  const isDry = options.isSet("dry-run");
  const wanted = wantedIn(folder, invocation);
  if (options.isSet("provenance")) requireCommitted(folder, wanted);
  const { plugin, findings, lines, notes } = judgeFolder(folder, new Map([[MANIFEST_FILE, wanted.manifest]]));
  if (!plugin || findings.length > 0) return { ok: false, lines, data: { findings } };
  const place = packagePlaceAt(to, environment, now);
  const release = await releaseOf(plugin, place, key, invocation);
  if (!isDry) await publishPackages(place, [release.package, ...release.statements], release.next);
  const kept = isDry ? [] : keep(folder, wanted, release);
  const { id, version } = plugin.manifest;
  return {
    ok: true,
    lines: [...(isDry ? ["Nothing was written. It would be:"] : []), ...linesOf(place, wanted, release, key)],
    data: {
      id,
      version,
      digest: plugin.digest,
      package: place.addressOf(release.package.name),
      index: place.addressOf(INDEX_FILE),
      indexVersion: release.next.index.version,
      same: isThere(release.package) && release.next.isThere,
      changed: kept,
      ...(isDry && { dryRun: true }),
    },
    talk: isDry
      ? []
      : [
          ...notes,
          ...sharedAdvice(release.next.index, invocation),
          ...kept.map((path) => `${path} is written. Commit it with this release.`),
        ],
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
    ["--record <file>", "the index as it was last released (default: released-<name>.json in the folder)"],
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
