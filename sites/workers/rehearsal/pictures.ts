import { fromBase64 } from "../../../manifests/bytes/base64.ts";
import { hexOf } from "../../../manifests/bytes/hex.ts";
import type { Kernel } from "../../../runtime/kernel.ts";
import { Inspection } from "../../../runtime/media/inspection.ts";
import type { MediaView } from "../../../runtime/media/views.ts";

export interface PictureWish {
  readonly name: string;
  /** The file's bytes in base64. */
  readonly body: string;
}

/** Runs the command that lists an uploaded file. */
type Create = (input: object) => Promise<unknown>;

/** The files of a rehearsal. Bytes are in memory, and the kernel lists them as after an upload. */
export class Pictures {
  readonly #bytes = new Map<string, Uint8Array>();

  read(path: string): Uint8Array | undefined {
    return this.#bytes.get(path);
  }

  async add({ media }: Kernel["offers"], site: string, { name, body }: PictureWish, create: Create): Promise<string> {
    const bytes = fromBase64(body);
    const inspection = new Inspection("a picture");
    inspection.push(bytes);
    const { type, size } = inspection.end();
    const facts = {
      digest: hexOf(await crypto.subtle.digest("SHA-256", bytes)),
      type,
      bytes: bytes.length,
      width: size?.width ?? null,
      height: size?.height ?? null,
    };
    const { upload } = media.begin(site, bytes.length);
    media.place(site, upload, { ...facts, name, preview: null });
    const { id, path } = (await create({ ...facts, name })) as MediaView;
    media.end(upload);
    this.#bytes.set(path, bytes);
    return id;
  }
}
