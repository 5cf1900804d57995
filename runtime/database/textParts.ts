import { FILE_PART_MAX_CHARS } from "../../manifests/bounds/templates.ts";

/**
 * Splits a text into parts that each fit in a row, never inside a surrogate pair, because half a pair cannot be stored.
 * An empty text is one empty part.
 */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += parts.at(-1)?.length ?? 0) parts.push(partFrom(text, from));
  return parts.length > 0 ? parts : [""];
}

function partFrom(text: string, from: number): string {
  const part = text.slice(from, from + FILE_PART_MAX_CHARS);
  const splits = /[\ud800-\udbff]$/.test(part) && from + part.length < text.length;
  return splits ? part.slice(0, -1) : part;
}
