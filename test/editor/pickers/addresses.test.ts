import { expect, test } from "vitest";
import { type LinkKind, hrefOf, linkKindOf, writtenAddress } from "../../../sites/editor/pickers/addresses.ts";

test.each<[LinkKind, string, string | undefined]>([
  ["address", "https://example.org/a?b=c", "https://example.org/a?b=c"],
  ["address", "example.org", "https://example.org"],
  ["address", " https://example.org ", "https://example.org"],
  ["address", "javascript:alert(1)", undefined],
  ["address", "JaVaScRiPt:alert(1)", undefined],
  ["address", "data:text/html,x", undefined],
  ["address", "https://exa mple.org", undefined],
  ["address", "", undefined],
  ["mail", "ada@example.org", "mailto:ada@example.org"],
  ["mail", "mailto:ada@example.org", "mailto:ada@example.org"],
  ["mail", "ada", undefined],
  ["phone", "+44 20 7946 0018", "tel:+44-20-7946-0018"],
  ["phone", "call me", undefined],
  ["page", "page:home#top", "page:home#top"],
])("%s “%s” leads to %s (hazard 16)", (kind, text, href) => {
  expect(hrefOf(kind, text)).toBe(href);
});

test("what stands there is shown again as it was written", () => {
  for (const [kind, text] of [
    ["mail", "ada@example.org"],
    ["phone", "+44-20"],
    ["address", "https://example.org/"],
  ] as const) {
    const href = hrefOf(kind, text) ?? "";
    expect(linkKindOf(href)).toBe(kind);
    expect(writtenAddress(kind, href)).toBe(text);
  }
  expect(writtenAddress("mail", "https://example.org")).toBe("");
});
