import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shippedPictures } from "../../sites/machine/runner/storage.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { dataFolderAt } from "../../sites/machine/state/dataFolder.ts";
import { takeInventory } from "../../sites/machine/state/inventory.ts";
import { lossesIn } from "../../sites/machine/state/losses.ts";
import { killProcess } from "../support/killProcess.ts";
import { fillWithDemo } from "../support/filled.ts";
import { readyOf, start, type Ready, type Run } from "./runner.ts";
import { testFolder } from "./testFolder.ts";

/** `svc backup` while an owner keeps writing, and a run on the restored folder. */

const SVC = fileURLToPath(new URL("../../sites/svc.ts", import.meta.url));
const OWNER = "ottilie-marchbank";

const here = testFolder();
let run: Run;
let ready: Ready;

const hostOf = ({ site }: Ready): string => new URL(site).hostname;

const begin = (data: string): Run => start("--json", "--port", "0", "--profile", "core", "--data", data);

function svc(...args: readonly string[]): { readonly pid: number; readonly ended: Promise<[number | null, string]> } {
  const child = spawn(process.execPath, ["--no-warnings", SVC, ...args, "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { pid: child.pid ?? 0, ended: said.then(([out, errors, [code]]) => [code as number | null, out + errors]) };
}

const logIn = (at: Ready): Promise<Owner> => Owner.logIn({ port: at.port, hostname: hostOf(at), subject: OWNER });

interface Redirects {
  readonly version: number;
  readonly body: { readonly entries: readonly { readonly from: string; readonly to: string }[] };
}

/** Writes redirects until stopped, and counts the acknowledged ones. */
class Writer {
  count = 0;
  #isOver = false;
  readonly #working: Promise<void>;

  constructor(owner: Owner) {
    this.#working = this.#write(owner);
  }

  async #write(owner: Owner): Promise<void> {
    while (!this.#isOver) {
      const { version, body } = await owner.read<Redirects>("/api/redirects");
      const next = { from: `/moved-${this.count}`, to: "/", status: 301 };
      const entries = [...body.entries.slice(-50), next];
      await owner.done({ method: "PUT", path: "/api/redirects", version, body: { body: { entries } } });
      this.count += 1;
    }
  }

  async reaches(count: number): Promise<void> {
    while (this.count < count) await Promise.race([this.#working, new Promise((done) => setTimeout(done, 10))]);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }
}

beforeAll(async () => {
  await fillWithDemo(here.at("data"));
  run = begin(here.at("data"));
  ready = await readyOf(run);
});
afterAll(async () => {
  await run[Symbol.asyncDispose]();
  here[Symbol.dispose]();
});

test("a backup that is killed at any time does not stop the run, and the next one is complete", async () => {
  const killed = svc("backup", here.at("one"), "--data", here.at("data"));
  while (!existsSync(here.at("one.part"))) await new Promise((done) => setTimeout(done, 1));
  killProcess(killed.pid);
  await killed.ended;
  const { status } = await requestLocal({ port: ready.port, host: hostOf(ready), path: "/?now" });
  expect([status, existsSync(here.at("one"))]).toEqual([200, false]);
  const [code, said] = await svc("backup", here.at("one"), "--data", here.at("data")).ended;
  expect([code, said, existsSync(here.at("one.part"))]).toEqual([0, expect.stringContaining('"missing":[]'), false]);
  expect((await svc("backup", "--verify", here.at("one")).ended)[0]).toBe(0);
  const [well, health] = await svc("health", "--data", here.at("data")).ended;
  expect([well, JSON.parse(health)]).toMatchObject([0, { ok: true, status: "ok", faults: [], storage: { silent: 0 } }]);
});

test("a backup during an owner's edits contains every change acknowledged before it, and can be restored", async () => {
  await using owner = await logIn(ready);
  const writer = new Writer(owner);
  await writer.reaches(3);
  const before = writer.count;
  const [code, said] = await svc("backup", here.at("two"), "--data", here.at("data")).ended;
  expect([code, said]).toEqual([0, expect.stringContaining('"ok":true')]);
  await writer.reaches(writer.count + 3);
  await writer.stop();

  const [restored] = await svc("restore", here.at("two"), "--data", here.at("other")).ended;
  expect([restored, lossesIn(takeInventory(dataFolderAt(here.at("other"))), shippedPictures())]).toEqual([0, []]);
  await using other = begin(here.at("other"));
  const again = await readyOf(other);
  expect(again.sites.map(({ created, state }) => [created, state])).toEqual([
    [false, "active"],
    [false, "active"],
  ]);
  expect(again.missing).toEqual([]);
  const page = async (at: Ready): Promise<string> =>
    (await requestLocal({ port: at.port, host: hostOf(at), path: "/?now" })).text.replaceAll(
      /localhost:\d+/g,
      "localhost",
    );
  expect(await page(again)).toBe(await page(ready));
  await using same = await logIn(again);
  const { body } = await same.read<Redirects>("/api/redirects");
  const numbers = body.entries.flatMap(({ from }) => /^\/moved-(\d+)$/.exec(from)?.[1] ?? []).map(Number);
  expect(Math.max(...numbers)).toBeGreaterThanOrEqual(before - 1);
  expect(Math.max(...numbers)).toBeLessThan(writer.count);
});
