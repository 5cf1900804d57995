/** The file in which a static copy keeps the answer of an address. */
import { decodedOr } from "../../../manifests/shapes/normalPath.ts";

/** A part of a path that is the name of a file on every system. */
const SAFE = /^(?!\.{1,2}$)[^\\/:*?"<>|\u0000-\u001f]+(?<![. ])$/;

/** Names that Windows keeps for devices, with every ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The address of a rendition lies below the picture's own address, where no folder can be. */
const RENDITION = /^(\/media\/.+)(\.[a-z0-9]+)\/(?:w(\d+)|(share)\.jpg)$/;
const WIDTHS = /(\/media\/[^\s"'<>(),]+?)(\.[a-z0-9]+)\/w(\d+)(?![\w/.-])/g;
const SHARED = /(\/media\/[^\s"'<>(),]+?)\.[a-z0-9]+\/share\.jpg(?![\w/.-])/g;

const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;

/** A part as people read it, or with all its signs encoded if that could name another file. */
function nameOf(part: string): string {
  const read = decodedOr(part);
  const name = SAFE.test(read) ? read : part.replaceAll(/[^\w%-]/g, encoded);
  return DEVICE.test(name) ? `_${name}` : name;
}

/**
 * The file of a path, with `/` between its folders. A page at `/a` becomes `a.html`, because static hosts serve that
 * file at `/a`. Two paths may have one file.
 */
export function copiedFile(path: string, type: string): string {
  const [, picture = "", ending = "", width, shared] = RENDITION.exec(path) ?? [];
  const plain = shared ? `${picture}.share.jpg` : width ? `${picture}.w${width}${ending}` : path;
  const file = plain.split("/").filter(Boolean).map(nameOf).join("/");
  if (!type.startsWith("text/html") || /\.html?$/.test(file)) return file;
  return file === "" ? "index.html" : `${file}.html`;
}

/** A text with the addresses of renditions as the copy has them. */
export const withCopiedRenditions = (text: string): string =>
  text.replaceAll(WIDTHS, "$1.w$3$2").replaceAll(SHARED, "$1.share.jpg");
