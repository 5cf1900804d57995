import { MEDIA_TYPES } from "../../manifests/mediaTypes.ts";
import type { Archive } from "./archive.ts";
import { archiveProblem, rowsOf } from "./archive.ts";
import type { MediaRef } from "./vault.ts";

const DIGEST = /^[0-9a-f]{64}$/;
/** As `addressName` and the search for a free name make them. */
const OBJECT = /^[a-z0-9][a-z0-9-]{0,80}\.[a-z0-9]{2,4}$/;

/** The media files an archive names. They become parts of keys in storage, so they are looked at before they are. */
export function mediaIn(archive: Archive): MediaRef[] {
  const index = archive.head.members.findIndex(({ name }) => name === "media_objects");
  const columns = archive.head.members[index]?.columns ?? [];
  const [digestAt, objectAt, typeAt] = ["digest", "object", "type"].map((name) => columns.indexOf(name)) as [number, number, number];
  return index === -1 ? [] : Array.from(rowsOf(archive, index), (row, at) => {
    const [digest, object, type] = [String(row[digestAt]), String(row[objectAt]), String(row[typeAt])];
    if (!DIGEST.test(digest) || !OBJECT.test(object) || !MEDIA_TYPES.some((one) => one === type)) throw archiveProblem("media_malformed", `/members/${index}/${at}`);
    return { digest, object, type };
  });
}
