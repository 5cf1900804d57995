import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { startLocal } from "../../sites/local/local.ts";
import type { Local } from "../../sites/local/local.ts";
import { DRIVER, Driver, persistently } from "../support/driver.ts";

/** The real queue, its real retries and the real dead-letter queue behind it. */
const { tenant: { id: TENANT }, site: { id: SITE } } = loadDemo("pocketful");
const data = mkdtempSync(join(tmpdir(), "drawbridge-dead-"));
let local: Local;
let driver: Driver;

interface DeadLetters {
  readonly items: readonly { readonly id: string; readonly tenant: string; readonly resolvedAt: number | null }[];
}

beforeAll(async () => {
  local = await startLocal({ port: 0, data, fresh: true, profile: "core", plugins: [], extraWorkers: [DRIVER] });
  driver = new Driver(local.port);
}, 90_000);

afterAll(async () => {
  await local?.stop();
  rmSync(data, { recursive: true, force: true });
});

async function asOperator<T>(method: string, path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${local.port}${path}`, {
    method, headers: { authorization: `Bearer ${local.secrets["PROVISIONING_SECRET"]}` },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

test("a message nobody understands ends as a record an operator lists and replays, and the site is carried anew", async () => {
  await driver.post("queue", { tenant: TENANT, site: SITE, release: 1, sequence: -1 });
  const letter = await persistently(async () => {
    const { items } = await asOperator<DeadLetters>("GET", "/api/admin/dead-letters");
    const found = items.find(({ tenant }) => tenant === TENANT);
    if (!found) throw new Error("no dead letter yet");
    return found;
  }, 90);
  expect(letter.resolvedAt).toBeNull();
  await persistently(async () => {
    if ((await driver.status(TENANT)).refreshed !== 1) throw new Error("not carried yet");
  });
  for (const _time of ["once", "again"]) await asOperator("POST", `/api/admin/dead-letters/${letter.id}/replay`);
  await persistently(async () => {
    if ((await driver.status(TENANT)).refreshed !== 1) throw new Error("not carried again yet");
  });
  const after = await asOperator<DeadLetters>("GET", "/api/admin/dead-letters");
  expect(after.items.find(({ id }) => id === letter.id)?.resolvedAt).toBeGreaterThan(0);
});
