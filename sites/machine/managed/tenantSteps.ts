/**
 * Stores the pictures of the demo's tenants in their own buckets: `node tenantSteps.ts <config> <state folder>`. This
 * is a separate program for the reasons given in `storageSteps.ts`.
 */
import type { R2Bucket } from "@cloudflare/workers-types";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { tenantNames } from "../../platform/tenants/names.ts";
import { withStores } from "../runner/simulatedStores.ts";
import { readConfig } from "../runner/workerConfig.ts";

type Stores = Record<string, R2Bucket>;

type DemoName = (typeof DEMO_NAMES)[number];

async function prepare(env: Stores, name: DemoName): Promise<void> {
  const { tenant, media } = loadDemo(name);
  const store = env[tenantNames(tenant.id).bucket];
  for (const { key, bytes, contentType } of media) {
    const stored = await store?.head(`media/${key}`);
    if (!stored) await store?.put(`media/${key}`, bytes, { httpMetadata: { contentType } });
  }
}

const [configPath = "", state = ""] = process.argv.slice(2);
await withStores<Stores>(state, readConfig(configPath), async (stores) => {
  for (const name of DEMO_NAMES) await prepare(stores, name);
});
