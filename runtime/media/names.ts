import { MEDIA_NAME_MAX_CHARS } from "../../manifests/bounds/media.ts";
import { type MediaTypeName, mediaRow } from "../../manifests/shapes/mediaTypes.ts";

/** Characters that are invisible or change the reading direction: `photo‮gnp.exe` looks like a picture. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/**
 * Cleans a file name: the last part of any system's path, as one line of plain text, with the ending of the detected
 * type.
 */
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

/** Shortens a text without splitting a character. */
function cut(text: string, most: number): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > most) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** Makes the readable part of a file's URL. */
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
