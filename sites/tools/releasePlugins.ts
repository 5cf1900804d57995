/**
 * `npm run release -- --key <file> --to <place>`: releases the project's plugins by the steps of `svc plugin release`,
 * all in one version of one index. Sites then take them as they take the plugins of strangers.
 */
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { Options } from "../cli/command/command.ts";
import { OWN_PLUGINS } from "../cli/packing/packFile.ts";
import { packPlugins } from "../cli/packing/pluginFolder.ts";
import { expiryAfter } from "../cli/plugin/index/listing.ts";
import { readKey, type SigningKey } from "../cli/plugin/signed/signing.ts";
import { builderIn, gitSourceOf } from "../cli/releasing/gitSource.ts";
import { type IndexWish, type NextIndex, nextIndexAt, publishPackages } from "../cli/releasing/nextIndex.ts";
import type { PackagePlace, PlacedFile } from "../cli/releasing/place.ts";
import { packagePlaceAt } from "../cli/releasing/packagePlaceAt.ts";
import { keepRecord, recordName } from "../cli/releasing/record.ts";
import { placedPackage } from "../cli/releasing/signedPackage.ts";
import { type PackageOrigin, placedStatement } from "../cli/releasing/statement.ts";

const NAME = "drawbridge";
const RECORD = fileURLToPath(new URL(`../../plugins/${recordName(NAME)}`, import.meta.url));

export interface PluginsRelease {
  readonly place: PackagePlace;
  readonly key: SigningKey;
  readonly wish: IndexWish;
  /** Undefined leaves the statements out. */
  readonly origin?: PackageOrigin | undefined;
}

/** Releases plugins together. A version that the place has already stays as it is. */
export async function releasePlugins(
  plugins: readonly PackedPlugin[],
  { place, key, wish, origin }: PluginsRelease,
): Promise<NextIndex> {
  const packages: PlacedFile[] = [];
  for (const plugin of plugins) packages.push(await placedPackage(plugin, place, key, wish.now));
  const next = await nextIndexAt(place, packages, wish, key);
  await publishPackages(place, [...packages, ...(await newStatements(plugins, { place, key, wish, origin }))], next);
  keepRecord(next.record, next.bytes);
  return next;
}

/** The statements that the place does not have. A package of an earlier release keeps its own. */
async function newStatements(
  plugins: readonly PackedPlugin[],
  { place, key, wish, origin }: PluginsRelease,
): Promise<PlacedFile[]> {
  if (!origin) return [];
  const statements: PlacedFile[] = [];
  for (const plugin of plugins) statements.push(await placedStatement(plugin, place, origin, key, wish.now));
  return statements.filter(({ found }) => found === undefined);
}

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const shape = { key: text, to: text, base: text, days: text, provenance: { type: "boolean" } } as const;
  const options = new Options(parseArgs({ options: shape }).values);
  const [to, now] = [options.required("to"), Date.now()];
  const wish = {
    name: NAME,
    base: options.text("base"),
    now,
    expires: expiryAfter({ options, now }),
    record: () => RECORD,
  };
  const { index } = await releasePlugins(packPlugins([OWN_PLUGINS]), {
    place: packagePlaceAt(to, process.env, now),
    key: await readKey(options.required("key")),
    wish,
    origin: options.isSet("provenance")
      ? { source: gitSourceOf(OWN_PLUGINS), builder: builderIn(process.env) }
      : undefined,
  });
  process.stdout.write(
    `${Object.keys(index.plugins).length} plugins in version ${index.version} of ${index.index}. Commit ${RECORD}.\n`,
  );
}

if (import.meta.main) await main();
