/** Shows the parts of a deployment. Reads only files, uses no network and writes nothing. */
import { existsSync } from "node:fs";
import { type CliCommand, type Invocation, type Outcome, Trouble } from "../command/command.ts";
import type { Descriptor } from "./descriptor/descriptor.ts";
import { descriptorAt, TEMPLATE } from "./descriptor/descriptorFile.ts";
import { type Family, workersOfFamily } from "./descriptor/family.ts";
import { DESCRIPTOR_OPTION, descriptorPath, isDescriptorNamed } from "./descriptor/descriptorOption.ts";
import { type Planned, countsOf, isChange, planOf } from "./plan.ts";
import { planLines } from "./planText.ts";
import { type PreparedSet, preparedSet } from "./descriptor/prepared.ts";
import { sha256 } from "../files/sha256.ts";
import { assetFiles, assetsDigest, bundlePath, MIGRATIONS_FOLDER } from "./descriptor/preparedFiles.ts";
import { readFamily, MANAGED_OPTION, PROFILE_OPTION } from "./descriptor/profileOption.ts";
import { ownRelease, type Release } from "./descriptor/release.ts";
import { CWD_OPTION, siteDirectory } from "./descriptor/siteDirectory.ts";
import type { Config } from "./descriptor/config.ts";
import { type WantedWorker, wantedOf, workerNamed } from "./descriptor/wanted.ts";

/** Undefined for a worker that is not built yet, so that the plan can show the rest. */
function digestIfBuilt(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Trouble) return undefined;
    throw error;
  }
}

const assetsOf = (worker: WantedWorker, release: Release): string | undefined =>
  assetsDigest(
    worker.row,
    Object.fromEntries(assetFiles(worker, release).map(([path, bytes]) => [path, sha256(bytes)])),
  );

function wantedPlan(profile: Family, descriptor: Descriptor, release: Release): Planned[] {
  return wantedOf({ profile, descriptor, template: release.template }).map((worker) => ({
    name: worker.row.name,
    config: worker.config,
    code: digestIfBuilt(() => sha256(release.bundle(worker.row))),
    assets: digestIfBuilt(() => assetsOf(worker, release)),
  }));
}

const parsed = (text: string | undefined): Config | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Config);

/** Reads the prepared set of any profile, because a deployment of this profile removes the workers of another. */
function preparedPlan(set: PreparedSet | undefined): Planned[] {
  const names = Object.keys(set?.record.files ?? {}).filter((path) => path.endsWith("/wrangler.json"));
  return names.flatMap((path) => {
    const config = parsed(set?.text(path));
    const row = workerNamed(String(config?.["name"]));
    if (!set || !config || !row) return [];
    const { files } = set.record;
    return [{ name: row.name, config, code: files[bundlePath(row)], assets: assetsDigest(row, files) }];
  });
}

const preparedMigrations = (set: PreparedSet | undefined): string[] =>
  Object.keys(set?.record.files ?? {})
    .filter((path) => path.startsWith(`${MIGRATIONS_FOLDER}/`))
    .map((path) => path.slice(MIGRATIONS_FOLDER.length + 1));

async function run({ options, paint }: Invocation): Promise<Outcome> {
  const profile = readFamily(options);
  const site = siteDirectory(options);
  const path = descriptorPath(options, site);
  const isDescribed = isDescriptorNamed(options) || existsSync(path);
  const descriptor = isDescribed ? await descriptorAt(path) : (TEMPLATE as unknown as Descriptor);
  const release = ownRelease();
  const set = preparedSet(site);
  const rows = planOf({
    wanted: wantedPlan(profile, descriptor, release),
    prepared: preparedPlan(set),
    migrations: { wanted: release.migrations().map(([name]) => name), prepared: preparedMigrations(set) },
  });
  const counts = countsOf(rows);
  const order = workersOfFamily(profile).map(({ name }) => name);
  return {
    ok: true,
    lines: planLines(rows, counts, paint),
    data: {
      schemaVersion: 1,
      profile,
      descriptor: isDescribed ? path : null,
      order,
      counts,
      changed: isChange(counts),
      rows,
    },
    talk: isDescribed
      ? []
      : ["There is no descriptor yet, so the names are placeholders. Write one with: svc cloudflare descriptor"],
  };
}

export const plan: CliCommand = {
  name: "plan",
  summary:
    "Show the workers, routes, bindings, secrets, queues and migrations of a profile, compared with the prepared set.",
  options: [PROFILE_OPTION, MANAGED_OPTION, DESCRIPTOR_OPTION, CWD_OPTION],
  examples: ["svc cloudflare plan --profile core", "svc cloudflare plan --profile full --cwd my-site --json"],
  run,
};
