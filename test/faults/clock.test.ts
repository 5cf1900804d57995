import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOCK_LOOK_MS } from "../../manifests/bounds/watchdog.ts";
import { readSecrets } from "../../sites/machine/state/secrets.ts";
import { readyOf, startIn, type Ready, type Run } from "../machine/runner.ts";
import { testFolder } from "../machine/testFolder.ts";
import { fillWithDemo } from "../support/filled.ts";
import { cookieOf } from "../support/visitor.ts";
import { pause } from "../support/driver.ts";
import { seeded } from "../support/seeded.ts";
import { canSetClock, MachineClock } from "./machineClock.ts";
import { PatientOwner } from "./patientOwner.ts";
import { DEMO, OWNER, VISITS, VISITS_FOLDER } from "./siteWithVisits.ts";
import { Work } from "./work.ts";

/** A machine whose clock jumps while members work. Nothing may hang or get lost, and each change must exist once. */
const { hostname } = DEMO.domain;
const here = testFolder();
let clock: MachineClock;
let run: Run;
let ready: Ready;
let owner: PatientOwner;

/** `JUMPS=200 npx vitest run --project faults test/faults/clock.test.ts` runs longer; `SEED` varies it. */
const JUMPS = Number(process.env["JUMPS"] ?? 8);
const SEED = Number(process.env["SEED"] ?? 18);
const [SHORTEST_S, LONGEST_S] = [1, 6 * 60 * 60];
/** Idempotency keys are stored for two days. A clock that jumps further would forget requests that are repeated. */
const FARTHEST_S = 20 * 60 * 60;
const LONGEST_PAUSE_MS = 400;
const MINUTE_S = 60;
/**
 * More swings than the allowed number of processes without an answer. Each swing is detected, and is shorter than a
 * start.
 */
const SWINGS = 16;
const SWING_MS = 1.2 * CLOCK_LOOK_MS;
/** The time after which the runner has read the new clock. */
const SEEN_MS = 2 * CLOCK_LOOK_MS;
/** An idle machine publishes a due schedule within a second. */
const NOTHING_MS = 2_000;

/** A jump in seconds, forward or back. Half of them are below a minute, and none leads too far from the real time. */
function jump(random: () => number, aheadSeconds: number): number {
  const seconds = Math.round(SHORTEST_S * (LONGEST_S / SHORTEST_S) ** random());
  const wanted = random() < 0.5 ? seconds : -seconds;
  return Math.abs(aheadSeconds + wanted) > FARTHEST_S ? -wanted : wanted;
}

describe.skipIf(!canSetClock)("a changed system clock", () => {
  beforeAll(async () => {
    clock = new MachineClock(here.path);
    await fillWithDemo(here.at("data"));
    const trusted = ["--trusted-proxy", "127.0.0.1", "--client-address-header", "cf-connecting-ip"];
    const args = ["--json", "--port", "0", "--data", here.at("data"), "--plugins", VISITS_FOLDER, "--isolate"];
    run = startIn({ environment: clock.environment }, ...args, ...trusted);
    ready = await readyOf(run);
    owner = new PatientOwner({ port: ready.port, hostname, logIn });
  }, 90_000);

  afterAll(async () => {
    await run?.[Symbol.asyncDispose]();
    clock?.[Symbol.dispose]();
    here[Symbol.dispose]();
  });

  const logIn = (): Promise<string> => cookieOf(ready.site, OWNER);

  const put = async (seconds: number): Promise<void> => {
    clock.put(seconds);
    await pause(SEEN_MS);
  };

  /** Schedules a publication. */
  const plan = async (at: number) => {
    const { change: version } = await owner.read<{ change: number }>("/api/changes");
    return owner.settled({ method: "POST", path: "/api/schedules", sent: { version, body: { at } } });
  };

  test("is the clock that the workers use", async () => {
    await put(60 * MINUTE_S);
    const { status, text } = await plan(Date.now() + 30 * MINUTE_S * 1_000);
    await put(-60 * MINUTE_S);
    expect([status, text]).toEqual([400, expect.stringContaining("a time in the future") as string]);
  });

  test("publishes a schedule once: not early, and not again when its time comes back", async () => {
    const releases = async (): Promise<number> => {
      const { items } = await owner.read<{ items: { outcome: string }[] }>("/api/audit?command=schedule.run&limit=100");
      return items.filter(({ outcome }) => outcome === "done").length;
    };
    const before = await releases();
    expect((await plan(clock.now() + 30 * MINUTE_S * 1_000)).status).toBe(201);
    await put(29 * MINUTE_S);
    await pause(NOTHING_MS);
    expect(await releases()).toBe(before);
    await put(2 * MINUTE_S);
    await expect.poll(releases, { timeout: 60_000, interval: 250 }).toBe(before + 1);
    await put(-31 * MINUTE_S);
    expect(await releases()).toBe(before + 1);
    await put(31 * MINUTE_S);
    await pause(NOTHING_MS);
    expect(await releases()).toBe(before + 1);
  }, 180_000);

  test("that changes faster than workers start does not end the run", async () => {
    for (let swing = 0; swing < SWINGS; swing += 1) {
      clock.put(swing % 2 === 0 ? -2 * MINUTE_S : 2 * MINUTE_S);
      await pause(SWING_MS);
    }
    expect(await owner.read("/api/changes")).toMatchObject({ change: expect.any(Number) as number });
  }, 180_000);

  test(
    `goes forward and back at moments nobody chose, ${JUMPS} times: what was acknowledged is there, and each change once`,
    async () => {
      const work = new Work({
        port: ready.port,
        hostname,
        logIn,
        tenant: DEMO.tenant.id,
        secret: readSecrets(ready.secrets)["PROVISIONING_SECRET"] ?? "",
        plugin: VISITS,
      });
      await work.begin();
      const random = seeded(SEED);
      for (let n = 0; n < JUMPS; n += 1) {
        await pause(random() * LONGEST_PAUSE_MS);
        await put(jump(random, clock.aheadSeconds));
        const before = work.acknowledged;
        await expect.poll(() => work.acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
      }
      const done = await work.examined();
      console.info(`${JUMPS} jumps of the clock: ${JSON.stringify(done)}`);
      for (const count of Object.values(done)) expect(count).toBeGreaterThan(0);
    },
    180_000 + JUMPS * 10_000,
  );
});
