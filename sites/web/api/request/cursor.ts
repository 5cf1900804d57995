import { base64urlOf, fromBase64url } from "../../../../manifests/bytes/base64.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";

/**
 * The sort key of the last row of a page, where the next page begins. Callers get it as opaque text, so its form may
 * change.
 */
export type Cursor = readonly [at: number, id: string];

const WRITTEN = /^[A-Za-z0-9_-]{1,1000}$/;
const READ = /^(\d{1,16}):([\x20-\x7e]+)$/;

export const writeCursor = ([at, id]: Cursor): string => base64urlOf(new TextEncoder().encode(`${at}:${id}`));

export function readCursor(text: string): Cursor {
  const [, at, id] = READ.exec(WRITTEN.test(text) ? unpacked(text) : "") ?? [];
  if (at === undefined || id === undefined) throw unknownCursor();
  return [Number(at), id];
}

function unpacked(text: string): string {
  try {
    return new TextDecoder().decode(fromBase64url(text));
  } catch {
    throw unknownCursor();
  }
}

const unknownCursor = (): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [
      {
        pointer: "/cursor",
        found: "a cursor that this API did not return",
        allowed: "the unchanged cursor from the previous page",
      },
    ],
  });
