/**
 * Packs a plugin's folder: parses it, checks it as a whole and pins every file by digest. Each fault names the author's
 * file, line and column.
 */
import { offsetOf, parseAuthoring } from "./authoring.ts";
import { ISSUES_MAX } from "../../manifests/bounds/json.ts";
import { MANIFEST_MAX_BYTES } from "../../manifests/bounds/manifest.ts";
import { PACKAGE_MAX_BYTES } from "../../manifests/bounds/packages.ts";
import { checkPackage } from "../../manifests/packages/checkPackage.ts";
import { checkFiles } from "../../manifests/packages/fileCheck.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { valueAt } from "../../manifests/refusals/pointer.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { checkManifest } from "../../manifests/rules/readManifest.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Result } from "../../manifests/result.ts";
import { accepted, refused } from "../../manifests/result.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";

export const MANIFEST_FILE = "plugin.jsonc";

/** An issue at a place in a file of the author; lines and columns count from 1. */
export interface LocatedIssue extends Issue {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Packing = Result<PackedPlugin, readonly LocatedIssue[]>;

/** `sha256-` and the base64url of the SHA-256 of the text's UTF-8 bytes. */
export type Digest = (text: string) => string;

/** Only packing writes digests, because a digest from the author would be trusted. */
const AUTHORED_FILES: Issue = { pointer: "/files", found: "digests", allowed: "nothing here: packing writes it" };

const located = (issue: Issue, file: string, text: string, offset: number): LocatedIssue => {
  const before = text.slice(0, offset).split("\n");
  const { pointer, found, allowed } = issue;
  return { pointer, found, allowed, file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
};

const inManifest = (issues: readonly Issue[], text: string): LocatedIssue[] =>
  issues.map((issue) => located(issue, MANIFEST_FILE, text, offsetOf(text, issue.pointer)));

const refusedFor = (issues: readonly LocatedIssue[]): Packing => refused(issues.slice(0, ISSUES_MAX));

const inFiles = (manifest: Manifest, files: Readonly<Record<string, string>>): LocatedIssue[] =>
  checkFiles(manifest, files).map((issue) => located(issue, issue.file, files[issue.file] ?? "", issue.offset));

function sizeIssues(manifestText: string, files: Readonly<Record<string, string>>): Issue[] {
  const manifest = utf8Length(manifestText);
  const total = Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);
  return [
    { pointer: "", found: manifest, allowed: MANIFEST_MAX_BYTES },
    { pointer: "/files", found: total, allowed: PACKAGE_MAX_BYTES },
  ]
    .filter(({ found, allowed }) => found > allowed)
    .map(({ pointer, found, allowed }) => ({ pointer, found: `${found} bytes`, allowed: `at most ${allowed} bytes` }));
}

function pinned(files: Readonly<Record<string, string>>, digest: Digest): Record<string, string> {
  const entries = Object.entries(files).map(([path, text]): [string, string] => [path, digest(text)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The files of a folder, `plugin.jsonc` among them, as a package. */
export function pack(folder: Readonly<Record<string, string>>, digest: Digest): Packing {
  const { [MANIFEST_FILE]: text, ...files } = folder;
  if (text === undefined) {
    return refusedFor([
      located({ pointer: "", found: "nothing", allowed: `a file named ${MANIFEST_FILE}` }, MANIFEST_FILE, "", 0),
    ]);
  }
  const parsed = parseAuthoring(text);
  if (!parsed.ok) return refusedFor([located(parsed.error.issue, MANIFEST_FILE, text, parsed.error.offset)]);
  if (valueAt(parsed.value, ["files"]) !== undefined) return refusedFor(inManifest([AUTHORED_FILES], text));
  const complete = completed(parsed.value, files, digest);
  const checked = checkManifest(complete);
  if (!checked.ok) return refusedFor(inManifest(checked.error, text));
  return packed(checked.value, text, files, digest);
}

/** The author's manifest without `$schema` and with the digests. The check refuses any value that is no object. */
function completed(value: unknown, files: Readonly<Record<string, string>>, digest: Digest): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { $schema: _dropped, ...manifest } = value as Record<string, unknown>;
  return { ...manifest, files: pinned(files, digest) };
}

function packed(manifest: Manifest, text: string, files: Record<string, string>, digest: Digest): Packing {
  const manifestText = JSON.stringify(manifest);
  const issues = [
    ...inManifest([...checkPackage(manifest, Object.keys(files)), ...sizeIssues(manifestText, files)], text),
    ...inFiles(manifest, files),
  ];
  if (issues.length > 0) return refusedFor(issues);
  return accepted({ manifest, manifestText, digest: digest(manifestText), files });
}

/** Writes an issue as one line for a terminal. */
export const issueLine = ({ file, line, column, pointer, found, allowed }: LocatedIssue): string =>
  `${file}:${line}:${column} ${pointer || "/"}: found ${found}; allowed: ${allowed}`;
