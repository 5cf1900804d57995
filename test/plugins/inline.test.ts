/** The marks and blocks that the project brings for formatted texts. */
import { expect, test } from "vitest";
import { page, worldWith } from "../runtime/kernel/world.ts";
import { FIRST_PARTY } from "./stage.ts";

/** The first paragraph of a published page with this text. */
async function published(body: string): Promise<string> {
  const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body } }];
  const { html } = await worldWith({ home: page("/", { sections }) }, FIRST_PARTY);
  return /<p>(From [^]*? here)/.exec(await html("/"))?.[1] ?? "";
}

test("a button is a link with its words, and without words there is no link", async () => {
  const button = ':drawbridge.inline/button[Read on]{to="/a"}';
  expect(await published(`From ${button} here`)).toContain('<a class="button" href="/a">Read on</a>');
  for (const empty of ["[]", ""])
    expect(await published(`From :drawbridge.inline/button${empty}{to="/a"} here`)).not.toContain("<a");
});
