import { expect, test } from "vitest";
import { CALLS_PER_BATCH } from "../../../manifests/bounds/calls.ts";
import { DATA_BATCH_PAGES } from "../../../manifests/bounds/plugins.ts";
import { askForData, type PageDataQuestion, type DataSite } from "../../../runtime/snapshots/asker.ts";
import type { PluginCall } from "../../../runtime/plugins/calls/calls.ts";

const SITE: DataSite = { site: "main", origin: "https://site.example", moments: {} };

const questionOf = (n: number): PageDataQuestion =>
  ({
    need: { plugin: { id: "acme.tool" }, provider: "words", sections: [] },
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
