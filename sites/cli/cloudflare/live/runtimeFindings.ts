/** Compares how a deployed version runs with the prepared configuration: dates, flags, migrations and limits. */
import type { WorkerVersion } from "../../../platform/provider/workers.ts";
import type { Config, Json } from "../descriptor/config.ts";
import type { Finding } from "../descriptor/check.ts";
import { finding } from "./verdict.ts";

interface Wanted {
  readonly row: { readonly name: string };
  readonly config: Config;
  readonly deploy: string;
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String).toSorted() : []);
const shown = (value: unknown): string => (value === undefined || value === null ? "none" : String(value));

const differing = ({ row, deploy }: Wanted, about: string, found: unknown, allowed: unknown): Finding[] =>
  shown(found) === shown(allowed) ? [] : [finding(`${row.name} ${about}`, shown(found), shown(allowed), deploy)];

export const compatibilityFindings = (
  wanted: Wanted,
  { resources: { script_runtime: live } }: WorkerVersion,
): Finding[] => [
  ...differing(wanted, "compatibility date", live.compatibility_date, wanted.config["compatibility_date"]),
  ...differing(
    wanted,
    "compatibility flags",
    texts(live.compatibility_flags).join(" ") || "none",
    texts(wanted.config["compatibility_flags"]).join(" ") || "none",
  ),
];

export function migrationFindings(wanted: Wanted, { resources: { script_runtime: live } }: WorkerVersion): Finding[] {
  const migrations = wanted.config["migrations"] as readonly { readonly tag: string }[] | undefined;
  return differing(wanted, "migration of objects", live.migration_tag, migrations?.at(-1)?.tag);
}

export function limitFindings(wanted: Wanted, { resources: { script_runtime: live } }: WorkerVersion): Finding[] {
  const limits = wanted.config["limits"] as Readonly<Record<string, Json>> | undefined;
  return differing(wanted, "limit of CPU time", live.limits?.cpu_ms, limits?.["cpu_ms"]);
}
