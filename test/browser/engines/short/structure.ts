/** Sections that are added, moved, nested, copied and undone. */
import { ALT, CONTROL, DOWN, ENTER, ESCAPE } from "../member.ts";
import { type ShortCheck, requireSame, saveHeadline } from "./shortCheck.ts";

/** In this order: later ones begin where earlier ones end. */
export const STRUCTURE_CHECKS: readonly ShortCheck[] = [
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
      requireSame(await versions(), before);
    },
  },
  {
    check: 1,
    async run(member) {
      await member.openCanvas("services");
      await saveHeadline(member, "Typed in another engine");
      requireSame((await member.stored("services")).sections[0]?.fields["title"], "Typed in another engine");
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
      requireSame(await member.ids("services"), [before[0], "faq", ...before.slice(1)]);
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
      requireSame((await member.ids("services")).indexOf("faq"), 3);
    },
  },
  {
    check: 7,
    async run(member) {
      await member.browser.click('.row-name[data-id="faq"]');
      await member.pressNamed("All answers shown, two columns");
      await member.saved();
      requireSame((await member.stored("services")).sections[3]?.variant, "open");
    },
  },
  {
    check: 18,
    async run(member) {
      const after = await member.stored("services");
      await member.openCanvas("services");
      for (let step = 0; step < 3; step++) await member.pressNamed("Undo");
      await member.saved();
      requireSame((await member.ids("services")).includes("faq"), false);
      await member.openCanvas("services");
      for (let step = 0; step < 3; step++) await member.pressNamed("Redo");
      await member.saved();
      requireSame(await member.stored("services"), after);
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
      requireSame(await member.ids("pricing"), [before[0], last, ...before.slice(1, -1)]);
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
      requireSame((await member.ids("about")).includes("pause"), false);
    },
  },
  {
    check: 5,
    by: "a mouse in a narrow window, because the driver has no finger",
    async run(member) {
      await member.browser.resize(500, 844);
      await member.openCanvas("pricing");
      const before = await member.ids("pricing");
      await member.pressNamed("Sections", ".tabs");
      const last = before.at(-1);
      await member.browser.click(`[data-row="${last}"] .row-more`);
      await member.pressNamed("Move to…", ".popup");
      await member.press(
        `return [...document.querySelectorAll("dialog button")].filter((one) => one.textContent.includes("Before"))[1] ?? null`,
      );
      await member.heard("is now number 2 of");
      await member.saved();
      await member.browser.resize();
      requireSame(await member.ids("pricing"), [before[0], last, ...before.slice(1, -1)]);
    },
  },
  {
    check: 23,
    async run(member) {
      await member.openCanvas("services");
      await member.focus('.row-name[data-id="how"]');
      await member.browser.type([[CONTROL, "c"]]);
      await member.heard("is copied.");
      await member.openCanvas("boats");
      const before = await member.ids("boats");
      await member.focus(".row-name");
      await member.browser.type([[CONTROL, "v"]]);
      await member.heard("is pasted.");
      await member.saved();
      const [copied, pasted] = [await member.stored("services"), await member.stored("boats")];
      requireSame(pasted.sections.length, before.length + 1);
      requireSame(pasted.sections[1]?.fields, copied.sections.find(({ id }) => id === "how")?.fields);
    },
  },
];
