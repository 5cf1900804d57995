/** `docs/plugins/wire.md` against the code of both sides: its verbs, codes, bounds, and each text as it crosses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CONTRACT, isVerb, verbRow } from "../../capabilities/contract.ts";
import { DENIALS } from "../../capabilities/outcome.ts";
import * as BOUNDS from "../../manifests/bounds/calls.ts";
import { CALL_FAILURES } from "../../manifests/faults/callFailure.ts";
import { FAILURES_TO_QUARANTINE } from "../../manifests/bounds/plugins.ts";
import { isOwnFailure } from "../../runtime/plugins/calls/health.ts";
import { callTargetShape } from "../../sandbox/invocation.ts";
import { readReply } from "../../sandbox/readReply.ts";
import { pageOf, ROOT } from "./page.ts";

const PATH = "docs/plugins/wire.md";
const text = readFileSync(join(ROOT, PATH), "utf8");
const [place, call] = pageOf(PATH, text)
  .blocks.filter(({ heading }) => heading === "A call")
  .map(({ code }) => JSON.parse(code) as { readonly point: string; readonly name: string; readonly input: unknown });

/** The rows of the tables below a heading, by their cells. */
const rowsOf = (heading: string): string[][] =>
  (text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.replaceAll("`", "")),
    );

test("the place of the example is one that the sandbox takes", () => {
  expect(callTargetShape.safeParse(place).success).toBe(true);
});

describe("a reply on the page", () => {
  const asked = { point: call?.point ?? "", name: call?.name ?? "", input: call?.input };
  const outcomes = rowsOf("A reply").map(([reply = ""]) => readReply(reply, asked));

  test("is read as the page says", () => {
    expect(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.code))).toEqual([
      "ok",
      "plugin_failed",
      "plugin_late",
    ]);
  });

  test.each([
    ["a member twice", '+{"value":{"body":1},"value":{"body":2}}'],
    ["a number that is too large", '+{"value":{"body":1e999}}'],
    ["a prototype", '+{"value":{"body":{"__proto__":{}}}}'],
  ])("with %s is no answer", (_, reply) => {
    expect(readReply(reply, asked)).toMatchObject({ ok: false, code: "plugin_answer" });
  });
});

describe("the questions on the page", () => {
  const rows = rowsOf("A question");
  const verbs = rows.filter(([verb = ""]) => isVerb(verb));

  test("are every verb", () => {
    expect(verbs.map(([verb]) => verb).toSorted()).toEqual(Object.keys(CONTRACT).toSorted());
  });

  test.each(verbs)("%s asks and gets what its shapes take", (verb, asks = "", gets = "") => {
    const { input, answer } = verbRow(verb as keyof typeof CONTRACT);
    expect(input.safeParse(JSON.parse(asks)).error?.issues).toBeUndefined();
    expect(answer.safeParse(JSON.parse(gets)).error?.issues).toBeUndefined();
  });

  test("have every refusal", () => {
    const refusals = rows.map(([name = ""]) => name).filter((name) => !name.includes("."));
    expect(refusals).toEqual(Object.keys(DENIALS));
  });
});

describe("the failures on the page", () => {
  const codes = rowsOf("Failures").map(([code = ""]) => code) as (keyof typeof CALL_FAILURES)[];

  test("are every one, in order", () => {
    expect(codes).toEqual(Object.keys(CALL_FAILURES));
  });

  test("end with those of the plugin itself", () => {
    expect(codes.filter(isOwnFailure)).toEqual(codes.slice(-5));
    expect(FAILURES_TO_QUARANTINE).toBe(5);
  });
});

test.each([
  BOUNDS.CALL_INPUT_MAX_CHARS,
  BOUNDS.CALL_RESULT_MAX_CHARS,
  BOUNDS.LEASE_ARGUMENT_MAX_CHARS,
  BOUNDS.LEASE_ANSWER_MAX_CHARS,
  BOUNDS.LEASE_MAX_CHARS,
  BOUNDS.LEASE_CALLS,
  BOUNDS.LEASE_MAX_CONCURRENT,
  BOUNDS.CALL_WALL_MS,
  BOUNDS.CALL_MAX_WALL_MS,
])("the bound %i stands on the page", (bound) => {
  expect(text.split("\n## Bounds\n")[1]).toMatch(new RegExp(`\\b${bound.toLocaleString("en")}\\b`));
});
