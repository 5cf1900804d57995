import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { SiteContent } from "./siteContent.ts";

/**
 * Writes the position at which an answer continues. It names the content's version and the query, so it works for no
 * other site, query or version. It is no secret: a made-up cursor reads only what everybody may read.
 */
export function cursorAt(content: SiteContent, question: unknown, offset: number): string {
  return `${offset.toString(36)}-${mark(content, question)}`;
}

/** The place a cursor names; 0 without one. Throws for one that does not belong here. */
export function offsetOf(cursor: string | undefined, content: SiteContent, question: unknown): number {
  if (cursor === undefined) return 0;
  const [, digits = "", given] = /^([0-9a-z]{1,8})-([0-9a-z]{1,20})$/.exec(cursor) ?? [];
  if (given !== mark(content, question)) throw new Refusal("INVALID_REQUEST", { reason: STALE });
  return Number.parseInt(digits, 36);
}

const STALE =
  "This cursor does not belong to this question, or the content has changed since: ask again without a cursor.";

const mark = ({ hostname, version }: SiteContent, question: unknown): string => {
  const text = JSON.stringify([hostname, version, question]);
  return `${fnv(text, 0x811c9dc5).toString(36)}${fnv(text, 0x01000193).toString(36)}`;
};

/** FNV-1a: enough to tell questions apart. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
