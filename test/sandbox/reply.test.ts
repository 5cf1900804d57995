import { describe, expect, test } from "vitest";
import { FAULT_ISSUES_MAX, LOADING_ERROR_MAX_CHARS, LOADING_STACK_MAX_CHARS } from "../../manifests/bounds/calls.ts";
import { readReply } from "../../sandbox/readReply.ts";
import { brokenReply, GUEST } from "../../sandbox/reply.ts";

const AROUND = [-1, 0, 1] as const;

describe("code that cannot be loaded", () => {
  test.each(AROUND)("with an error of the longest passed on, and %i, says no more than that", (more) => {
    const words = "x".repeat(LOADING_ERROR_MAX_CHARS + more);
    const { said } = brokenReply(new Error(`Failed to start Worker:\nUncaught ${words}`));
    expect(said?.error.length).toBe(LOADING_ERROR_MAX_CHARS + Math.min(more, 0));
  });

  test.each(AROUND)("with calls of the longest passed on, and %i, says no more than that", (more) => {
    const places = `  at ${"x".repeat(LOADING_STACK_MAX_CHARS + more - "\n  at ".length)}`;
    const { said } = brokenReply(new Error(`Failed to start Worker:\nUncaught Error\n${places}`));
    expect(said?.stack.length).toBe(LOADING_STACK_MAX_CHARS + Math.min(more, 0));
  });
});

describe("an answer of another shape", () => {
  test.each(AROUND)("names as many of its faults as are told, of %i more", (more) => {
    const wrong = Array.from({ length: FAULT_ISSUES_MAX + more }, () => ({ key: "k" }));
    const reply = GUEST + JSON.stringify({ value: { version: 1, operations: wrong } });
    const answered = readReply(reply, { point: "actions", name: "act" } as Parameters<typeof readReply>[1]);
    const issues = answered.ok ? [] : (answered.fault?.issues ?? []);
    expect(issues).toHaveLength(Math.min(FAULT_ISSUES_MAX, FAULT_ISSUES_MAX + more));
  });
});
