/**
 * Pictures in their widths as AVIF, for browsers that take it. It takes seconds to make, so the first visitors get
 * WebP, and no visitor waits.
 */
import { AVIF_RENDITIONS, avifOf, type Rendition } from "../../../manifests/shapes/mediaTypes.ts";
import { takesAvif } from "../../platform/pageCache/storable.ts";
import { AVIF_WAIT_MS } from "../../../manifests/bounds/media.ts";
import { type MediaStore, PLATFORM, PUBLIC } from "../powers/powers.ts";
import { resized } from "../powers/images.ts";
import type { Visit } from "./visit.ts";

/** Stands in the place of an AVIF that would have more bytes than WebP, or that cannot be made. No picture is empty. */
const NONE = new Uint8Array(0);

/**
 * The time until which this worker makes one. Others wait for a later visit, so that pictures leave room for pages. The
 * platform may cut off what runs after an answer without a word, so the turn ends by itself.
 */
let busyUntil = 0;

/**
 * The AVIF rendition of a width if visitors get it, and whether the form of the answer is the last one. `from` is the
 * key of the picture.
 */
export async function avifForm(
  { request, env, route }: Visit,
  from: string,
  part: string,
): Promise<[better: Rendition | undefined, form: "final" | "for_now"]> {
  const rendition = AVIF_RENDITIONS.get(avifOf(part));
  if (!rendition || !takesAvif(request.headers.get("accept"))) return [undefined, "final"];
  const known = await env.MEDIA.of(route, PUBLIC).head(`${from}/${avifOf(part)}`);
  if (!known) return [undefined, "for_now"];
  return [known.size === NONE.length ? undefined : rendition, "final"];
}

/** Makes the AVIF of a width that is there as WebP, after the visitor has got that. */
export function beginAvif({ env, route, ctx }: Visit, images: ImagesBinding, from: string, part: string): void {
  const rendition = AVIF_RENDITIONS.get(avifOf(part));
  if (!rendition || Date.now() < busyUntil) return;
  const until = Date.now() + AVIF_WAIT_MS;
  busyUntil = until;
  const keys: Keys = { from, to: `${from}/${avifOf(part)}`, beside: `${from}/${part}` };
  const making = make(env.MEDIA.of(route, PLATFORM), images, keys, rendition)
    .catch((error: unknown) => console.warn("a picture was not made as AVIF", error))
    .finally(() => {
      // Another may have begun after the end of this turn.
      if (busyUntil === until) busyUntil = 0;
    });
  ctx.waitUntil(making);
}

interface Keys {
  readonly from: string;
  readonly to: string;
  /** The same width as WebP. */
  readonly beside: string;
}

async function make(bucket: MediaStore, images: ImagesBinding, { from, to, beside }: Keys, rendition: Rendition) {
  const whole = await bucket.get(from);
  if (!whole) return;
  const made = await madeInTime(resized(images, whole.body, rendition));
  const { size = Infinity } = (await bucket.head(beside)) ?? {};
  await bucket.put(to, made && made.byteLength < size ? made : NONE, { httpMetadata: { contentType: rendition.type } });
  // A member may have removed the picture while this was made.
  if ((await bucket.head(from)) === null) await bucket.delete(to);
}

/** The picture, or undefined if it fails or takes too long. It would do so at the next visit, too. */
async function madeInTime(making: Promise<ArrayBuffer>): Promise<ArrayBuffer | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it takes too long")), AVIF_WAIT_MS);
  try {
    return await Promise.race([making, late]);
  } catch (error) {
    console.warn("a picture was not made as AVIF", error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
