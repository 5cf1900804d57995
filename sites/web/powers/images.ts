/** Resizes pictures, if the deployment has the service. */
import { MEDIA_PREVIEW_MAX_CHARS, MEDIA_PREVIEW_SIDE } from "../../../manifests/bounds/media.ts";

/** The type of resized pictures. All browsers support it, and resizing removes metadata such as the location. */
export const RESIZED_TYPE = "image/webp";

/** Resizes a picture to a width, and never enlarges it. */
export async function resized(
  images: ImagesBinding,
  bytes: ReadableStream<Uint8Array>,
  width: number,
): Promise<ArrayBuffer> {
  const made = await images.input(bytes).transform({ width, fit: "scale-down" }).output({ format: RESIZED_TYPE });
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
      .output({ format: RESIZED_TYPE });
    const text = `data:${RESIZED_TYPE};base64,${await new Response(made.image({ encoding: "base64" })).text()}`;
    return text.length <= MEDIA_PREVIEW_MAX_CHARS ? text : null;
  } catch (error) {
    console.warn("no preview was made of a picture", error);
    return null;
  }
}
