import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Outcome, Options } from "../../sites/cli/command/command.ts";
import type { ListedCall } from "../../sites/cli/manage/call.ts";
import { logs } from "../../sites/cli/manage/logs.ts";
import { show } from "../../sites/cli/manage/show.ts";
import { keepLogin } from "../../sites/cli/site/logins.ts";
import { ScriptedSite } from "./scriptedSite.ts";

const home = mkdtempSync(join(tmpdir(), "drawbridge-logs-"));
const environment = { XDG_CONFIG_HOME: home };
const script = new ScriptedSite();
let site: string;

beforeAll(async () => {
  site = await script.open();
});
beforeEach(() => {
  script.sent = [];
  keepLogin({ site, cookie: "__Host-svc_session", login: "mine", expiresAt: Date.now() + 60_000 }, environment);
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

const FAULT = {
  name: "TypeError",
  message: "it's \u001b[2Jwrong",
  places: [
    { function: "total", file: "lib/sum.js", line: 2, column: 16 },
    { function: "", file: "main.js", line: 4, column: 12 },
  ],
  issues: [],
};

const call = (number: number, change: Partial<ListedCall> = {}): ListedCall => ({
  number,
  version: "1.0.0",
  digest: "sha256-x",
  point: "hooks",
  name: "afterPublish",
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  durationMs: 12.4,
  outcome: "ok",
  report: null,
  ...change,
});

const FAILED = call(2, {
  outcome: "plugin_failed",
  report: { fault: FAULT, output: [{ level: "warn", text: "soon" }], withheld: false },
});
const PRINTED = call(1, {
  report: {
    fault: null,
    output: [
      { level: "debug", text: "a" },
      { level: "error", text: "b" },
    ],
    withheld: false,
  },
});

const invocation = (options: Record<string, unknown>, announce: (outcome: Outcome) => void = () => undefined) => ({
  args: ["acme.counter"],
  options: new Options({ site, ...options }),
  environment,
  now: Date.now(),
  paint: (_: string, words: string) => words,
  tell: () => undefined,
  announce,
});

const lines = async (options: Record<string, unknown> = {}): Promise<readonly string[]> =>
  (await logs.run(invocation(options))).lines;

describe("the log of a plugin", () => {
  beforeEach(() => {
    script.answer = () => ({ json: { items: [FAILED, PRINTED] } });
  });

  test("has output by level and failures with their places, the oldest first, in words that cannot paint", async () => {
    expect(await lines()).toEqual([
      "03:04:05 hooks.afterPublish 1.0.0 debug a",
      "03:04:05 hooks.afterPublish 1.0.0 error b",
      "03:04:05 hooks.afterPublish 1.0.0 warn  soon",
      "03:04:05 hooks.afterPublish 1.0.0 failed after 12 ms",
      "  TypeError: it's \ufffd[2Jwrong",
      "    at total (lib/sum.js:2:16)",
      "    at main.js:4:12",
    ]);
  });

  test("names the author's place where the site has a source map, beside the place in the package", async () => {
    const places = [
      {
        function: "",
        file: "main.js",
        line: 4,
        column: 12,
        source: { file: "lib/\u001b[2Jtotal.ts", line: 7, column: 3 },
      },
    ];
    const report = { fault: { ...FAULT, places }, output: [], withheld: false };
    script.answer = () => ({ json: { items: [call(1, { outcome: "plugin_failed", report })] } });
    expect((await lines()).at(-1)).toBe("    at lib/\ufffd[2Jtotal.ts:7:3, packed as main.js:4:12");
  });

  test("leaves out what was printed below a level, and no failure", async () => {
    expect(await lines({ level: "error" })).toEqual([
      "03:04:05 hooks.afterPublish 1.0.0 error b",
      "03:04:05 hooks.afterPublish 1.0.0 failed after 12 ms",
      "  TypeError: it's \ufffd[2Jwrong",
      "    at total (lib/sum.js:2:16)",
      "    at main.js:4:12",
    ]);
  });

  test("says of words that are not kept why", async () => {
    const withheld = { fault: { ...FAULT, message: null }, output: [], withheld: true };
    script.answer = () => ({ json: { items: [call(1, { outcome: "plugin_failed", report: withheld })] } });
    expect((await lines())[1]).toContain("TypeError (the message is not kept: it may contain visitors' words");
  });

  test("says of an answer what was found where, and what is allowed", async () => {
    const issues = [{ pointer: "/veto/0", found: "1", allowed: "text" }];
    const report = { fault: { name: "", message: "", places: [], issues }, output: [], withheld: false };
    script.answer = () => ({ json: { items: [call(1, { outcome: "plugin_answer", report })] } });
    expect((await lines())[1]).toBe("    answer /veto/0: found 1; allowed: text");
  });

  test("shows a plugin's failures beside what it asks for, each kind once", async () => {
    const { number: _number, digest: _digest, ...failure } = FAILED;
    const plugin = {
      id: "acme.counter",
      version: "1.0.0",
      digest: "d",
      source: "installed",
      state: "enabled",
      active: true,
      skipped: null,
      probation: null,
      requested: {},
      grant: null,
      difference: { added: [], removed: [] },
      consent: [],
      updates: { rule: "minor", own: false },
      waiting: null,
      signedBy: [],
      failures: [failure, { ...failure, startedAt: 0 }],
    };
    script.answer = () => ({ json: plugin });
    const shown = (await show.run(invocation({}))).lines;
    expect(shown).toContain("  failed   2 of its last calls");
    expect(shown.filter((line) => line.includes("at total (lib/sum.js:2:16)"))).toHaveLength(1);
  });
});

test("a log that is followed tells each call once, when it has ended, and asks only for what is new", async () => {
  const pages = [
    [call(3, { outcome: null }), call(2, { outcome: null }), PRINTED],
    [call(3), call(2, { outcome: null })],
    [call(3), FAILED],
    [],
  ];
  let asked = 0;
  const ended = Promise.withResolvers<void>();
  script.answer = () => {
    asked += 1;
    if (asked === pages.length) ended.resolve();
    return { json: { items: pages[asked - 1] ?? [] } };
  };
  const told: unknown[] = [];
  const following = logs.run(
    invocation({ follow: true }, ({ data }) =>
      told.push(...(data["calls"] as ListedCall[]).map(({ number }) => number)),
    ),
  );
  await ended.promise;
  process.emit("SIGINT");
  expect(await following).toMatchObject({ ok: true });
  expect(told).toEqual([1, 3, 2]);
  expect(script.sent.map(({ path }) => new URL(path, site).searchParams.get("after"))).toEqual(["0", "1", "1", "3"]);
});
