/** JSON pointers (RFC 6901), and descriptions of the values they lead to. */

const SHOWN_MAX_CHARS = 60;

const escapePart = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapePart = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

export const encodePointer = (parts: readonly PropertyKey[]): string =>
  parts.map((part) => `/${escapePart(String(part))}`).join("");

export const decodePointer = (pointer: string): string[] => pointer.split("/").slice(1).map(unescapePart);

/** The value at a path, by own members only. Undefined if there is none. */
export function valueAt(root: unknown, parts: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of parts) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** Shortens and escapes untrusted text, so that it is safe in a log line or an answer. */
export function quote(text: string): string {
  const short = text.length > SHOWN_MAX_CHARS ? `${text.slice(0, SHOWN_MAX_CHARS)}…` : text;
  return JSON.stringify(short.toWellFormed());
}

/** A number with its noun, such as `1 character`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${counted(value.length, "item")}`;
  if (typeof value === "object" && value !== null)
    return `an object of ${counted(Object.keys(value).length, "member")}`;
  return typeof value === "string" ? `the text ${quote(value)}` : String(value);
}
