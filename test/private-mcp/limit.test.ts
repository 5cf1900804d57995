import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  MEMBER_AGENTS_COUNTED,
  MEMBER_CALLS_PER_WINDOW,
  MEMBER_CALLS_WINDOW_SECONDS,
} from "../../manifests/bounds/agents.ts";
import { reloaded } from "../gates/reloaded.ts";

const NOW = 1_800_000_000_000;
const INTERVAL_MS = (MEMBER_CALLS_WINDOW_SECONDS * 1000) / MEMBER_CALLS_PER_WINDOW;

/** Loads the module again, as a new isolate does. */
async function isolate() {
  const load = () => import("../../sites/workers/private-mcp/limit.ts");
  const { modules, forget } = await reloaded("sites/workers/private-mcp/limit.ts", () => ({}), load);
  forget();
  const { spendCall } = modules;
  return (grant: string, calls = 1) => Array.from({ length: calls }, () => spendCall(grant)).at(-1);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

test.each([
  [-1, true, 1],
  [0, true, 0],
  [1, false, 0],
])(
  "as many calls at once as the bound and %i: the last is allowed: %s, %i are left",
  async (more, allowed, remaining) => {
    const spend = await isolate();
    expect(spend("a", MEMBER_CALLS_PER_WINDOW + more)).toMatchObject({ allowed, remaining });
    expect(spend("b")).toMatchObject({ allowed: true });
  },
);

test.each([
  [-1, false],
  [0, true],
  [1, true],
])("after the time of one call and %i ms another is allowed: %s", async (more, allowed) => {
  const spend = await isolate();
  spend("a", MEMBER_CALLS_PER_WINDOW);
  vi.setSystemTime(NOW + INTERVAL_MS + more);
  expect(spend("a")).toMatchObject({ allowed });
});

test.each([
  [-1, false],
  [0, true],
  [1, true],
])("after a window and %i ms the whole quota is free again: %s", async (more, allowed) => {
  const spend = await isolate();
  spend("a", MEMBER_CALLS_PER_WINDOW);
  vi.setSystemTime(NOW + MEMBER_CALLS_WINDOW_SECONDS * 1000 + more);
  expect(spend("a", MEMBER_CALLS_PER_WINDOW)).toMatchObject({ allowed });
});

test.each([
  [-1, false],
  [0, false],
  [1, true],
])("of as many agents as the bound and %i, the first is forgotten: %s", async (more, forgotten) => {
  const spend = await isolate();
  spend("first", MEMBER_CALLS_PER_WINDOW);
  for (let n = 1; n < MEMBER_AGENTS_COUNTED + more; n += 1) spend(`agent ${n}`);
  expect(spend("first")?.allowed).toBe(forgotten);
});
