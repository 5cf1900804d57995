import { describe, expect, test } from "vitest";
import { languageOf } from "../../sites/words/asked.ts";

const asked = (accepted: string | null, cookie: string | null = null): string =>
  languageOf(
    new Request("https://site.example/_editor", {
      headers: {
        ...(accepted === null ? {} : { "accept-language": accepted }),
        ...(cookie === null ? {} : { cookie }),
      },
    }),
  );

describe("the language of a request", () => {
  test.each<[says: string, accepted: string | null, cookie: string | null, language: string]>([
    ["nothing is wished", null, null, "en"],
    ["everything is wished", "*", null, "en"],
    ["a region of one is wished", "de-CH", null, "de"],
    ["a region of another is wished", "fr-CA", null, "fr"],
    ["one of one country is wished", "pt-BR", null, "pt-BR"],
    ["it is wished of another country", "pt-PT,en;q=0.5", null, "pt-BR"],
    ["it is wished of no country", "PT", null, "pt-BR"],
    ["the member chose one of one country", "en", "__Host-svc_language=pt-BR", "pt-BR"],
    ["one that there is not is wished first", "vo-001, de;q=0.8, en;q=0.7", null, "de"],
    ["the weights say otherwise than the order", "en;q=0.3, de;q=0.9", null, "de"],
    ["two weigh the same", "en, de", null, "en"],
    ["one is refused", "de;q=0, en;q=0.1", null, "en"],
    ["it is written in capitals", "DE", null, "de"],
    ["the wishes are no wishes", ";;;,=,q=1,;q=de", null, "en"],
    ["it is a name of every object", "constructor, __proto__", null, "en"],
    ["the wish comes after more than anybody has", `${"vo,".repeat(20)}de`, null, "en"],
    ["the member chose another", "en", "__Host-svc_language=de", "de"],
    ["the member chose none that there is", "de", "__Host-svc_language=../de", "de"],
    ["there are two choices", "en", "__Host-svc_language=de; __Host-svc_language=de", "en"],
  ])("where %s", (_, accepted, cookie, language) => {
    expect(asked(accepted, cookie)).toBe(language);
  });
});
