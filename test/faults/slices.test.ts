import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { testFolder } from "../machine/testFolder.ts";
import { Bystander } from "../support/bystander.ts";
import { persistently, visit } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { endingsIn, NEIGHBOUR, SiteWithVisits, VISITS_DID_IT, VISITS_FOLDER } from "./siteWithVisits.ts";

/**
 * Plugins that yield the thread repeatedly but leave no time for other requests. Work after a call, or after its
 * deadline, ends with the call. Work during a call is found by sampling the thread.
 */
const here = testFolder();
const data = here.path;
const said: string[] = [];
let local: Local;
let site: SiteWithVisits;

beforeAll(async () => {
  await fillWithDemo(data);
  local = await startLocal({
    port: 0,
    data,
    fresh: false,
    profile: "plugins",
    plugins: [VISITS_FOLDER],
    tell: (line) => said.push(line),
  });
  site = await SiteWithVisits.at(local.port);
}, 90_000);

afterAll(async () => {
  await local?.stop();
  here[Symbol.dispose]();
});

/** The number of slices that the plugin has begun. */
const computed = async (): Promise<number> => {
  const { status, text } = await site.ask("tell");
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"computed":\d+\}\s*$/)]);
  return (JSON.parse(text) as { computed: number }).computed;
};

const neighbourIsServed = (): Promise<unknown> =>
  persistently(async () => expect((await visit(local.port, NEIGHBOUR, `/?${performance.now()}`)).status).toBe(200));

test("computing slices after the answer end with the call: no process is ended, and nobody waits", async () => {
  for (let round = 0; round < 3; round++) expect(await site.call("leave"), said.at(-1)).toBe(200);
  const before = await computed();
  await neighbourIsServed();
  expect(await computed()).toBe(before);
  expect([await site.state(), endingsIn(said)]).toEqual(["enabled", []]);
});

describe.each([
  ["computes in slices", "slices", 1],
  ["computes in slices and never for long at once", "turns", 0],
  ["fills memory in slices", "hoard", 0],
])("a plugin that %s", (_, deed, most) => {
  test(`has its process ended, is quarantined by name, does it no second time; outages of others: at most ${most}`, async () => {
    await persistently(computed);
    said.length = 0;
    const bystander = new Bystander(local.port, NEIGHBOUR);
    const calls = Array.from({ length: 4 }, () => site.call(deed));
    await expect.poll(() => endingsIn(said).length, { timeout: 60_000, interval: 50 }).toBe(1);
    await Promise.all(calls);
    await neighbourIsServed();
    expect(endingsIn(said)).toEqual([VISITS_DID_IT]);
    expect(await site.state()).toBe("quarantined");
    expect(await Promise.all(Array.from({ length: 4 }, () => site.call(deed)))).toEqual([503, 503, 503, 503]);
    expect(endingsIn(said)).toHaveLength(1);
    const { outages, longest } = await bystander.leaves();
    console.info(`${deed}: the neighbour was unanswered for ${longest} at most`);
    expect(outages).toBeLessThanOrEqual(most);
    expect(local.sandboxPid).not.toBe(local.pid);
    await site.putBack();
  });
});
