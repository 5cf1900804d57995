import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { SiteContent } from "./siteContent.ts";

/**
 * Writes the position at which an answer continues. The cursor is bound to the content's version and the query, so it
 * is invalid for another site, query or version. It is no secret: a forged cursor reads only public content.
 */
export function cursorAt(content: SiteContent, question: unknown, offset: number): string {
  return `${offset.toString(36)}-${mark(content, question)}`;
}

/** The position in a cursor; 0 without one. Throws for a cursor of another query or version. */
export function readOffset(cursor: string | undefined, content: SiteContent, question: unknown): number {
  if (cursor === undefined) return 0;
  const [, digits = "", given] = /^([0-9a-z]{1,8})-([0-9a-z]{1,20})$/.exec(cursor) ?? [];
  if (given !== mark(content, question)) throw new Refusal("INVALID_REQUEST", { reason: STALE });
  return Number.parseInt(digits, 36);
}

const STALE = "This cursor belongs to another request, or the content has changed since. Ask again without a cursor.";

const mark = ({ hostname, version }: SiteContent, question: unknown): string => {
  const text = JSON.stringify([hostname, version, question]);
  return `${fnv(text, 0x811c9dc5).toString(36)}${fnv(text, 0x01000193).toString(36)}`;
};

/** The FNV-1a hash: not secure, but enough to tell queries apart. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
