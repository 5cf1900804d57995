/** Checks of the editor in a shorter form, for engines that the driver of the tests does not know. */
import { isDeepStrictEqual } from "node:util";
import { ALT, CONTROL, DOWN, ENTER, ESCAPE, HOME, type Member, type StoredPage } from "./member.ts";

interface ShortCheck {
  /** The number in the table of `test/browser/README.md`. */
  readonly check: number;
  readonly run: (member: Member) => Promise<void>;
}

function same(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted))
    throw new Error(`it is ${JSON.stringify(found)?.slice(0, 120)}, not ${JSON.stringify(wanted)?.slice(0, 120)}`);
}

const isIn = (selector: string): string => `return document.querySelector(${JSON.stringify(selector)}) !== null`;

async function headline(member: Member, text: string): Promise<void> {
  await member.inDraft(async () => {
    await member.browser.click("h1");
    await member.browser.type([[CONTROL, "a"], ...text]);
    await member.browser.until(`return document.querySelector("h1").textContent === ${JSON.stringify(text)}`);
  });
  await member.saved();
}

/** In this order: later ones begin where earlier ones end. */
export const SHORT_CHECKS: readonly ShortCheck[] = [
  {
    check: 19,
    async run(member) {
      const { items } = await member.asked<{ readonly items: readonly { readonly id: string }[] }>(
        "/api/pages?limit=200",
      );
      const versions = async (): Promise<unknown> =>
        (await member.asked<{ readonly items: unknown }>("/api/pages?limit=200")).items;
      const before = await versions();
      for (const { id } of items.slice(0, 12)) {
        await member.openCanvas(id);
        await member.inDraft(() => member.browser.click("h1"));
        await member.browser.type([ESCAPE]);
        await member.saved();
      }
      same(await versions(), before);
    },
  },
  {
    check: 1,
    async run(member) {
      await member.openCanvas("services");
      await headline(member, "Typed in another engine");
      same((await member.stored("services")).sections[0]?.fields["title"], "Typed in another engine");
    },
  },
  {
    check: 2,
    async run(member) {
      await member.openCanvas("services");
      const before = await member.ids("services");
      await member.focus(".row-name");
      for (const key of ["/", "f", "a", "q", ENTER]) await member.browser.type([key]);
      await member.heard("is added.");
      await member.saved();
      same(await member.ids("services"), [before[0], "faq", ...before.slice(1)]);
    },
  },
  {
    check: 3,
    async run(member) {
      await member.focus('.row-name[data-id="faq"]');
      await member.browser.type([
        [ALT, DOWN],
        [ALT, DOWN],
      ]);
      await member.heard("is now number 4 of");
      await member.saved();
      same((await member.ids("services")).indexOf("faq"), 3);
    },
  },
  {
    check: 7,
    async run(member) {
      await member.browser.click('.row-name[data-id="faq"]');
      await member.pressNamed("All answers shown, two columns");
      await member.saved();
      same((await member.stored("services")).sections[3]?.variant, "open");
    },
  },
  {
    check: 18,
    async run(member) {
      const after = await member.stored("services");
      await member.openCanvas("services");
      for (let step = 0; step < 3; step++) await member.pressNamed("Undo");
      await member.saved();
      same((await member.ids("services")).includes("faq"), false);
      await member.openCanvas("services");
      for (let step = 0; step < 3; step++) await member.pressNamed("Redo");
      await member.saved();
      same(await member.stored("services"), after);
    },
  },
  {
    check: 4,
    async run(member) {
      await member.openCanvas("pricing");
      const before = await member.ids("pricing");
      const [second, last] = [before[1], before.at(-1)];
      await member.browser.drag(`.row-name[data-id="${last}"]`, `.row-name[data-id="${second}"]`);
      await member.heard(`is now number 2 of ${before.length}.`);
      await member.saved();
      same(await member.ids("pricing"), [before[0], last, ...before.slice(1, -1)]);
    },
  },
  {
    check: 6,
    async run(member) {
      await member.openCanvas("about");
      await member.browser.click('[data-row="pause"] .row-more');
      await member.pressNamed("Move to…", ".popup");
      await member.pressBeginning("Into First column of", "dialog");
      await member.heard("in First column of");
      await member.saved();
      same((await member.ids("about")).includes("pause"), false);
    },
  },
  {
    check: 12,
    async run(member) {
      await member.openCanvas("services");
      await member.browser.click('.row-name[data-id="opening"]');
      await member.browser.click('[data-field="primary"] button');
      await member.browser.click('dialog input[type="search"]');
      await member.browser.type([..."about the yard"]);
      await member.pressBeginning("About the yard", "dialog");
      await member.saved();
      const primary = (await member.stored("services")).sections[0]?.fields["primary"];
      same((primary as { readonly link: string }).link, "page:about");
    },
  },
  {
    check: 20,
    async run(member) {
      const text = async (): Promise<string> => {
        const { sections }: StoredPage = await member.stored("three-planks");
        return String(sections.map(({ fields }) => fields["body"]).find(Boolean));
      };
      const before = await text();
      await member.openCanvas("three-planks");
      await member.inDraft(async () => {
        const beginning = JSON.stringify(before.split("\n\n")[1]?.slice(0, 30));
        await member.press(
          `return [...document.querySelectorAll("[data-section-id] p")].find((one) => one.textContent.includes(${beginning})) ?? null`,
        );
        await member.browser.until(isIn(".ProseMirror"));
        await member.browser.type([[CONTROL, HOME], ..."First of all: "]);
      });
      await member.saved();
      same(await text(), `First of all: ${before}`);
    },
  },
  {
    check: 39,
    async run(member) {
      await member.openCanvas("services");
      const hostile = "<img src=x onerror=alert(1)><script>alert(1)</script>";
      await headline(member, hostile);
      await member.openCanvas("services");
      await member.inDraft(() => member.browser.until("return document.querySelector('h1 img, h1 script') === null"));
      await headline(member, "Typed in another engine");
    },
  },
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
    check: 35,
    async run(member) {
      await member.browser.resize(500, 844);
      await member.openCanvas("services");
      await member.browser.until("return document.documentElement.scrollWidth <= innerWidth");
      await member.browser.resize();
    },
  },
  {
    check: 15,
    async run(member) {
      await member.open("/_editor/publish");
      await member.pressBeginning("Before and after: ");
      await member.browser.until("return document.querySelectorAll('iframe').length === 2");
      await member.pressNamed("Publish only this");
      await member.pressNamed("Publish 1 change");
      await member.browser.until("return document.querySelector('h1')?.textContent === 'Published'");
    },
  },
];
