/** Accessibility, narrow windows, the largest pages and sites, and what visitors get. */
import axe from "axe-core";
import { PAGE_MAX_SECTIONS } from "../../../../manifests/bounds/documents.ts";
import { TAGS } from "../../axe.ts";
import { longPage } from "../../longPage.ts";
import { ESCAPE, type Member } from "../member.ts";
import { type ShortCheck, isIn, requireSame, saveHeadline, titleOf } from "./shortCheck.ts";

/** Findings of axe on the open page. The driver waits for no promise, so the page keeps what axe says. */
async function axeLines(member: Member): Promise<unknown> {
  await member.browser.value(`${axe.source};
    window.axeLines = undefined;
    axe.run(document, { iframes: false, runOnly: ${JSON.stringify(TAGS)}, resultTypes: ["violations"] }).then(
      ({ violations }) => { window.axeLines = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)); },
      (error) => { window.axeLines = [String(error)]; },
    );`);
  await member.browser.until("return window.axeLines !== undefined");
  return member.browser.value("return window.axeLines");
}

async function requireNoFindings(member: Member, view: string): Promise<void> {
  requireSame([view, await axeLines(member)], [view, []]);
}

/** Areas of each kind: a list, a form, a tree, a table, and what is drawn by a script. */
const AREAS = ["pages", "menu", "redirects", "media", "theme", "settings", "publish", "plugins", "people", "mail"];

/** Views of the canvas, with the steps to each. */
const VIEWS: readonly (readonly [name: string, go: (member: Member) => Promise<void>])[] = [
  ["nothing chosen", (member) => member.browser.type([ESCAPE])],
  ["a section", (member) => member.browser.click('.row-name[data-id="opening"]')],
  ["a text being written", (member) => member.inDraft(() => member.browser.click("h1"))],
  ["the menu of a section", (member) => member.browser.click('[data-row="how"] .row-more')],
  ["the sections to add", (member) => member.pressNamed("Add a section")],
];

const NARROW_PX = 500;
const [PAGES, BATCH] = [10_000, 100];

export const REACH_CHECKS: readonly ShortCheck[] = [
  {
    check: 34,
    by: "light and at a desk, because the driver changes no colour scheme",
    async run(member) {
      for (const area of AREAS) {
        await member.open(`/_editor/${area}`);
        await requireNoFindings(member, area);
      }
      for (const [name, go] of VIEWS) {
        await member.openCanvas("services");
        await go(member);
        await requireNoFindings(member, name);
      }
    },
  },
  {
    check: 35,
    by: `${NARROW_PX} px, because no window of GTK is narrower`,
    async run(member) {
      const fits = "return document.documentElement.scrollWidth <= innerWidth";
      await member.browser.resize(NARROW_PX, 844);
      await member.openCanvas("services");
      await member.browser.until(fits);
      await member.browser.value("document.documentElement.dir = 'rtl'");
      await member.browser.until(fits);
      for (const area of AREAS) {
        await member.open(`/_editor/${area}`);
        await member.browser.value("document.documentElement.dir = 'rtl'");
        await member.browser.until(fits);
      }
      await member.browser.resize();
    },
  },
  {
    check: 36,
    async run(member) {
      const { page } = await member.send<{ readonly page: string }>("POST", "/api/pages", {
        body: { body: longPage() },
      });
      await member.openCanvas(page);
      const count = "document.querySelectorAll('.row-name').length";
      requireSame(await member.browser.value(`return ${count}`), PAGE_MAX_SECTIONS);
      await saveHeadline(member, "Written at the top");
      await member.browser.type([ESCAPE]);
      await member.browser.click('.row-name[data-id="section-150"]');
      await member.press("return document.querySelector('.variants input:not(:checked)')");
      await member.saved();
      requireSame(await titleOf(member, page), "Written at the top");
      const { variant } = (await member.stored(page)).sections[151] ?? {};
      await member.inDraft(() => member.browser.until(isIn(`#section-150[data-section-variant="${variant}"]`)));
    },
  },
  {
    check: 37,
    async run(member) {
      for (let from = 0; from < PAGES; from += BATCH) {
        const items = Array.from({ length: BATCH }, (_, n) => ({
          do: "create",
          id: `leaf-${from + n}`,
          body: { path: `/many/${from + n}`, title: `Leaf number ${from + n}`, sections: [] },
        }));
        await member.send("POST", "/api/pages/batch", { body: { items } });
      }
      await member.open("/_editor/pages?text=Leaf+number+7777");
      await member.pressNamed("Leaf number 7777");
      await member.openCanvas("services");
      await member.browser.click('.row-name[data-id="opening"]');
      await member.browser.click('[data-field="primary"] button');
      await member.browser.click('dialog input[type="search"]');
      await member.browser.type([..."Leaf number 9876"]);
      await member.pressBeginning("Leaf number 9876", "dialog");
      await member.saved();
      const primary = (await member.stored("services")).sections[0]?.fields["primary"];
      requireSame((primary as { readonly link: string }).link, "page:leaf-9876");
    },
  },
  {
    check: 40,
    async run(member) {
      await member.browser.deleteCookies();
      await member.open("/services?svc_mode=edit");
      const marks = 'meta[name="svc-draft-change"], [data-page-id], [data-section-id], script[src*="_editor"]';
      requireSame(await member.browser.value(`return document.querySelectorAll(${JSON.stringify(marks)}).length`), 0);
      await member.logIn();
    },
  },
];
