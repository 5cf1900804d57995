import { expect, test } from "vitest";
import { withoutClaims } from "../../../../sites/editor/pages/desk/claims.ts";

const ASKED = "https://yard.example/_editor/media?text=oak&done=removed&stored=9&removed=3";
const asked = (headers: Record<string, string>): string => withoutClaims(new Request(ASKED, { headers })).url;

test.each(["cross-site", "same-site", "none"])("a link from %s claims nothing of what a form has done", (from) => {
  expect(asked({ "sec-fetch-site": from })).toBe("https://yard.example/_editor/media?text=oak");
});

test("a page of this site, and a browser that does not say where from, report what a form has done", () => {
  expect(asked({ "sec-fetch-site": "same-origin" })).toBe(ASKED);
  expect(asked({})).toBe(ASKED);
});
