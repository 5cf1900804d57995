/** Links to headings, whose ids programs make by rules of their own. */
import { expect, test } from "vitest";
import { folderOf, MemorySite } from "./memorySite.ts";

const moved = async (one: string, two = ""): Promise<string> => {
  const site = await MemorySite.open();
  await site.move(folderOf({ "content/one.md": one, "content/two.md": two, "hugo.toml": "" }));
  return site.textAt("/one");
};

test.each([
  ["of another program", "[a](#what-s-next)\n\n## What's next?", "## What's next? {#what-s-next}"],
  ["with another case", "[a](#Next-Steps)\n\n## Next steps", "## Next steps {#Next-Steps}"],
  ["that names pictograms", "[a](#unsound-crab)\n\n## Unsound (🦀)", "## Unsound (🦀) {#unsound-crab}"],
  ["in a reference", "[a][b]\n\n## What's next?\n\n[b]: #what-s-next", "## What's next? {#what-s-next}"],
  [
    "beside the usual one",
    "[a](#what-s-next) [b](#whats-next)\n\n## What's next",
    '## <a id="what-s-next"></a>What\'s next',
  ],
  ["of marked words", "[a](#the-a-b)\n\n## The *a* & `b`", "## The *a* & `b`{#the-a-b}".replace("`{", "` {")],
])("an id %s stays", async (_, text, heading) => {
  expect(await moved(text)).toContain(heading);
});

test.each(["[a](#next)\n\n## Next", "[a](#other)\n\n## Next", "[a](#own)\n\n## Next {#own}"])(
  "a heading keeps its words alone in %j",
  async (text) => expect(await moved(text)).toBe(text),
);

test("a link of another page counts, and the first of two equal headings has the id", async () => {
  const text = await moved("## It's one\n\n## It's one\n", "[one](/one/#it-s-one)\n");
  expect(text).toBe("## It's one {#it-s-one}\n\n## It's one");
});
