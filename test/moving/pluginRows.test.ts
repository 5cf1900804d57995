import { expect, test } from "vitest";
import type { Contributes } from "../../manifests/manifest/manifest.ts";
import { plugin } from "../runtime/kernel/world.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

const prices = plugin(
  "acme.prices",
  {
    sections: [
      {
        name: "price",
        title: "Price",
        category: "content",
        fields: {
          type: "object",
          properties: {
            amount: { type: "integer", title: "Amount" },
            label: { $ref: "drawbridge:text", title: "Label" },
            sale: { type: "boolean", title: "Sale" },
          },
          required: ["amount"],
          additionalProperties: false,
        },
        variants: [{ name: "plain", title: "Plain", template: "price.liquid" }],
        example: { fields: { amount: 1 } },
      },
    ],
    imports: [
      {
        name: "price",
        of: ["price", "acme/price"],
        section: { type: "price", fields: { amount: "{amount|0}", label: "{label}", sale: "{sale}" } },
      },
      { name: "note", of: ["note", "notice"], markdown: "> {content}\n\n*{by}*" },
    ],
  } as unknown as Contributes,
  { "price.liquid": "<p>{{ fields.amount }}</p>" },
);

const site = await MemorySite.open([prices]);
const BLOCK = '<!-- wp:acme/price {"amount":7,"label":"Tea"} /-->';
const WXR = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>Post</title><wp:post_id>1</wp:post_id><wp:post_type>page</wp:post_type><wp:status>publish</wp:status><link>https://old.example/post/</link><content:encoded><![CDATA[${BLOCK}<!-- wp:paragraph --><p>[price amount="9" sale="yes"]</p><!-- /wp:paragraph -->]]></content:encoded></item></channel></rss>`;

const sectionsAt = (path: string) => (site.at(path)?.sections ?? []).map(({ type, fields }) => [type, fields]);

test("shortcodes that a plugin knows become its sections, with values of the right kind", async () => {
  const { losses } = await site.move(
    folderOf({
      "a.md":
        '---\ntitle: A\n---\nBefore\n\n{{< price amount="12" label="Ferry" sale="true" >}}\n\n{{< price 8 >}}\n\nAfter\n',
      "b.md": '---\ntitle: B\n---\n{{< note by="Ann" >}}Low tide{{< /note >}}\n',
    }),
  );
  expect(sectionsAt("/a").filter(([type]) => type === "acme.prices/price")).toEqual([
    ["acme.prices/price", { amount: 12, label: "Ferry", sale: true }],
    ["acme.prices/price", { amount: 8 }],
  ]);
  expect(site.textAt("/b")).toBe("> Low tide\n\n*Ann*");
  expect(losses).toEqual([]);
});

test("values that the section does not take are shown with a mark, and told", async () => {
  const { losses } = await site.move(
    folderOf({ "c.md": '---\ntitle: C\n---\n{{< price amount="much" >}}\n\n{{< price label="x" >}}\n' }),
  );
  expect(sectionsAt("/c").map(([type]) => type)).toEqual(["drawbridge.basics/rich-text"]);
  expect(site.textAt("/c")).toContain('{{< price amount="much" >}}');
  expect(losses.map(({ what, times }) => [what, times])).toEqual([["shortcode price, kept as it was written", 2]]);
});

test("blocks and shortcodes of WordPress take the same rows", async () => {
  await site.move(folderOf({ "export.xml": WXR }));
  expect(sectionsAt("/post")).toEqual([
    ["acme.prices/price", { amount: 7, label: "Tea" }],
    ["acme.prices/price", { amount: 9, sale: true }],
  ]);
});
