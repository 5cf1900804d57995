import { expect, test } from "vitest";
import { MIGRATION_TEMPLATES_REMEMBERED } from "../../../manifests/bounds/manifest.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";

const MOST = MIGRATION_TEMPLATES_REMEMBERED;

/** A memoized function, with the texts that it has computed. */
function asked() {
  const made: string[] = [];
  const of = remembering(MOST, (text) => {
    made.push(text);
    return { text };
  });
  return { made, of };
}

test.each([
  [MOST - 1, 1],
  [MOST, 1],
  [MOST + 1, 2],
])("of %i texts, the first is made %i times when it is asked for again", (count, times) => {
  const { made, of } = asked();
  for (let n = 0; n < count; n++) of(`text ${n}`);
  expect(of("text 0")).toEqual({ text: "text 0" });
  expect(made.filter((text) => text === "text 0")).toHaveLength(times);
});

test("a text that is asked for again stays longer than one that is not", () => {
  const { made, of } = asked();
  for (let n = 0; n < MOST; n++) of(`text ${n}`);
  const first = of("text 0");
  of("one more");
  expect([of("text 0") === first, made.length]).toEqual([true, MOST + 1]);
  of("text 1");
  expect(made).toHaveLength(MOST + 2);
});
