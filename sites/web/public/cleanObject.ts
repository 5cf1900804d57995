/**
 * Keeps a copy of each picture without its metadata, beside its other widths. Visitors get the copy; the file stays as
 * it was sent. The first visit makes the copy, with one chunk of the file in memory.
 */
import { cleanKey } from "../../../runtime/media/keys.ts";
import { CLEANED_ENDINGS, Cleaning } from "../../../runtime/media/cleaning/cleaning.ts";
import { type KeptPiece, PieceCutter, lengthOf } from "../../../runtime/media/cleaning/pieces.ts";
import type { Rendition } from "../../../manifests/shapes/mediaTypes.ts";
import { resized } from "../powers/images.ts";
import { mediaType, endingOf } from "./mediaType.ts";
import type { Visit } from "./visit.ts";
import { type MediaStore, PLATFORM, PUBLIC } from "../powers/powers.ts";

/** A picture for print in the colours of screens. It keeps its size, up to what each deployment can make. */
const ON_SCREENS: Rendition = { width: 12_000, type: "image/jpeg" };

/** The bytes that visitors get of a stored file: its own, those of its clean copy, or none. */
export type ShownBytes = "as_sent" | "clean" | "none";

/** Stands in the place of a copy if there is nothing to remove. No picture is as short. */
const AS_SENT = new TextEncoder().encode("as sent\n");

export async function shownBytes(visit: Visit, key: string, name: string): Promise<ShownBytes> {
  if (!CLEANED_ENDINGS.has(endingOf(name))) return "as_sent";
  const known = await visit.env.MEDIA.of(visit.route, PUBLIC).head(cleanKey(key));
  if (known) return known.size === AS_SENT.length ? "as_sent" : "clean";
  // The worker stores the copy on its own behalf, not the visitor's.
  return make(visit, visit.env.MEDIA.of(visit.route, PLATFORM), key, mediaType(name)?.type);
}

/** Throws if a needed copy cannot be stored, because visitors must not get the metadata instead. */
async function make(
  { env: { IMAGES } }: Visit,
  bucket: MediaStore,
  key: string,
  type = "application/octet-stream",
): Promise<ShownBytes> {
  const whole = await bucket.get(key);
  if (!whole) return "none";
  const cleaning = await cleanBody(whole.body);
  const cleaned = cleaning.end();
  if (cleaned === "withheld") return "none";
  if (IMAGES && cleaning.isForPrint && (await makeForScreens(IMAGES, bucket, key)))
    return staying(bucket, key, "clean");
  if (cleaned === "as_sent") {
    await bucket.put(cleanKey(key), AS_SENT).catch((error: unknown) => console.warn("a picture was not noted", error));
    return await staying(bucket, key, "as_sent");
  }
  const source = await bucket.get(key);
  if (!source) return "none";
  const { body, length } = cut(source.body, cleaned);
  await bucket.put(cleanKey(key), body, { length, httpMetadata: { contentType: type } });
  return staying(bucket, key, "clean");
}

/** Makes the copy of a picture for print. False if that failed, and visitors get its own colours. */
async function makeForScreens(images: ImagesBinding, bucket: MediaStore, key: string): Promise<boolean> {
  const source = await bucket.get(key);
  if (!source) return false;
  const made = await resized(images, source.body, ON_SCREENS).catch((error: unknown) => {
    console.warn("a picture for print was not made for screens", error);
  });
  if (!made) return false;
  await bucket.put(cleanKey(key), made, { httpMetadata: { contentType: ON_SCREENS.type } });
  return true;
}

/** A member may have removed the file while its copy was made. */
async function staying(bucket: MediaStore, key: string, shown: ShownBytes): Promise<ShownBytes> {
  if ((await bucket.head(key)) !== null) return shown;
  await bucket.delete(cleanKey(key));
  return "none";
}

async function cleanBody(body: ReadableStream<Uint8Array>): Promise<Cleaning> {
  const cleaning = new Cleaning();
  for await (const chunk of body) cleaning.push(chunk);
  return cleaning;
}

function cut(
  source: ReadableStream<Uint8Array>,
  pieces: readonly KeptPiece[],
): { body: ReadableStream<Uint8Array>; length: number } {
  const length = lengthOf(pieces);
  const { readable, writable } = new FixedLengthStream(length);
  // The stream reports the error to its reader.
  pour(source, pieces, writable).catch(() => undefined);
  return { body: readable, length };
}

async function pour(
  source: ReadableStream<Uint8Array>,
  pieces: readonly KeptPiece[],
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = to.getWriter();
  const cutter = new PieceCutter(pieces);
  try {
    for await (const chunk of source) for (const part of cutter.push(chunk)) await writer.write(part);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
  }
}
