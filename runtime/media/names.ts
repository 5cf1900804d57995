import { MEDIA_NAME_MAX_CHARS } from "../../manifests/bounds/media.ts";
import type { MediaTypeName } from "../../manifests/shapes/mediaTypes.ts";
import { mediaRow } from "../../manifests/shapes/mediaTypes.ts";

/** Signs that are invisible or turn the direction of reading: `photo‮gnp.exe` reads as a picture. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/** Cleans a name: the last part of any system's path, as one line of plain text with the ending of its true type. */
export function cleanName(given: string, type: MediaTypeName): string {
  const last =
    given
      .toWellFormed()
      .split(/[/\\]/)
      .findLast((part) => /[\p{L}\p{N}]/u.test(part)) ?? "";
  const stem = last
    .normalize("NFC")
    .replace(HIDDEN, "")
    .replace(/\s+/gu, " ")
    .replace(ENDING, "")
    .replace(/^[\s.]+|[\s.]+$/gu, "");
  const ending = `.${mediaRow(type).ending}`;
  return (cut(stem, MEDIA_NAME_MAX_CHARS - ending.length) || "file") + ending;
}

/** Shortens a text, never through the middle of a character. */
function cut(text: string, most: number): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > most) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** Makes the part of a file's address that people read. */
export function addressName(name: string, type: MediaTypeName): string {
  const ending = `.${mediaRow(type).ending}`;
  const plain = name.replace(ENDING, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
    .replace(/-$/, "");
  return (words || "file") + ending;
}
