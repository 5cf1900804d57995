import { beforeAll, describe, expect, test } from "vitest";
import { MEDIA_CACHED_MAX_BYTES, MEDIA_SHARED_SECONDS } from "../../../manifests/bounds/media.ts";
import { JPEG } from "../../support/mediaFiles.ts";
import { type Swap, aSite, get, mediaBucket, migrate, send } from "./harness.ts";

beforeAll(migrate);

const DIGEST = "5".repeat(64);
const BYTES = "0123456789";

const textOf = async (response: Response): Promise<string> => new TextDecoder().decode(await response.arrayBuffer());

const put = (tenant: string, name = "a.png", body: string | Uint8Array = BYTES) =>
  mediaBucket.put(`${tenant}/${DIGEST}/${name}`, body);
const address = (origin: string, name = "a.png") => `${origin}/media/${DIGEST}/${name}`;

async function aSiteWithFile(prefix: string, name?: string) {
  const site = await aSite(prefix);
  await put(site.name, name);
  return { ...site, url: address(site.origin, name) };
}

describe("a media file", () => {
  test("is kept by shared caches for as long as the bound says", async () => {
    const { url } = await aSiteWithFile("shared");
    const { response } = await get(url);
    await response.arrayBuffer();
    expect(/s-maxage=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]).toBe(String(MEDIA_SHARED_SECONDS));
  });

  test("is kept for good by browsers, briefly by shared caches, and never run or sniffed", async () => {
    const { url } = await aSiteWithFile("file");
    const { response } = await get(url);
    expect(response.status).toBe(200);
    expect(await textOf(response)).toBe(BYTES);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "10",
      "cache-control": "public, max-age=31536000, s-maxage=30, immutable",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag: `"${DIGEST}"`,
    });
  });

  test("comes from the cache the second time, whole, in parts and as 304", async () => {
    const { url } = await aSiteWithFile("cached");
    // The first visit also looks for metadata.
    expect((await get(url)).work.media).toBe(4);
    const idle = { database: 0, workspace: 0, media: 0 };
    const whole = await get(url);
    expect([await textOf(whole.response), whole.work]).toEqual([BYTES, idle]);
    const part = await get(url, { range: "bytes=2-4" });
    expect([
      part.response.status,
      await textOf(part.response),
      part.response.headers.get("content-range"),
      part.work,
    ]).toEqual([206, "234", "bytes 2-4/10", idle]);
    const same = await get(url, { "if-none-match": `"${DIGEST}"` });
    expect([same.response.status, same.work]).toEqual([304, idle]);
  });

  test.each([
    ["bytes=0-0", 206, "0", "bytes 0-0/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=7-99", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-99", 206, BYTES, "bytes 0-9/10"],
    ["bytes=9-9", 206, "9", "bytes 9-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=4-2", 200, BYTES, null],
    ["bytes=0-1,3-4", 200, BYTES, null],
    ["lines=0-1", 200, BYTES, null],
    ["bytes=", 200, BYTES, null],
  ])("asked for %s the first time answers %i", async (range, status, body, contentRange) => {
    const { url } = await aSiteWithFile("range");
    const { response } = await get(url, { range });
    expect([response.status, await textOf(response), response.headers.get("content-range")]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  test.each([
    ["of this version is a part", `"${DIGEST}"`, 206],
    ["of another version is the whole file", '"other"', 200],
    ["with a date is the whole file", "Sat, 21 Nov 2026 03:00:00 GMT", 200],
  ])("asked for a part %s, uncached and cached", async (_, ifRange, status) => {
    const { url } = await aSiteWithFile("ifrange");
    expect((await get(url, { range: "bytes=0-1", "if-range": ifRange })).response.status).toBe(status);
    await get(url);
    const cached = await get(url, { range: "bytes=0-1", "if-range": ifRange });
    // The cache may always answer the whole file. A range needs a matching version.
    expect(cached.response.status).toBe(200);
    expect(await textOf(cached.response)).toBe(BYTES);
  });

  test("answers HEAD and conditions without reading the file", async () => {
    const { url } = await aSiteWithFile("headers");
    const head = await send(new Request(url, { method: "HEAD" }));
    expect([head.response.status, head.response.headers.get("content-length"), await textOf(head.response)]).toEqual([
      200,
      "10",
      "",
    ]);
    const same = await get(url, { "if-none-match": `W/"${DIGEST}"` });
    expect([same.response.status, await textOf(same.response)]).toEqual([304, ""]);
  });

  test.each([
    ["photo.JPG", "image/jpeg", 'inline; filename="photo.JPG"'],
    ["drawing.svg", "image/svg+xml", 'inline; filename="drawing.svg"'],
    ["page.html.png", "image/png", 'inline; filename="page.html.png"'],
    ["brochure.pdf", "application/pdf", 'attachment; filename="brochure.pdf"'],
  ])("named %s is %s", async (name, type, disposition) => {
    const { url } = await aSiteWithFile("type", name);
    const { response } = await get(url);
    expect([response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
      type,
      disposition,
    ]);
  });

  test.each(["a.html", "a.js", "a.php", "a", ".png", "a.png.html", "a.svgz", "a.xhtml"])(
    "named %s is never served, even when it is stored",
    async (name) => {
      const { url } = await aSiteWithFile("never", name);
      expect((await get(url)).response.status).toBe(404);
    },
  );

  test("that does not exist is 404 for every method and condition, and is not stored", async () => {
    const { origin, name } = await aSite("absent");
    const url = address(origin);
    for (const headers of [{}, { range: "bytes=0-1" }, { "if-none-match": `"${DIGEST}"` }, { "if-none-match": "*" }]) {
      expect((await get(url, headers)).response.status).toBe(404);
    }
    expect((await send(new Request(url, { method: "HEAD" }))).response.status).toBe(404);
    await put(name);
    expect((await get(url)).response.status).toBe(200);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of the largest cached size %i byte is read from storage %i times more", async (more, times) => {
    const site = await aSite("large");
    await put(site.name, "a.webm", new Uint8Array(MEDIA_CACHED_MAX_BYTES + more));
    await get(address(site.origin, "a.webm"));
    expect((await get(address(site.origin, "a.webm"))).work.media).toBe(times);
  });
});

describe("a picture in another width", () => {
  async function aPicture(prefix: string, name = "a.jpg") {
    const site = await aSite(prefix);
    await mediaBucket.put(`${site.name}/${DIGEST}/${name}`, JPEG);
    return { ...site, url: address(site.origin, name) };
  }
  const typeOf = async (url: string, swap: Swap = {}) => {
    const { response } = await get(url, {}, swap);
    return [response.status, response.headers.get("content-type"), response.headers.get("etag")];
  };

  test("is made once, kept beside the picture, and answers as the picture does", async () => {
    const { url, name } = await aPicture("narrow");
    const { response } = await get(`${url}/w320`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      etag: `"${DIGEST}-w320"`,
      "x-content-type-options": "nosniff",
      "content-disposition": 'inline; filename="a-w320.webp"',
      "cache-control": "public, max-age=31536000, s-maxage=30, immutable",
    });
    expect(new TextDecoder().decode((await response.arrayBuffer()).slice(8, 12))).toBe("WEBP");
    expect(await mediaBucket.head(`${name}/${DIGEST}/a.jpg/w320`)).not.toBeNull();
    const idle = await get(`${url}/w320`);
    expect([idle.response.status, idle.work.media]).toEqual([200, 0]);
    const part = await get(`${url}/w640`, { range: "bytes=0-3" });
    expect([part.response.status, await textOf(part.response)]).toEqual([206, "RIFF"]);
    expect((await get(`${url}/w320`, { "if-none-match": `"${DIGEST}-w320"` })).response.status).toBe(304);
  });

  test("for links is a JPEG, whatever the picture is", async () => {
    const { url, name } = await aPicture("shared-link", "a.webp");
    const { response } = await get(`${url}/share.jpg`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'inline; filename="a-share.jpg"',
    });
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(await mediaBucket.head(`${name}/${DIGEST}/a.webp/share.jpg`)).not.toBeNull();
  });

  test("is the picture as it is where nothing makes others, or where it fails", async () => {
    const { url } = await aPicture("plain");
    expect(await typeOf(`${url}/w320`, { IMAGES: undefined })).toEqual([200, "image/jpeg", `"${DIGEST}"`]);
    const { name, origin } = await aSite("fails");
    await mediaBucket.put(`${name}/${DIGEST}/b.png`, BYTES);
    expect(await typeOf(`${address(origin, "b.png")}/w320`)).toEqual([200, "image/png", `"${DIGEST}"`]);
    expect(await mediaBucket.head(`${name}/${DIGEST}/b.png/w320`)).toBeNull();
  });

  test.each(["w1", "w319", "w321", "w0320", "w99999", "w320/", "w320/w320", "W320", "w320.webp", "w320.avif"])(
    "such as %s, which nobody offers, is not there and costs nothing",
    async (width) => {
      const { url, name } = await aPicture("odd");
      const seen = await get(`${url}/${width}`);
      expect([seen.response.status, seen.work.media]).toEqual([404, 0]);
      expect((await mediaBucket.list({ prefix: `${name}/` })).objects).toHaveLength(1);
    },
  );

  test.each(["a.gif", "a.svg", "a.mp4", "a.pdf", "a.txt"])("of %s is not there", async (file) => {
    const { url } = await aPicture("kind", file);
    expect((await get(`${url}/w320`)).response.status).toBe(404);
  });

  test("of a picture that is not there is not there, and leaves nothing behind", async () => {
    const { name, origin } = await aSite("gone");
    expect((await get(`${address(origin, "a.jpg")}/w320`)).response.status).toBe(404);
    expect((await mediaBucket.list({ prefix: `${name}/` })).objects).toEqual([]);
  });
});

