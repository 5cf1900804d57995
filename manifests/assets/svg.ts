/**
 * Icons: SVG with shapes and nothing else. Packing normalises an icon, and every other check refuses an icon that is
 * not normalised. So a page gets exactly the bytes that the check has read.
 */
import { ICON_MAX_CHARS } from "../bounds/packages.ts";
import type { LiquidFault } from "../liquid/liquid.ts";
import { quote } from "../refusals/pointer.ts";
import { accepted, refused, type Result } from "../result.ts";

const NUMBERS = /^[-+\d.eE\s,]+$/;
const NUMBER = /^-?[\d.]+(?:px)?$/;
const PAINT = /^(?:none|currentColor|#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$/;
const WORD = /^[a-z-]+$/;
const MOVES = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([-+\d.eE\s,]+\)\s*)+$/;
const PATH = /^[-+\d.eE\s,MmZzLlHhVvCcSsQqTtAa]+$/;

/** Attributes that every shape may have. None takes a URL, so an icon can neither load nor link anything. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  fill: PAINT,
  "fill-opacity": NUMBER,
  "fill-rule": WORD,
  "clip-rule": WORD,
  opacity: NUMBER,
  stroke: PAINT,
  "stroke-dasharray": NUMBERS,
  "stroke-linecap": WORD,
  "stroke-linejoin": WORD,
  "stroke-miterlimit": NUMBER,
  "stroke-opacity": NUMBER,
  "stroke-width": NUMBER,
  transform: MOVES,
};

const numbers = (...names: readonly string[]): Readonly<Record<string, RegExp>> =>
  Object.fromEntries(names.map((name) => [name, NUMBER]));

const SHAPES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  svg: { viewBox: NUMBERS },
  g: {},
  path: { d: PATH },
  circle: numbers("cx", "cy", "r"),
  ellipse: numbers("cx", "cy", "rx", "ry"),
  line: numbers("x1", "y1", "x2", "y2"),
  polygon: { points: NUMBERS },
  polyline: { points: NUMBERS },
  rect: numbers("x", "y", "width", "height", "rx", "ry"),
};

/** Elements without any drawing, and elements that drawing programs add. Packing removes them with their content. */
const DROPPED = /^(?:title|desc|metadata|[a-z]+:.*)$/i;

/** Attributes that packing removes without a fault: names, sizes, and notes of drawing programs. */
const NOTED =
  /^(?:xmlns(?::.*)?|xml:.*|version|id|class|width|height|x|y|role|focusable|aria-.*|data-.*|enable-background|baseProfile|(?:inkscape|sodipodi|sketch):.*)$/;

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

type Words = Omit<LiquidFault, "offset">;

const SAYS = `only <${Object.keys(SHAPES).join("> <")}>`;

/** The normalised attributes of an element. An unknown attribute is a fault, unless packing removes it silently. */
function attributesOf(element: string, text: string): { readonly written: readonly string[]; readonly fault?: Words } {
  const known = new Map(Object.entries({ ...LOOKS, ...SHAPES[element] }));
  const read = [...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => ({
    name,
    value: (double ?? single ?? "").trim().replaceAll(/\s+/g, " "),
  }));
  const kept = read.filter(({ name, value }) => known.get(name)?.test(value) === true);
  const wrong = read.find((one) => !kept.includes(one) && (known.has(one.name) || !NOTED.test(one.name)));
  if (!wrong) return { written: kept.map(({ name, value }) => ` ${name}="${value}"`) };
  const found = `${wrong.name}=${quote(wrong.value)} on <${element}>`;
  return { written: [], fault: { found, allowed: "shapes, colours and sizes, written out" } };
}

class Drawing {
  readonly #text: string;
  readonly #open: string[] = [];
  #out = "";
  /** The number of open elements that packing removes. */
  #dropping = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Result<string, LiquidFault> {
    TOKEN.lastIndex = 0;
    let offset = 0;
    while (offset < this.#text.length) {
      TOKEN.lastIndex = offset;
      const match = TOKEN.exec(this.#text);
      if (!match)
        return refused({ found: quote(this.#text.slice(offset, offset + 20)), allowed: "an SVG drawing", offset });
      const fault = this.#token(match, offset);
      if (fault) return refused({ ...fault, offset });
      offset += match[0].length;
    }
    const isWhole = this.#open.length === 0 && this.#dropping === 0 && this.#out !== "";
    return isWhole
      ? accepted(this.#out)
      : refused({ found: "a drawing without its end tag", allowed: "one whole <svg>", offset });
  }

  #token([text, closing, name, attributes = "", empty]: RegExpExecArray, offset: number): Words | undefined {
    if (name === undefined) return this.#words(text);
    if (this.#dropping > 0 || DROPPED.test(name)) {
      this.#dropping += closing === "/" ? -1 : empty === "/" ? 0 : 1;
      return undefined;
    }
    if (closing === "/") return this.#end(name);
    const isFirst = offset === 0 || this.#out === "";
    if (!Object.hasOwn(SHAPES, name) || (name === "svg") !== isFirst) return { found: `<${name}>`, allowed: SAYS };
    return this.#start(name, attributes, empty === "/");
  }

  #words(text: string): Words | undefined {
    const isSilent = this.#dropping > 0 || text.startsWith("<") || text.trim() === "";
    return isSilent ? undefined : { found: quote(text.trim()), allowed: "shapes: an icon has no text" };
  }

  #end(name: string): Words | undefined {
    if (this.#open.pop() !== name) return { found: `</${name}>`, allowed: "the end tag of the open element" };
    this.#out += `</${name}>`;
    return undefined;
  }

  #start(name: string, text: string, isEmpty: boolean): Words | undefined {
    const { written, fault } = attributesOf(name, text);
    if (fault) return fault;
    if (name === "svg" && !written.some((one) => one.startsWith(" viewBox=")))
      return { found: "<svg> without viewBox", allowed: 'a viewBox such as viewBox="0 0 24 24"' };
    this.#out += `<${name}${written.toSorted().join("")}>${isEmpty ? `</${name}>` : ""}`;
    if (!isEmpty) this.#open.push(name);
    return undefined;
  }
}

/** Normalises an icon, and removes everything that is not needed to draw it. */
export const cleanIcon = (text: string): Result<string, LiquidFault> => new Drawing(text).read();

/** The faults of an icon in a package, a missing normalisation among them. */
export function iconFaults(text: string): LiquidFault[] {
  if (text.length > ICON_MAX_CHARS)
    return [
      {
        found: `${text.length} characters`,
        allowed: `at most ${ICON_MAX_CHARS}; a larger drawing is a picture`,
        offset: 0,
      },
    ];
  const clean = cleanIcon(text);
  if (!clean.ok) return [clean.error];
  return clean.value === text
    ? []
    : [{ found: "another spelling", allowed: "an icon exactly as svc plugin pack writes it", offset: 0 }];
}
