import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LINES_A_MINUTE, PLUGIN_LINES_A_MINUTE, PluginLog } from "../../../sites/local/logs/pluginLog.ts";
import type { Message } from "../../../sites/local/logs/message.ts";
import { RotatedLog } from "../../../sites/local/logs/rotatedLog.ts";
import { testFolder } from "../testFolder.ts";

const said = (text: string, plugin = "acme.visits"): Message => ({
  level: "warn",
  text: JSON.stringify({ event: "plugin_log", tenant: "t1", site: "s1", plugin, level: "info", text }),
});

/** A log whose clock the test sets. */
function kept() {
  const lines: string[] = [];
  const clock = { now: 0 };
  return { lines, clock, log: new PluginLog({ write: (line) => lines.push(line) }, () => clock.now) };
}

describe("the log of plugins", () => {
  test("has time, tenant, site, plugin and level before what a plugin printed", () => {
    const { lines, log } = kept();
    expect(log.take(said("counted 3"))).toBe(true);
    expect(lines).toEqual(["1970-01-01T00:00:00.000Z t1/s1/acme.visits info counted 3"]);
  });

  test("shows what a terminal would obey by its number", () => {
    const { lines, log } = kept();
    log.take(said("a\u009b2Jb\u202ec\u2028d\u001b[2J\n"));
    expect(lines).toEqual([expect.stringMatching(/a\\u009b2Jb\\u202ec\\u2028d\\u001b\[2J\\u000a$/)]);
  });

  test.each([
    ["another event", { level: "warn", text: '{"event":"request_refused"}' }],
    ["the second line of a text", { level: "warn", text: `a\n${said("x").text}` }],
    ["what no worker warned of", { ...said("x"), level: "info" }],
    ["half a message", { level: "warn", text: said("x").text.slice(0, -1) }],
    ["a message without a plugin", { level: "warn", text: '{"event":"plugin_log","tenant":"t1"}' }],
  ])("leaves %s to the workers' log", (_, message) => {
    const { lines, log } = kept();
    expect([log.take(message), lines]).toEqual([false, []]);
  });

  test.each([
    [-1, ""],
    [0, ""],
    [1, "left out 1 lines"],
    [5_000, "left out 5000 lines"],
  ])("keeps as much of a plugin as it may print a minute (%i beyond)", (beyond, told) => {
    const { lines, clock, log } = kept();
    for (let n = 0; n < PLUGIN_LINES_A_MINUTE + beyond; n++) log.take(said("x"));
    log.take(said("still heard", "acme.other"));
    expect(lines.length).toBe(PLUGIN_LINES_A_MINUTE + Math.min(beyond, 0) + 1);
    clock.now = 60_000;
    log.take(said("again"));
    expect(lines.slice(PLUGIN_LINES_A_MINUTE + Math.min(beyond, 0) + 1).join("\n")).toContain(told);
    expect(lines.at(-1)).toContain("again");
    expect(lines.filter((line) => line.includes("left out")).length).toBe(told === "" ? 0 : 1);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("keeps as much of all plugins as they may print a minute (%i beyond)", (beyond, isTold) => {
    const { lines, clock, log } = kept();
    for (let n = 0; n < LINES_A_MINUTE + beyond; n++) log.take(said("x", `acme.p${n % 20}`));
    expect(lines.length).toBe(LINES_A_MINUTE + Math.min(beyond, 0));
    clock.now = 60_000;
    log.take(said("again"));
    expect(lines.some((line) => line.includes("all plugins left out 1 lines"))).toBe(isTold);
  });

  test("lets a plugin that floods leave room for the others", () => {
    const { lines, log } = kept();
    for (let n = 0; n < LINES_A_MINUTE * 2; n++) log.take(said("x"));
    log.take(said("still heard", "acme.other"));
    expect([lines.length, lines.at(-1)]).toEqual([
      PLUGIN_LINES_A_MINUTE + 1,
      expect.stringContaining("acme.other info still heard"),
    ]);
  });
});

describe("a rotated log", () => {
  const ROTATION = { maxBytes: 10, files: 3 };

  test.each([
    [9, false],
    [10, false],
    [11, true],
  ])("begins a new file for what would be byte %i of the old one", (bytes, isNew) => {
    using here = testFolder();
    const path = here.at("plugins.log");
    const log = new RotatedLog(path, ROTATION);
    log.write("1234");
    log.write("x".repeat(bytes - "1234\n\n".length));
    expect(existsSync(`${path}.1`)).toBe(isNew);
  });

  test("keeps the newest lines, in as many files as there may be", () => {
    using here = testFolder();
    const path = here.at("plugins.log");
    const log = new RotatedLog(path, ROTATION);
    for (let n = 0; n < 100; n++) log.write(`line ${n}`);
    expect([path, `${path}.1`, `${path}.2`].map((one) => readFileSync(one, "utf8"))).toEqual([
      "line 99\n",
      "line 98\n",
      "line 97\n",
    ]);
    expect(existsSync(`${path}.3`)).toBe(false);
  });

  test("of a run begins beside those of the runs before, of which the oldest goes", () => {
    using here = testFolder();
    const path = here.at("workers.log");
    for (let n = 0; n < 5; n++) {
      const log = new RotatedLog(path, ROTATION);
      log.turn();
      log.turn();
      log.write(`run ${n}`);
    }
    expect([path, `${path}.1`, `${path}.2`].map((one) => readFileSync(one, "utf8"))).toEqual([
      "run 4\n",
      "run 3\n",
      "run 2\n",
    ]);
    expect(existsSync(`${path}.3`)).toBe(false);
  });

  test("counts what an earlier run has written", () => {
    using here = testFolder();
    const path = here.at("plugins.log");
    new RotatedLog(path, ROTATION).write("12345678");
    new RotatedLog(path, ROTATION).write("next");
    expect([readFileSync(path, "utf8"), readFileSync(`${path}.1`, "utf8")]).toEqual(["next\n", "12345678\n"]);
  });
});
