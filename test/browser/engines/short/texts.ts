/** Links, pictures and formatted texts, typed, pasted and composed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DOCS, DOCS_MARKDOWN, WORD, WORD_MARKDOWN } from "../../../editor/rich/paste/fixtures.ts";
import { PNG } from "../../../support/mediaFiles.ts";
import { CONTROL, ENTER, HOME, type Member, RIGHT, SHIFT, type StoredPage } from "../member.ts";
import { type ShortCheck, isIn, requireSame, saveHeadline, titleOf } from "./shortCheck.ts";

const TEXT_PAGE = "three-planks";

const bodyOf = async (member: Member): Promise<string> => {
  const { sections }: StoredPage = await member.stored(TEXT_PAGE);
  return String(sections.map(({ fields }) => fields["body"]).find(Boolean));
};

/** Replaces the whole text by pasted HTML, and answers what the site stores. */
async function pasted(member: Member, html: string): Promise<string> {
  const before = await bodyOf(member);
  await member.openCanvas(TEXT_PAGE);
  await member.inDraft(async () => {
    await member.browser.click('[data-section-id="text"] p');
    await member.browser.until(isIn(".ProseMirror"));
    await member.browser.value(
      `const copied = (event) => {
         event.clipboardData.setData("text/html", ${JSON.stringify(html)});
         event.clipboardData.setData("text/plain", "plain");
         event.preventDefault();
         event.stopImmediatePropagation();
       };
       document.addEventListener("copy", copied, { capture: true, once: true });`,
    );
    await member.browser.type([
      [CONTROL, "a"],
      [CONTROL, "c"],
      [CONTROL, "v"],
    ]);
  });
  await member.until(async () => (await bodyOf(member)) !== before, "the pasted text is not stored");
  await member.saved();
  return bodyOf(member);
}

interface Picture {
  readonly alt: string;
  readonly src: string;
  readonly focal: { readonly x: number };
}

/** Longer than the editor waits before it saves. */
const COMPOSED_MS = 1_500;

/** In this order: later ones begin where earlier ones end. */
export const TEXT_CHECKS: readonly ShortCheck[] = [
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
      requireSame((primary as { readonly link: string }).link, "page:about");
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
      await member.until(async () => (await text()) === `First of all: ${before}`, "another text is stored");
      await member.saved();
    },
  },
  {
    check: 21,
    by: "a script says what the key copies, because no office program is there",
    async run(member) {
      requireSame(await pasted(member, WORD), WORD_MARKDOWN);
      requireSame(await pasted(member, DOCS), DOCS_MARKDOWN);
    },
  },
  {
    check: 22,
    notIn: "firefox",
    by: "GTK's own input method for code points, because the driver has none",
    async run(member) {
      await member.openCanvas("services");
      const before = await titleOf(member, "services");
      await member.inDraft(async () => {
        await member.browser.click("h1");
        await member.browser.type([[CONTROL, "a"], [CONTROL, SHIFT, "u"], ..."6211"]);
        await wait(COMPOSED_MS);
      });
      requireSame(await titleOf(member, "services"), before);
      await member.inDraft(async () => {
        await member.browser.type([ENTER, "x"]);
        await member.browser.until("return document.querySelector('h1').textContent === '我x'");
      });
      await member.saved();
      requireSame(await titleOf(member, "services"), "我x");
    },
  },
  {
    check: 39,
    async run(member) {
      await member.openCanvas("services");
      const hostile = "<img src=x onerror=alert(1)><script>alert(1)</script>";
      await saveHeadline(member, hostile);
      await member.openCanvas("services");
      await member.inDraft(() => member.browser.until("return document.querySelector('h1 img, h1 script') === null"));
      await saveHeadline(member, "Typed in another engine");
    },
  },
  {
    check: 11,
    async run(member) {
      const folder = mkdtempSync(join(tmpdir(), "drawbridge-picture-"));
      const file = join(folder, "red.png");
      writeFileSync(file, PNG);
      try {
        await member.openCanvas("about");
        await member.browser.click('.row-name[data-id="opening"]');
        await member.pressBeginning("Choose", '[data-field="image"]');
        await member.upload("Upload a picture", file);
        await member.fill("What does it show?", "A red square", ".panel");
        await member.focus(".focal-stage");
        await member.browser.type([[SHIFT, RIGHT]]);
        await member.saved();
        const picture = (await member.stored("about")).sections[0]?.fields["image"] as Picture;
        requireSame(
          [picture.alt, picture.src.startsWith("/media/"), picture.focal.x > 0.5],
          ["A red square", true, true],
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
