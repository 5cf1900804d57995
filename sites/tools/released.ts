/**
 * The table of the last release: the version and the digest of each first-party plugin, and the digest of each base and
 * control sheet. A site replaces a plugin only by a higher version. Other bytes under the same
 * version would never reach the sites that have it. Plugins of others build on these sheets, so a released one never
 * changes.
 *
 * `node sites/tools/released.ts` writes the table when a release is made.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CONTROL_SHEETS } from "../../manifests/css/controls.generated.ts";
import { BASE_PARTS } from "../../manifests/css/bases.generated.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { asVersion, compareVersions } from "../../manifests/shapes/version.ts";
import { OWN_PLUGINS } from "../cli/packing/packFile.ts";
import { packPlugins } from "../cli/packing/pluginFolder.ts";
import { releaseVersion } from "../cli/command/version.ts";

const TABLE = fileURLToPath(new URL("../../plugins/released.json", import.meta.url));

interface ReleasedPlugin {
  readonly version: string;
  readonly digest: string;
}

export interface ReleaseTable {
  /** The version of the release. */
  readonly release: string;
  readonly plugins: Readonly<Record<string, ReleasedPlugin>>;
  /** The digest of each base sheet, by its number. */
  readonly bases: Readonly<Record<string, string>>;
  /** The digest of each control sheet, by its number. Absent in the table of a release without. */
  readonly controls?: Readonly<Record<string, string>>;
}

export const releaseTable = (): ReleaseTable => JSON.parse(readFileSync(TABLE, "utf8")) as ReleaseTable;

type Versioned = Pick<PackedPlugin, "manifest" | "digest">;

const sheetDigest = (parts: unknown): string =>
  `sha256-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}`;

type Digests = Readonly<Record<string, string>>;

export const sheetDigests = (sheets: Readonly<Record<string, unknown>>): Digests =>
  Object.fromEntries(Object.entries(sheets).map(([number, parts]) => [number, sheetDigest(parts)]));

interface SheetTables {
  readonly bases: Digests;
  readonly controls?: Digests;
}

/** The digests of the sheets as they are now. */
export const presentSheets = (): SheetTables => ({
  bases: sheetDigests(BASE_PARTS),
  controls: sheetDigests(CONTROL_SHEETS),
});

export const releaseOf = (
  release: string,
  plugins: readonly Versioned[],
  sheets: SheetTables = { bases: {} },
): ReleaseTable => ({
  release,
  ...sheets,
  plugins: Object.fromEntries(
    plugins.map(({ manifest: { id, version }, digest }) => [id, { version, digest }] as const),
  ),
});

function pluginFault({ release, plugins }: ReleaseTable, { manifest: { id, version }, digest }: Versioned): string[] {
  const before = Object.hasOwn(plugins, id) ? plugins[id] : undefined;
  if (!before || before.digest === digest) return [];
  if (compareVersions(asVersion(version), asVersion(before.version)) > 0) return [];
  return [
    `${id} ${version} differs from ${before.version} of release ${release}: raise its version above ${before.version}`,
  ];
}

/** Lists plugins that changed since the last release under a version that sites take for the same plugin. */
export const unraised = (table: ReleaseTable, plugins: readonly Versioned[]): string[] =>
  plugins.flatMap((plugin) => pluginFault(table, plugin));

const SHEETS = { bases: "base", controls: "control sheet" } as const;

/** Lists sheets of the last release that are gone or have another text. */
export const changedSheets = (table: ReleaseTable, now: SheetTables): string[] =>
  (Object.keys(SHEETS) as (keyof typeof SHEETS)[]).flatMap((kind) =>
    Object.entries(table[kind] ?? {}).flatMap(([number, digest]) =>
      now[kind]?.[number] === digest
        ? []
        : [
            `${SHEETS[kind]} ${number} differs from release ${table.release}: restore it, and make the change in a new number`,
          ],
    ),
  );

/** The versions of the changelog's sections, the newest first. */
const sectionsOf = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d\S*)$/gm)].map(([, version = ""]) => version);

/**
 * Lists where package.json, the changelog and the table disagree about the release that is being made. The
 * version must be higher than the last release's.
 */
export function versionFaults(version: string, changelog: string, { release }: ReleaseTable): string[] {
  const [newest = "none"] = sectionsOf(changelog);
  return [
    ...(newest === version ? [] : [`package.json says ${version}, but the changelog begins with ${newest}`]),
    ...(sectionsOf(changelog).includes(release) ? [] : [`the changelog has no section for the release ${release}`]),
    ...(compareVersions(asVersion(version), asVersion(release)) > 0
      ? []
      : [`package.json says ${version}, which is not newer than the release ${release}`]),
  ];
}

if (import.meta.main) {
  const table = releaseOf(releaseVersion(), packPlugins([OWN_PLUGINS]), presentSheets());
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  process.stdout.write(`${Object.keys(table.plugins).length} plugins of release ${table.release} in ${TABLE}\n`);
}
