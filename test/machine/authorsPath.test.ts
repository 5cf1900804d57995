import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestSite } from "../../sites/cli/site/request.ts";
import { fillWithDemo } from "../support/filled.ts";
import { stoppedAt } from "./debuggerClient.ts";
import { testFolder } from "./testFolder.ts";
import { type Run, readyOf, start } from "./runner.ts";
import type { Ran } from "../cli/svc.ts";
import { Terminal } from "./terminal.ts";

/** Runs the commands of docs/plugins/start.md as they are written, from an empty folder to a plugin on the demo. */

const desk = testFolder();
const home = join(desk.path, "home");
const work = join(desk.path, "work");
const data = join(desk.path, "data");

let run: Run;
let site: string;
let terminal: Terminal;

const svc = (typed: string): Promise<Ran> => terminal.svc(typed);
const typed = (command: string): Promise<string> => terminal.typed(command);

const read = (file: string): string => readFileSync(join(work, file), "utf8");

const change = (file: string, from: string, to: string): void => {
  const path = join(work, file);
  const before = readFileSync(path, "utf8");
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
};

/** The answer of the plugin's route to its owner. */
async function count(): Promise<{ status: number; text: string }> {
  const file = join(home, "svc/logins", `${encodeURIComponent(site)}.json`);
  const { cookie, login } = JSON.parse(readFileSync(file, "utf8")) as { cookie: string; login: string };
  const { status, text: said } = await requestSite(site, "/api/plugins/acme.counter/routes/count", {
    headers: { cookie: `${cookie}=${login}` },
  });
  return { status, text: said.trim() };
}

beforeAll(async () => {
  mkdirSync(work);
  await fillWithDemo(data);
  run = start("--json", "--port", "0", "--data", data, "--profile", "plugins");
  ({ site } = await readyOf(run));
  terminal = new Terminal({ work, home, site });
});
afterAll(async () => {
  terminal?.[Symbol.dispose]();
  run?.kill("SIGINT");
  await run?.ended;
  desk[Symbol.dispose]();
});

describe("a plugin author", () => {
  test("gets a plugin that passes checks and tests and can be packed, from an empty folder", async () => {
    await typed("plugin init acme.counter --kind javascript");
    expect(await typed("plugin check counter")).toMatch(/^ok {2}acme\.counter 0\.1\.0 /);
    expect(await typed("plugin test counter")).toBe("2 passed, 0 failed\n");
    expect(await typed("plugin pack counter")).toBe("acme.counter-0.1.0.json\n");
    await typed(`plugin sign acme.counter-0.1.0.json --key ${join(data, "signing.key.json")}`);
  });

  test("publishes nothing without a login", async () => {
    expect(await svc("plugin publish acme.counter-0.1.0.json")).toMatchObject({
      code: 1,
      out: expect.stringContaining("svc login") as string,
    });
  });

  test("logs in and publishes it: the plugin requests capabilities, and does not run yet", async () => {
    expect(await terminal.logInAs("ottilie-marchbank")).toMatchObject({
      code: 0,
      out: expect.stringContaining("as owner") as string,
    });
    const { code, out, talk } = await svc("plugin publish acme.counter-0.1.0.json");
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /disabled\nacme\.counter 0\.1\.0 asks you to allow\n {2}Keep up to 9\.8 KB of its own data, in at most 10 entries\n {11}it says: to remember/,
      ) as string,
    });
    expect(talk).toContain("svc plugin grant acme.counter");
    expect((await count()).status).toBe(503);
  });

  test("cannot publish a package that changed after signing, or one with an unknown key", async () => {
    const signed = readFileSync(join(work, "acme.counter-0.1.0.json"), "utf8");
    writeFileSync(join(work, "changed.json"), signed.replace("Counts publications", "Counts everything.."));
    expect(await svc("plugin publish changed.json")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/422 PLUGIN_REJECTED/) as string,
    });
    await typed("plugin keygen stranger.json");
    await typed("plugin pack counter --out strange.json");
    await typed("plugin sign strange.json --key stranger.json");
    expect(await svc("plugin publish strange.json")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/422 PLUGIN_REJECTED[\s\S]*unknown_key/) as string,
    });
  });
});

