import { describe, expect, test } from "vitest";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import { MEMBER, SITE, page, worldWith } from "../kernel/world.ts";

const code = (code: string) => expect.objectContaining({ code });
const retitled = { page: "home", expected: 1, changes: { title: "Changed" } };

describe.each<[TenantStatus, string]>([
  ["read_only", "TENANT_READ_ONLY"],
  ["suspended", "TENANT_SUSPENDED"],
])("a tenant that is %s", (status, refusal) => {
  test("writes nothing, not even a repeat, until it is active again; also after a restart", async () => {
    const world = await worldWith({ home: page("/") });
    const before = { site: SITE, actor: MEMBER, key: "first", requestId: "r1" };
    await world.kernel.execute("publish", before, {});
    world.kernel.tenant.setStatus(status);
    const later = world.restart();
    expect(later.kernel.tenant.status).toBe(status);
    await expect(later.run("page.update", retitled)).rejects.toEqual(code(refusal));
    await expect(later.kernel.execute("publish", before, {})).rejects.toEqual(code(refusal));
    expect(later.kernel.documents.get(SITE, "page", "home")?.version).toBe(1);
    later.kernel.tenant.setStatus("active");
    await later.run("page.update", retitled);
    expect(later.kernel.documents.get(SITE, "page", "home")?.version).toBe(2);
  });

  test("still reads", async () => {
    const world = await worldWith({ home: page("/") });
    world.kernel.tenant.setStatus(status);
    expect(world.kernel.reads.page(SITE, "home").version).toBe(1);
    expect(await world.statusOf("/")).toBe(200);
  });

  test("publishes nothing by the clock: a schedule that comes due fails and says why", async () => {
    const world = await worldWith({ home: page("/") });
    await world.run("page.update", retitled);
    await world.run("schedule.create", { at: world.powers.now() + 1000 });
    world.kernel.tenant.setStatus(status);
    world.powers.clock.now += 2000;
    await world.kernel.scheduleRunner.runDue();
    expect(world.kernel.reads.schedules(SITE).items).toMatchObject([{ state: "failed", problem: { code: refusal } }]);
    expect(world.kernel.sites.get(SITE).sequence).toBe(1);
  });

  test("commits nothing that was being prepared when an operator stopped it", async () => {
    const world = await worldWith({ home: page("/") });
    const running = world.run("page.update", retitled);
    world.kernel.tenant.setStatus(status);
    await expect(running).rejects.toEqual(code(refusal));
    expect(world.kernel.documents.get(SITE, "page", "home")?.version).toBe(1);
  });
});
