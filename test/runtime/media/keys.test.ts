import { expect, test } from "vitest";
import { isServedKey, keysWith } from "../../../runtime/media/keys.ts";

const KEY = `yard/${"a".repeat(64)}/boat.jpg`;

test("visitors get a file and all that the site makes of it, and it goes with the file", () => {
  const all = keysWith(KEY);
  expect(all).toEqual(
    expect.arrayContaining([KEY, `${KEY}/clean`, `${KEY}/w320`, `${KEY}/w2560.avif`, `${KEY}/share.jpg`]),
  );
  expect(all.filter((key) => !isServedKey(key))).toEqual([]);
});

test.each([
  `${KEY}/w321`,
  `${KEY}/w320.avif/x`,
  `${KEY}/w320xavif`,
  `${KEY}/`,
  "yard/uploads/u1",
  "yard/quarantine/x/0",
  `yard/${"a".repeat(63)}/b.jpg`,
])("visitors do not get %s", (key) => expect(isServedKey(key)).toBe(false));
