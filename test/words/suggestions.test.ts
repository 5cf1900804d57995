/** Languages and time zones that a text field suggests, and what a typed name means. */
import { describe, expect, test } from "vitest";
import { suggestedLanguages, suggestedName, suggestedValue, suggestedZones } from "../../sites/words/suggestions.ts";
import { isTimeZone } from "../../runtime/documents/content/timeZone.ts";
import { inLanguage } from "../fixtures/languages/inLanguage.ts";

describe("a language", () => {
  test("is named in the language of the reader, and found by that name", () => {
    expect(suggestedName("de", suggestedLanguages())).toBe("German");
    inLanguage("ja", () => {
      expect(suggestedName("de", suggestedLanguages())).toBe("ドイツ語");
      expect(suggestedValue("ドイツ語", suggestedLanguages())).toBe("de");
    });
  });

  test.each([
    ["de", "de"],
    [" DE ", "de"],
    ["pt-br", "pt-BR"],
    ["German", "de"],
    ["german", "de"],
    ["gsw-LI", "gsw-LI"],
    ["Klingon of Mars", "Klingon of Mars"],
    ["", ""],
  ])("typed as %j is sent as %j", (typed, value) => {
    expect(suggestedValue(typed, suggestedLanguages())).toBe(value);
  });
});

describe("a time zone", () => {
  test("has a name in the language of the reader, and is one that a site may have", () => {
    expect(suggestedName("Europe/Berlin", suggestedZones())).toBe("Central European Time");
    expect(suggestedZones().filter(([zone]) => !isTimeZone(zone))).toEqual([]);
  });

  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/berlin", "Europe/Berlin"],
    ["Berlin", "Europe/Berlin"],
    ["New York", "America/New_York"],
    ["utc", "UTC"],
    // Many zones have this name, so none of them is meant.
    ["Central European Time", "Central European Time"],
    ["Mars/Olympus", "Mars/Olympus"],
  ])("typed as %j is sent as %j", (typed, value) => {
    expect(suggestedValue(typed, suggestedZones())).toBe(value);
  });
});
