/**
 * Tokenizes pasted HTML. A browser's parser would need a Trusted Types policy, and loads resources. This tokenizer runs
 * nothing and takes time linear in the text.
 */
import { entity } from "../model/read.ts";

export type PasteToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly name: string };

/** Elements whose content is no HTML; both are dropped. */
const RAW = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "plaintext",
]);

const TAG_NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s=>"'/][^\s=>/]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const ENTITY = /&(#x[0-9a-f]{1,6};?|#\d{1,7};?|[a-z][a-z0-9]{1,31};)/gi;

/** The character of a reference; empty for surrogates and control characters, which fields refuse. */
function signOf(code: number): string {
  const isSign =
    code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) && (code >= 0x20 || code === 9 || code === 10);
  return isSign && !(code >= 0x7f && code <= 0x9f) ? String.fromCodePoint(code) : "";
}

export const decoded = (text: string): string =>
  text
    .replaceAll(ENTITY, (_, name: string) => {
      if (/^#x/i.test(name)) return signOf(Number.parseInt(name.slice(2), 16));
      return name.startsWith("#") ? signOf(Number.parseInt(name.slice(1), 10)) : entity(name.slice(0, -1));
    })
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");

function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}

/** The offset after the next `end`, or the end of the text. */
function after(html: string, end: string, at: number): number {
  const found = html.indexOf(end, at);
  return found < 0 ? html.length : found + end.length;
}

function afterRaw(html: string, name: string, at: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, "gi");
  closing.lastIndex = at;
  const found = closing.exec(html);
  return found ? after(html, ">", found.index) : html.length;
}

function attributesAt(html: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = start;
  for (let found = matchAt(ATTRIBUTE, html, at); found; found = matchAt(ATTRIBUTE, html, at)) {
    const [whole, name = "", double, single, bare] = found;
    at += whole.length;
    if (!attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ""));
  }
  return { attributes, end: after(html, ">", at) };
}

export function* tokens(html: string): Generator<PasteToken> {
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    const end = tag < 0 ? html.length : tag;
    if (end > at) yield { kind: "text", text: decoded(html.slice(at, end)) };
    if (tag < 0) return;
    at = yield* markup(html, tag);
  }
}

/** Reads from a `<`: a comment, a tag, or a plain character. */
function* markup(html: string, at: number): Generator<PasteToken, number> {
  if (html.startsWith("<!--", at)) return after(html, "-->", at + 4);
  const next = html.charAt(at + 1);
  if (next === "!" || next === "?") return after(html, ">", at);
  const isClosing = next === "/";
  const name = matchAt(TAG_NAME, html, at + (isClosing ? 2 : 1))?.[0];
  if (name === undefined) {
    yield { kind: "text", text: "<" };
    return at + 1;
  }
  const lower = name.toLowerCase();
  const start = at + name.length + (isClosing ? 2 : 1);
  if (isClosing) {
    yield { kind: "close", name: lower };
    return after(html, ">", start);
  }
  const { attributes, end } = attributesAt(html, start);
  if (RAW.has(lower)) return afterRaw(html, lower, end);
  yield { kind: "open", name: lower, attributes };
  return end;
}
