import { MEDIA_NAME_MAX_CHARS } from "../../../manifests/bounds.ts";
import { mediaType } from "./mediaType.ts";

/** Which file of a tenant. The digest is of the bytes, so that an address never changes its meaning. */
export interface MediaName {
  readonly digest: string;
  readonly name: string;
}

const MEDIA = /^\/media\/([0-9a-f]{64})\/([A-Za-z0-9][A-Za-z0-9._~-]*)$/;

export function readMediaName(path: string): MediaName | undefined {
  const [, digest, name] = MEDIA.exec(path) ?? [];
  return digest && name && name.length <= MEDIA_NAME_MAX_CHARS && mediaType(name) ? { digest, name } : undefined;
}
