import { describe, expect, test } from "vitest";
import {
  ANCHOR_LABEL_CHARS,
  LINK_ANCHORS_LISTED,
  LINK_TARGETS_ROWS,
  LINKED_PAGES_READ,
} from "../../../manifests/bounds/documents.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { SITE, page, textSection } from "../kernel/world.ts";
import { editingWorld } from "./editingWorld.ts";

const near = (bound: number): number[] => [bound - 1, bound, bound + 1];

const pages = (count: number): Record<string, Page> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => (n === 0 ? ["home", page("/")] : [`p${n}`, page(`/p${n}`)])),
  );

describe("pages to link to", () => {
  test.each(near(LINK_TARGETS_ROWS))("of %i pages come so many at once as the bound says", async (count) => {
    const { kernel } = await editingWorld(pages(count));
    const { items, next } = kernel.reads.linkTargets(SITE, "", null);
    expect(items).toHaveLength(Math.min(count, LINK_TARGETS_ROWS));
    expect(next === null).toBe(count <= LINK_TARGETS_ROWS);
    const rest = next === null ? [] : kernel.reads.linkTargets(SITE, "", next).items;
    expect(new Set([...items, ...rest].map(({ page: id }) => id)).size).toBe(count);
  });

  test.each(near(LINK_ANCHORS_LISTED))("list the anchors of a page with %i sections up to the bound", async (count) => {
    const sections = Array.from({ length: count }, (_, n) => textSection(`Text ${n}`, `s${n}`));
    const { kernel } = await editingWorld({ home: page("/", { sections }) });
    const [home] = kernel.reads.linkTargets(SITE, "", null).items;
    expect(home?.anchors.map(({ link }) => link)).toEqual(
      sections.slice(0, LINK_ANCHORS_LISTED).map(({ id }) => `page:home#${id}`),
    );
  });

  test.each(near(ANCHOR_LABEL_CHARS))("label an anchor with the first of %i characters", async (length) => {
    const words = "A label of some words ".repeat(10).slice(0, length - 1);
    const { kernel } = await editingWorld({ home: page("/", { sections: [textSection(`${words}.`)] }) });
    const [anchor] = kernel.reads.linkTargets(SITE, "", null).items[0]?.anchors ?? [];
    expect(anchor?.label).toBe(`text: ${`${words}.`.slice(0, ANCHOR_LABEL_CHARS)}`);
  });
});

describe("what links lead to", () => {
  test.each(near(LINKED_PAGES_READ))("is told of %i links up to the bound", async (count) => {
    const { kernel } = await editingWorld(pages(2));
    const links = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? "page:home" : `page:gone${n}`));
    const found = kernel.reads.linkedPages(SITE, links);
    expect(found.map(({ link }) => link)).toEqual(links.slice(0, LINKED_PAGES_READ));
    expect(found.filter((one) => one.page?.id === "home")).toHaveLength(Math.ceil(found.length / 2));
  });
});
