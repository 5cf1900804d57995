import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LogFile } from "../../sites/machine/logs/logFile.ts";
import { Runs } from "../../sites/machine/watchdog/runs.ts";
import { readDisk, RESERVE_BYTES, Space, SPACE_LEFT_BYTES } from "../../sites/machine/state/space.ts";
import { testFolder } from "./testFolder.ts";

/** A disk that is full while the test says so. */
function disk() {
  const state = { isFull: false, text: "" };
  const write = (_: string, text: string): void => {
    if (state.isFull) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    state.text += text;
  };
  return { state, write };
}

describe("on a full disk", () => {
  test("the log drops lines, and reports their number once there is space", () => {
    const { state, write } = disk();
    const log = new LogFile("workers.log", write);
    log.write("before");
    state.isFull = true;
    for (let n = 0; n < 3; n++) log.write("lost");
    state.isFull = false;
    log.write("after");
    log.write("later");
    const gap = { missing: 3, text: "3 lines are missing here, because they could not be written." };
    expect(state.text).toBe(`before\n${JSON.stringify(gap)}\nafter\nlater\n`);
  });

  test("the ends of runs are still reported, and written with the next one", () => {
    using here = testFolder();
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

test("a log is private to its owner, and continues in the same file", () => {
  using here = testFolder();
  for (const line of ["one", "two"]) new LogFile(here.at("workers.log")).write(line);
  expect(readFileSync(here.at("workers.log"), "utf8")).toBe("one\ntwo\n");
});

/** A disk with this much free space, from which the reserve is taken. */
function spaceOn(left: number) {
  const disk = { left, reserve: 0 };
  const used = (): number => disk.left - disk.reserve;
  const space = new Space({
    free: used,
    write: (bytes) => void (disk.reserve = bytes),
    remove: () => void (disk.reserve = 0),
  });
  return { disk, space };
}

describe("the reserve file", () => {
  const BOTH = SPACE_LEFT_BYTES + RESERVE_BYTES;

  test.each([
    [BOTH - 1, false, 0],
    [BOTH, true, RESERVE_BYTES],
    [BOTH + 1, true, RESERVE_BYTES],
  ])("with %i bytes free at the start, changes are taken: %s", (left, enough, kept) => {
    const { disk, space } = spaceOn(left);
    using _ = space;
    expect([space.isEnough, disk.reserve]).toEqual([enough, kept]);
  });

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("is kept from the threshold on: with %i bytes more, changes are taken: %s", (more, enough) => {
    const { disk, space } = spaceOn(BOTH + 1000);
    using _ = space;
    disk.left = BOTH + more;
    expect([space.isEnough, disk.reserve > 0]).toEqual([enough, enough]);
  });

  test("is created again once there is space for both, and not earlier", () => {
    const { disk, space } = spaceOn(BOTH);
    using _ = space;
    disk.left = RESERVE_BYTES;
    expect([space.isEnough, disk.left - disk.reserve]).toEqual([false, RESERVE_BYTES]);
    disk.left = BOTH - 1;
    expect(space.isEnough).toBe(false);
    disk.left = BOTH;
    expect([space.isEnough, disk.reserve]).toEqual([true, RESERVE_BYTES]);
  });

  test("that cannot be written, or an unreadable disk, counts as a full disk", () => {
    const state = { fails: true };
    using space = new Space({
      free: () => Number.MAX_SAFE_INTEGER,
      remove: () => undefined,
      write: () => {
        if (state.fails) throw new Error("ENOSPC");
      },
    });
    expect(space.isEnough).toBe(false);
    state.fails = false;
    expect(space.isEnough).toBe(true);
  });

  test("is private to its owner", () => {
    using here = testFolder();
    using space = new Space(readDisk(here.at("reserve")));
    expect([space.isEnough, statSync(here.at("reserve")).size]).toEqual([true, RESERVE_BYTES]);
    readDisk(here.at("reserve")).remove();
    expect(existsSync(here.at("reserve"))).toBe(false);
  });
});
