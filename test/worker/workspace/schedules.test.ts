import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { MEMBER, SITE, aTenant as aBareTenant, db, get, migrate, readerOf, run, stubOf } from "./harness.ts";

beforeAll(migrate);

const LATER_MS = 3_600_000;
const SOON_MS = 400;

/** A tenant with a member of this role in the control plane, who runs the commands. */
async function aTenant(name: string, role = "editor"): Promise<{ tenant: string }> {
  const { tenant } = await aBareTenant(name);
  await db.batch([
    db.prepare("INSERT INTO tenants (id, name, created_at) VALUES (?, 'T', 0)").bind(tenant),
    db.prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, ?, 'S', 0)").bind(tenant, SITE),
    db
      .prepare(
        "INSERT OR IGNORE INTO identities (id, issuer, subject, created_at) VALUES (?, 'https://login.example', 'm1', 0)",
      )
      .bind(MEMBER),
    db
      .prepare("INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, ?, ?, ?, 0)")
      .bind(tenant, SITE, MEMBER, role),
  ]);
  return { tenant };
}

const retitle = (tenant: string, title: string, expected: number): Promise<unknown> =>
  run(tenant, "page.update", { page: "home", expected, changes: { title } });
const schedule = (tenant: string, inMs: number): Promise<unknown> =>
  run(tenant, "schedule.create", { at: Date.now() + inMs });
const states = async (tenant: string): Promise<string[]> =>
  expectValue(await readerOf(tenant).read("schedules", SITE)).items.map(({ state }) => state);
const sequence = async (tenant: string): Promise<number | undefined> =>
  expectValue(await stubOf(tenant).status()).sites[0]?.sequence;
const alarmOf = (tenant: string): Promise<number | null> =>
  runInDurableObject(stubOf(tenant), (_object, state) => state.storage.getAlarm());
const wait = (ms: number): Promise<void> => scheduler.wait(ms);

/** Runs the alarm once. Without other due work the next alarm is the schedule's. */
async function settled(tenant: string): Promise<void> {
  await runDurableObjectAlarm(stubOf(tenant));
}

test("a schedule sets the object's alarm for its time", async () => {
  const { tenant } = await aTenant("alarm");
  const later = Date.now() + LATER_MS;
  await schedule(tenant, LATER_MS);
  // Audit rows and the first publication use the alarm until they are delivered.
  const alarmAfterWork = async (): Promise<number | null> => {
    await settled(tenant);
    return alarmOf(tenant);
  };
  await expect.poll(alarmAfterWork).toBeGreaterThanOrEqual(later);
  expect(await sequence(tenant)).toBe(1);
});

test("a schedule is published by the object's alarm alone", async () => {
  const { tenant } = await aTenant("rings");
  await retitle(tenant, "Scheduled", 1);
  await schedule(tenant, SOON_MS);
  await expect.poll(() => states(tenant)).toEqual(["published"]);
  expect(await (await get(tenant, "/")).text()).toContain("Scheduled");
});

test("a schedule survives the object, and is published once", async () => {
  const { tenant } = await aTenant("survives");
  await retitle(tenant, "Scheduled", 1);
  await schedule(tenant, SOON_MS);
  await abortAllDurableObjects();
  await wait(SOON_MS);
  await settled(tenant);
  await expect.poll(() => states(tenant)).toEqual(["published"]);
  await abortAllDurableObjects();
  await settled(tenant);
  expect(await sequence(tenant)).toBe(2);
});

test("a schedule whose draft has changed fails, and says over the wire what changed", async () => {
  const { tenant } = await aTenant("fails");
  await schedule(tenant, SOON_MS);
  await retitle(tenant, "Changed", 1);
  await wait(SOON_MS);
  await settled(tenant);
  await expect.poll(() => states(tenant)).toEqual(["failed"]);
  const { items } = expectValue(await readerOf(tenant).read("schedules", SITE));
  expect(items[0]?.problem).toMatchObject({
    code: "STALE_VERSION",
    changed: [{ kind: "page", id: "home", version: 2, changedBy: `member:${MEMBER}` }],
  });
  expect(await sequence(tenant)).toBe(1);
});

test("the draft is read over the wire, and visitors are not shown it", async () => {
  const { tenant } = await aTenant("draft");
  await retitle(tenant, "Draft", 1);
  const draft = expectValue(await readerOf(tenant).read("draft", SITE, { path: "/" }));
  expect(draft.body).toContain('<meta name="svc-draft-change"');
  expect(draft.headers["Cache-Control"]).toBe("private, no-store");
  expect(await (await get(tenant, "/")).text()).not.toContain("svc-draft-change");
});

test.each([
  ["was removed", "DELETE FROM memberships WHERE tenant_id = ?"],
  ["may no longer publish", "UPDATE memberships SET role = 'author' WHERE tenant_id = ?"],
])("a schedule of a member who %s is cancelled, says why, and is in audit", async (_, sql) => {
  const { tenant } = await aTenant("gone");
  await retitle(tenant, "Scheduled", 1);
  await schedule(tenant, SOON_MS);
  await db.prepare(sql).bind(tenant).run();
  await wait(SOON_MS);
  await settled(tenant);
  await expect.poll(() => states(tenant)).toEqual(["cancelled"]);
  const { items } = expectValue(await readerOf(tenant).read("schedules", SITE));
  expect(items[0]?.problem).toMatchObject({
    code: "FORBIDDEN",
    reason: expect.stringContaining("may no longer publish"),
  });
  expect(await sequence(tenant)).toBe(1);
  await settled(tenant);
  await expect
    .poll(
      async () =>
        (
          await db
            .prepare("SELECT actor, outcome FROM audit WHERE tenant_id = ? AND command = 'schedule.run'")
            .bind(tenant)
            .all()
        ).results,
    )
    .toEqual([{ actor: `member:${MEMBER}`, outcome: "refused" }]);
});
