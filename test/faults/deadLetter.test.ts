import { expect, inject, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { Driver, persistently } from "../support/driver.ts";

/** The real queue with its retries and its dead-letter queue. */
const {
  tenant: { id: TENANT },
  site: { id: SITE },
} = loadDemo("pocketful");
const installation = inject("installation");
const driver = new Driver(installation.port);

interface DeadLetters {
  readonly items: readonly { readonly id: string; readonly tenant: string; readonly resolvedAt: number | null }[];
}

async function asOperator<T>(method: string, path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${installation.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${installation.secrets["PROVISIONING_SECRET"]}` },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

test("a malformed message becomes a record that an operator lists and replays, and the site is published again", async () => {
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
