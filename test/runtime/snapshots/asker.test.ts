import { expect, test } from "vitest";
import { CALLS_PER_BATCH } from "../../../manifests/bounds/calls.ts";
import { DATA_BATCH_PAGES } from "../../../manifests/bounds/plugins.ts";
import { askForData, type PageDataQuestion, type DataSite } from "../../../runtime/snapshots/asker.ts";
import type { PluginCall } from "../../../runtime/plugins/calls/calls.ts";

const SITE: DataSite = { site: "main", origin: "https://site.example", moments: {} };

const questionOf = (n: number): PageDataQuestion =>
  ({
    need: { plugin: { id: "acme.tool" }, provider: "words", sections: [], outputs: new Map() },
    page: { id: `page-${n}` },
    language: "en",
  }) as unknown as PageDataQuestion;

test.each([
  [CALLS_PER_BATCH - 1, [CALLS_PER_BATCH - 1]],
  [CALLS_PER_BATCH, [CALLS_PER_BATCH]],
  [CALLS_PER_BATCH + 1, [CALLS_PER_BATCH, 1]],
])("%i calls are handed over as %j, and every question is answered", async (count, expected) => {
  const together: number[] = [];
  const all = async (calls: readonly PluginCall[]) => {
    together.push(calls.length);
    return calls.map(() => ({ ok: true as const, value: {} }));
  };
  const questions = Array.from({ length: count * DATA_BATCH_PAGES }, (_, n) => questionOf(n));
  const outcomes = await askForData({ all }, SITE, questions);
  expect(together).toEqual(expected);
  expect(outcomes).toEqual(questions.map(() => ({ ok: true, value: { data: "{}", reads: undefined } })));
});

test.each([
  ["of the schema", { days: 3 }, undefined],
  [
    "without a member that the schema wants",
    {},
    "the plugin's data do not match the schema that its manifest declares",
  ],
  ["of another type", { days: "3" }, "the plugin's data do not match the schema that its manifest declares"],
])("data %s are judged by the schema of their section", async (_, data, message) => {
  const output = {
    type: "object",
    properties: { days: { type: "integer", title: "Days" } },
    required: ["days"],
    additionalProperties: false,
  };
  const question = {
    ...questionOf(0),
    need: {
      plugin: { id: "acme.tool" },
      provider: "words",
      sections: [{ id: "a" }, { id: "b" }],
      outputs: new Map([["a", output]]),
    },
  } as unknown as PageDataQuestion;
  // The other section has no schema, so it takes any object.
  const all = async () => [{ ok: true as const, value: { "page-0": { a: data, b: { days: "any" } } } }];
  const [outcome] = await askForData({ all }, SITE, [question]);
  expect(outcome).toEqual(
    message === undefined
      ? { ok: true, value: { data: JSON.stringify({ a: data, b: { days: "any" } }), reads: undefined } }
      : { ok: false, error: { message, broken: false } },
  );
});
