import { beforeAll, expect, test } from "vitest";
import { GIF, JPEG, PNG, WEBP, be16, bytes, pngChunk } from "../../support/mediaFiles.ts";
import { PLACE, exifOf, photograph, pngPhotograph, segment, webpChunk, webpOf } from "../../support/photographs.ts";
import { aSite, get, mediaBucket, migrate } from "../../worker/site/harness.ts";

/** Files that are made to carry a place past the removal, and visitors who ask for the file as it was sent. */

beforeAll(migrate);

const DIGEST = "7".repeat(64);
const [START, REST] = [JPEG.subarray(0, 2), JPEG.subarray(2)];
const exif = segment(0xe1, "Exif\0\0", exifOf(6));
const lengthOf = (file: Uint8Array, at: number, length: number): Uint8Array => {
  const lying = file.slice();
  new DataView(lying.buffer).setUint32(at, length, true);
  return lying;
};

const latin1 = new TextDecoder("latin1");
const textOf = async (response: Response): Promise<string> => latin1.decode(await response.arrayBuffer());

async function stored(name: string, file: Uint8Array) {
  const site = await aSite("metadata");
  await mediaBucket.put(`${site.name}/${DIGEST}/${name}`, file);
  return { ...site, url: `${site.origin}/media/${DIGEST}/${name}` };
}

test.each<[string, string, Uint8Array]>([
  ["with Exif data twice", "a.jpg", bytes(START, exif, exif, REST)],
  ["with Exif data after its scan", "a.jpg", bytes(JPEG.subarray(0, -2), exif, [0xff, 0xd9])],
  ["with Exif data after its end", "a.jpg", bytes(JPEG, exif)],
  ["with Exif data before any table", "a.jpg", bytes(START, exif)],
  ["with fill bytes before the marker", "a.jpg", bytes(START, [0xff, 0xff, 0xff], exif, REST)],
  ["with the place in a JFIF segment", "a.jpg", bytes(START, segment(0xe0, "JFIF\0", new Uint8Array(9), PLACE), REST)],
  ["with the place in an Adobe segment", "a.jpg", bytes(START, segment(0xee, "Adobe", new Uint8Array(7), PLACE), REST)],
  ["with a length of zero", "a.jpg", bytes(START, [0xff, 0xe1], be16(0), PLACE, REST)],
  ["with a length behind its end", "a.jpg", bytes(START, [0xff, 0xe1], be16(0xffff), PLACE, REST)],
  ["that begins again", "a.jpg", bytes(START, photograph(6))],
  ["under the name of a PNG", "a.png", photograph(6)],
  ["with a first byte too many", "a.jpg", bytes([0], photograph(6))],
  ["with a name of many endings", "a.webp.JPG", photograph(6)],
  ["of PNG chunks after its end", "a.png", bytes(PNG, pngChunk("tEXt", PLACE))],
  ["of PNG chunks before its header", "a.png", bytes(PNG.subarray(0, 8), pngChunk("tEXt", PLACE), PNG.subarray(8))],
  [
    "with a chunk that decoders must know",
    "a.png",
    bytes(PNG.subarray(0, 33), pngChunk("EXIF", PLACE), PNG.subarray(33)),
  ],
  ["with the place cut off", "a.png", pngPhotograph(6).subarray(0, 90)],
  ["with WebP chunks after its length", "a.webp", bytes(WEBP, webpChunk("EXIF", exifOf(6)))],
  ["with a WebP length of zero", "a.webp", lengthOf(webpOf(webpChunk("XMP ", PLACE), WEBP.subarray(12)), 4, 0)],
  ["with a chunk length that ends the file", "a.webp", lengthOf(webpOf(webpChunk("XMP ", PLACE)), 16, 0xffffffff)],
  ["of another format, with metadata", "a.webp", bytes(GIF, "http://ns.adobe.com/xap/1.0/", PLACE)],
])("a picture %s shows no place, whole and in parts", async (_, name, file) => {
  const { url } = await stored(name, file);
  expect(latin1.decode(file)).toContain("Lat");
  for (const headers of [{ range: "bytes=0-9999" }, {}]) {
    const { response } = await get(url, headers);
    expect([200, 206, 404, 416]).toContain(response.status);
    expect(await textOf(response)).not.toContain("Lat");
  }
});

test("no address leads to the file as it was sent", async () => {
  const { url, origin, name } = await stored("a.jpg", photograph(6));
  await get(url);
  for (const address of [
    `${url}/clean`,
    `${url}%2fclean`,
    `${url}?sent`,
    `${url}/`,
    `${url}/w0`,
    `${url}/w320/clean`,
    `${origin}/media/${name}/${DIGEST}/a.jpg`,
    url.replace("a.jpg", "A.jpg"),
    url.replace("a.jpg", "a%2ejpg"),
    url.replace("a.jpg", "./a.jpg"),
  ])
    expect([address, (await textOf((await get(address)).response)).includes("Lat")]).toEqual([address, false]);
});
