/** The lists around the canvas: pages, menu, redirects and theme. */
import { ENTER } from "../member.ts";
import { type ShortCheck, requireSame } from "./shortCheck.ts";

const PAGES = "/_editor/pages";
const count = (selector: string): string => `document.querySelectorAll(${JSON.stringify(selector)}).length`;

/** In this order: later ones begin where earlier ones end. */
export const LIST_CHECKS: readonly ShortCheck[] = [
  {
    check: 14,
    async run(member) {
      await member.open("/_editor/menu");
      await member.focus('[aria-label="Move down: Boats"]');
      await member.browser.type([ENTER]);
      await member.heard("“Boats” is now 3 of");
      await member.focus('[aria-label="Move up: Boats"]');
      await member.browser.type([ENTER]);
      await member.heard("“Boats” is now 2 of");
    },
  },
  {
    check: 8,
    async run(member) {
      await member.open(PAGES);
      await member.pressNamed("New page");
      await member.fill("Title", "Open shed");
      await member.tick("Put it into the menu");
      await member.pressNamed("Create the page");
      await member.shownCanvas();
      for (const [index, wanted] of ["hero", "faq", "quote"].entries()) {
        await member.pressNamed("Add a section");
        await member.browser.type([...wanted, ENTER]);
        await member.browser.until(`return ${count(".row-name")} === ${index + 1}`);
      }
      await member.saved();
      await member.pressBeginning("Publish");
      await member.pressBeginning("All of them");
      await member.pressBeginning("Publish all");
      await member.browser.until("return document.querySelector('h1')?.textContent === 'Published'");
      await member.visitorSees("/open-shed", "Open shed");
      await member.visitorSees("/pricing", 'href="/open-shed"');
    },
  },
  {
    check: 9,
    async run(member) {
      const copy = '[aria-labelledby="copy-title-heading"]';
      await member.open(`${PAGES}/pricing`);
      await member.fill("Title", "Prices again", copy);
      await member.fill("Address", "/prices-again", copy);
      await member.pressNamed("Make a copy", copy);
      await member.heard("The page is copied. You see the copy.");
      const [made, of] = [await member.stored("prices-again"), await member.stored("pricing")];
      requireSame([made.title, made.sections], ["Prices again", of.sections]);
    },
  },
  {
    check: 10,
    async run(member) {
      const address = '[aria-labelledby="move-title"]';
      await member.open(`${PAGES}/open-shed`);
      await member.fill("Address", "/sheds/open", address);
      await member.tick("Lead visitors", address);
      await member.pressNamed("Change the address", address);
      await member.heard("The address is changed");
      await member.open("/_editor/redirects?test=%2Fopen-shed");
      const steps = "return [...document.querySelectorAll('.steps .path')].map((one) => one.textContent)";
      requireSame(await member.browser.value(steps), ["/open-shed", "/sheds/open"]);
    },
  },
  {
    check: 13,
    by: "a colour that a script sets, because the driver opens no colour chooser",
    async run(member) {
      const field = '[id="tokens-light.accent"]';
      const value = `return document.querySelector('${field}').value`;
      await member.open("/_editor/theme");
      const before = await member.browser.value(value);
      await member.set(field, "#777777");
      const accent = "return getComputedStyle(document.documentElement).getPropertyValue('--accent') === '#777777'";
      await member.inFrame("#draft", () => member.browser.until(accent));
      await member.browser.until(
        `return /^[34]\\.\\d, only for/.test(document.querySelector('[data-pair="light.accent light.background"]').textContent)`,
      );
      await member.pressNamed("Save");
      await member.heard("Saved in the draft.");
      await member.pressBeginning("Reset to the theme’s value: ");
      await member.heard("The draft uses the theme’s value again.");
      requireSame(await member.browser.value(value), before);
    },
  },
];
