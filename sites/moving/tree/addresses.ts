/** The paths of pages, made from addresses as other software writes them. */
import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { decodedOr, normalParts } from "../../../manifests/shapes/normalPath.ts";
import { pagePath } from "../../../runtime/documents/content/content.ts";
import { pathAllowed } from "../../../runtime/documents/unreachable.ts";

/** Letters that lose their meaning without their marks. */
const SPELT: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  å: "aa",
  ł: "l",
};

const spelt = (text: string): string =>
  text
    .replace(/[äöüßæøåł]/g, (letter) => SPELT[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");

/** A part of a path in plain letters. Empty if the part has none, as one in Chinese. */
export const plainPart = (part: string): string =>
  spelt(part.normalize("NFC").toLowerCase())
    .replaceAll(/[^a-z0-9_~]+/g, "-")
    .replaceAll(/^[-_~]+|-+$/g, "");

/** A short text that stands for a part without plain letters, always the same. */
function numberOf(part: string): string {
  let hash = 0x811c9dc5;
  for (const char of part) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

const plainOf = (part: string): string => plainPart(part) || `p-${numberOf(part)}`;

/** A path in the form in which pages have it. Undefined for one that no page may have. */
const pageAt = (path: string): string | undefined =>
  pathAllowed(path) === undefined ? pagePath.safeParse(path).data : undefined;

/** An address without its host, its query and the names that servers add themselves. */
function servedPath(address: string): string {
  const [path = ""] = address.replace(/^[a-z]+:\/\/[^/]*/i, "").split(/[?#]/);
  return withoutIndex(path);
}

/** A path without the name of a file that servers add to a folder themselves. */
export const withoutIndex = (path: string): string => path.replace(/\/index\.(?:html?|php)$/i, "/");

/** The path of the page that had this address: the address itself where pages may have it, else in plain letters. */
export function movedPath(address: string): string {
  const parts = normalParts(servedPath(address)).map(decodedOr);
  const path = pageAt(`/${parts.join("/")}`);
  if (path !== undefined) return path;
  const plain = parts.map((part) => plainOf(part.replace(/\.(?:html?|php|aspx?)$/, "")));
  const shorter = `/${plain.join("/")}`.slice(0, PATH_MAX_CHARS).replace(/[^a-z0-9]+$/, "");
  return pageAt(shorter) ?? `/imported${shorter}`.slice(0, PATH_MAX_CHARS);
}
