import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processes } from "../../sites/local/processes.ts";
import { ask } from "../../sites/local/request.ts";
import { place } from "./place.ts";
import { nobodyWorksOn, readyOf, start, workingOn } from "./runner.ts";
import type { Ready, Run } from "./runner.ts";

const hostOf = (url: string): string => new URL(url).hostname;

interface Workspace {
  readonly outbox: { readonly waiting: number };
  readonly sites: readonly { readonly sequence: number; readonly refreshed: number }[];
}

interface Status {
  readonly tenants: readonly { readonly workspace: Workspace | null }[];
}

function statusOf({ port, status, secrets }: Ready): Promise<Status> {
  const [, secret] = /^PROVISIONING_SECRET=(.+)$/m.exec(readFileSync(secrets, "utf8")) ?? [];
  const headers = { authorization: `Bearer ${secret}` };
  return ask({ port, host: hostOf(status), path: "/api/admin/status", headers }).then(({ text }) => JSON.parse(text) as Status);
}

/** What goes on by itself: SQLite gives pages back when it likes, and plugins are called when their time has come. */
const RESTLESS: ReadonlySet<string> = new Set(["databaseBytes", "calls"]);

const isSettled = (workspace: Workspace | null): boolean =>
  workspace?.outbox.waiting === 0 && workspace.sites.every(({ sequence, refreshed }) => refreshed === sequence);

/** The status once nothing is on its way any more. */
async function settled(ready: Ready): Promise<Status> {
  for (;;) {
    const status = await statusOf(ready);
    const quiet = status.tenants.every(({ workspace }) => isSettled(workspace));
    if (quiet) return JSON.parse(JSON.stringify(status, (key, value: unknown) => (RESTLESS.has(key) ? undefined : value))) as Status;
    await new Promise((done) => setTimeout(done, 50));
  }
}

const home = ({ port, site }: Ready): Promise<string> => ask({ port, host: hostOf(site), path: "/" }).then(({ text }) => text);

/** The workerd processes of a run, the one with the port first. */
function runtimes({ port, data }: Ready): { front: number; workers: number } {
  const groups = new Set(workingOn(data));
  const all = processes().filter(({ group, command }) => groups.has(group) && command.includes("workerd serve"));
  const front = all.find(({ command }) => command.includes(`entry=127.0.0.1:${port} `));
  const workers = all.find((one) => one !== front);
  if (front === undefined || workers === undefined) throw new Error(`Found ${all.length} workerd processes instead of two.`);
  return { front: front.pid, workers: workers.pid };
}

async function servesAgain(ready: Ready): Promise<number> {
  const end = performance.now() + 60_000;
  for (;;) {
    const reply = await ask({ port: ready.port, host: hostOf(ready.site), path: "/", timeoutMs: 5_000 }).catch(() => undefined);
    if (reply?.status === 200 || performance.now() > end) return reply?.status ?? 0;
    await new Promise((done) => setTimeout(done, 50));
  }
}

const data = place();
afterAll(() => data[Symbol.dispose]());

