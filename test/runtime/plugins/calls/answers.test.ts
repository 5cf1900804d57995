import { describe, expect, test } from "vitest";
import { DOCUMENT_ID_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { ACTION_OPERATIONS_MAX, ACTION_SUMMARY_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { actionAnswerShape } from "../../../../runtime/plugins/calls/answers.ts";

const isAccepted = (answer: unknown): boolean => actionAnswerShape.safeParse(answer).success;

const set = (section: string): object => ({ op: "set", section, fields: {} });

describe("an action's answer", () => {
  test.each<readonly [string, number, (amount: number) => object]>([
    ["characters of its summary", ACTION_SUMMARY_MAX_CHARS, (length) => ({ summary: "a".repeat(length) })],
    ["operations", ACTION_OPERATIONS_MAX, (count) => ({ operations: Array.from({ length: count }, () => set("s")) })],
    ["characters of a section's id", DOCUMENT_ID_MAX_CHARS, (length) => ({ operations: [set("s".repeat(length))] })],
  ])("has at most so many %s", (_, bound, answer) => {
    const around = [bound - 1, bound, bound + 1];
    expect(around.map((amount) => isAccepted({ version: 1, ...answer(amount) }))).toEqual([true, true, false]);
  });

  test.each([
    ["no version", {}],
    ["a version that is no integer", { version: 1.5 }],
    ["an unknown member", { version: 1, html: "<b>" }],
    ["an unknown operation", { version: 1, operations: [{ op: "remove", section: "s" }] }],
    ["an operation with an unknown member", { version: 1, operations: [{ ...set("s"), type: "t" }] }],
    ["fields that are a list", { version: 1, operations: [{ op: "set", section: "s", fields: [] }] }],
  ])("is refused with %s", (_, answer) => {
    expect(isAccepted({ version: 1 })).toBe(true);
    expect(isAccepted(answer)).toBe(false);
  });
});
