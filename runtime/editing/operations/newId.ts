import { DOCUMENT_ID_MAX_CHARS } from "../../../manifests/bounds/documents.ts";

/**
 * `wanted` if it is free, otherwise the first free one of `wanted-2`, `wanted-3` … Ids stay readable, because they are
 * HTML ids.
 */
export function freeId(
  wanted: string,
  isTaken: (id: string) => boolean,
  mostChars: number = DOCUMENT_ID_MAX_CHARS,
): string {
  if (!isTaken(wanted)) return wanted;
  const base = wanted.replace(/-\d+$/, "");
  for (let number = 2; ; number++) {
    const id = numbered(base, number, mostChars);
    if (!isTaken(id)) return id;
  }
}

function numbered(base: string, number: number, mostChars: number): string {
  const suffix = `-${number}`;
  return base.slice(0, mostChars - suffix.length) + suffix;
}

/** Makes an id from a path or name: `/services/roof_repair` becomes `services-roof-repair`. */
export function idOf(text: string, otherwise: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, DOCUMENT_ID_MAX_CHARS)
    .replace(/-+$/, "");
  return id === "" ? otherwise : id;
}
