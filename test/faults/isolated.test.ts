import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processes } from "../../sites/machine/runner/processes.ts";
import { readSecrets } from "../../sites/machine/state/secrets.ts";
import { readyOf, start, type Ready, type Run } from "../machine/runner.ts";
import { testFolder } from "../machine/testFolder.ts";
import { Bystander } from "../support/bystander.ts";
import { cookieOf } from "../support/visitor.ts";
import { pause } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { killProcess, signalProcess } from "../support/killProcess.ts";
import { seeded } from "../support/seeded.ts";
import {
  DEMO,
  endingsIn,
  NEIGHBOUR,
  OWNER,
  SiteWithVisits,
  VISITS,
  VISITS_DID_IT,
  VISITS_FOLDER,
} from "./siteWithVisits.ts";
import { Work } from "./work.ts";

/** Plugin code in a process of its own (`--isolate`). A crash there must not delay other requests. */
const { hostname } = DEMO.domain;
const here = testFolder();
const data = here.path;
let run: Run;
let ready: Ready;
let site: SiteWithVisits;

/** Starts the program as a child, so that tests can kill it. Tests send visitors' addresses in a header. */
async function begin(port: number): Promise<void> {
  const trusted = ["--trusted-proxy", "127.0.0.1", "--client-address-header", "cf-connecting-ip"];
  run = start("--json", "--port", `${port}`, "--data", data, "--plugins", VISITS_FOLDER, "--isolate", ...trusted);
  ready = await readyOf(run);
}

beforeAll(async () => {
  await fillWithDemo(data);
  await begin(0);
  site = await SiteWithVisits.at(ready.port);
}, 90_000);

afterAll(async () => {
  await run?.[Symbol.asyncDispose]();
  here[Symbol.dispose]();
});

/** The workerd with this configuration; undefined if none runs. */
const workerd = (config: "main" | "apart"): number | undefined =>
  processes().find(
    ({ command }) => /^\S*workerd serve /.test(command) && command.includes(join(data, "config", config)),
  )?.pid;
const main = (): number | undefined => workerd("main");
const sandbox = (): number | undefined => workerd("apart");

const endings = (): string[] => endingsIn(run.said);

const ended = async (times: number): Promise<void> => {
  await expect.poll(() => endings().length, { timeout: 60_000, interval: 50 }).toBe(times);
};

test("the sandbox has its own process, without secrets, stores or network", () => {
  expect(sandbox()).toEqual(expect.any(Number));
  expect(sandbox()).not.toBe(main());
  const apart = ["runtime.capnp", "drawbridge-plugin-sandbox/worker.capnp"]
    .map((name) => readFileSync(join(data, "config/apart", name), "utf8"))
    .join("\n");
  for (const value of Object.values(readSecrets(ready.secrets))) expect(apart).not.toContain(value);
  expect(apart).not.toMatch(/x-drawbridge-host|allow = \["/);
});

test("a plugin works in that process as elsewhere", async () => {
  expect(await site.call("tell")).toBe(200);
});

test("a plugin with an endless loop is quarantined by name, and its neighbour has no outage", async () => {
  const before = main();
  const bystander = new Bystander(ready.port, NEIGHBOUR);
  await Promise.all([site.call("slices"), site.call("slices"), ended(1)]);
  expect(endings()).toEqual([VISITS_DID_IT]);
  await expect.poll(() => site.state(), { timeout: 30_000 }).toBe("quarantined");
  const { outages } = await bystander.leaves();
  expect([outages, main()]).toEqual([0, before]);
  await site.putBack();
  await site.answersAgain();
});

test("a plugin that fills memory ends only its own process", async () => {
  const before = main();
  const bystander = new Bystander(ready.port, NEIGHBOUR);
  await Promise.all([site.call("hoard"), site.call("hoard"), ended(2)]);
  const { outages } = await bystander.leaves();
  expect([outages, main()]).toEqual([0, before]);
  await site.putBack();
  await site.answersAgain();
});

test("a process for visitors that hangs is replaced, and no plugin is charged", async () => {
  const before = main();
  signalProcess(before, "SIGSTOP");
  await expect.poll(() => [undefined, before].includes(main()), { timeout: 60_000, interval: 100 }).toBe(false);
  await site.answersAgain();
  expect(run.said).toContainEqual(
    expect.stringMatching(/^workerd answered no request for 20 s, so it is ended\. No plugin code runs in it, /),
  );
  expect(await site.state()).toBe("enabled");
});

test("a killed sandbox fails only its running calls, and nothing else is unavailable", async () => {
  const [before, killed] = [main(), sandbox()];
  const bystander = new Bystander(ready.port, NEIGHBOUR);
  const calls = Array.from({ length: 3 }, () => site.call("leave"));
  killProcess(killed);
  await Promise.all(calls);
  await site.answersAgain();
  const { outages } = await bystander.leaves();
  expect([outages, main(), sandbox() === killed]).toEqual([0, before, false]);
});

/** `KILLS=200 npx vitest run --project faults test/faults/isolated.test.ts` runs longer; `SEED` varies it. */
const KILLS = Number(process.env["KILLS"] ?? 12);
const SEED = Number(process.env["SEED"] ?? 18);
const LONGEST_PAUSE_MS = 400;

/** Kills a process and waits for the next one. */
async function replaced(find: () => number | undefined): Promise<void> {
  const before = find();
  killProcess(before);
  await expect.poll(() => [undefined, before].includes(find()), { timeout: 60_000, interval: 20 }).toBe(false);
}

async function restarted(): Promise<void> {
  run.kill("SIGKILL");
  await run.ended;
  await begin(ready.port);
}

/** The processes to kill. A start of the program takes seconds, so it is killed less often. */
const VICTIMS: readonly (() => Promise<void>)[] = [
  () => replaced(main),
  () => replaced(sandbox),
  () => replaced(main),
  () => replaced(sandbox),
  () => replaced(main),
  restarted,
];

test(
  `every process killed at moments nobody chose, ${KILLS} times: what was acknowledged is there, and each change once`,
  async () => {
    const work = new Work({
      port: ready.port,
      hostname,
      tenant: DEMO.tenant.id,
      logIn: () => cookieOf(ready.site, OWNER),
      secret: readSecrets(ready.secrets)["PROVISIONING_SECRET"] ?? "",
      plugin: VISITS,
    });
    await work.begin();
    const random = seeded(SEED);
    for (let n = 0; n < KILLS; n += 1) {
      const before = work.acknowledged;
      await expect.poll(() => work.acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
      await pause(random() * LONGEST_PAUSE_MS);
      await VICTIMS[n % VICTIMS.length]?.();
    }
    const done = await work.examined();
    console.info(`${KILLS} kills: ${JSON.stringify(done)}`);
    for (const count of Object.values(done)) expect(count).toBeGreaterThan(0);
  },
  120_000 + KILLS * 10_000,
);
