/** The parts of an XML text, in order. Strict: what is no part of XML ends the reading. */

export type MarkupPart =
  | {
      readonly kind: "start";
      readonly name: string;
      readonly attributes: readonly MarkupAttribute[];
      readonly empty: boolean;
    }
  | { readonly kind: "end"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

export interface MarkupAttribute {
  readonly name: string;
  readonly value: string;
}

const PART =
  /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>|<!\[CDATA\[([^]*?)\]\]>|<\/([A-Za-z_][\w:.-]*)\s*>|<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos)|[^;&\s]{0,64});?/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const character = (code: number): string =>
  code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : "";

/** A text with its references replaced. An entity that a document declares itself is left out: it could be of any length. */
const decoded = (text: string): string =>
  text
    .replaceAll(REFERENCE, (_, decimal?: string, hex?: string, named?: string) =>
      decimal !== undefined
        ? character(Number(decimal))
        : hex !== undefined
          ? character(Number.parseInt(hex, 16))
          : (NAMED[named?.toLowerCase() ?? ""] ?? ""),
    )
    .replaceAll(UNWRITABLE, "");

const attributesIn = (text: string): MarkupAttribute[] =>
  [...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => ({
    name,
    value: decoded(double ?? single ?? ""),
  }));

/** The parts in order; undefined in their place where the text is no XML, and nothing after it. */
export function* markupParts(text: string): Generator<MarkupPart | undefined> {
  for (let at = 0; at < text.length;) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (!match) return yield undefined;
    at = PART.lastIndex;
    const [, cdata, ended, name, attributes = "", empty, words] = match;
    if (cdata !== undefined) yield { kind: "text", text: cdata.replaceAll(UNWRITABLE, "") };
    else if (ended !== undefined) yield { kind: "end", name: ended };
    else if (name !== undefined)
      yield { kind: "start", name, attributes: attributesIn(attributes), empty: empty === "/" };
    else if (words !== undefined) yield { kind: "text", text: decoded(words) };
  }
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapedMarkup = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");
