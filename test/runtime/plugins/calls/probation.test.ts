import { describe, expect, test } from "vitest";
import { UNEXPLAINED_TO_QUARANTINE, UNEXPLAINED_WINDOW_MS } from "../../../../manifests/bounds/plugins.ts";
import { PluginHealth } from "../../../../runtime/plugins/calls/health.ts";
import { Invocations } from "../../../../runtime/plugins/calls/invocations.ts";
import { Probation, clears } from "../../../../runtime/plugins/calls/probation.ts";
import type { ProcessEnding, ProcessRuns } from "../../../../runtime/plugins/calls/processRuns.ts";
import { migrate } from "../../../../runtime/schema.ts";
import { plugin } from "../../kernel/world.ts";
import { type TestPowers, testPowers } from "../../kernel/powers.ts";

const SITE = "main";
const TENANT = "harbour";
const UNKNOWN: ProcessEnding = { how: "ended", culprit: null };
const USE = { calls: 0, chars: 0, denied: 0 };

const packed = (id: string, version = "1.0.0") => plugin(id, {}, { version });

/** A workspace on a machine whose process a test kills and restarts. */
class Machine {
  readonly out: string[] = [];
  runs: ProcessRuns;
  readonly #powers: TestPowers = testPowers();
  #open = this.#wake();

