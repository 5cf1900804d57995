/** Small cuts of whole sites, moved in, published, and looked at as a visitor does. */
import { beforeAll, describe, expect, test } from "vitest";
import { lossLine } from "../../../sites/moving/move.ts";
import type { Cut } from "./cut.ts";
import { ORIGIN, StandingSite } from "./standingSite.ts";
import { htmlWords, markdownWords, missingWords, shownWords } from "./words.ts";
import { BILINGUAL } from "./bilingualCut.ts";
import { GHOST } from "./ghostCut.ts";
import { HUGO } from "./hugoCut.ts";
import { WORDPRESS } from "./wordpressCut.ts";
import { ZOLA } from "./zolaCut.ts";

const CUTS: Readonly<Record<string, Cut>> = {
  Zola: ZOLA,
  "Hugo with two folders": HUGO,
  "Hugo with two endings": BILINGUAL,
  WordPress: WORDPRESS,
  Ghost: GHOST,
};

/** The values of an attribute in HTML. */
const valuesOf = (html: string, tag: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\s${attribute}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&"),
  );

const isHtml = (text: string): boolean => /^\s*<(?!\w+:\/\/)/.test(text);

describe.each(Object.entries(CUTS))("a whole site of %s", (_, cut) => {
  let site: StandingSite;
  const published = new Map<string, string>();
  beforeAll(async () => {
    site = await StandingSite.of(cut);
    for (const path of site.paths()) published.set(path, (await site.ask(encodeURI(path))).html);
  });

  const pageOf = (title: string): string => {
    const path = site.paths().find((one) => site.memory.at(one)?.title === title) ?? "";
    return published.get(path) ?? "";
  };

  test("keeps its words", () => {
    const missing = Object.entries(cut.texts).flatMap(([title, text]) =>
      missingWords(isHtml(text) ? htmlWords(text) : markdownWords(text), shownWords(pageOf(title))).map(
        (word) => `${title}: ${word}`,
      ),
    );
    expect(missing).toEqual([]);
  });

  test("tells each loss", () => {
    expect(site.done.losses.map(lossLine)).toEqual(cut.receipt);
  });

  test("answers at every old address in one step", async () => {
    const found = await Promise.all(
      Object.entries(cut.addresses).map(async ([address, leads]) => {
        const { status, hops, at } = await site.ask(address);
        const title = at.startsWith("/media/") ? "file" : (site.memory.at(at)?.title ?? at);
        return [address, status === 200 && hops <= 1 ? title : `${status} after ${hops} at ${at}`, leads];
      }),
    );
    expect(found.filter(([, title, leads]) => title !== leads)).toEqual([]);
    const seen = await Promise.all(cut.hidden.map(async (address) => [address, (await site.ask(address)).status]));
    expect(seen.filter(([, status]) => status !== 404)).toEqual([]);
  });

  test("has no link that leads nowhere", async () => {
    const dead: string[] = [];
    for (const [path, html] of published)
      for (const address of valuesOf(html, "a", "href")) {
        const url = new URL(address, `${ORIGIN}${encodeURI(path)}`);
        if (url.origin !== ORIGIN) continue;
        const { status, html: there } = url.pathname.startsWith("/media/")
          ? { status: site.hasFile(url.pathname) ? 200 : 404, html: "" }
          : await site.ask(url.href);
        const id = decodeURIComponent(url.hash.slice(1));
        if (status !== 200 || (id !== "" && !there.includes(` id="${id}"`))) dead.push(`${path}: ${address}`);
      }
    expect(dead).toEqual([]);
  });

  test("shows its pictures, each with its size", () => {
    const texts = Object.keys(cut.texts).map(pageOf);
    const shown = texts.flatMap((html) => [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag));
    const addresses = shown.flatMap((tag) => [
      ...valuesOf(tag, "img", "src"),
      ...valuesOf(tag, "img", "srcset").flatMap((set) => set.split(/,\s+/).map((one) => one.split(" ")[0] ?? "")),
    ]);
    expect(addresses.filter((address) => !site.hasFile(address))).toEqual([]);
    expect(shown.filter((tag) => !/ width="\d+" height="\d+"/.test(tag))).toEqual([]);
    expect(shown).toHaveLength(cut.pictures);
  });
});
