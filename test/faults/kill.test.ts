import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { PUBLISH_INLINE_PAGES } from "../../manifests/bounds/publishing.ts";
import type { ArchiveView } from "../../runtime/backups/views.ts";
import type { PublishResult } from "../../runtime/publishing/publisher.ts";
import { THEME, siteDocument, textPage } from "../support/content.ts";
import { Driver, SITE, pause, persistently } from "../support/driver.ts";
import { killed } from "./installation.ts";

/**
 * workerd is killed with SIGKILL at random moments and restarted on the same data. This does not cover power cuts:
 * after a kill, the operating system still writes what it had accepted.
 */
const installation = inject("installation");
const driver = new Driver(installation.port);

const kill = (): Promise<void> => killed(installation);

const PAGES = Object.fromEntries(
  Array.from({ length: PUBLISH_INLINE_PAGES * 6 }, (_, n) => [
    `p${String(n).padStart(4, "0")}`,
    textPage(`/p/${n}`, `Text ${n}`),
  ]),
);

const rename = (tenant: string, expected: number, name: string) =>
  driver.run(tenant, "documents.write", {
    writes: [{ kind: "settings", id: "site", expected, body: { name, language: "en" } }],
  });

const NAME = /(?:Old|New\d+)(?=<\/title>)/;

/** The site's name on the first, a middle and the last page, as visitors see it. */
async function names(tenant: string): Promise<string[]> {
  const seen: string[] = [];
  for (const path of ["/p/0", "/p/300", "/p/599"])
    seen.push(NAME.exec(await driver.published(tenant, path))?.[0] ?? "none");
  return seen;
}

/** Waits until the publication has begun, or is already over. */
async function begun(tenant: string): Promise<void> {
  for (;;) {
    const { building, sequence } = await driver.status(tenant);
    if (building || sequence > 1) return;
  }
}

describe("a kill during a publication", () => {
  let interrupted = 0;

  test.each([1, 2, 3, 4])(
    "leaves the old release or the new one whole, and the publication finishes (round %i)",
    async (round) => {
      const tenant = `kill${round}`;
      await driver.initialise(tenant, siteDocument({ home: textPage("/", "Home"), ...PAGES }, "Old"), THEME);
      await rename(tenant, 1, `New${round}`);
      const key = `publish-${round}`;
      const first = driver.run<PublishResult>(tenant, "publish", {}, key).catch(() => undefined);
      await (round === 1 ? begun(tenant) : pause(round * 60));
      await kill();
      await first;
      interrupted += (await persistently(() => driver.status(tenant))).building ? 1 : 0;
      const again = await persistently(() => driver.run<PublishResult>(tenant, "publish", {}, key));
      for (let whole = false; !whole; await pause(20)) {
        const seen = await persistently(() => names(tenant));
        // The requests are sequential. The pointer may move between them, but never back.
        expect([
          "Old,Old,Old",
          `Old,Old,New${round}`,
          `Old,New${round},New${round}`,
          `New${round},New${round},New${round}`,
        ]).toContain(seen.join());
        whole = seen[0] === `New${round}`;
      }
      expect(again.release).toBe(2);
      expect(await driver.status(tenant)).toMatchObject({ release: 2, sequence: 2, building: null });
      const repeated = await driver.run<PublishResult>(tenant, "publish", {}, key);
      expect(repeated).toEqual(again);
      expect((await driver.status(tenant)).sequence).toBe(2);
    },
  );

  test("hit: at least one of these kills came between the first and the last step", () => {
    expect(interrupted).toBeGreaterThan(0);
  });
});

test("a publication whose queue message was lost with the machine is published all the same", async () => {
  const tenant = "queue";
  await driver.initialise(tenant, siteDocument({ home: textPage("/", "Home") }), THEME);
  await driver.run(tenant, "documents.write", {
    writes: [{ kind: "page", id: "home", expected: 1, body: textPage("/", "Changed") }],
  });
  const { sequence } = await driver.publish(tenant);
  await kill();
  await persistently(async () => {
    const pointer = await driver.kv<{ sequence: number }>(`tenants/${tenant}/sites/${SITE}/current`);
    if (pointer?.sequence !== sequence) throw new Error("not carried yet");
  }, 45);
  expect((await driver.status(tenant)).refreshed).toBe(sequence);
});

describe("a kill during a restore", () => {
  const tenant = "restored";
  const databases = () =>
    readdirSync(installation.data, { recursive: true, encoding: "utf8" }).filter((name) =>
      /TenantWorkspaceDO.*[0-9a-f]{64}\.sqlite/.test(name),
    );
  const outcomes = new Set<string>();
  let made: ArchiveView;
  let files: string[] = [];

  /** Deletes the workspace's disk. The buckets stay. */
  async function lose(): Promise<void> {
    await kill();
    for (const name of files) rmSync(join(installation.data, name), { force: true });
  }

  const restore = () =>
    driver.call(tenant, "restore", {
      tenant,
      sites: [SITE],
      kind: "backups",
      backup: made.id,
      sha256: made.sha256,
      confirmation: `RESTORE ${tenant}`,
      actor: { kind: "operator", id: "tester" },
      requestId: "r1",
    });

  beforeAll(async () => {
    const before = new Set(databases());
    await persistently(() =>
      driver.initialise(tenant, siteDocument({ home: textPage("/", "Home"), ...PAGES }, "Kept"), THEME),
    );
    await driver.run(tenant, "publish", {});
    made = await driver.run<ArchiveView>(tenant, "backup.create", {});
    files = databases().flatMap((name) => (before.has(name) ? [] : [name, `${name}-wal`, `${name}-shm`]));
  });

  test.each([10, 80])("leaves everything or nothing, and a repeated request finishes (after %i ms)", async (ms) => {
    await lose();
    await persistently(async () =>
      expect((await driver.call<{ sites: unknown[] }>(tenant, "status")).sites).toEqual([]),
    );
    const first = restore().catch(() => undefined);
    await pause(ms);
    await kill();
    await first;
    const { sites } = await persistently(() =>
      driver.call<{ sites: { release: number; pages: number }[] }>(tenant, "status"),
    );
    outcomes.add(sites.length === 0 ? "nothing" : "all");
    if (sites.length === 0) await persistently(restore);
    expect(await persistently(() => driver.status(tenant))).toMatchObject({
      pages: Object.keys(PAGES).length + 1,
      building: null,
    });
    expect(await driver.published(tenant, "/p/599")).toContain("Kept</title>");
    expect((await driver.run<ArchiveView>(tenant, "backup.create", {})).sha256).toBe(made.sha256);
  });

  test("hit: at least one of these kills came before the end", () => {
    expect(outcomes).toContain("nothing");
  });
});
