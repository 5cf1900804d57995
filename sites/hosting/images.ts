/** Pictures in other widths, where the deployment has a service that makes them. */
import { MEDIA_PREVIEW_MAX_CHARS, MEDIA_PREVIEW_SIDE } from "../../manifests/bounds/media.ts";

/** All of a picture made anew are of this type: every browser shows it, and it carries no place where it was taken. */
export const RESIZED_TYPE = "image/webp";

/** Never wider than the picture is. */
export async function resized(
  images: ImagesBinding,
  bytes: ReadableStream<Uint8Array>,
  width: number,
): Promise<ArrayBuffer> {
  const made = await images.input(bytes).transform({ width, fit: "scale-down" }).output({ format: RESIZED_TYPE });
  return new Response(made.image()).arrayBuffer();
}

/** A few pixels as a `data:` address, or null: a file is no worse for having none. */
export async function previewOf(
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
