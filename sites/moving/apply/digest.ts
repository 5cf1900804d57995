/** The digest of a page, by which an import sees whether a member has changed it since. */
import type { Page } from "../../../runtime/documents/content/content.ts";

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const digestInHex = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", typeof data === "string" ? new TextEncoder().encode(data) : data));

/** JSON whose members have one order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    members.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, ordered(inner)]),
  );
}

/** The digest covers the whole page but itself. */
export const pageDigest = ({ imported: _imported, ...page }: Page): Promise<string> =>
  digestInHex(JSON.stringify(ordered(page)));
