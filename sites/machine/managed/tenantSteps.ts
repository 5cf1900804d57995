/**
 * Stores the pictures of the demo's tenants in their own buckets: `node tenantSteps.ts <config> <state folder>`. This
 * is a separate program for the reasons given in `storageSteps.ts`.
 */
import { join } from "node:path";
import type { R2Bucket } from "@cloudflare/workers-types";
import { getPlatformProxy } from "wrangler";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { tenantNames } from "../../platform/tenants/names.ts";

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
const platform = await getPlatformProxy<Stores>({
  configPath,
  persist: { path: join(state, "v3") },
  remoteBindings: false,
});
try {
  for (const name of DEMO_NAMES) await prepare(platform.env, name);
} finally {
  await platform.dispose();
}
