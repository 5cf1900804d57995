import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { loadPictures } from "../runner/platform.ts";
import { formParts } from "./formParts.ts";

/** The members of a transform request that the workers use. */
interface Transform {
  readonly width?: number;
  readonly height?: number;
  readonly imageIndex?: number;
  /** The colour behind a picture with holes. */
  readonly background?: string;
}

/** The output types, with the library's name for each. */
const OUTPUTS = { "image/webp": "webp", "image/avif": "avif", "image/jpeg": "jpeg", "image/png": "png" } as const;

type Output = keyof typeof OUTPUTS;

/** The library's own effort for AVIF takes three times the processor time, for a twentieth fewer bytes. */
const AVIF = { effort: 3 } as const;

const isOutput = (type: string): type is Output => Object.hasOwn(OUTPUTS, type);

/** Resizes a picture by the runtime's own protocol. The image library is loaded at the first picture. */
export async function resizePicture(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const made = await readPicture(request).catch(() => undefined);
  if (!made) return void response.writeHead(415, { "cf-images-binding": "err=9520" }).end("unreadable picture");
  response.writeHead(200, { "content-type": made.type, "content-length": made.bytes.byteLength }).end(made.bytes);
}

async function readPicture(request: IncomingMessage): Promise<{ type: Output; bytes: Buffer } | undefined> {
  const parts = formParts(await buffer(request), request.headers["content-type"] ?? "");
  const picture = parts?.get("image");
  const [transforms, type] = ["transforms", "output_format"].map((name) => parts?.get(name)?.toString() ?? "");
  if (picture === undefined || transforms === undefined || type === undefined || !isOutput(type)) return undefined;
  const open = loadPictures();
  const made = (JSON.parse(transforms) as readonly Transform[])
    .filter(({ imageIndex = 0 }) => imageIndex === 0)
    .reduce(
      (drawn, { width, height, background }) =>
        (background === undefined ? drawn : drawn.flatten({ background })).resize({
          ...(width && { width }),
          ...(height && { height }),
          fit: "inside",
          withoutEnlargement: true,
        }),
      open(picture, { autoOrient: true }),
    );
  return { type, bytes: await (type === "image/avif" ? made.avif(AVIF) : made[OUTPUTS[type]]()).toBuffer() };
}
