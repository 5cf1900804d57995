import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { startLocal } from "../../sites/local/local.ts";
import type { Local } from "../../sites/local/local.ts";
import { Owner } from "../../sites/local/provisioning/owner.ts";
import { requestLocal } from "../../sites/local/request.ts";
import type { LocalReply } from "../../sites/local/request.ts";
import { Bystander } from "../support/bystander.ts";
import { persistently, visit } from "../support/driver.ts";

/**
 * Plugins that give the thread back again and again, and leave no time for anybody else. Their work after their call,
 * or when it is late, ends with it. The work before that is found by where the thread is seen.
 */
const PLUGIN = "lantern.visits";
const FOLDER = fileURLToPath(new URL("../fixtures/plugins/visits", import.meta.url));

const { hostname } = loadDemo("saltmarrow").domain;
const { hostname: neighbour } = loadDemo("pocketful").domain;
const data = mkdtempSync(join(tmpdir(), "drawbridge-slices-"));
const said: string[] = [];
let local: Local;
let owner: Owner;

beforeAll(async () => {
  local = await startLocal({
    port: 0,
    data,
    fresh: true,
    profile: "plugins",
    plugins: [FOLDER],
    tell: (line) => said.push(line),
  });
  owner = await Owner.logIn({ port: local.port, hostname, subject: "ottilie-marchbank" });
}, 90_000);

afterAll(async () => {
  await local?.stop();
  rmSync(data, { recursive: true, force: true });
});

const ask = (deed: string): Promise<LocalReply> =>
  requestLocal({ port: local.port, host: hostname, path: `/api/plugins/${PLUGIN}/routes/count?deed=${deed}` });

const call = (deed: string): Promise<number> =>
  ask(deed).then(
    ({ status }) => status,
    () => 0,
  );

/** The number of slices the plugin has begun to compute. */
const computed = async (): Promise<number> => {
  const { status, text } = await ask("tell");
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"computed":\d+\}\s*$/)]);
  return (JSON.parse(text) as { computed: number }).computed;
};

const stateOf = (): Promise<string> =>
  persistently(async () => (await owner.read<{ state: string }>(`/api/plugins/${PLUGIN}`)).state);

const putBack = (): Promise<unknown> =>
  persistently(() => owner.done({ method: "PUT", path: `/api/plugins/${PLUGIN}/state`, body: { state: "enabled" } }));

const neighbourIsServed = (): Promise<unknown> =>
  persistently(async () => expect((await visit(local.port, neighbour, `/?${performance.now()}`)).status).toBe(200));

const endings = (): string[] => said.filter((line) => line.includes("so it is ended"));

test("slices that go on after the answer end with it: nothing is ended for them, and nobody waits", async () => {
  for (let round = 0; round < 3; round++) expect(await call("leave"), said.at(-1)).toBe(200);
  const before = await computed();
  await neighbourIsServed();
  expect(await computed()).toBe(before);
  expect([await stateOf(), endings()]).toEqual(["enabled", []]);
});

describe.each([
  ["computes in slices", "slices", 1],
  ["computes in slices and never for long at once", "turns", 0],
  ["fills memory in slices", "hoard", 0],
])("a plugin that %s", (_, deed, most) => {
  test(`has its process ended, is quarantined by name, does it no second time; outages of others: at most ${most}`, async () => {
    await persistently(computed);
    said.length = 0;
    const bystander = new Bystander(local.port, neighbour);
    const calls = Array.from({ length: 4 }, () => call(deed));
    await expect.poll(() => endings().length, { timeout: 60_000, interval: 50 }).toBe(1);
    await Promise.all(calls);
    await neighbourIsServed();
    expect(endings()).toEqual([expect.stringMatching(/lantern\.visits of the site .+ did it, and is quarantined\.$/)]);
    expect(await stateOf()).toBe("quarantined");
    expect(await Promise.all(Array.from({ length: 4 }, () => call(deed)))).toEqual([503, 503, 503, 503]);
    expect(endings()).toHaveLength(1);
    const { outages, longest } = await bystander.leaves();
    console.info(`${deed}: the neighbour was unanswered for ${longest} at most`);
    expect(outages).toBeLessThanOrEqual(most);
    expect(local.sandboxPid).not.toBe(local.pid);
    await putBack();
  });
});