describe("an owner at a terminal", () => {
  test("reads what the plugin requests, and may decline", async () => {
    expect(await svc("plugin grant acme.counter")).toMatchObject({
      code: 2,
      talk: expect.stringContaining("Keep up to 9.8 KB of its own data") as string,
    });
    await typed("plugin enable acme.counter");
    expect(await typed("plugin list")).toMatch(/^acme\.counter .*skipped \(not_granted/m);
    expect((await count()).status).toBe(503);
  });

  test("grants that, and the plugin works", async () => {
    expect(await typed("plugin grant acme.counter --yes")).toMatch(/ active\n$/);
    expect(await count()).toEqual({ status: 200, text: '{"publications":0}' });
  });

  test("revokes the grant, which the next call sees, and grants again", async () => {
    await typed("plugin revoke acme.counter");
    expect((await count()).status).toBe(503);
    await typed("plugin grant acme.counter --yes");
    expect((await count()).status).toBe(200);
  });
});

describe("svc plugin dev", () => {
  test("uploads a change to the site, and renews the earlier grant", async () => {
    change("counter/main.js", "return { body: { publications:", 'return { body: { changed: "yes", publications:');
    expect(await typed(`plugin dev counter --once --key ${join(data, "signing.key.json")}`)).toMatch(
      /acme\.counter +0\.1\.0-dev\.\d+ +installed +active\n/,
    );
    expect(await count()).toEqual({ status: 200, text: '{"changed":"yes","publications":0}' });
  });

  test("never grants more than the owner did, and uploads nothing faulty", async () => {
    change("counter/plugin.jsonc", '"maxKeys": 10', '"maxKeys": 11');
    const asked = await svc(`plugin dev counter --once --key ${join(data, "signing.key.json")}`);
    expect(asked).toMatchObject({
      code: 2,
      talk: expect.stringContaining("further: Keep up to 9.8 KB of its own data, in at most 11 entries") as string,
    });
    change("counter/main.js", "export const hooks", "import fs from 'node:fs';\nexport const hooks");
    expect(await svc(`plugin dev counter --once --key ${join(data, "signing.key.json")}`)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`found "node:fs"`) as string,
    });
  });

  test("watches the folder until it is stopped, and lets a debugger stop at a line of the author", async () => {
    change("counter/main.js", "import fs from 'node:fs';\n", "");
    const child = terminal.begin(`plugin dev counter --inspect --yes --key ${join(data, "signing.key.json")}`);
    const lines = createInterface({ input: child.stderr });
    const ended = new Promise<number | null>((done) => child.on("close", done));
    let [changed, inspector] = [false, ""];
    let stopped: unknown;
    for await (const line of lines) {
      inspector ||= /ws:\/\/\S+/.exec(line)?.[0] ?? "";
      if (line.includes("Watching")) change("counter/main.js", 'changed: "yes"', 'changed: "again"');
      changed ||= line.includes("active") && (await count()).text.includes("again");
      if (!changed) continue;
      const at = read("counter/main.js").slice(0, read("counter/main.js").indexOf("return {")).split("\n").length;
      stopped = await stoppedAt(inspector, { file: "main.js", line: at, reads: "`read ${KEY}`" }, count);
      expect(stopped).toMatchObject({ line: at, value: "read publications", answer: { status: 200 } });
      child.kill("SIGINT");
    }
    expect([await ended, changed, stopped !== undefined]).toEqual([0, true, true]);
  });
});

test("a logout ends the command line's access", async () => {
  await typed("logout");
  expect(await svc("plugin list")).toMatchObject({ code: 1, out: expect.stringContaining("Not logged in") as string });
});
