import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { momentText } from "../../../manifests/trust/moment.ts";

const byPlatform = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");

test.each([0, -1, 951_782_400_000, 951_868_799_999, 1_709_164_800_000, 4_107_542_400_000, 253_402_300_799_000])(
  "%d is the moment the platform's own calendar says",
  (ms) => {
    expect(momentText(ms)).toBe(byPlatform(ms));
  },
);

test("every moment is, from the year 0 to 9999", () => {
  assert(
    property(integer({ min: -62_167_219_200, max: 253_402_300_799 }), (seconds) => {
      expect(momentText(seconds * 1000)).toBe(byPlatform(seconds * 1000));
    }),
  );
});
