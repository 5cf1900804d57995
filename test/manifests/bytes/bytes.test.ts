import { describe, expect, test } from "vitest";
import { base64urlOf, fromBase64, toBase64 } from "../../../manifests/bytes/base64.ts";
import { hexOf } from "../../../manifests/bytes/hex.ts";

const SLICE = 8 * 1024;
const some = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 37) % 256);

describe("bytes as text", () => {
  test.each([0, 1, 2, 3, 256, SLICE - 1, SLICE, SLICE + 1, 600_000])("are what Node makes of %i", (length) => {
    const bytes = some(length);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    expect(base64urlOf(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
    expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString("hex"));
    expect(Buffer.from(fromBase64(toBase64(bytes))).equals(bytes)).toBe(true);
  });

  test("in hex are the same from a view and from its buffer", () => {
    const bytes = new Uint8Array([0, 15, 16, 255]);
    expect(hexOf(bytes.buffer)).toBe("000f10ff");
    expect(hexOf(bytes.subarray(1, 3))).toBe("0f10");
  });

  test("that are no base64 are refused", () => {
    expect(() => fromBase64("%")).toThrow(DOMException);
  });
});