  constructor() {
    this.runs = [{ began: this.#powers.clock.now, ending: null }];
  }

  #wake() {
    migrate(this.#powers.sql);
    const [invocations, probation] = [new Invocations(this.#powers), new Probation(this.#powers)];
    const quarantine = (_site: string, id: string, _digest: string, reason: string): void =>
      void this.out.push(`${id}: ${reason}`);
    return {
      invocations,
      probation,
      health: new PluginHealth({ powers: this.#powers, invocations, probation, quarantine }),
    };
  }

  /** Begins a call that does not end, as at a process's end. */
  begins(id: string, version = "1.0.0") {
    this.#powers.clock.now += 10;
    return this.#open.invocations.begin({
      site: SITE,
      plugin: { id, version, plugin: packed(id, version), grant: null },
      point: "tools",
      name: "go",
      input: null,
    });
  }

  calls(id: string, version?: string): void {
    this.#open.invocations.end(this.begins(id, version), { outcome: "ok", durationMs: 1, use: USE, report: null });
  }

  /** Ends the process and starts another, in which the workspace wakes. */
  ends(ending: ProcessEnding | null): void {
    this.#powers.clock.now += 10;
    this.runs = [
      ...this.runs.slice(0, -1),
      ...this.runs.slice(-1).map(({ began }) => ({ began, ending })),
      { began: this.#powers.clock.now, ending: null },
    ];
    this.wakes();
  }

  wakes(): void {
    this.#open = this.#wake();
    this.#open.health.judgeInterrupted(this.runs, TENANT);
  }

  /** Lets time pass. */
  rests(ms: number): void {
    this.#powers.clock.now += ms;
  }

  /** The runner begins with a new record, as after the loss of its file. */
  forgets(): void {
    this.runs = [{ began: this.#powers.clock.now, ending: null }];
  }

  clears(id: string): void {
    this.#open.probation.clear({ site: SITE, plugin: id, digest: packed(id).digest });
  }

  suspects(...ids: readonly string[]): string[] {
    return ids.filter((id) => this.#open.probation.has({ site: SITE, plugin: id, digest: packed(id).digest }));
  }
}

const ALL = ["a.idle", "a.one", "a.two"];

describe("after a process that ended for nobody known", () => {
  test("what ran in it is on probation, whether its call was over or not, and what did not run is not", () => {
    const machine = new Machine();
    machine.calls("a.idle");
    machine.ends({ how: "stopped" });
    machine.calls("a.one");
    machine.begins("a.two");
    machine.ends(UNKNOWN);
    expect([machine.suspects(...ALL), machine.out]).toEqual([["a.one", "a.two"], []]);
  });

  test("what is cleared stays so, however often its workspace wakes, and what is not stays on probation over further ends", () => {
    const machine = new Machine();
    for (const id of ["a.one", "a.two"]) machine.calls(id);
    machine.ends(UNKNOWN);
    machine.clears("a.one");
    machine.wakes();
    machine.ends({ how: "stopped" });
    machine.ends(null);
    expect(machine.suspects(...ALL)).toEqual(["a.two"]);
  });

  test("what was cleared is suspected again of the next one it ran in", () => {
    const machine = new Machine();
    machine.calls("a.one");
    machine.ends(UNKNOWN);
    machine.clears("a.one");
    machine.calls("a.one");
    machine.ends(UNKNOWN);
    expect(machine.suspects(...ALL)).toEqual(["a.one"]);
  });

  test("of two versions of one plugin the later one is the suspect, however often the workspace wakes", () => {
    const machine = new Machine();
    machine.calls("a.one", "9.0.0");
    machine.calls("a.one");
    machine.ends(UNKNOWN);
    for (let wakes = 0; wakes < 3; wakes += 1) machine.wakes();
    expect([machine.suspects("a.one"), machine.out]).toEqual([["a.one"], []]);
  });

  test("another version of a suspect has done nothing", () => {
    const machine = new Machine();
    machine.calls("a.one", "0.9.0");
    machine.ends(UNKNOWN);
    expect(machine.suspects("a.one")).toEqual([]);
  });

  test("of one whose end nobody saw, as when power is lost, only what was in the middle of a call is suspected", () => {
    const machine = new Machine();
    machine.calls("a.one");
    machine.begins("a.two");
    machine.ends(null);
    expect(machine.suspects(...ALL)).toEqual(["a.two"]);
  });

  test("the one whose call was on trial in the next is quarantined alone, and the others wait for their turn as before", () => {
    const machine = new Machine();
    const { digest } = machine.begins("a.one");
    machine.begins("a.two");
    machine.ends(UNKNOWN);
    machine.begins("a.one");
    machine.calls("a.idle");
    machine.ends({ how: "ended", culprit: { tenant: TENANT, site: SITE, plugin: "a.one", digest } });
    expect([machine.out, machine.suspects("a.idle", "a.two")]).toEqual([
      ["a.one: it was running when the process ended"],
      ["a.two"],
    ]);
  });
});

describe("a version that gets through its trials and is at work each time a process ends for nobody known", () => {
  test.each([
    [UNEXPLAINED_TO_QUARANTINE - 1, 0],
    [UNEXPLAINED_TO_QUARANTINE, 1],
    [UNEXPLAINED_TO_QUARANTINE + 1, 1],
  ])("%i times is taken out %i times", (times, outs) => {
    const machine = new Machine();
    for (let n = 0; n < times; n++) {
      machine.clears("a.one");
      machine.begins("a.one");
      machine.calls("a.two");
      machine.ends(UNKNOWN);
    }
    expect(machine.out).toEqual(
      Array.from(
        { length: outs },
        () => "a.one: it was running each of the 3 times the process ended, and no other cause was found",
      ),
    );
  });
});

describe("a version that is innocent of what its machine does", () => {
  /** Ends the process while a call runs, `times` times, with this time from one beginning to the next. */
  function ended(times: number, ending: ProcessEnding | null, everyMs: number): Machine {
    const machine = new Machine();
    for (let n = 0; n < times; n++) {
      machine.rests(everyMs - 20);
      machine.begins("a.one");
      machine.ends(ending);
      machine.clears("a.one");
    }
    return machine;
  }

  test.each([
    [UNEXPLAINED_WINDOW_MS - 1, 1],
    [UNEXPLAINED_WINDOW_MS, 1],
    [UNEXPLAINED_WINDOW_MS + 1, 0],
  ])("and whose process ends every %i ms is taken out %i times", (everyMs, outs) => {
    expect(ended(UNEXPLAINED_TO_QUARANTINE, UNKNOWN, everyMs).out).toHaveLength(outs);
  });

  test("is not taken out, however often power is lost or the runner itself is killed", () => {
    const machine = ended(5 * UNEXPLAINED_TO_QUARANTINE, null, 1_000);
    expect(machine.out).toEqual([]);
    machine.begins("a.one");
    machine.ends(null);
    expect([machine.suspects("a.one"), machine.out]).toEqual([["a.one"], []]);
  });

  test("is not taken out, however often something outside kills the process", () => {
    const machine = ended(5 * UNEXPLAINED_TO_QUARANTINE, { how: "stopped" }, 1_000);
    expect([machine.suspects("a.one"), machine.out]).toEqual([[], []]);
  });

  test("is not charged for a call of a process that the runner has no record of", () => {
    const machine = new Machine();
    machine.begins("a.one");
    machine.rests(60_000);
    machine.forgets();
    machine.wakes();
    expect([machine.suspects("a.one"), machine.out]).toEqual([[], []]);
  });
});

test.each([
  [{ ok: true }, true],
  [{ ok: false, code: "plugin_failed" }, true],
  [{ ok: false, code: "plugin_answer" }, true],
  [{ ok: false, code: "plugin_late" }, false],
  [{ ok: false, code: "plugin_broken" }, false],
  [{ ok: false, code: "sandbox_silent" }, false],
  [{ ok: false, code: "plugin_skipped" }, false],
] as const)("a call on trial that comes to %j clears its plugin: %s", (outcome, isCleared) =>
  expect(clears(outcome)).toBe(isCleared),
);
