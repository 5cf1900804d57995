import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { startLocal } from "../../sites/local/local.ts";
import type { Local } from "../../sites/local/local.ts";
import { Owner } from "../../sites/local/provisioning/owner.ts";
import { requestLocal } from "../../sites/local/request.ts";
import { readSecrets } from "../../sites/local/state/secrets.ts";
import { Bystander } from "../support/bystander.ts";
import { persistently, visit } from "../support/driver.ts";

/** Plugin code in a process of its own (`--isolate`): whatever ends there, nobody else is kept waiting. */
const PLUGIN = "lantern.visits";
const FOLDER = fileURLToPath(new URL("../fixtures/plugins/visits", import.meta.url));

const { hostname } = loadDemo("saltmarrow").domain;
const { hostname: neighbour } = loadDemo("pocketful").domain;
const data = mkdtempSync(join(tmpdir(), "drawbridge-isolated-"));
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
    isolate: true,
    tell: (line) => said.push(line),
  });
  owner = await Owner.logIn({ port: local.port, hostname, subject: "ottilie-marchbank" });
}, 90_000);

afterAll(async () => {
  await local?.stop();
  rmSync(data, { recursive: true, force: true });
});

const call = (deed: string): Promise<number> =>
  requestLocal({ port: local.port, host: hostname, path: `/api/plugins/${PLUGIN}/routes/count?deed=${deed}` }).then(
    ({ status }) => status,
    () => 0,
  );

const stateOf = (): Promise<string> =>
  persistently(async () => (await owner.read<{ state: string }>(`/api/plugins/${PLUGIN}`)).state);

const putBack = (): Promise<unknown> =>
  persistently(() => owner.done({ method: "PUT", path: `/api/plugins/${PLUGIN}/state`, body: { state: "enabled" } }));

const answersAgain = (): Promise<void> => persistently(async () => expect(await call("tell")).toBe(200));

const endings = (): string[] => said.filter((line) => line.includes("so it is ended"));

const ended = async (times: number): Promise<void> => {
  await expect.poll(() => endings().length, { timeout: 60_000, interval: 50 }).toBe(times);
};

test("the sandbox has another process, without a secret, a store or a way out", () => {
  expect(local.sandboxPid).toEqual(expect.any(Number));
  expect(local.sandboxPid).not.toBe(local.pid);
  const apart = ["runtime.capnp", "drawbridge-plugin-sandbox/worker.capnp"]
    .map((name) => readFileSync(join(data, "config/apart", name), "utf8"))
    .join("\n");
  for (const value of Object.values(readSecrets(local.folder.secrets))) expect(apart).not.toContain(value);
  expect(apart).not.toMatch(/x-drawbridge-host|allow = \["/);
});

test("a plugin works there as it does elsewhere", async () => {
  expect(await call("tell")).toBe(200);
});

test("a plugin that computes without end is quarantined by name, and its neighbour is out of service at no time", async () => {
  const main = local.pid;
  const bystander = new Bystander(local.port, neighbour);
  await Promise.all([call("slices"), call("slices"), ended(1)]);
  expect(endings()).toEqual([expect.stringMatching(/lantern\.visits of the site .+ did it, and is quarantined\.$/)]);
  await expect.poll(stateOf, { timeout: 30_000 }).toBe("quarantined");
  const { outages } = await bystander.leaves();
  expect([outages, local.pid]).toEqual([0, main]);
  await putBack();
  await answersAgain();
});

test("a plugin that fills memory ends its own process alone", async () => {
  const main = local.pid;
  const bystander = new Bystander(local.port, neighbour);
  await Promise.all([call("hoard"), call("hoard"), ended(2)]);
  const { outages } = await bystander.leaves();
  expect([outages, local.pid]).toEqual([0, main]);
  await putBack();
  await answersAgain();
});

test("a killed sandbox costs the calls that it ran, and the next one works", async () => {
  const [main, sandbox] = [local.pid, local.sandboxPid];
  const bystander = new Bystander(local.port, neighbour);
  const calls = Array.from({ length: 3 }, () => call("leave"));
  if (sandbox !== undefined) process.kill(sandbox, "SIGKILL");
  await Promise.all(calls);
  await answersAgain();
  const { outages } = await bystander.leaves();
  expect([outages, local.pid, local.sandboxPid === sandbox]).toEqual([0, main, false]);
});

test("a killed main process takes the sandbox with it, and everybody is served again", async () => {
  const { pid } = local;
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  await answersAgain();
  await persistently(async () => expect((await visit(local.port, neighbour, "/?again")).status).toBe(200));
});
