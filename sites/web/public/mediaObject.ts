import { ANIMATIONS, ANIMATION_HEAD_BYTES } from "../../../runtime/media/animations.ts";
import { cleanKey, objectForReaders } from "../../../runtime/media/keys.ts";
import { avifOf, mediaRow, type Rendition, RENDITIONS, SHARED_PICTURE } from "../../../manifests/shapes/mediaTypes.ts";
import { avifForm, beginAvif } from "./avifForm.ts";
import { resized } from "../powers/images.ts";
import { shownBytes } from "./cleanObject.ts";
import type { MediaName } from "./mediaName.ts";
import { endingOf, mediaType } from "./mediaType.ts";
import type { Visit } from "./visit.ts";
import { PLATFORM, PUBLIC } from "../powers/powers.ts";

/** The stored object of an address, and how it is served. */
export interface ServedMedia {
  readonly key: string;
  readonly type: string;
  readonly download: boolean;
  /** The file name for a download. */
  readonly saveAs: string;
  readonly tag: string;
  /** True for a file that caches must not keep. */
  readonly isForReader: boolean;
  /** Present for a picture in a width, whose form depends on what the browser takes. */
  readonly form?: "final" | "for_now";
}

/**
 * The storage key. It begins with the hostname's tenant, and a visitor cannot change that, because file names contain
 * no slash.
 */
const storageKey = ({ route }: Visit, { digest, name, kept }: MediaName): string =>
  `${route.tenant}/${digest}/${kept ? objectForReaders(name) : name}`;

/**
 * The resized picture if it exists or can be made; otherwise the whole file, a picture without its metadata. Undefined
 * if visitors get nothing.
 */
export async function findObject(visit: Visit, name: MediaName): Promise<ServedMedia | undefined> {
  const made = name.rendition === null ? undefined : await makeRendition(visit, name, name.rendition);
  if (made) return made;
  const key = storageKey(visit, name);
  const shown = await shownBytes(visit, key, name.name);
  if (shown === "none") return undefined;
  const known = mediaType(name.name);
  return {
    key: shown === "clean" ? cleanKey(key) : key,
    type: known?.type ?? "application/octet-stream",
    download: known?.download === true,
    saveAs: name.name,
    tag: shown === "clean" ? `"${name.digest}-clean"` : `"${name.digest}"`,
    isForReader: name.kept === "for_reader",
  };
}

async function makeRendition(visit: Visit, name: MediaName, part: string): Promise<ServedMedia | undefined> {
  const { IMAGES } = visit.env;
  const rendition = RENDITIONS.get(part);
  // A moving picture is shared as its first frame, because a JPEG cannot move.
  if (!IMAGES || !rendition || (part !== SHARED_PICTURE && (await isAnimated(visit, name)))) return undefined;
  const from = storageKey(visit, name);
  const [better, form] = part === SHARED_PICTURE ? [undefined, undefined] : await avifForm(visit, from, part);
  if (better) return { ...served(name, from, avifOf(part), better), form };
  const key = `${from}/${part}`;
  const made =
    (await visit.env.MEDIA.of(visit.route, PUBLIC).head(key)) !== null ||
    (await make(visit, IMAGES, from, key, rendition));
  if (!made) return undefined;
  if (form === "for_now") beginAvif(visit, IMAGES, from, part);
  return { ...served(name, from, part, rendition), ...(form && { form }) };
}

const served = ({ digest, name, kept }: MediaName, from: string, part: string, rendition: Rendition): ServedMedia => ({
  key: `${from}/${part}`,
  type: rendition.type,
  download: false,
  saveAs: savedAs(name, part, rendition),
  tag: `"${digest}-${part}"`,
  isForReader: kept === "for_reader",
});

/** Tells whether a picture moves. Resizing would leave only its first frame, so visitors get it whole. */
async function isAnimated(visit: Visit, name: MediaName): Promise<boolean> {
  const test = ANIMATIONS.get(endingOf(name.name));
  if (!test) return false;
  const range = { offset: 0, length: ANIMATION_HEAD_BYTES };
  const start = await visit.env.MEDIA.of(visit.route, PUBLIC).get(storageKey(visit, name), { range });
  return start !== null && test(new Uint8Array(await new Response(start.body).arrayBuffer()));
}

const savedAs = (name: string, part: string, { type }: Rendition): string =>
  `${name.replace(/\.[^.]*$/, "")}-${part.replace(/\..*$/, "")}.${mediaRow(type).ending}`;

/** Makes a rendition; false if that failed, and the visitor gets the original. */
async function make(
  { env, route }: Visit,
  images: ImagesBinding,
  from: string,
  to: string,
  rendition: Rendition,
): Promise<boolean> {
  // The worker stores the result on its own behalf, not the visitor's.
  const bucket = env.MEDIA.of(route, PLATFORM);
  try {
    const whole = await bucket.get(from);
    if (!whole) return false;
    await bucket.put(to, await resized(images, whole.body, rendition), {
      httpMetadata: { contentType: rendition.type },
    });
    // A member may have removed the original while this width was made.
    const stays = (await bucket.head(from)) !== null;
    if (!stays) await bucket.delete(to);
    return stays;
  } catch (error) {
    console.warn("a picture was not made in another width", error);
    return false;
  }
}
