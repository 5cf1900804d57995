import { describe, expect, test } from "vitest";
import { accepted, refused } from "../../../manifests/result.ts";
import { type PaletteChoice, matching } from "../../../sites/editor/palette/choice.ts";
import { siteChoices } from "../../../sites/editor/palette/siteChoices.ts";
import type { RequestFailure } from "../../../sites/requests/requestFailure.ts";

const choice = (title: string): PaletteChoice => ({ kind: "place", title, run: () => undefined });
const titles = (choices: readonly PaletteChoice[] | undefined): readonly string[] =>
  (choices ?? []).map((one) => one.title);

test.each([
  ["", ["Menu", "Médias", "Page settings"]],
  ["me", ["Menu", "Médias"]],
  ["MEDIAS", ["Médias"]],
  ["set page", ["Page settings"]],
  ["e", ["Menu", "Médias", "Page settings"]],
  ["s", ["Médias", "Page settings"]],
  ["zz", []],
])("what is typed, %j, finds by each word, in any case and accent", (text, found) => {
  expect(titles(matching(["Menu", "Médias", "Page settings"].map(choice), text))).toEqual(found);
});

test("what begins with the text comes first", () => {
  expect(titles(matching(["The menu", "Menu"].map(choice), "me"))).toEqual(["Menu", "The menu"]);
});

describe("at the site", () => {
  const unreached: RequestFailure = { kind: "unreached" };
  function site(fails: (path: string) => boolean = () => false) {
    Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
    const asked: string[] = [];
    const went: string[] = [];
    const read = async <T>(path: string, { query = {} }: { query?: Readonly<Record<string, unknown>> } = {}) => {
      asked.push(path);
      if (fails(path)) return refused(unreached);
      const from = Number(query["cursor"] ?? 0);
      const items = Array.from({ length: 20 }, (_, n) => ({
        id: `p${from + n}`,
        title: `Event ${from + n}`,
        path: `/${from + n}`,
      }));
      const pages = { items, next: from === 0 ? "20" : null };
      const catalogue = { contentTypes: [{ type: "test.events/event", plural: "Events" }] };
      return accepted({ body: (path === "/api/catalogue" ? catalogue : pages) as T, version: undefined });
    };
    const find = siteChoices({
      client: { read },
      addressOf: ({ id }) => `/at/${id}`,
      go: (address) => void went.push(address),
    });
    return { find, asked, went };
  }

  test("lists come before pages, pages come in parts, and the lists are read once", async () => {
    const { find, asked, went } = site();
    const found = await find("event");
    expect(titles(found?.choices).slice(0, 2)).toEqual(["Events", "Event 0"]);
    const more = await found?.more?.();
    expect([titles(more?.choices).at(-1), more?.more]).toEqual(["Event 39", null]);
    found?.choices[0]?.run();
    found?.choices[1]?.run();
    expect(went).toEqual(["/_editor/entries?type=test.events%2Fevent", "/at/p0"]);
    await find("boat");
    expect(asked.filter((path) => path === "/api/catalogue")).toHaveLength(1);
  });

  test("pages are found without the lists, and lists are asked for again", async () => {
    let isDown = true;
    const { find } = site((path) => isDown && path === "/api/catalogue");
    expect(titles((await find("event"))?.choices)[0]).toBe("Event 0");
    isDown = false;
    expect(titles((await find("event"))?.choices)[0]).toBe("Events");
    expect(await site(() => true).find("event")).toBeNull();
  });
});
