/** Reads the files of one site: their names and their bytes. */
import { MEDIA_BATCH_MAX, MEDIA_READ_MAX_BYTES } from "../manifests/bounds/bridge.ts";
import type { MediaFiles } from "../runtime/media/files.ts";
import type { MediaView } from "../runtime/media/views.ts";
import { toBase64 } from "../manifests/bytes/base64.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import { denied, given, type VerbOutcome } from "./outcome.ts";

/** The list of a site's files, and the reader of their bytes. */
export interface MediaSources {
  readonly files: MediaFiles;
  /** The bytes of one of this tenant's files. Undefined if the store does not have them. */
  read(file: MediaView): Promise<Uint8Array | undefined>;
}

class SiteMedia {
  readonly #sources: MediaSources;
  readonly #site: string;

  constructor(sources: MediaSources, site: string) {
    this.#sources = sources;
    this.#site = site;
  }

  /** Lists files, the newest first, beginning after the file `after`. */
  list({ after, limit = MEDIA_BATCH_MAX }: VerbInput<"media.list">): VerbOutcome<VerbAnswer<"media.list">> {
    const before = after === undefined ? Number.MAX_SAFE_INTEGER : this.#sources.files.numberOf(this.#site, after);
    if (before === undefined) return denied("invalid", "At after.");
    const files = this.#sources.files.list(this.#site, { isOpen: true }, before, limit);
    return given({ files: files.map(({ file }) => described(file)) });
  }

  async read({ name }: VerbInput<"media.read">): Promise<VerbOutcome<VerbAnswer<"media.read">>> {
    const file = this.#sources.files.find(this.#site, name);
    // A plugin could show the file to everybody.
    if (!file || file.audience !== null) return given({ file: null });
    if (file.bytes > MEDIA_READ_MAX_BYTES)
      return denied(
        "too_large",
        `media.read gives at most ${MEDIA_READ_MAX_BYTES} bytes, and the file has ${file.bytes}.`,
      );
    const bytes = await this.#sources.read(file);
    return given(bytes ? { file: described(file), body: toBase64(bytes) } : { file: null });
  }
}

/** A file without its history: a plugin learns nothing about members. */
export type LentFile = Pick<
  MediaView,
  "id" | "path" | "kind" | "type" | "bytes" | "width" | "height" | "name" | "alt" | "focal"
>;

const described = ({ id, path, kind, type, bytes, width, height, name, alt, focal }: MediaView): LentFile => ({
  id,
  path,
  kind,
  type,
  bytes,
  width,
  height,
  name,
  alt,
  focal,
});

export function lendMedia(sources: MediaSources, site: string): GrantedVerbs {
  const media = new SiteMedia(sources, site);
  return { "media.list": (input) => media.list(input), "media.read": (input) => media.read(input) };
}
