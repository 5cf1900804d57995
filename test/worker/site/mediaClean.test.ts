import { beforeAll, describe, expect, test } from "vitest";
import { GIF, JPEG, PNG, WEBP, base64, bytes, pngChunk } from "../../support/mediaFiles.ts";
import { PLACE, photograph, pngPhotograph, segment, webpChunk, webpOf } from "../../support/photographs.ts";
import { aSite, get, mediaBucket, migrate, send } from "./harness.ts";

/** Pictures as visitors get them: without places and devices, whole and moving. */

beforeAll(migrate);

const DIGEST = "6".repeat(64);

const latin1 = new TextDecoder("latin1");
const textOf = async (response: Response): Promise<string> => latin1.decode(await response.arrayBuffer());

async function aPicture(name: string, file: Uint8Array) {
  const site = await aSite("clean");
  const key = `${site.name}/${DIGEST}/${name}`;
  await mediaBucket.put(key, file);
  return { ...site, key, url: `${site.origin}/media/${DIGEST}/${name}` };
}

/** The bucket, with one method replaced. */
const bucketWith = (method: "put" | "get", replacement: (...args: unknown[]) => unknown): R2Bucket =>
  new Proxy(mediaBucket, {
    get(bucket, name) {
      if (name === method) return replacement;
      const member: unknown = Reflect.get(bucket, name);
      return typeof member === "function" ? member.bind(bucket) : member;
    },
  });

describe("a photograph with a place", () => {
  test.each([
    ["a.jpg", photograph(6)],
    ["a.JPEG", photograph(1)],
    ["a.png", pngPhotograph(3)],
    ["a.webp", webpOf(WEBP.subarray(12), webpChunk("XMP ", PLACE))],
    ["a.webp", photograph(6)],
  ])("named %s is shown without it, whole, in parts, by HEAD and from the cache", async (name, file) => {
    const { url, key } = await aPicture(name, file);
    const part = await get(url, { range: "bytes=-5" });
    const whole = await get(url);
    const [text, etag] = [await textOf(whole.response), whole.response.headers.get("etag")];
    expect([whole.response.status, text.includes("Lat"), etag]).toEqual([200, false, `"${DIGEST}-clean"`]);
    expect([part.response.status, await textOf(part.response)]).toEqual([206, text.slice(-5)]);
    expect(part.response.headers.get("content-range")).toBe(
      `bytes ${text.length - 5}-${text.length - 1}/${text.length}`,
    );
    const head = await send(new Request(`${url}?again`, { method: "HEAD" }));
    expect(head.response.headers.get("content-length")).toBe(String(text.length));
    expect((await get(`${url}?again`, { "if-none-match": etag ?? "" })).response.status).toBe(304);
    const cached = await get(url);
    expect([await textOf(cached.response), cached.work.media]).toEqual([text, 0]);
    expect(new Uint8Array((await (await mediaBucket.get(key))?.arrayBuffer()) ?? [])).toEqual(file);
  });

  test("is shown without it where no width can be made, and by ten first visitors at once", async () => {
    const { url } = await aPicture("a.jpg", photograph(6));
    const all = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => get(`${url}/w320?${n}`, {}, { IMAGES: undefined })),
    );
    const texts = await Promise.all(all.map(async ({ response }) => textOf(response)));
    expect([new Set(texts).size, texts[0]?.includes("Lat"), texts[0]?.includes("Exif")]).toEqual([1, false, true]);
  });

  test("is not shown while its copy cannot be stored; one without metadata is", async () => {
    const MEDIA = bucketWith("put", () => Promise.reject(new Error("the disk is full")));
    const [place, none] = [await aPicture("a.jpg", photograph(6)), await aPicture("a.jpg", JPEG)];
    expect((await get(place.url, {}, { MEDIA })).response.status).toBe(503);
    const { response } = await get(none.url, {}, { MEDIA });
    expect([response.status, new Uint8Array(await response.arrayBuffer())]).toEqual([200, JPEG]);
    expect(await textOf((await get(place.url)).response)).not.toContain("Lat");
  });

  test("that is removed while its copy is made leaves no copy behind", async () => {
    const { url, key } = await aPicture("a.jpg", photograph(6));
    const MEDIA = bucketWith("put", async (...args) => {
      await mediaBucket.delete(key);
      return (mediaBucket.put as (...all: unknown[]) => unknown)(...args);
    });
    expect((await get(url, {}, { MEDIA })).response.status).toBe(404);
    expect((await mediaBucket.list({ prefix: key })).objects).toEqual([]);
  });
});

