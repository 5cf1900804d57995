/** Cases that whole real sites had, in small texts. */
import { expect, test } from "vitest";
import { folderOf, MemorySite } from "./memorySite.ts";

async function movedText(body: string): Promise<{ text: string; losses: readonly string[]; site: MemorySite }> {
  const site = await MemorySite.open();
  const { losses } = await site.move(
    folderOf({
      "hugo.toml": 'baseURL = "https://old.example/"\n',
      "content/a.md": `---\ntitle: A\n---\n${body}`,
      "content/tea.md": "---\ntitle: Tea\n---\nHot.\n",
    }),
  );
  return { text: site.textAt("/a"), losses: losses.map(({ what }) => what), site };
}

test("a shortcode in a comment pairs with none outside of it", async () => {
  const { text } = await movedText(
    '<!-- {{% def id="x" %}} is written so -->\n\n{{% def id="AIA" %}} A **key** word. {{% /def %}}\n',
  );
  expect(text).toBe('**[shortcode def]**\n\n```\n{{% def id="AIA" %}}\n```\n\nA **key** word.');
});

test("what an unknown shortcode encloses is read like the text around it", async () => {
  const { text, losses, site } = await movedText(
    'Before {{< note >}}see [tea](/tea/){{< /note >}} after.\n\n{{< box >}}\n- one\n\n{{< figure src="https://far.example/b.png" alt="B" >}}\n{{< /box >}}\n',
  );
  expect(text).toContain(`see [tea](page:${site.idAt("/tea")})`);
  expect(text).toMatch(/\*\*\[shortcode box\]\*\*\n\n```\n\{\{< box >\}\}\n```\n\n- one\n+!\[B\]\(\/media\//);
  expect(text).not.toContain("/box");
  expect(losses).toEqual(["shortcode note, kept as it was written", "shortcode box, kept as it was written"]);
});

test("an address in a text stays readable when its target moves", async () => {
  const { text, site } = await movedText("See https://old.example/tea/ or <https://old.example/gone_x/>.\n");
  expect(text).toBe(
    `See [https://old.example/tea/](page:${site.idAt("/tea")}) or [https://old.example/gone\\_x/](/gone_x/).`,
  );
});

test("a picture that the source does not have is told, and its caption stays", async () => {
  const site = await MemorySite.open();
  const post = {
    id: "1",
    title: "A",
    slug: "a",
    status: "published",
    html: '<figure><img src="/content/images/x.png" alt=""><figcaption>Sizes (in *cm*)</figcaption></figure>',
  };
  const { losses } = await site.move(folderOf({ "ghost.json": JSON.stringify({ db: [{ data: { posts: [post] } }] }) }));
  expect(site.textAt("/a")).toMatch(/ \*Sizes \(in \\\*cm\\\*\)\*$/);
  const told = losses.filter(({ place }) => place !== "feeds");
  expect(told.map(({ what }) => what)).toEqual(["the picture /content/images/x.png, which the source does not have"]);
});
