import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal, type LocalReply } from "../../sites/machine/process/request.ts";
import { pause, persistently, visit } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";

/**
 * A granted plugin blocks a whole workerd, which enforces no limits on one machine. The tests measure how long other
 * tenants wait, and what is left. The operator wants a single process, so that each test starts alike.
 */
const PLUGIN = "lantern.visits";
const FOLDER = fileURLToPath(new URL("../fixtures/plugins/visits", import.meta.url));
/** Two seconds to detect it and one to restart; the rest is for a busy machine. */
const BACK_MS = 60_000;

const { hostname } = loadDemo("saltmarrow").domain;
const { hostname: neighbour } = loadDemo("pocketful").domain;
const data = mkdtempSync(join(tmpdir(), "drawbridge-plugins-"));
const said: string[] = [];
let local: Local;
let owner: Owner;
let other: Owner;

beforeAll(async () => {
  await fillWithDemo(data);
  local = await startLocal({
    port: 0,
    data,
    fresh: false,
    profile: "plugins",
    plugins: [FOLDER],
    isolate: false,
    tell: (line) => said.push(line),
  });
  const { port } = local;
  owner = await Owner.logIn({ port, hostname, subject: "ottilie-marchbank" });
  other = await Owner.logIn({ port, hostname: neighbour, subject: "thaddeus-quell" });
}, 90_000);

afterAll(async () => {
  await local?.stop();
  rmSync(data, { recursive: true, force: true });
});

const count = (deed = ""): Promise<LocalReply> =>
  requestLocal({
    port: local.port,
    host: hostname,
    path: `/api/plugins/${PLUGIN}/routes/count${deed && `?deed=${deed}`}`,
  });

async function counted(): Promise<number> {
  const { status, text } = await count();
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"count":\d+\}\s*$/)]);
  return (JSON.parse(text) as { count: number }).count;
}

interface Shown {
  readonly state: string;
  readonly skipped: { readonly reason: string; readonly detail: string } | null;
}

const shown = (): Promise<Shown> => persistently(() => owner.read<Shown>(`/api/plugins/${PLUGIN}`));

const putBack = (): Promise<unknown> =>
  persistently(() => owner.done({ method: "PUT", path: `/api/plugins/${PLUGIN}/state`, body: { state: "enabled" } }));

/** Milliseconds until a visitor of another tenant gets an uncached page. */
async function neighbourWaits(): Promise<number> {
  const began = performance.now();
  await persistently(
    async () => expect((await visit(local.port, neighbour, `/?${performance.now()}`)).status).toBe(200),
    BACK_MS / 1_000,
  );
  return performance.now() - began;
}

/** Writes pages until stopped. Answers the paths of the acknowledged ones. */
async function writing(until: () => boolean): Promise<string[]> {
  const kept: string[] = [];
  for (let n = 0; !until(); n++) {
    const path = `/w-${crypto.randomUUID()}`;
    const { status } = await other
      .change({ method: "POST", path: "/api/pages", body: { body: { path, title: `Page ${n}`, sections: [] } } })
      .catch(() => ({ status: 0 }));
    if (status === 201) kept.push(path);
    await pause(100);
  }
  return kept;
}

const pagesOf = async (site: Owner): Promise<Set<string>> => {
  const paths = new Set<string>();
  for (let cursor = ""; ;) {
    const { items, next } = await site.read<{ items: { path: string }[]; next: string | null }>(
      `/api/pages?limit=100${cursor}`,
    );
    for (const { path } of items) paths.add(path);
    if (next === null) return paths;
    cursor = `&cursor=${next}`;
  }
};

/** The watchdog's word reaches the site a moment after the workers are back. */
const WORD_MS = 5_000;

const isQuarantined = (): Promise<boolean> =>
  vi
    .waitFor(async () => expect((await shown()).state).toBe("quarantined"), { timeout: WORD_MS, interval: 100 })
    .then(
      () => true,
      () => false,
    );

/** The number of times a plugin has blocked workerd. */
let stalls = 0;

describe.each([
  ["computes without end (attack 93)", "spin"],
  ["computes without end while a module is evaluated (attack 93)", "load"],
  ["matches a pattern without end (attack 94)", "pattern"],
  ["waits for nothing, without end (attack 95)", "microtasks"],
  ["eats memory (attack 96)", "memory"],
  ["eats memory outside of the heap (attack 97)", "hoard"],
])("a plugin whose route %s", (_, deed) => {
  test("is ended with its workerd and named, and all sites are served again with every acknowledged change", async () => {
    const before = await counted();
    const { pid } = local;
    let isOver = false;
    const written = writing(() => isOver);
    await pause(300);
    const stall = async (): Promise<void> => {
      stalls += 1;
      const culprit = count(deed).catch(() => undefined);
      await pause(100);
      expect(await neighbourWaits()).toBeLessThan(BACK_MS);
      expect((await culprit)?.status ?? 500).toBeGreaterThanOrEqual(500);
    };
    await stall();
    // After earlier computing, the process ends too soon to blame only the new call.
    if ((await shown()).state === "enabled") await stall();
    expect(await shown()).toMatchObject({
      state: "quarantined",
      skipped: { reason: "quarantined", detail: expect.stringContaining("running when the process ended") },
    });
    expect((await count()).status).toBe(503);
    expect((await visit(local.port, hostname, "/")).status).toBe(200);
    const { pid: second } = local;
    await pause(1_000);
    expect([second === pid, local.pid === second]).toEqual([false, true]);
    isOver = true;
    const acknowledged = await written;
    const there = await persistently(() => pagesOf(other));
    expect(acknowledged.length).toBeGreaterThan(2);
    expect(acknowledged.filter((path) => !there.has(path))).toEqual([]);
    await putBack();
    expect(await counted()).toBe(before + 1);
  });
});

test("a plugin that spins in the check before a publication is disabled, and nothing is published until an owner publishes without it", async () => {
  const path = `/api/plugins/${PLUGIN}/settings`;
  const { version } = await owner.read<{ version: number }>(path);
  await owner.done({ method: "PUT", path, version, body: { values: { before: "spin" } } });
  await owner.done({
    method: "POST",
    path: "/api/pages",
    body: { body: { path: "/told", title: "Told", sections: [] } },
  });
  const publish = async (): Promise<LocalReply> => {
    const { change } = await persistently(() => owner.read<{ change: number }>("/api/changes"));
    return owner.change({ method: "POST", path: "/api/publish", version: change });
  };
  const stall = async (): Promise<void> => {
    stalls += 1;
    const spinning = publish().catch(() => undefined);
    await pause(200);
    expect(await neighbourWaits()).toBeLessThan(BACK_MS);
    expect((await spinning)?.status ?? 500).toBeGreaterThanOrEqual(500);
  };
  await stall();
  // After earlier computing, the process ends too soon to blame only the check.
  if (!(await isQuarantined())) await stall();
  expect(await isQuarantined()).toBe(true);
  expect([(await publish()).status, (await visit(local.port, hostname, "/told")).status]).toEqual([503, 404]);
  await owner.done({ method: "PUT", path: `/api/plugins/${PLUGIN}/state`, body: { state: "disabled" } });
  expect((await publish()).status).toBe(200);
  await persistently(async () => expect((await visit(local.port, hostname, "/told")).status).toBe(200));
});

test("the terminal showed the reason each time", () => {
  const told = said.filter((line) => /^workerd (computed|used) .+, so it is ended\./.test(line));
  // On a busy machine the watchdog may also end a workerd that is slow to come back.
  expect(told.length).toBeGreaterThanOrEqual(stalls);
});
