import { describe, expect, test } from "vitest";
import { languageAnswer, preferredLanguage } from "../../../runtime/serving/languageChoice.ts";

const TAGS = ["en", "de", "pt-BR", "zh-Hant-TW", "sr-Latn"];

test.each([
  ["de", "de"],
  ["DE-at, en;q=0.9", "de"],
  ["fr, de;q=0.4, en;q=0.5", "en"],
  ["pt", "pt-BR"],
  ["pt-PT", undefined],
  ["zh-Hant", "zh-Hant-TW"],
  ["zh-hant-tw-x-more", "zh-Hant-TW"],
  ["sr", "sr-Latn"],
  ["en;q=0, de;q=0.1", "de"],
  ["*", undefined],
  ["", undefined],
  ["en ; q=0.2 , de ; q=0.3", "de"],
  ["de;q=1.5", undefined],
  ["de_DE", undefined],
])("%j prefers %s", (header, tag) => {
  expect(preferredLanguage(header, TAGS)).toBe(tag);
});

describe("the address / without a page", () => {
  const languages = [
    { tag: "de", name: "Deutsch", prefix: "/de" },
    { tag: "en", name: "English", prefix: "/en" },
  ];
  const homes = new Map([
    ["de", "/de"],
    ["en", "/en"],
  ]);
  const settings = { language: "de", languages, languageChoice: "browser" as const };
  test.each([
    ["en", "/en"],
    ["fr", "/de"],
    ["", "/de"],
  ])("leads a visitor who wants %j to %s", (reader, to) => {
    expect(languageAnswer({ settings, homes, path: "/", reader })?.headers["Location"]).toBe(to);
  });

  test("leads nowhere without any home page", () => {
    expect(languageAnswer({ settings, homes: new Map(), path: "/", reader: "en" })).toBeUndefined();
  });
});
