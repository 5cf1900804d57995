import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSecrets } from "../../sites/machine/state/secrets.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { killProcess } from "../support/killProcess.ts";
import { nobodyWorksOn, workerdOn, workingOn } from "../support/workingOn.ts";
import { testFolder } from "./testFolder.ts";
import { readyOf, start, type Ready, type Run } from "./runner.ts";

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
  return requestLocal({ port, host: hostOf(status), path: "/api/admin/status", headers }).then(
    ({ text }) => JSON.parse(text) as Status,
  );
}

/** Values that change on their own: SQLite frees pages, and plugins run on schedules. */
const RESTLESS: ReadonlySet<string> = new Set(["overdueMs", "databaseBytes", "room", "calls"]);

const isSettled = (workspace: Workspace | null): boolean =>
  workspace?.outbox.waiting === 0 && workspace.sites.every(({ sequence, refreshed }) => refreshed === sequence);

/** The status after all work has ended. */
async function settled(ready: Ready): Promise<Status> {
  for (;;) {
    const status = await statusOf(ready);
    const quiet = status.tenants.every(({ workspace }) => isSettled(workspace));
    if (quiet)
      return JSON.parse(
        JSON.stringify(status, (key, value: unknown) => (RESTLESS.has(key) ? undefined : value)),
      ) as Status;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Requests a page past the cache, which may serve an old version for half a minute after a publication. */
const home = ({ port, site }: Ready): Promise<string> =>
  requestLocal({ port, host: hostOf(site), path: "/?now" }).then(({ text }) => text);

async function servesAgain(ready: Ready): Promise<number> {
  const end = performance.now() + 60_000;
  for (;;) {
    // The page cache answers without workers, so this uses an address that only the site's worker answers.
    const asked = { port: ready.port, host: hostOf(ready.site), path: "/api/site", timeoutMs: 5_000 };
    const reply = await requestLocal(asked).catch(() => undefined);
    if (reply?.status === 401 || performance.now() > end) return reply?.status ?? 0;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Observations of a run, for a comparison with the next run on the same folder. */
interface Before {
  readonly ready: Ready;
  readonly status: Status;
  readonly page: string;
  readonly secrets: string;
}

const data = testFolder();
let first: Before;
afterAll(() => data[Symbol.dispose]());

describe("a start on an empty folder", () => {
  let run: Run;
  let ready: Ready;
  let page: string;

  beforeAll(async () => {
    run = start("--json", "--port", "0", "--data", data.path);
    ready = await readyOf(run);
    const status = await settled(ready);
    page = await home(ready);
    first = { ready, page, status, secrets: readFileSync(ready.secrets, "utf8") };
  });

  test("names every address and file in its one JSON line", () => {
    expect(ready).toEqual({
      ready: true,
      profile: "plugins",
      port: expect.any(Number),
      data: data.path,
      site: `http://demo.localhost:${ready.port}`,
      sites: ready.sites.map((site) => ({
        tenant: expect.any(String),
        site: expect.any(String),
        name: expect.any(String),
        url: site.url,
        created: true,
        state: "active",
      })),
      status: `${ready.site}/api/admin/status`,
      loader: { available: true, reason: null },
      begin: null,
      skipped: [],
      leftOut: [],
      missing: [],
      mcp: [],
      membersMcp: null,
      secrets: join(data.path, "secrets.env"),
      log: join(data.path, "logs/workers.log"),
    });
    expect(ready.sites).toHaveLength(2);
  });

  test("makes its secrets and its configuration private to the owner", () => {
    const files = [ready.secrets, join(data.path, "config/drawbridge-site/worker.capnp")];
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("gives each worker only the secrets that it names", () => {
    const named = (worker: string): readonly string[] => {
      const configuration = readFileSync(join(data.path, "config", worker, "worker.capnp"), "utf8");
      return Object.entries(readSecrets(ready.secrets)).flatMap(([name, value]) =>
        configuration.includes(value) ? [name] : [],
      );
    };
    expect(named("drawbridge-workspace")).toEqual(["PLUGIN_SETTINGS_SECRET"]);
    expect(named("drawbridge-plugin-sandbox")).toEqual([]);
  });

  test("serves every page, picture and style sheet of the home page", async () => {
    const paths = [...page.matchAll(/(?:src|href)="(\/[^"#?]*)"/g)].map(([, path]) => path ?? "");
    expect(paths.length).toBeGreaterThan(10);
    const replies = await Promise.all(
      [...new Set(paths)].map(async (path) => [
        path,
        (await requestLocal({ port: ready.port, host: hostOf(ready.site), path })).status,
      ]),
    );
    expect(replies.filter(([, code]) => code !== 200)).toEqual([]);
  });

  test("does not serve one tenant's pictures under the other's hostname", async () => {
    const [, path = ""] = /src="(\/media\/[^"]+)"/.exec(page) ?? [];
    expect((await requestLocal({ port: ready.port, host: hostOf(ready.sites[1]?.url ?? ""), path })).status).toBe(404);
  });

  test("prints no warning", () => {
    expect(readFileSync(ready.log, "utf8")).toBe("");
  });

  test("locks the folder against a second run", async () => {
    const { code, stdout, stderr } = await start("--json", "--port", "0", "--data", data.path).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Another run is using [^\n]+\n$/);
  });

  test("reserves the port against a second run", async () => {
    using other = testFolder();
    const { code, stdout, stderr } = await start("--json", "--port", String(ready.port), "--data", other.path).ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`Port ${ready.port} is in use. Choose another one with --port.\n`);
  });

  test("ends at Ctrl-C with everything that it started, after one line on stdout", async () => {
    expect(workingOn(data.path)).not.toEqual([]);
    run.kill("SIGINT");
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(ready)}\n`);
    expect(workingOn(data.path)).toEqual([]);
  });
});

describe("a second start in the same folder", () => {
  let run: Run;
  let ready: Ready;

  beforeAll(async () => {
    run = start("--json", "--port", String(first.ready.port), "--data", data.path);
    ready = await readyOf(run);
  });
  afterAll(() => run[Symbol.asyncDispose]());

  test("changes nothing", async () => {
    expect(ready.sites.map(({ created }) => created)).toEqual([false, false]);
    expect(await settled(ready)).toEqual(first.status);
    expect(await home(ready)).toBe(first.page);
    expect(readFileSync(ready.secrets, "utf8")).toBe(first.secrets);
  });

  test("reports that its workerd was killed, and serves again", async () => {
    killProcess(workerdOn(ready));
    // The next process may serve before the runner has noticed the crash, because plugin code can have its own process.
    const notices = (): boolean => run.said.includes("workerd crashed and is restarting.");
    await expect.poll(notices, { timeout: 60_000 }).toBe(true);
    expect(await servesAgain(ready)).toBe(401);
  });

  test("leaves nothing behind when it is killed, and the folder can be used again", async () => {
    run.kill("SIGKILL");
    expect(await nobodyWorksOn(data.path)).toBe(true);
    run = start("--json", "--port", "0", "--data", data.path);
    expect((await readyOf(run)).ready).toBe(true);
  });

  test("ends at SIGTERM too, with no message of a shell", async () => {
    run.kill("SIGTERM");
    const { code, stderr } = await run.ended;
    expect([code, /^(?:Killed|Terminated)/m.exec(stderr)]).toEqual([0, null]);
    expect(workingOn(data.path)).toEqual([]);
  });
});

describe("a run on an empty folder that is stopped", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("by %s before it is ready leaves nothing behind", async (signal, code) => {
    using here = testFolder();
    await using run = start("--json", "--port", "0", "--data", here.path);
    while (workingOn(here.path).length < 2) await new Promise((done) => setTimeout(done, 5));
    run.kill(signal);
    expect(await run.ended).toMatchObject({ code, stdout: "" });
    expect(await nobodyWorksOn(here.path)).toBe(true);
  });
});

describe("a start that cannot succeed", () => {
  test.each([
    ["an unknown option", ["--prot", "1"], /^Unknown option '--prot'[^\n]*\n$/],
    [
      "a profile there is none of",
      ["--profile", "fuller"],
      /^--profile takes one of core, plugins, ai, full, not "fuller"\.\n$/,
    ],
    ["a folder below a file", ["--data", join(import.meta.filename, "data")], /^Cannot write to the folder [^\n]+\n$/],
    ["a folder that cannot be made", ["--data", "/proc/x"], /^Cannot write to the folder [^\n]+\n$/],
    [
      "plugins that are not there",
      ["--port", "0", "--plugins", "/no/such/folder"],
      /\nA plugin was refused\. [^\n]*\/no\/such\/folder[^\n]*\n$/,
    ],
  ])("because of %s prints one clear line and has exit code 1", async (_, args, says) => {
    using here = testFolder();
    const { code, stdout, stderr } = await start(...(args.includes("--data") ? [] : ["--data", here.path]), ...args)
      .ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(says);
  });

  test("because of a damaged control plane names the file in one line, and changes nothing", async () => {
    const state = data.at("state");
    const files = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((name) =>
      /D1.*[0-9a-f]{64}\.sqlite$/.test(name),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      rmSync(join(state, `${file}-wal`), { force: true }); // With its write-ahead log, SQLite would repair the file.
      writeFileSync(join(state, file), "not a database any more ".repeat(1000));
    }
    await using refused = start("--json", "--port", "0", "--data", data.path);
    const { code, stderr } = await refused.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The file state\/v3\/d1\/[^\n]+ \(the control plane\) is damaged: [^\n]+ Nothing was changed\.\n$/,
    );
    for (const file of files) expect(readFileSync(join(state, file), "utf8")).toMatch(/^not a database any more /);
    await using fresh = start("--json", "--port", "0", "--data", data.path, "--fresh", "--profile", "core");
    expect((await readyOf(fresh)).sites.every(({ created }) => created)).toBe(true);
    fresh.kill("SIGINT");
    await fresh.ended;
  });

  test("because of a port in use names the port", async () => {
    using here = testFolder();
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await start("--port", String(port), "--data", here.path).ended;
    server.close();
    expect([code, stderr]).toEqual([1, `Port ${port} is in use. Choose another one with --port.\n`]);
  });

  test("because somebody else has the port makes no data folder, and empties none", async () => {
    using here = testFolder();
    mkdirSync(here.at("kept/state"), { recursive: true });
    writeFileSync(here.at("kept/state/row"), "mine");
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const port = String((server.address() as AddressInfo).port);
    await start("--port", port, "--data", here.at("new")).ended;
    await start("--port", port, "--data", here.at("kept"), "--fresh").ended;
    server.close();
    expect(readdirSync(here.path, { recursive: true }).toSorted()).toEqual(["kept", "kept/state", "kept/state/row"]);
  });
});
