/**
 * Reads the manifest as an author writes it: JSON with comments and trailing commas. Blanks replace both, so all other
 * characters keep their offsets. The rest must be strict JSON.
 */
import { createScanner, findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { decodePointer } from "../../../manifests/refusals/pointer.ts";
import { parseStrictJson, type StrictJson } from "../../../manifests/json/strictJson.ts";

const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");

const CLOSING = new Set(["}", "]"]);
const BEFORE_VALUE = new Set(["", "{", "[", ",", ":"]);

/** Replaces comments and trailing commas by blanks; every other character keeps its offset. */
export function blankAuthoring(text: string): string {
  const scanner = createScanner(text, false);
  const pieces: string[] = [];
  let previous = "";
  let comma = -1;
  while ((scanner.scan(), scanner.getTokenLength() > 0)) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    const isComment = token.startsWith("//") || token.startsWith("/*");
    if (CLOSING.has(token) && comma >= 0) pieces[comma] = " ";
    if (!isComment && token.trim() !== "") {
      // Only a comma after a value can be a trailing comma. The strict parser refuses any other.
      comma = token === "," && !BEFORE_VALUE.has(previous) ? pieces.length : -1;
      previous = token;
    }
    pieces.push(isComment ? blank(token) : token);
  }
  return pieces.join("");
}

export const parseAuthoring = (text: string): StrictJson => parseStrictJson(blankAuthoring(text));

/** The offset of the value at a pointer, or of the nearest value that encloses it. */
export function offsetAt(text: string, pointer: string): number {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const parts = decodePointer(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return root ? nearest(root, parts).offset : 0;
}

function nearest(root: Node, parts: readonly (string | number)[]): Node {
  const node = findNodeAtLocation(root, [...parts]);
  return node ?? (parts.length > 0 ? nearest(root, parts.slice(0, -1)) : root);
}
