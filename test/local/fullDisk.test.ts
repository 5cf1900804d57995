import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LogFile } from "../../sites/local/logFile.ts";
import { Runs } from "../../sites/local/runs.ts";
import { place } from "./place.ts";

/** A disk that is full as long as the test says so. */
function disk() {
  const state = { isFull: false, text: "" };
  const write = (_: string, text: string): void => {
    if (state.isFull) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    state.text += text;
  };
  return { state, write };
}

describe("on a full disk", () => {
  test("the log drops lines, and says how many when there is space again", () => {
    const { state, write } = disk();
    const log = new LogFile("workers.log", write);
    log.write("before");
    state.isFull = true;
    for (let n = 0; n < 3; n++) log.write("lost");
    state.isFull = false;
    log.write("after");
    log.write("later");
    expect(state.text).toBe("before\n3 lines are missing here: they could not be written.\nafter\nlater\n");
  });

  test("how runs ended is still told, and written with the next one", () => {
    using here = place();
    const { state, write } = disk();
    const runs = new Runs(here.at("runs.json"), () => 1, write);
    state.isFull = true;
    runs.began();
    runs.ended(null);
    expect(runs.all).toEqual([{ began: 1, ending: { how: "ended", culprit: null } }]);
    expect(state.text).toBe("");
    state.isFull = false;
    runs.began();
    expect(JSON.parse(state.text)).toEqual(runs.all);
    expect(runs.all).toHaveLength(2);
  });
});

test("a log is its owner's, and goes on where it was", () => {
  using here = place();
  for (const line of ["one", "two"]) new LogFile(here.at("workers.log")).write(line);
  expect(readFileSync(here.at("workers.log"), "utf8")).toBe("one\ntwo\n");
});
