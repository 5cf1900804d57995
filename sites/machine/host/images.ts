import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { loadPictures } from "../runner/platform.ts";

/** The members of a transform request that the workers use. */
interface Transform {
  readonly width?: number;
  readonly height?: number;
  readonly imageIndex?: number;
}

/** The output types, with the library's name for each. */
const OUTPUTS = { "image/webp": "webp", "image/avif": "avif", "image/jpeg": "jpeg", "image/png": "png" } as const;

type Output = keyof typeof OUTPUTS;

const isOutput = (type: string): type is Output => Object.hasOwn(OUTPUTS, type);

/** Resizes a picture by the runtime's own protocol. The image library is loaded at the first picture. */
export async function resizePicture(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const made = await readPicture(request).catch(() => undefined);
  if (!made) return void response.writeHead(415, { "cf-images-binding": "err=9520" }).end("unreadable picture");
  response.writeHead(200, { "content-type": made.type, "content-length": made.bytes.byteLength }).end(made.bytes);
}

async function readPicture(request: IncomingMessage): Promise<{ type: Output; bytes: Buffer } | undefined> {
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
  const form = await new Response(body, {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  const [picture, transforms, type] = [form.get("image"), form.get("transforms"), form.get("output_format")];
  if (!(picture instanceof File) || typeof transforms !== "string" || typeof type !== "string" || !isOutput(type))
    return undefined;
  const open = loadPictures();
  const made = (JSON.parse(transforms) as readonly Transform[])
    .filter(({ imageIndex = 0 }) => imageIndex === 0)
    .reduce(
      (drawn, { width, height }) =>
        drawn.resize({ ...(width && { width }), ...(height && { height }), fit: "inside", withoutEnlargement: true }),
      open(await picture.arrayBuffer(), { autoOrient: true }),
    );
  return { type, bytes: await made[OUTPUTS[type]]().toBuffer() };
}
