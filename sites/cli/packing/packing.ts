/**
 * Packs a plugin's folder: parses and checks the manifest, and pins every file by digest. Each fault names the author's
 * file, line and column.
 */
import { offsetAt, parseAuthoring } from "../files/authoring.ts";
import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import { MANIFEST_MAX_BYTES } from "../../../manifests/bounds/manifest.ts";
import { PACKAGE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { checkPackage } from "../../../manifests/packages/checkPackage.ts";
import { isReportedByName } from "../../../manifests/packages/contents.ts";
import { reachedModules } from "../../../manifests/packages/importCheck.ts";
import { isLanguageFile } from "../../../manifests/packages/labels.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { quote, valueAt } from "../../../manifests/refusals/pointer.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { checkManifest } from "../../../manifests/rules/readManifest.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { type Result, accepted, refused } from "../../../manifests/result.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { judgeFiles } from "../../../runtime/rendering/judgeFiles.ts";
import { type Bundle, type Bundler, bundleName, filesWith } from "../bundling/bundling.ts";
import { type BundledFrames, type FrameBundlerFor, bundleFrames, frameScriptsIn } from "./frameBundles.ts";
import { sourceOf } from "../bundling/sourceMap.ts";
import { located, type LocatedIssue, type UnplacedIssue } from "../files/locatedIssue.ts";
import { MANIFEST_FILE } from "./folderFiles.ts";

/** A packed plugin, with the bundle of its modules. */
export interface AuthoredPlugin extends PackedPlugin {
  /** Files of the folder that nothing uses, and that the package therefore does not have. */
  readonly leftOut: readonly string[];
  /** The bundle of its code. Undefined if packing bundled none. It has the source map, and stays with the author. */
  readonly bundle?: Bundle;
  /** The bundles of its frames' scripts and style sheets. Absent if packing bundled none. */
  readonly frameBundles?: readonly Bundle[];
}

export type Packing = Result<AuthoredPlugin, readonly LocatedIssue[]>;

/** Answers `sha256-` and the base64url of a text's SHA-256, over its UTF-8 bytes. */
export type Digest = (text: string) => string;

/** The bundlers of a folder. */
export interface Bundlers {
  /** The bundler for the entry module; undefined if the modules go into the package unchanged. */
  readonly main: (main: string) => Bundler | undefined;
  readonly frame: FrameBundlerFor;
}

/** The author may not write digests, because the site would trust them. Only packing writes them. */
const AUTHORED_FILES: Issue = {
  pointer: "/files",
  found: "digests",
  allowed: "nothing here, because packing writes it",
};

/** Gives issues of the manifest their lines and columns in the author's text. */
export const inManifest = (issues: readonly UnplacedIssue[], text: string): LocatedIssue[] =>
  issues.map((issue) => located(issue, MANIFEST_FILE, text, offsetAt(text, issue.pointer)));

const refusedFor = (issues: readonly LocatedIssue[]): Packing => refused(issues.slice(0, ISSUES_MAX));

const inFiles = (manifest: Manifest, files: Readonly<Record<string, string>>): LocatedIssue[] =>
  judgeFiles(manifest, files).map((issue) => located(issue, issue.file, files[issue.file] ?? "", issue.offset));

/** The named sizes that an author sees of a package that is too large. */
const LARGEST = 5;

interface Sized {
  readonly name: string;
  readonly bytes: number;
}

const largest = (all: readonly Sized[]): string =>
  all
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LARGEST)
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .join(", ");

const partsIn = ({ main, parts }: Bundle): string =>
  `; in ${bundleName(main)} ${largest(parts.map(({ name, version, bytes }) => ({ name: name === "" ? "your own" : `${name}@${version}`, bytes })))}`;

function sizeIssues(manifestText: string, { files, bundle, frameBundles = [] }: Gathered): Issue[] {
  const manifest = utf8Length(manifestText);
  const sized = Object.entries(files).map(([name, text]) => ({ name, bytes: utf8Length(text) }));
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  const where = `; the largest: ${largest(sized)}${[...(bundle ? [bundle] : []), ...frameBundles].map(partsIn).join("")}`;
  return [
    { pointer: "", found: manifest, where: "", allowed: MANIFEST_MAX_BYTES },
    { pointer: "/files", found: total, where, allowed: PACKAGE_MAX_BYTES },
  ]
    .filter(({ found, allowed }) => found > allowed)
    .map(({ pointer, found, where: places, allowed }) => ({
      pointer,
      found: `${found} bytes`,
      allowed: `at most ${allowed} bytes${places}`,
    }));
}

