import { fromBase64 } from "../../manifests/bytes/base64.ts";
import { hexOf } from "../../manifests/bytes/hex.ts";
import type { Kernel } from "../../runtime/kernel.ts";
import { Inspection } from "../../runtime/media/inspection.ts";
import type { MediaView } from "../../runtime/media/views.ts";

export interface PictureWish {
  readonly name: string;
  /** The bytes of the file, as base64. */
  readonly body: string;
}

/** Puts a file into the site's list, by the command of an upload. */
type Create = (input: object) => Promise<unknown>;

/** The files of a rehearsal: their bytes lie in memory, and the kernel lists them as it does after an upload. */
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
