import { moduleBeside } from "../../cli/beside.ts";
import { tenantNames } from "../../shared/tenants/names.ts";
import { runSteps } from "../runner/storage.ts";
import { committedConfig, readConfig } from "../runner/workerConfig.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import type { Inventory } from "../state/inventory.ts";
import { managedTenants } from "./managedRun.ts";

const STEPS = moduleBeside(import.meta.url, "./tenantSteps");

/** Puts the demo's tenants on record, and their pictures into their own buckets. */
export function prepareTenants(folder: DataFolder): Promise<void> {
  const { d1_databases = [] } = readConfig(committedConfig("sites/dispatch"));
  const buckets = managedTenants().map((tenant) => tenantNames(tenant).bucket);
  return runSteps(folder, STEPS, {
    d1_databases,
    r2_buckets: buckets.map((name) => ({ binding: name, bucket_name: name })),
  });
}

/** Tenants' own workers keep their state, where a start does not look, so the start asks for each site anew. */
export const withoutTenants = (kept: Inventory): Inventory => ({ ...kept, sites: [], workspaces: new Map() });
