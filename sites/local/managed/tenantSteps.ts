/**
 * Puts the demo's tenants on record as ready, and their pictures into buckets of their own: `node tenantSteps.ts <config>
 * <state folder>`. It is a program of its own for the reasons that `storageSteps` has.
 */
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { getPlatformProxy } from "wrangler";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { tenantNames } from "../../shared/tenants/names.ts";

interface Stores extends Record<string, unknown> {
  readonly DB: D1Database;
}

const READY = "INSERT OR REPLACE INTO tenant_workers VALUES (?, ?, 'drawbridge-tenants', 'local', ?, ?, ?, 1)";

type DemoName = (typeof DEMO_NAMES)[number];

async function prepare(env: Stores, name: DemoName): Promise<void> {
  const { tenant, media } = loadDemo(name);
  const { worker, bucket, queue } = tenantNames(tenant.id);
  const store = env[bucket] as R2Bucket;
  for (const { key, bytes, contentType } of media) {
    const stored = await store.head(`media/${key}`);
    if (!stored) await store.put(`media/${key}`, bytes, { httpMetadata: { contentType } });
  }
  // One machine compares no artifact: it runs the one that this start has bundled.
  await env.DB.prepare(READY).bind(tenant.id, worker, "0".repeat(64), bucket, queue).run();
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
