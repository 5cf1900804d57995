import { describe, expect, test } from "vitest";
import { RECOPY_PAUSE_MS, RECOPY_TRIES_MAX } from "../../../manifests/bounds/operators.ts";
import { Recopying } from "../../../sites/machine/blobs/recopying.ts";
import type { Loss } from "../../../sites/machine/state/losses.ts";

const loss = (what: string): Loss => ({ what, mend: "" });

function opened(): { recopying: Recopying; told: string[]; lost: string[]; waits: number[] } {
  const [told, lost, waits]: [string[], string[], number[]] = [[], [], []];
  const recopying = new Recopying({
    tell: (line) => told.push(line),
    onLost: ({ what }) => lost.push(what),
    wait: async (ms) => void waits.push(ms),
  });
  return { recopying, told, lost, waits };
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

describe("a damaged value of the public store", () => {
  test("is asked for when the workers run, once for all of a tenant", async () => {
    const { recopying, told, lost } = opened();
    const asked: string[] = [];
    recopying.want("one", loss("a"));
    recopying.want("one", loss("b"));
    recopying.want("two", loss("c"));
    await settled();
    expect(asked).toEqual([]);
    recopying.begin(async (tenant) => void asked.push(tenant));
    await settled();
    expect([asked.toSorted(), lost]).toEqual([["one", "two"], []]);
    expect(told).toEqual(
      ["one", "two"].map((one) => `The public content of the tenant ${one} is copied to the public store again.`),
    );
  });

  test("that is found while a copy begins causes another copy", async () => {
    const { recopying, lost } = opened();
    let asked = 0;
    recopying.begin(async (tenant) => {
      asked += 1;
      if (asked === 1) recopying.want(tenant, loss("late"));
    });
    recopying.want("one", loss("early"));
    await settled();
    expect([asked, lost]).toEqual([2, []]);
  });

  test.each([
    [RECOPY_TRIES_MAX - 1, []],
    [RECOPY_TRIES_MAX, ["early", "late"]],
    [RECOPY_TRIES_MAX + 1, ["early", "late"]],
  ])("counts as lost after the last try, when %i fail", async (fails, named) => {
    const { recopying, told, lost, waits } = opened();
    let asked = 0;
    recopying.begin(async (tenant) => {
      asked += 1;
      if (asked === 1) recopying.want(tenant, loss("late"));
      if (asked <= fails) throw new Error("busy");
    });
    recopying.want("one", loss("early"));
    await settled();
    const tries = Math.min(fails + 1, RECOPY_TRIES_MAX);
    expect([asked, lost, waits]).toEqual([tries, named, Array.from({ length: tries - 1 }, () => RECOPY_PAUSE_MS)]);
    expect(told[0]).toBe("The public content of the tenant one could not be copied again: busy");
  });
});
