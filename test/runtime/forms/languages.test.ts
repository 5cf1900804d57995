/** The kernel's own texts for visitors, in the language of the site. */
import { describe, expect, test } from "vitest";
import { SPOKEN } from "../../../runtime/documents/inLanguage.ts";
import { messagesFor } from "../../../runtime/forms/messages.ts";
import { labelsFor } from "../../../runtime/rendering/css/labels.ts";
import { notFoundPage } from "../../../runtime/serving/notFoundPage.ts";
import { initialiseInput, page, siteOf, worldOf } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";

const textsIn = (language: string): string[] => [
  ...Object.values(messagesFor(language)),
  ...Object.values(labelsFor(language)),
  notFoundPage(language).title,
  notFoundPage(language).description ?? "",
];

describe("the kernel's own texts", () => {
  test.each(SPOKEN.filter((language) => language !== "en"))(
    "are all there in %s, each in its own words",
    (language) => {
      const [texts, english] = [textsIn(language), textsIn("en")];
      expect(texts.every((text) => text.trim() !== "")).toBe(true);
      expect(texts.length).toBe(english.length);
      // Several languages have the same word for a menu.
      const same = texts.filter((text, index) => text === english[index] && text !== "Menu");
      expect(same).toEqual([]);
    },
  );

  test.each([
    ["pt-BR", "pt"],
    ["DE-at", "de"],
    ["zh-Hant", "en"],
    ["constructor", "en"],
  ])("of a site in %s are those of %s", (tag, language) => {
    expect(textsIn(tag)).toEqual(textsIn(language));
  });

  test("of the page that is not there stand in the site's language and direction", async () => {
    const world = worldOf(testPowers());
    const site = siteOf({ home: page("/") });
    const arabic = { ...site, settings: { ...site.settings, language: "ar" } };
    await world.kernel.initialiser.run(initialiseInput(arabic));
    const html = await world.html("/nowhere");
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain("الصفحة غير موجودة");
  });
});
