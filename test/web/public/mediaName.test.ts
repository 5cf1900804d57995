import { describe, expect, test } from "vitest";
import { MEDIA_NAME_MAX_CHARS } from "../../../manifests/bounds/media.ts";
import { readMediaName } from "../../../sites/web/public/mediaName.ts";

const DIGEST = "ab".repeat(32);

describe("a media address", () => {
  test.each(["a.png", "A-b_c~d.1.webp", "0.svg", "photo.JPEG"])("may name %s", (name) => {
    expect(readMediaName(`/media/${DIGEST}/${name}`)).toEqual({ digest: DIGEST, name, rendition: null });
    const resized = /^(?:a|A-b|photo)/.test(name);
    expect(readMediaName(`/media/${DIGEST}/${name}/w640`)).toEqual(
      resized ? { digest: DIGEST, name, rendition: "w640" } : undefined,
    );
    expect(readMediaName(`/media/${DIGEST}/${name}/share.jpg`)?.rendition).toBe(resized ? "share.jpg" : undefined);
  });

  test.each([
    "/media/",
    "/media/a.png",
    `/media/${DIGEST}`,
    `/media/${DIGEST}/`,
    `/media/${DIGEST}/a`,
    `/media/${DIGEST}/.png`,
    `/media/${DIGEST}/..png`,
    `/media/${DIGEST}/../a.png`,
    `/media/${DIGEST}/a/b.png`,
    `/media/${DIGEST}//a.png`,
    `/media/${DIGEST}/a.html`,
    `/media/${DIGEST}/a.png.html`,
    `/media/${DIGEST}/a.png%00.html`,
    `/media/${DIGEST}/a%2fb.png`,
    `/media/${DIGEST}/a b.png`,
    `/media/${DIGEST}/a.constructor`,
    `/media/${DIGEST}/a.__proto__`,
    `/media/${DIGEST.slice(1)}/a.png`,
    `/media/${DIGEST}a/a.png`,
    `/media/${DIGEST.toUpperCase()}/a.png`,
    `/media/other-tenant/${DIGEST}/a.png`,
    `/media/${DIGEST}/a.png/share.png`,
    `/media/${DIGEST}/a.png/share`,
    `/media/${DIGEST}/a.png/w641`,
    `/media/${DIGEST}/a.png/constructor`,
    `/Media/${DIGEST}/a.png`,
  ])("may not be %s", (path) => {
    expect(readMediaName(path)).toBeUndefined();
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("with a name of the longest length %i is read: %s", (more, read) => {
    const name = `${"a".repeat(MEDIA_NAME_MAX_CHARS + more - 4)}.png`;
    expect(readMediaName(`/media/${DIGEST}/${name}`) !== undefined).toBe(read);
  });
});
