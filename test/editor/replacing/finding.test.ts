import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { planMenus, planPage, replacedIn, type Wanted } from "../../../sites/editor/replacing/finding.ts";
import { findTexts } from "../../../sites/editor/replacing/siteSearch.ts";
import { sendRows } from "../../../sites/moving/rows/sending.ts";
import { textSchemas } from "../../../sites/editor/xliff/texts.ts";
import type { Client } from "../../../sites/editor/api/client.ts";

const wanted = (text: string, replacement: string, more: Partial<Wanted> = {}): Wanted => ({
  text,
  replacement,
  isExact: false,
  isWhole: false,
  ...more,
});

const TYPE = {
  type: "test.text/text",
  fields: {
    type: "object",
    properties: {
      text: { $ref: "drawbridge:markdown" },
      look: { type: "string", enum: ["boat", "pier"] },
      items: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
    },
  },
};
const SCHEMAS = textSchemas([TYPE]);

const page = (fields: Record<string, unknown>, more: object = {}): Page =>
  ({ path: "/", title: "The boat", sections: [{ id: "s1", type: TYPE.type, fields }], ...more }) as unknown as Page;

const stored = (body: Page) => ({ id: "home", version: 7, body });

describe("a replacement", () => {
  test.each([
    ["case makes no difference, unless it is said", "Boat and boat", wanted("BOAT", "ship"), "ship and ship"],
    ["case makes a difference", "Boat and boat", wanted("boat", "ship", { isExact: true }), "Boat and ship"],
    ["whole words alone", "boats and boat", wanted("boat", "ship", { isWhole: true }), "boats and ship"],
    ["signs of patterns are words", "a.b (c)* a-b", wanted("(c)*", "$& $1 \\"), "a.b $& $1 \\ a-b"],
    ["letters of every script", "Straße, Ärzte", wanted("ärzte", "Leute", { isWhole: true }), "Straße, Leute"],
    ["nothing for something", "a boat here", wanted(" boat", ""), "a here"],
  ])("%s", (_, text, given, after) => {
    expect(replacedIn(text, false, given).after).toBe(after);
  });

  test("leaves the targets of links and pictures in Markdown", () => {
    const text = "[boat](page:boat) ![boat](/media/boat.png) boat";
    expect(replacedIn(text, true, wanted("boat", "ship"))).toEqual({
      after: "[ship](page:boat) ![ship](/media/boat.png) ship",
      count: 3,
    });
  });

  test("plans one edit of a page: its title, its texts, and no choice or address", () => {
    const body = page({ text: "A boat", look: "boat", items: [{ title: "No" }, { title: "Boat" }] }, { path: "/boat" });
    expect(planPage(stored(body), SCHEMAS, wanted("boat", "ship"))).toMatchObject({
      path: "/boat",
      changes: [{ after: "The ship" }, { after: "A ship" }, { after: "ship" }],
      edit: {
        do: "edit",
        page: "home",
        expected: 7,
        operations: [
          { op: "page", changes: { title: "The ship" } },
          { op: "set", section: "s1", fields: { "/text": "A ship", "/items/1/title": "ship" } },
        ],
      },
    });
  });

  test("plans nothing where nothing changes", () => {
    expect(planPage(stored(page({ look: "boat" }, { title: "x" })), SCHEMAS, wanted("boat", "ship"))).toBeUndefined();
    expect(planPage(stored(page({ text: "x" })), SCHEMAS, wanted("boat", "boat"))).toBeUndefined();
  });

  test("changes labels of menus, nested and in each language, and no link", () => {
    const menu = (label: string) => ({
      header: [{ label, link: "page:boat", children: [{ label: "Boats", link: "/boat" }] }],
    });
    const body = { menus: menu("Our boat"), languages: { de: menu("Boot") } };
    const { body: after, changes } = planMenus(body, wanted("boat", "ship"));
    expect(after.menus.header[0]).toEqual({
      label: "Our ship",
      link: "page:boat",
      children: [{ label: "ships", link: "/boat" }],
    });
    expect(changes).toHaveLength(3);
  });
});

