/** The entry of a package in an index, and the time for which an index is valid. */
import { basename } from "node:path";
import { INDEX_LIFETIME_MS } from "../../../../manifests/bounds/packages.ts";
import type { Index, IndexedPlugin } from "../../../../manifests/distribution/indexShape.ts";
import { readManifest } from "../../../../manifests/rules/readManifest.ts";
import { textDigest } from "../../../../manifests/trust/digest.ts";
import { openPackage } from "../../../../manifests/trust/package.ts";
import { distrust } from "../../../../manifests/trust/untrusted.ts";
import { type Invocation, UsageError } from "../../command/command.ts";
import { fileBytes, packageSha256 } from "../signed/packageFile.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
const DAYS_MAX = INDEX_LIFETIME_MS / DAY_MS;

export const DAYS_OPTION = [
  "--days <number>",
  `days until the index expires, up to ${DAYS_MAX} (default: ${DAYS})`,
] as const;

export interface ListedVersion {
  readonly id: string;
  readonly version: string;
  readonly entry: IndexedPlugin;
}

function addressIn(base: string, name: string): string {
  const url = URL.parse(name, base.endsWith("/") ? base : `${base}/`);
  if (!url || url.protocol !== "https:")
    throw new UsageError("--base takes an https address, such as https://acme.example/plugins/.");
  return url.href;
}

/** The entry of a package that will be at the base's address under this name. */
export async function versionFrom(bytes: Uint8Array, name: string, base: string): Promise<ListedVersion> {
  const opened = openPackage(bytes);
  if (!opened.ok) throw new UsageError(`${name}: ${distrust(opened.error).detail}.`);
  const { manifestText, signatures } = opened.value;
  const manifest = readManifest(manifestText);
  if (!manifest.ok) throw new UsageError(`${name} has no plugin manifest.`);
  const { id, version, name: title, description, engine } = manifest.value;
  const digest = await textDigest(manifestText, packageSha256);
  const publisher = signatures[0]?.header.kid ?? "";
  const versions = { [version]: { digest, package: addressIn(base, name), engine } };
  return {
    id,
    version,
    entry: { name: title, ...(description === undefined ? {} : { description }), publisher, versions },
  };
}

export const listedFrom = (file: string, base: string): Promise<ListedVersion> =>
  versionFrom(fileBytes(file), basename(file), base);

/**
 * Adds packages to the earlier list. A listed version keeps its digest, because sites refuse an index that changes one.
 */
export function addedTo(before: Index["plugins"], all: readonly ListedVersion[]): Index["plugins"] {
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

/** The second at which an index expires that is made now. */
export function expiryAfter({ options, now }: Pick<Invocation, "options" | "now">): number {
  const days = Number(options.text("days") ?? DAYS);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    throw new UsageError(`--days takes a whole number up to ${DAYS_MAX}.`);
  return Math.floor((now + days * DAY_MS) / 1000);
}