describe("a JPEG in the colours of print", () => {
  const PRINT = base64(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/8AAFAgADAAQBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8A05mKQWwAAAD/2Q==",
  );
  /** The number of colours in the frame of a JPEG. */
  const coloursOf = (file: Uint8Array): number | undefined => {
    const frame = file.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(file[at + 1] ?? 0));
    return file[frame + 9];
  };
  const shown = async (url: string, swap = {}) =>
    new Uint8Array(await (await get(url, {}, swap)).response.arrayBuffer());

  test("is shown in those of screens, in its own width, too, and the file stays as it was sent", async () => {
    const { url, key } = await aPicture("a.jpg", bytes(PRINT.subarray(0, 2), segment(0xfe, PLACE), PRINT.subarray(2)));
    const { response } = await get(url);
    const file = new Uint8Array(await response.arrayBuffer());
    expect([coloursOf(file), response.headers.get("content-type"), latin1.decode(file).includes("Lat")]).toEqual([
      3,
      "image/jpeg",
      false,
    ]);
    expect(coloursOf(await shown(`${url}?again`))).toBe(3);
    expect(coloursOf(new Uint8Array((await (await mediaBucket.get(key))?.arrayBuffer()) ?? []))).toBe(4);
  });

  test("is shown in its own where nothing converts it, without a place", async () => {
    const { url } = await aPicture("a.jpg", PRINT);
    expect(await shown(url, { IMAGES: undefined })).toEqual(PRINT);
    const broken = await aPicture("a.jpg", bytes(PRINT.subarray(0, -30)));
    expect(coloursOf(await shown(broken.url))).toBe(4);
  });
});

describe("a picture that moves", () => {
  const flags = [2, 0, 0, 0, 6, 0, 0, 4, 0, 0];
  const frame = webpChunk("ANMF", new Uint8Array(16), WEBP.subarray(12));
  const webp = webpOf(webpChunk("VP8X", flags), webpChunk("ANIM", new Uint8Array(6)), frame, frame);
  const png = bytes(PNG.subarray(0, 33), pngChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), PNG.subarray(33));

  test.each([
    ["a.webp", "image/webp", webp],
    ["a.png", "image/png", png],
  ])("named %s is shown whole under each width, and no still one is made of it", async (name, type, file) => {
    const { url, key } = await aPicture(name, file);
    for (const width of ["", "/w320", "/w2560"]) {
      const { response } = await get(`${url}${width}`);
      expect([response.status, response.headers.get("content-type"), response.headers.get("etag")]).toEqual([
        200,
        type,
        `"${DIGEST}"`,
      ]);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
    }
    expect((await mediaBucket.list({ prefix: key })).objects.map((object) => object.key)).toEqual([
      key,
      `${key}/clean`,
    ]);
  });

  test("loses a place as others do, and moves on", async () => {
    const { url } = await aPicture("a.webp", bytes(webpOf(webp.subarray(12), webpChunk("XMP ", PLACE))));
    expect(new Uint8Array(await (await get(`${url}/w320`)).response.arrayBuffer())).toEqual(webp);
  });

  test("as GIF has no other widths, and is shown whole", async () => {
    const moving = bytes(GIF.subarray(0, -1), GIF.subarray(GIF.indexOf(0x21), -1), [0x3b]);
    const { url, key } = await aPicture("a.gif", moving);
    expect((await get(`${url}/w320`)).response.status).toBe(404);
    expect(new Uint8Array(await (await get(url)).response.arrayBuffer())).toEqual(moving);
    expect((await mediaBucket.list({ prefix: key })).objects).toHaveLength(1);
  });
});
