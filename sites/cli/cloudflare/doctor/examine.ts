/** Reads all facts that the checks need, once. */
import { existsSync, lstatSync } from "node:fs";
import { DESCRIPTOR_MAX_BYTES, readDescriptor } from "../descriptor/descriptor.ts";
import { boundedFile } from "../../directory/boundedText.ts";
import { type Family, workersOfFamily } from "../descriptor/family.ts";
import { type PreparedSet, preparedSet } from "../descriptor/prepared.ts";
import { configPath } from "../descriptor/preparedFiles.ts";
import { ownRelease } from "../descriptor/release.ts";
import type { SiteDirectory } from "../descriptor/siteDirectory.ts";
import type { Config } from "../descriptor/config.ts";
import { wantedOf } from "../descriptor/wanted.ts";
import type { Examined, Finding, PreparedWorker } from "../descriptor/check.ts";
import { machineAt } from "./machine.ts";

/** The path as messages show it, relative to the site directory. */
const NAME = ".svc/platform.local.json";
const MEND = `edit ${NAME}`;

async function described(path: string): Promise<Pick<Examined, "descriptor" | "descriptorFindings">> {
  const refused = (where: string, found: string, allowed: string, mend: string): Finding => ({
    level: "error",
    where,
    found,
    allowed,
    mend,
  });
  if (!existsSync(path))
    return {
      descriptor: undefined,
      descriptorFindings: [refused(NAME, "nothing", "a deployment descriptor", "svc cloudflare descriptor")],
    };
  if (!lstatSync(path).isFile())
    return {
      descriptor: undefined,
      descriptorFindings: [refused(NAME, "not a regular file", "a file", "svc cloudflare descriptor")],
    };
  const read = await readDescriptor(boundedFile(path, DESCRIPTOR_MAX_BYTES));
  if (read.ok) return { descriptor: read.value, descriptorFindings: [] };
  const descriptorFindings = read.error.map(({ pointer, found, allowed }) =>
    refused(`${NAME} ${pointer || "/"}`, found, allowed, MEND),
  );
  return { descriptor: undefined, descriptorFindings };
}

const isConfig = (value: unknown): value is Config =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function configIn(text: string): Config | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isConfig(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function preparedWorkers(profile: Family, set: PreparedSet | undefined): PreparedWorker[] {
  return workersOfFamily(profile).flatMap((row) => {
    const path = configPath(row);
    const config = configIn(set?.text(path) ?? "");
    return config ? [{ row, path: `.svc/cloudflare/${path}`, config }] : [];
  });
}

export async function examine(profile: Family, site: SiteDirectory): Promise<Examined> {
  const release = ownRelease();
  const set = preparedSet(site);
  const descriptor = await described(site.descriptor);
  const wanted = descriptor.descriptor
    ? wantedOf({ profile, descriptor: descriptor.descriptor, template: release.template })
    : [];
  return {
    profile,
    set,
    ...descriptor,
    release: release.version,
    workers: preparedWorkers(profile, set),
    wanted: new Map(wanted.map(({ row, config }) => [row.key, config])),
    machine: await machineAt(site.path),
  };
}
