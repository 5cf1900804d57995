import { expect, test } from "vitest";
import { MEDIA_PREVIEW_MAX_CHARS, MEDIA_PREVIEW_SIDE } from "../../../manifests/bounds/media.ts";
import { drawPreview } from "../../../sites/web/powers/images.ts";

/** An images service that answers this many characters of base64, and records its calls. */
function service(chars: number): { images: ImagesBinding; asked: unknown[] } {
  const asked: unknown[] = [];
  const made = { image: () => new Response("A".repeat(chars)).body };
  const transform = (how: unknown) => {
    asked.push(how);
    return {
      output: async (type: unknown) => {
        asked.push(type);
        return made;
      },
    };
  };
  return { images: { input: () => ({ transform }) } as unknown as ImagesBinding, asked };
}

const bytes = (): ReadableStream<Uint8Array> => new Response("a picture").body as ReadableStream<Uint8Array>;
const START = "data:image/webp;base64,";

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a preview %i characters from the longest is kept: %s", async (more, kept) => {
  const { images } = service(MEDIA_PREVIEW_MAX_CHARS - START.length + more);
  const text = await drawPreview(images, bytes());
  expect([text?.length, text?.startsWith(START)]).toEqual(
    kept ? [MEDIA_PREVIEW_MAX_CHARS + more, true] : [undefined, undefined],
  );
});

test("a preview fits into its square, and no picture is made larger for it", async () => {
  const { images, asked } = service(100);
  await drawPreview(images, bytes());
  expect(asked).toEqual([
    { width: MEDIA_PREVIEW_SIDE, height: MEDIA_PREVIEW_SIDE, fit: "scale-down" },
    { format: "image/webp" },
  ]);
  expect(MEDIA_PREVIEW_SIDE).toBe(16);
});

test("there is none without a service, and none of what the service cannot read", async () => {
  expect(await drawPreview(undefined, bytes())).toBeNull();
  const broken = {
    input: () => {
      throw new Error("no picture");
    },
  } as unknown as ImagesBinding;
  expect(await drawPreview(broken, bytes())).toBeNull();
});