describe("a start on an empty folder", () => {
  let run: Run;
  let ready: Ready;
  let status: unknown;
  let page: string;

  beforeAll(async () => {
    run = start("--json", "--port", "0", "--data", data.path);
    ready = await readyOf(run);
    status = await settled(ready);
    page = await home(ready);
  });

  test("names every address and file in its one line", () => {
    expect(ready).toEqual({
      ready: true, profile: "plugins", port: expect.any(Number), data: data.path,
      site: `http://demo.localhost:${ready.port}`,
      sites: ready.sites.map((site) => ({ tenant: expect.any(String), site: expect.any(String), name: expect.any(String), url: site.url, created: true })),
      status: `${ready.site}/api/admin/status`,
      loader: { available: true, reason: null }, skipped: [], mcp: [], membersMcp: null,
      secrets: join(data.path, "secrets.env"), log: join(data.path, "logs/workers.log"),
    });
    expect(ready.sites).toHaveLength(2);
  });

  test("keeps its secrets and its configuration to the owner", () => {
    const files = [ready.secrets, join(data.path, "config/drawbridge-site/.dev.vars")];
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("gives each worker only the secrets it names", () => {
    expect(readFileSync(join(data.path, "config/drawbridge-workspace/.dev.vars"), "utf8")).toMatch(/^PLUGIN_SETTINGS_SECRET=\S+\n$/);
  });

  test("serves every page, picture and stylesheet the home page asks for", async () => {
    const paths = [...page.matchAll(/(?:src|href)="(\/[^"#?]*)"/g)].map(([, path]) => path ?? "");
    expect(paths.length).toBeGreaterThan(10);
    const replies = await Promise.all([...new Set(paths)].map(async (path) => [path, (await ask({ port: ready.port, host: hostOf(ready.site), path })).status]));
    expect(replies.filter(([, code]) => code !== 200)).toEqual([]);
  });

  test("does not serve one tenant's pictures under the other's name", async () => {
    const [, path = ""] = /src="(\/media\/[^"]+)"/.exec(page) ?? [];
    expect((await ask({ port: ready.port, host: hostOf(ready.sites[1]?.url ?? ""), path })).status).toBe(404);
  });

  test("says nothing alarming", () => {
    expect(readFileSync(ready.log, "utf8")).toBe("");
  });

  test("holds the folder against a second run", async () => {
    const { code, stdout, stderr } = await start("--json", "--port", "0", "--data", data.path).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Another run is using [^\n]+\n$/);
  });

  test("holds the port against a second run", async () => {
    using other = place();
    const { code, stdout, stderr } = await start("--json", "--port", String(ready.port), "--data", other.path).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`Port ${ready.port} is in use. Choose another one with --port.\n`);
  });

  test("ends at Ctrl-C with everything it started, having said one line on stdout", async () => {
    expect(workingOn(data.path)).not.toEqual([]);
    run.kill("SIGINT");
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(ready)}\n`);
    expect(workingOn(data.path)).toEqual([]);
  });

  test("changes nothing the second time", async () => {
    const secrets = readFileSync(ready.secrets, "utf8");
    await using again = start("--json", "--port", String(ready.port), "--data", data.path);
    const second = await readyOf(again);
    expect(second.sites.map(({ created }) => created)).toEqual([false, false]);
    expect(await settled(second)).toEqual(status);
    expect(await home(second)).toBe(page);
    expect(readFileSync(ready.secrets, "utf8")).toBe(secrets);
    again.kill("SIGTERM");
    expect((await again.ended).code).toBe(0);
  });
});

describe("a run that meets violence", () => {
  test("serves again after its workerd was killed, and says so", async () => {
    await using run = start("--json", "--port", "0", "--data", data.path);
    const ready = await readyOf(run);
    process.kill(runtimes(ready).workers, "SIGKILL");
    expect(await servesAgain(ready)).toBe(200);
    run.kill("SIGINT");
    expect((await run.ended).stderr).toContain("workerd crashed and is being started again.");
  });

  test("serves again after the workerd in front was killed", async () => {
    await using run = start("--json", "--port", "0", "--data", data.path);
    const ready = await readyOf(run);
    process.kill(runtimes(ready).front, "SIGKILL");
    expect(await servesAgain(ready)).toBe(200);
    run.kill("SIGINT");
    await run.ended;
    expect(workingOn(data.path)).toEqual([]);
  });

  test("leaves nothing behind when it is killed itself", async () => {
    await using run = start("--json", "--port", "0", "--data", data.path);
    await readyOf(run);
    run.kill("SIGKILL");
    expect(await nobodyWorksOn(data.path)).toBe(true);
    await using next = start("--json", "--port", "0", "--data", data.path);
    expect((await readyOf(next)).ready).toBe(true);
    next.kill("SIGINT");
    expect((await next.ended).code).toBe(0);
  });

  test.each([["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const)("leaves nothing behind when %s comes before it is ready", async (signal, code) => {
    using here = place();
    await using run = start("--json", "--port", "0", "--data", here.path);
    while (workingOn(here.path).length < 2) await new Promise((done) => setTimeout(done, 5));
    run.kill(signal);
    expect(await run.ended).toMatchObject({ code, stdout: "" });
    expect(await nobodyWorksOn(here.path)).toBe(true);
  });
});

describe("a start that cannot be", () => {
  test.each([
    ["an unknown option", ["--prot", "1"], /^Unknown option '--prot'[^\n]*\n$/],
    ["a profile there is none of", ["--profile", "fuller"], /^--profile takes one of core, plugins, ai, full, not "fuller"\.\n$/],
    ["a folder below a file", ["--data", join(import.meta.filename, "data")], /^Cannot write to the folder [^\n]+\n$/],
    ["plugins that are not there", ["--port", "0", "--plugins", "/no/such/folder"], /\nA plugin was refused\. [^\n]*\/no\/such\/folder[^\n]*\n$/],
  ])("because of %s is one clear line and exit code 1", async (_, args, says) => {
    using here = place();
    const { code, stdout, stderr } = await start(...(args.includes("--data") ? [] : ["--data", here.path]), ...args).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(says);
  });

  test("because of damaged data is one clear line, and --fresh mends it", async () => {
    using here = place();
    await using made = start("--json", "--port", "0", "--data", here.path);
    await readyOf(made);
    made.kill("SIGINT");
    await made.ended;
    const files = readdirSync(here.at("state"), { recursive: true, encoding: "utf8" }).filter((name) => /D1.*[0-9a-f]{64}\.sqlite$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      rmSync(here.at(`state/${file}-wal`), { force: true }); // With it SQLite mends the file by itself.
      writeFileSync(here.at(`state/${file}`), "not a database any more ".repeat(1000));
    }
    await using refused = start("--json", "--port", "0", "--data", here.path);
    const { code, stderr } = await refused.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data in [^\n]+ is damaged [^\n]+\n$/);
    await using fresh = start("--json", "--port", "0", "--data", here.path, "--fresh");
    expect((await readyOf(fresh)).sites.every(({ created }) => created)).toBe(true);
    fresh.kill("SIGINT");
    await fresh.ended;
  });

  test("because somebody else has the port names the port", async () => {
    using here = place();
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await start("--port", String(port), "--data", here.path).ended;
    server.close();
    expect([code, stderr]).toEqual([1, `Port ${port} is in use. Choose another one with --port.\n`]);
  });
});
