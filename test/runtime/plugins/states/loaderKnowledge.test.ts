import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LOADER_ANSWER_MS, LOADER_KNOWN_MS, LOADER_SILENT_MS } from "../../../../manifests/bounds/plugins.ts";
import type { LoaderState } from "../../../../manifests/loaderState.ts";
import { LoaderKnowledge } from "../../../../runtime/plugins/states/loaderKnowledge.ts";
import { askLoader } from "../../../../sandbox/availability.ts";

const SILENT: LoaderState = { available: false, reason: "the plugin sandbox does not answer", silent: true };
const HERE: LoaderState = { available: true };

describe("a sandbox that is asked for its loader", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    [LOADER_ANSWER_MS - 1, HERE],
    [LOADER_ANSWER_MS, SILENT],
    [LOADER_ANSWER_MS + 1, SILENT],
  ])("and answers after %i ms", async (ms, state) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // The wait's timer starts before the answer's. At equal times the wait therefore ends first.
    const asked = askLoader({
      availability: () =>
        Promise.resolve().then(() => new Promise((answer) => setTimeout(answer, ms, { available: true }))),
    });
    await vi.advanceTimersByTimeAsync(ms);
    expect(await asked).toEqual(state);
  });

  test("and never answers holds nobody up for longer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const asked = askLoader({ availability: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(LOADER_ANSWER_MS);
    expect(await asked).toEqual(SILENT);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what is known of the loader", () => {
  test.each([
    [HERE, LOADER_KNOWN_MS - 1, 1],
    [HERE, LOADER_KNOWN_MS, 2],
    [HERE, LOADER_KNOWN_MS + 1, 2],
    [SILENT, LOADER_SILENT_MS - 1, 1],
    [SILENT, LOADER_SILENT_MS, 2],
    [SILENT, LOADER_SILENT_MS + 1, 2],
  ])("%j: after %i ms it has been asked %i times", async (state, later, times) => {
    let [now, asked] = [0, 0];
    const knowledge = new LoaderKnowledge(
      async () => {
        asked += 1;
        return state;
      },
      () => now,
    );
    await knowledge.prepare();
    now += later;
    await knowledge.prepare();
    expect(asked).toBe(times);
    expect(knowledge.state).toEqual(state);
  });
});