describe("a picture in a width, for a browser that takes AVIF", () => {
  const accept = "image/avif,image/webp,*/*;q=0.8";
  /** Makes pictures of so many bytes, by their types. */
  const imagesOf = (sizes: Readonly<Record<string, number>>, made = (): unknown => undefined) =>
    ({
      input: () => ({
        transform: () => ({
          output: async ({ format }: { readonly format: string }) => {
            await made();
            return { image: () => new Response(new Uint8Array(sizes[format] ?? 1)).body };
          },
        }),
      }),
    }) as unknown as ImagesBinding;
  async function aPicture(prefix: string) {
    const site = await aSite(prefix);
    const key = `${site.name}/${DIGEST}/a.jpg`;
    await mediaBucket.put(key, JPEG);
    return { key, url: `${address(site.origin, "a.jpg")}/w320` };
  }
  const seen = async (url: string, headers: HeadersInit, IMAGES: ImagesBinding) => {
    const { response, work } = await get(url, headers, { IMAGES });
    const { length } = new Uint8Array(await response.arrayBuffer());
    return [response.headers.get("content-type"), response.headers.get("etag"), length, work.media === 0];
  };

  test("is WebP at first and AVIF later, each under its own entry of the cache", async () => {
    const { url } = await aPicture("avif");
    const IMAGES = imagesOf({ "image/webp": 20, "image/avif": 19 });
    const webp = ["image/webp", `"${DIGEST}-w320"`, 20];
    const avif = ["image/avif", `"${DIGEST}-w320.avif"`, 19];
    expect(await seen(url, { accept }, IMAGES)).toEqual([...webp, false]);
    expect(await seen(url, { accept }, IMAGES)).toEqual([...avif, false]);
    expect(await seen(url, { accept }, IMAGES)).toEqual([...avif, true]);
    expect(await seen(url, { accept: "*/*" }, IMAGES)).toEqual([...webp, false]);
    expect(await seen(url, {}, IMAGES)).toEqual([...webp, true]);
    const { response } = await get(url, { accept });
    expect([response.headers.get("vary"), response.headers.get("content-disposition")]).toEqual([
      "Accept",
      'inline; filename="a-w320.avif"',
    ]);
  });

  test.each([
    [20, 20],
    [20, 21],
  ])("stays WebP of %i bytes where AVIF has %i, and is tried once", async (webp, avif) => {
    const { url, key } = await aPicture("larger");
    let made = 0;
    const IMAGES = imagesOf({ "image/webp": webp, "image/avif": avif }, () => (made += 1));
    for (const isCached of [false, false, true])
      expect(await seen(url, { accept }, IMAGES)).toEqual(["image/webp", `"${DIGEST}-w320"`, webp, isCached]);
    expect([made, (await mediaBucket.head(`${key}/w320.avif`))?.size]).toEqual([2, 0]);
  });

  test("that is removed meanwhile leaves nothing behind, and one that cannot be made stays WebP", async () => {
    const { url, key } = await aPicture("avif-gone");
    await get(url);
    await get(url, { accept }, { IMAGES: imagesOf({ "image/avif": 1 }, () => mediaBucket.delete(key)) });
    expect(await mediaBucket.head(`${key}/w320.avif`)).toBeNull();
    const other = await aPicture("avif-fails");
    await get(other.url);
    let tried = 0;
    const IMAGES = imagesOf({}, () => Promise.reject(new Error(`no AVIF ${(tried += 1)}`)));
    for (let visit = 0; visit < 2; visit++) expect((await seen(other.url, { accept }, IMAGES))[0]).toBe("image/webp");
    expect([tried, (await mediaBucket.head(`${other.key}/w320.avif`))?.size]).toEqual([1, 0]);
  });
});
