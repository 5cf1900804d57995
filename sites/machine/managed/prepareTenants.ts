import { moduleBeside } from "../../cli/files/beside.ts";
import { tenantNames } from "../../platform/tenants/names.ts";
import { runSteps } from "../runner/storage.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { demoTenants } from "./hostedTenants.ts";

const STEPS = moduleBeside(import.meta.url, "./tenantSteps");

/** Stores the pictures of the demo's tenants in their own buckets. */
export function prepareTenants(folder: DataFolder): Promise<void> {
  const buckets = demoTenants().map((tenant) => tenantNames(tenant).bucket);
  return runSteps(folder, STEPS, { r2_buckets: buckets.map((name) => ({ binding: name, bucket_name: name })) });
}
