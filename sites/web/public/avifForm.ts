/**
 * Pictures in their widths as AVIF, for browsers that take it. It takes seconds to make, so the first visitors get
 * WebP, and no visitor waits.
 */
import { AVIF_RENDITIONS, avifOf, type Rendition } from "../../../manifests/shapes/mediaTypes.ts";
import { takesAvif } from "../../platform/pageCache/storable.ts";
import { type MediaStore, PLATFORM, PUBLIC } from "../powers/powers.ts";
import { resized } from "../powers/images.ts";
import type { Visit } from "./visit.ts";

/** Stands in the place of an AVIF that would have more bytes than WebP. No picture is empty. */
const LARGER = new Uint8Array(0);

/** True while this worker makes one. Others wait for a later visit, so that pictures leave room for pages. */
let isMaking = false;

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
  return [known.size === LARGER.length ? undefined : rendition, "final"];
}

/** Makes the AVIF of a width that is there as WebP, after the visitor has got that. */
export function beginAvif({ env, route, ctx }: Visit, images: ImagesBinding, from: string, part: string): void {
  const rendition = AVIF_RENDITIONS.get(avifOf(part));
  if (!rendition || isMaking) return;
  isMaking = true;
  const keys: Keys = { from, to: `${from}/${avifOf(part)}`, beside: `${from}/${part}` };
  const making = make(env.MEDIA.of(route, PLATFORM), images, keys, rendition)
    .catch((error: unknown) => console.warn("a picture was not made as AVIF", error))
    .finally(() => (isMaking = false));
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
  const made = await resized(images, whole.body, rendition);
  const { size = Infinity } = (await bucket.head(beside)) ?? {};
  await bucket.put(to, made.byteLength < size ? made : LARGER, { httpMetadata: { contentType: rendition.type } });
  // A member may have removed the picture while this was made.
  if ((await bucket.head(from)) === null) await bucket.delete(to);
}
