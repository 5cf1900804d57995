/** Pictures of pixels inside of a drawing. What a camera wrote into them is removed, as from any other picture. */
import { fromBase64, toBase64 } from "../../../manifests/bytes/base64.ts";
import { Cleaning } from "../cleaning/cleaning.ts";
import { lengthOf, PieceCutter } from "../cleaning/pieces.ts";

const EMBEDDED = /^(data:image\/(?:png|jpe?g|gif|webp|avif);base64,)([A-Za-z0-9+/]+={0,2})$/i;

/** The picture as it is stored; undefined for anything else. */
export function cleanEmbedded(value: string): string | undefined {
  const [, head, text = ""] = EMBEDDED.exec(value.replaceAll(/\s/g, "")) ?? [];
  const bytes = head === undefined ? undefined : decoded(text);
  if (head === undefined || bytes === undefined) return undefined;
  const cleaning = new Cleaning();
  cleaning.push(bytes);
  const pieces = cleaning.end();
  if (pieces === "withheld") return undefined;
  if (pieces === "as_sent") return `${head}${toBase64(bytes)}`;
  const clean = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const part of new PieceCutter(pieces).push(bytes)) {
    clean.set(part, at);
    at += part.length;
  }
  return `${head}${toBase64(clean)}`;
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}
