import { expect, test } from "vitest";
import { isFileName } from "../../../sites/editor/fields/altText.ts";
import { focalMovedBy, pointAt } from "../../../sites/editor/pickers/focalPoint.ts";

test.each([
  ["IMG_2041", true],
  ["dsc 00123", true],
  ["harbour.jpg", true],
  ["harbour-in-winter", true],
  ["Screenshot 2026-11-23", true],
  ["0f1e2d3c4b5a69788796", true],
  ["", false],
  ["The harbour in winter", false],
  ["Image of two boats", false],
])("“%s” is the name of a file: %s", (text, isName) => {
  expect(isFileName(text, "/media/ab/harbour-in-winter.jpg")).toBe(isName);
});

test("an address with a broken escape is no obstacle", () => {
  expect(isFileName("100%", "/media/ab/100%.jpg")).toBe(true);
  expect(isFileName("Half full", "/media/ab/100%.jpg")).toBe(false);
});

test("a focal point stays in its picture", () => {
  expect(pointAt(-0.2, 1.7)).toEqual({ x: 0, y: 1 });
  expect(focalMovedBy("ArrowLeft", false, { x: 0, y: 0.5 })).toEqual({ x: 0, y: 0.5 });
  expect(focalMovedBy("ArrowDown", true, { x: 0.2, y: 0.5 })).toEqual({ x: 0.2, y: 0.6 });
  expect(focalMovedBy("Enter", false, { x: 0.2, y: 0.5 })).toBeUndefined();
});