function pinned(files: Readonly<Record<string, string>>, digest: Digest): Record<string, string> {
  const entries = Object.entries(files).map(([path, text]): [string, string] => [path, digest(text)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Packs the files of a folder, which must include `plugin.jsonc`. */
export function pack(folder: Readonly<Record<string, string>>, digest: Digest, bundlers?: Bundlers): Packing {
  const { [MANIFEST_FILE]: text, ...files } = folder;
  if (text === undefined) {
    return refusedFor([
      located({ pointer: "", found: "nothing", allowed: `a file named ${MANIFEST_FILE}` }, MANIFEST_FILE, "", 0),
    ]);
  }
  const parsed = parseAuthoring(text);
  if (!parsed.ok) return refusedFor([located(parsed.error.issue, MANIFEST_FILE, text, parsed.error.offset)]);
  if (valueAt(parsed.value, ["files"]) !== undefined) return refusedFor(inManifest([AUTHORED_FILES], text));
  const gathered = gather(parsed.value, files, bundlers);
  if (!gathered.ok) return refusedFor(gathered.error);
  const checked = checkManifest(completed(gathered.value, digest));
  if (!checked.ok) return refusedFor(inManifest(checked.error, text));
  return packed(checked.value, text, gathered.value, digest);
}

interface Gathered {
  readonly manifest: unknown;
  readonly files: Readonly<Record<string, string>>;
  readonly bundle?: Bundle;
  readonly frameBundles?: readonly Bundle[];
  readonly leftOut: readonly string[];
}

/** The package's files: those of the folder without spare ones, and with bundles in place of their modules. */
function gather(
  value: unknown,
  folder: Readonly<Record<string, string>>,
  bundlers: Bundlers | undefined,
): Result<Gathered, readonly LocatedIssue[]> {
  const main = valueAt(value, ["main"]);
  const entry = typeof main === "string" && Object.hasOwn(folder, main) ? main : undefined;
  const framed = withFrames(value, folder, entry, bundlers);
  if (!framed.ok) return framed;
  const { manifest, files, bundles } = framed.value;
  const frames = { manifest, ...(bundles.length > 0 && { frameBundles: bundles }) };
  const bundler = entry === undefined ? undefined : bundlers?.main(entry);
  if (!bundler) return accepted({ ...withoutSpare(manifest, files, entry), ...frames });
  const bundled = bundler();
  if (!bundled.ok) return bundled;
  const bundle = bundled.value;
  const made = filesWith(files, bundle, frameScriptsIn(manifest));
  return accepted({ ...withoutSpare(manifest, made, bundleName(bundle.main)), ...frames, bundle });
}

/** The folder with the bundles of its frames. Modules that the code reaches, too, stay for the code. */
const withFrames = (
  manifest: unknown,
  files: Readonly<Record<string, string>>,
  entry: string | undefined,
  bundlers: Bundlers | undefined,
): Result<BundledFrames, readonly LocatedIssue[]> =>
  bundlers
    ? bundleFrames(manifest, files, bundlers.frame, entry === undefined ? new Set() : reachedModules(files, entry))
    : accepted({ manifest, files, bundles: [] });

/**
 * Leaves out files of a plugin with code that nothing uses. Authors' tools need such files beside the code. A template,
 * style sheet or asset stays, because its reference is more often misspelt than missing.
 */
function withoutSpare(
  value: unknown,
  files: Readonly<Record<string, string>>,
  entry: string | undefined,
): Pick<Gathered, "files" | "leftOut"> {
  if (valueAt(value, ["kind"]) !== "executable" || entry === undefined) return { files, leftOut: [] };
  const reached = reachedModules(files, entry);
  const scripts = frameScriptsIn(value);
  const isUsed = (path: string): boolean =>
    reached.has(path) || scripts.has(path) || isLanguageFile(path) || isReportedByName(path);
  const [used, leftOut] = [true, false].map((wanted) => Object.keys(files).filter((path) => isUsed(path) === wanted));
  return { files: Object.fromEntries((used ?? []).map((path) => [path, files[path] ?? ""])), leftOut: leftOut ?? [] };
}

/**
 * Adds the digests to the author's manifest and removes `$schema`. A value that is no object stays, for the check to
 * refuse.
 */
function completed({ manifest: value, files, bundle }: Gathered, digest: Digest): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { $schema: _dropped, ...manifest } = value as Record<string, unknown>;
  const main = bundle && { main: bundleName(bundle.main) };
  return { ...manifest, ...main, files: pinned(files, digest) };
}

/**
 * Refuses a frame whose script is also the plugin's entry. Visitors would get the plugin's code, and a bundle would
 * replace the script.
 */
const sharedIssues = ({ main, contributes: { frames = [] } }: Manifest): Issue[] =>
  frames.flatMap(({ script }, index) => {
    if (script !== main) return [];
    const pointer = `/contributes/frames/${index}/script`;
    return [{ pointer, found: `${quote(script)}, which is also the plugin's main module`, allowed: "another file" }];
  });

function packed(manifest: Manifest, text: string, gathered: Gathered, digest: Digest): Packing {
  const { files, bundle, frameBundles, leftOut } = gathered;
  const manifestText = JSON.stringify(manifest);
  const issues = [
    ...inManifest(
      [...checkPackage(manifest, Object.keys(files)), ...sharedIssues(manifest), ...sizeIssues(manifestText, gathered)],
      text,
    ),
    ...inFiles(manifest, files),
  ];
  const bundles = [...(bundle ? [bundle] : []), ...(frameBundles ?? [])];
  if (issues.length > 0) return refusedFor(issues.map((issue) => inSource(issue, bundles)));
  return accepted({
    manifest,
    manifestText,
    digest: digest(manifestText),
    files,
    leftOut,
    ...(bundle && { bundle }),
    ...(frameBundles && { frameBundles }),
  });
}

/** Moves an issue from its place in a bundle to the place in the author's source. */
function inSource(issue: LocatedIssue, bundles: readonly Bundle[]): LocatedIssue {
  const bundle = bundles.find(({ main }) => bundleName(main) === issue.file);
  return bundle ? { ...issue, ...sourceOf(bundle, issue) } : issue;
}