describe("the search of the draft", () => {
  const PAGES = 60;
  /** A site that is busy at every third request. */
  function busySite() {
    let asked = 0;
    const waits: number[] = [];
    const answer = (body: unknown) => {
      asked += 1;
      return asked % 3 === 0
        ? { ok: false, error: { kind: "refused", status: 429, code: "RATE_LIMITED", detail: {}, retryAfter: 5 } }
        : { ok: true, value: { body } };
    };
    const client = {
      read: async (path: string) =>
        path === "/api/catalogue"
          ? answer({ sections: [TYPE], inactive: [], contentTypes: [] })
          : path === "/api/navigation"
            ? answer({ version: 3, body: { menus: { header: [], footer: [] } } })
            : answer({ ...stored(page({ text: "A boat" })), id: path.slice("/api/pages/".length) }),
      change: async (_: string, { body }: { body: { cursor?: string } }) => {
        const from = Number(body.cursor ?? 0);
        const items = Array.from({ length: 20 }, (_one, at) => ({ page: `p${from + at}` }));
        return answer({ items, next: from + 20 >= PAGES ? null : String(from + 20) });
      },
    } as unknown as Client;
    return { powers: { client, wait: async (seconds: number) => void waits.push(seconds) }, waits };
  }

  test("reads every page, and waits while the site is busy", async () => {
    Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
    const { powers, waits } = busySite();
    const found = await findTexts(powers, wanted("boat", "ship"), () => undefined);
    expect(found.ok && found.value.pages.map((one) => one.page)).toEqual(
      Array.from({ length: PAGES }, (_, n) => `p${n}`),
    );
    expect(found.ok && found.value.menus).toBeNull();
    expect(new Set(waits)).toEqual(new Set([5]));
  });

  test("goes on after an interruption over 5,000 pages, and changes each text once", async () => {
    const ALL = 5_000;
    const site = new Map(Array.from({ length: ALL }, (_, n) => [`p${n}`, "A boat"] as const));
    let batches = 0;
    let isCut = true;
    const answered = (body: unknown) => ({ ok: true, value: { body } });
    const client = {
      read: async (path: string) => {
        if (path === "/api/catalogue") return answered({ sections: [TYPE], inactive: [], contentTypes: [] });
        if (path === "/api/navigation") return answered({ version: 3, body: { menus: { header: [], footer: [] } } });
        const id = path.slice("/api/pages/".length);
        return answered({ ...stored(page({ text: site.get(id) }, { title: "Page" })), id });
      },
      change: async (path: string, { body }: { body: { cursor?: string; items?: readonly Edit[] } }) => {
        if (path === "/api/pages/search") {
          const left = [...site].filter(([, text]) => text.includes("boat")).map(([id]) => id);
          const from = Number(body.cursor ?? 0);
          const next = from + 500 >= left.length ? null : String(from + 500);
          return answered({ items: left.slice(from, from + 500).map((id) => ({ page: id })), next });
        }
        batches += 1;
        if (isCut && batches > 10) return { ok: false, error: { kind: "unreached" } };
        for (const { page: id, operations } of body.items ?? []) site.set(id, operations[0]?.fields["/text"] ?? "");
        return answered({ versions: [], pages: [] });
      },
    } as unknown as Client;
    const powers = { client, wait: async () => undefined, newKey: () => "k", onProgress: () => undefined };
    const replace = async () => {
      const found = await findTexts(powers, wanted("boat", "ship"), () => undefined);
      if (!found.ok) throw new Error("the search failed");
      return { found: found.value.pages, sent: await sendRows(powers, found.value.pages) };
    };
    const first = await replace();
    expect([first.found.length, first.sent.stopped !== undefined]).toEqual([ALL, true]);
    const changed = [...site.values()].filter((text) => text === "A ship").length;
    expect([changed > 0, changed < ALL, new Set(site.values()).size]).toEqual([true, true, 2]);
    isCut = false;
    const second = await replace();
    expect([second.found.length, second.sent.stopped]).toEqual([ALL - changed, undefined]);
    expect(new Set(site.values())).toEqual(new Set(["A ship"]));
  });
});

interface Edit {
  readonly page: string;
  readonly operations: readonly { readonly fields: Readonly<Record<string, string>> }[];
}
