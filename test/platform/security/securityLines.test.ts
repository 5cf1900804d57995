import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SECURITY_LINES_PER_WINDOW, SECURITY_LINES_WINDOW_SECONDS } from "../../../manifests/bounds/operators.ts";
import { forgetLines, logSecurity } from "../../../sites/platform/security/securityEvents.ts";

const NOW = Date.UTC(2026, 0, 1);
const lines: string[] = [];

beforeEach(() => {
  forgetLines();
  lines.length = 0;
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => void vi.restoreAllMocks());

const log = (event: string, now = NOW): void =>
  logSecurity({ event, host: "a.example", request: "r", ray: null, actor: null, outcome: "refused" }, now);

test.each([
  [SECURITY_LINES_PER_WINDOW - 1, SECURITY_LINES_PER_WINDOW - 1],
  [SECURITY_LINES_PER_WINDOW, SECURITY_LINES_PER_WINDOW],
  [SECURITY_LINES_PER_WINDOW + 1, SECURITY_LINES_PER_WINDOW],
])("of %d events at once, %d are written", (events, written) => {
  for (let time = 0; time < events; time += 1) log("guess");
  expect(lines).toHaveLength(written);
});

test("the next line says how many are missing, and the one after it says nothing of them", () => {
  for (let time = 0; time < SECURITY_LINES_PER_WINDOW + 3; time += 1) log("guess");
  const later = NOW + SECURITY_LINES_WINDOW_SECONDS * 1_000;
  log("guess", later);
  log("guess", later);
  const [missing, after] = lines.slice(-2).map((line) => JSON.parse(line) as { leftOut?: number });
  expect([missing?.leftOut, after?.leftOut]).toEqual([3, undefined]);
});

test("a flood of one kind takes no line from another", () => {
  for (let time = 0; time < SECURITY_LINES_PER_WINDOW + 1; time += 1) log("guess");
  log("login");
  expect(lines.filter((line) => line.includes('"login"'))).toHaveLength(1);
});
