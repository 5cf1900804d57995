/** Resizes pictures, if the deployment has the service. */
import { MEDIA_PREVIEW_MAX_CHARS, MEDIA_PREVIEW_SIDE } from "../../../manifests/bounds/media.ts";
import type { Rendition } from "../../../manifests/shapes/mediaTypes.ts";

/** The colour behind a picture with holes, in a type that has none. */
const BEHIND = "#ffffff";

/** Makes a rendition of a picture. It has no metadata, such as the place. */
export async function resized(
  images: ImagesBinding,
  bytes: ReadableStream<Uint8Array>,
  { width, type }: Rendition,
): Promise<ArrayBuffer> {
  const made = await images
    .input(bytes)
    .transform({ width, fit: "scale-down", ...(type === "image/jpeg" && { background: BEHIND }) })
    .output({ format: type });
  return new Response(made.image()).arrayBuffer();
}

/** A tiny preview as a `data:` address; null if it could not be made, which is no error. */
export async function drawPreview(
  images: ImagesBinding | undefined,
  bytes: ReadableStream<Uint8Array>,
): Promise<string | null> {
  if (!images) return null;
  try {
    const side = MEDIA_PREVIEW_SIDE;
    const made = await images
      .input(bytes)
      .transform({ width: side, height: side, fit: "scale-down" })
      .output({ format: "image/webp" });
    const text = `data:image/webp;base64,${await new Response(made.image({ encoding: "base64" })).text()}`;
    return text.length <= MEDIA_PREVIEW_MAX_CHARS ? text : null;
  } catch (error) {
    console.warn("no preview was made of a picture", error);
    return null;
  }
}
