import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { EventLog } from "../../../sites/machine/logs/eventLog.ts";
import { RotatedLog } from "../../../sites/machine/logs/rotatedLog.ts";
import { testFolder } from "../testFolder.ts";

const AT = Date.parse("2026-11-23T12:00:00Z");

test("each event is one line of JSON, whatever its text contains", () => {
  const lines: string[] = [];
  const log = new EventLog({ write: (line) => lines.push(line), turn: () => undefined }, "run", () => AT);
  log.write('a "word"\nand \u001b[2Janother');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\n\u001b]/);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    at: "2026-11-23T12:00:00.000Z",
    from: "run",
    text: expect.stringMatching(/^a "word".*another$/s) as string,
  });
});

test("a text that is JSON becomes a value, and a text that only begins like JSON stays text", () => {
  const lines: string[] = [];
  const log = new EventLog({ write: (line) => lines.push(line), turn: () => undefined }, "workers", () => AT);
  for (const text of ['{"event":"login_failed","at":1}', "{ not JSON"]) log.write(text);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { from: "workers", event: { event: "login_failed" } },
    { from: "workers", text: "{ not JSON" },
  ]);
});

test("event files are private and bounded in size and number, and the newest is last", () => {
  using here = testFolder();
  const log = new EventLog(new RotatedLog(here.at("run.log"), { maxBytes: 400, files: 3 }), "run", () => AT);
  for (let count = 0; count < 50; count++) log.write(`event ${count}`);
  const files = readdirSync(here.path).toSorted();
  expect(files).toEqual(["run.log", "run.log.1", "run.log.2"]);
  for (const file of files) {
    expect(statSync(here.at(file)).size).toBeLessThanOrEqual(400);
    expect(statSync(here.at(file)).mode & 0o777).toBe(0o600);
  }
  expect(readFileSync(here.at("run.log"), "utf8").trim().split("\n").at(-1)).toContain("event 49");
});
