import { describe, expect, test } from "vitest";
import { readAs } from "../../sites/words/reader.ts";
import { inLanguage } from "../fixtures/languages/inLanguage.ts";
import { timeText, withTimes } from "../../sites/words/timeText.ts";
import { languageOf, regionalLocaleOf } from "../../sites/words/asked.ts";

const AT = Date.UTC(2027, 2, 4, 15, 30);
const asking = (header: string): Request =>
  new Request("https://site.example/", { headers: { "accept-language": header } });

describe("a time", () => {
  test.each([
    ["en", "Mar 4, 2027"],
    ["en-US,en;q=0.5", "Mar 4, 2027"],
    ["en-GB,en;q=0.5", "4 Mar 2027"],
    ["vo,en-GB;q=0.5", "4 Mar 2027"],
    ["pt-PT,en-GB;q=0.5", "4/03/2027"],
    ["fr-CA,en-GB;q=0.5", "4 mars 2027"],
    ["de-AT", "4. März 2027"],
    ["en-<script>", "Mar 4, 2027"],
    ["en-GB-x-private", "Mar 4, 2027"],
  ])("is written as readers of %s write it", (header, written) => {
    const request = asking(header);
    const language = languageOf(request);
    const reader = { locale: regionalLocaleOf(request, language), timeZone: "UTC" };
    expect(inLanguage(language, () => readAs(reader, () => timeText(AT)))).toContain(written);
  });

  test("in a text is found and written in the site's zone, and nothing else is", () => {
    const reader = { timeZone: "Europe/Berlin" };
    const written = readAs(reader, () => withTimes(`at most ${AT}, not 12345678901`));
    expect(written).toMatch(/^at most Mar 4, 2027, 4:30\sPM GMT\+1, not 12345678901$/);
  });
});
