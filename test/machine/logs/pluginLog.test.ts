import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LINES_A_MINUTE, PLUGIN_LINES_A_MINUTE, PluginLog } from "../../../sites/machine/logs/pluginLog.ts";
import { EventLog } from "../../../sites/machine/logs/eventLog.ts";
import type { LogMessage } from "../../../sites/machine/logs/message.ts";
import { RotatedLog } from "../../../sites/machine/logs/rotatedLog.ts";
import { testFolder } from "../testFolder.ts";

const said = (text: string, plugin = "acme.visits"): LogMessage => ({
  level: "warn",
  text: JSON.stringify({ event: "plugin_log", tenant: "t1", site: "s1", plugin, level: "info", text }),
});

/** A log with a clock that the test sets. */
function kept() {
  const lines: string[] = [];
  const clock = { now: 0 };
  const sink = { write: (line: string) => lines.push(line), turn: () => undefined };
  return { lines, clock, log: new PluginLog(new EventLog(sink, "plugins", () => clock.now), () => clock.now) };
}

describe("the plugin log", () => {
  test("contains lines of JSON with time, tenant, site, plugin and level beside the printed text", () => {
    const { lines, log } = kept();
    expect(log.take(said("counted 3"))).toBe(true);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        at: "1970-01-01T00:00:00.000Z",
        from: "plugins",
        event: {
          event: "plugin_log",
          tenant: "t1",
          site: "s1",
          plugin: "acme.visits",
          level: "info",
          text: "counted 3",
        },
      },
    ]);
  });

  test("writes control characters as escapes", () => {
    const { lines, log } = kept();
    const text = "a\u009b2Jb\u202ec\u2028d\u001b[2J\n";
    log.take(said(text));
    expect(lines).toEqual([expect.stringMatching(/^[\x20-\x7e]+$/)]);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: { text } });
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
    [1, '"acme.visits","lines":1}'],
    [5_000, '"acme.visits","lines":5000}'],
  ])("keeps a plugin's lines up to its bound in a minute (%i beyond)", (beyond, told) => {
    const { lines, clock, log } = kept();
    for (let n = 0; n < PLUGIN_LINES_A_MINUTE + beyond; n++) log.take(said("x"));
    log.take(said("still heard", "acme.other"));
    expect(lines.length).toBe(PLUGIN_LINES_A_MINUTE + Math.min(beyond, 0) + 1);
    clock.now = 60_000;
    log.take(said("again"));
    expect(lines.slice(PLUGIN_LINES_A_MINUTE + Math.min(beyond, 0) + 1).join("\n")).toContain(told);
    expect(lines.at(-1)).toContain("again");
    expect(lines.filter((line) => line.includes("plugin_log_left_out")).length).toBe(told === "" ? 0 : 1);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("keeps all plugins' lines up to their bound in a minute (%i beyond)", (beyond, isTold) => {
    const { lines, clock, log } = kept();
    for (let n = 0; n < LINES_A_MINUTE + beyond; n++) log.take(said("x", `acme.p${n % 20}`));
    expect(lines.length).toBe(LINES_A_MINUTE + Math.min(beyond, 0));
    clock.now = 60_000;
    log.take(said("again"));
    expect(lines.some((line) => line.includes('"plugin":"all","lines":1}'))).toBe(isTold);
  });

  test("leaves space for other plugins when one floods it", () => {
    const { lines, log } = kept();
    for (let n = 0; n < LINES_A_MINUTE * 2; n++) log.take(said("x"));
    log.take(said("still heard", "acme.other"));
    expect([lines.length, lines.at(-1)]).toEqual([
      PLUGIN_LINES_A_MINUTE + 1,
      expect.stringMatching(/"acme\.other",.*still heard/),
    ]);
  });
});

describe("a rotated log", () => {
  const ROTATION = { maxBytes: 10, files: 3 };

  test.each([
    [9, false],
    [10, false],
    [11, true],
  ])("begins a new file at byte %i of the old one", (bytes, isNew) => {
    using here = testFolder();
    const path = here.at("plugins.log");
    const log = new RotatedLog(path, ROTATION);
    log.write("1234");
    log.write("x".repeat(bytes - "1234\n\n".length));
    expect(existsSync(`${path}.1`)).toBe(isNew);
  });

  test("keeps the newest lines, in a bounded number of files", () => {
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

  test("of a run is beside those of earlier runs, and the oldest is deleted", () => {
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

  test("keeps its size bound when two processes of a run write in turns", () => {
    using here = testFolder();
    const path = here.at("plugins.log");
    const [one, other] = [new RotatedLog(path, ROTATION), new RotatedLog(path, ROTATION)];
    one.write("1234567");
    other.write("89");
    expect([readFileSync(path, "utf8"), readFileSync(`${path}.1`, "utf8")]).toEqual(["89\n", "1234567\n"]);
    one.write("0");
    expect(readFileSync(path, "utf8")).toBe("89\n0\n");
  });

  test("counts the lines of an earlier run", () => {
    using here = testFolder();
    const path = here.at("plugins.log");
    new RotatedLog(path, ROTATION).write("12345678");
    new RotatedLog(path, ROTATION).write("next");
    expect([readFileSync(path, "utf8"), readFileSync(`${path}.1`, "utf8")]).toEqual(["next\n", "12345678\n"]);
  });
});
