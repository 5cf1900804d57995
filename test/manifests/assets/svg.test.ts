import { describe, expect, test } from "vitest";
import { cleanIcon, iconFaults } from "../../../manifests/assets/svg.ts";
import { ICON_MAX_CHARS } from "../../../manifests/bounds/packages.ts";

const icon = (inside: string, more = ""): string => `<svg viewBox="0 0 8 8"${more}>${inside}</svg>`;
const cleaned = (text: string): string => {
  const clean = cleanIcon(text);
  if (!clean.ok) throw new Error(JSON.stringify(clean.error));
  return clean.value;
};

describe("a drawing", () => {
  test("gets one spelling, without what only its program needs", () => {
    const drawn = `<?xml version="1.0"?><!-- me --><svg xmlns="http://www.w3.org/2000/svg" id="a" width="24" viewBox="0  0
      24 24"><title>Quill</title><sodipodi:namedview pagecolor="#fff"/><g fill='none' class="b"><path stroke="currentColor" d="M1 1L2 2"/></g></svg>`;
    const clean = '<svg viewBox="0 0 24 24"><g fill="none"><path d="M1 1L2 2" stroke="currentColor"></path></g></svg>';
    expect(cleaned(drawn)).toBe(clean);
    expect(cleaned(clean)).toBe(clean);
    expect(iconFaults(clean)).toEqual([]);
  });

  test("in another spelling is refused where packing has not been", () => {
    expect(iconFaults(icon('<path d="M1 1"/>'))).toMatchObject([{ found: "another spelling" }]);
  });

  test("has a bound", () => {
    const around = icon('<path d="M"></path>').length;
    const long = (chars: number): string => icon(`<path d="M${"1".repeat(chars - around)}"></path>`);
    expect(iconFaults(long(ICON_MAX_CHARS))).toEqual([]);
    expect(iconFaults(long(ICON_MAX_CHARS - 1))).toEqual([]);
    expect(iconFaults(long(ICON_MAX_CHARS + 1))).toHaveLength(1);
  });

  test.each([
    ["no drawing", "hello"],
    ["a drawing without its end tag", '<svg viewBox="0 0 8 8"><path d="M1 1"/>'],
    ["two drawings", icon("") + icon("")],
    ["a drawing in a drawing", icon(icon(""))],
    ["no size to draw in", '<svg width="8"><path d="M1 1"/></svg>'],
    ["a wrong end", icon("<g></svg></g>")],
    ["words", icon("hello")],
  ])("that is %s is refused", (_, text) => {
    expect(cleanIcon(text).ok).toBe(false);
  });
});
