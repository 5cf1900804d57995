/**
 * Makes a drawing (SVG) a picture and nothing else: it writes the known elements and attributes anew. Scripts, links,
 * foreign content and everything that loads are left out. The result is the file that is stored.
 */
import { DRAWING_MAX_DEPTH, DRAWING_MAX_DRAWN, DRAWING_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type Size, unfitFile } from "../formats/unfit.ts";
import {
  COLOUR_ELEMENTS,
  DRAWING_BY_HREF,
  ELEMENTS_WITH_TEXT,
  isAnimated,
  KEPT_ELEMENTS,
  WORD_ELEMENTS,
} from "./allowed.ts";
import { keptAttributes, attributeValue } from "./attributes.ts";
import { type MarkupAttribute, escapedMarkup, type MarkupPart, markupParts } from "./markup.ts";
import { referencesOf } from "./attributeReferences.ts";
import { drawnExtent, type Extent, wholeSize } from "./size.ts";
import type { Drawn } from "./references.ts";
import { keptSheet } from "./styles.ts";
import { Weight } from "./weight.ts";

export interface CleanDrawing {
  readonly text: string;
  readonly size: Size;
}

interface Open {
  readonly name: string;
  /** The name that is written; undefined for an element that is left out with all in it. */
  readonly kept: string | undefined;
}

/** The name without the prefix of SVG's own namespace. Other prefixes stay, and no known name has one. */
const plainName = (name: string): string => name.replace(/^svg:/, "");

class Drawing {
  readonly #open: Open[] = [];
  readonly #weight = new Weight();
  readonly #drawn: Drawn[] = [];
  readonly #strict: boolean;
  #out = "";
  #sheet = "";
  #extent: Extent | undefined;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** The clean drawing; undefined if it draws too much. */
  read(text: string): CleanDrawing | undefined {
    for (const part of markupParts(text)) {
      if (!part) throw noDrawing();
      this.#take(part);
    }
    if (this.#open.length > 0 || !this.#extent) throw noDrawing();
    const isLight = this.#weight.total(this.#drawn) <= DRAWING_MAX_DRAWN;
    return isLight ? { text: this.#out, size: wholeSize(this.#extent) } : undefined;
  }

  #take(part: MarkupPart): void {
    if (part.kind === "start") this.#start(part);
    else if (part.kind === "end") this.#end(part.name);
    else this.#words(part.text);
  }

  #start({ name, attributes, empty }: MarkupPart & { readonly kind: "start" }): void {
    const around = this.#open.at(-1);
    const isRoot = around === undefined;
    if (isRoot && (plainName(name) !== "svg" || this.#extent)) throw noDrawing();
    if (this.#open.length >= DRAWING_MAX_DEPTH)
      throw unfitFile("a drawing (SVG) of very deep parts", `parts within at most ${DRAWING_MAX_DEPTH} others`);
    if (isRoot) this.#extent = extentOf(attributes);
    const isIn = isRoot || (around.kept !== undefined && around.kept !== "style");
    const kept = isIn ? writtenName(plainName(name), attributes, around?.kept) : undefined;
    if (kept !== undefined) this.#write(kept, attributes, isRoot);
    this.#open.push({ name, kept });
    if (empty) this.#end(name);
  }

  #write(element: string, attributes: readonly MarkupAttribute[], isRoot: boolean): void {
    const kept = keptAttributes(element, attributes);
    this.#weigh(element, kept);
    const space = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    const box =
      isRoot && attributeValue(kept, "viewBox") === undefined ? [{ name: "viewBox", value: this.#box() }] : [];
    this.#out += `<${element}${space}${[...kept, ...box].map(({ name, value }) => ` ${name}="${escapedMarkup(value)}"`).join("")}>`;
  }

  #weigh(element: string, kept: readonly MarkupAttribute[]): void {
    const { references, keys, points } = referencesOf(kept);
    const id = COLOUR_ELEMENTS.has(element) ? undefined : attributeValue(kept, "id");
    const isPart = keys.length > 0 || references.some(({ at }) => at !== "once");
    this.#weight.enter(id, isPart && !COLOUR_ELEMENTS.has(element));
    const href = attributeValue(kept, "href")?.slice(1);
    this.#weight.add(element.startsWith("animate") ? href : undefined, { references, keys, points });
    if (href !== undefined && DRAWING_BY_HREF.has(element)) this.#weight.uses(href);
  }

  /** The view of a drawing that only says its width and height. With it, the drawing scales. */
  #box(): string {
    return `0 0 ${this.#extent?.width ?? 0} ${this.#extent?.height ?? 0}`;
  }

  #end(name: string): void {
    const open = this.#open.pop();
    if (open?.name !== name) throw noDrawing();
    if (open.kept === undefined) return;
    if (open.kept === "style") this.#endSheet();
    this.#out += `</${open.kept}>`;
    this.#weight.leave();
  }

  #endSheet(): void {
    const { text, drawn } = keptSheet(this.#sheet, this.#strict);
    for (const one of drawn) this.#drawn.push(one);
    this.#out += escapedMarkup(text);
    this.#sheet = "";
  }

  #words(text: string): void {
    const here = this.#open.at(-1);
    if (!here && text.replaceAll("\uFEFF", "").trim() !== "") throw noDrawing();
    if (here?.kept === undefined) return;
    if (here.kept === "style") this.#sheet += text;
    else if (ELEMENTS_WITH_TEXT.has(here.kept)) this.#out += escapedMarkup(text);
  }
}

/** The name under which an element is written: a link becomes a group, or a part of its text. Undefined if it goes. */
function writtenName(
  element: string,
  attributes: readonly MarkupAttribute[],
  around: string | undefined,
): string | undefined {
  if (element === "a") return WORD_ELEMENTS.has(around ?? "") ? "tspan" : "g";
  if (!KEPT_ELEMENTS.has(element)) return undefined;
  if (!element.startsWith("animate") || element === "animateMotion") return element;
  return isAnimated(attributeValue(attributes, "attributeName")?.trim() ?? "") ? element : undefined;
}

function extentOf(attributes: readonly MarkupAttribute[]): Extent {
  const extent = drawnExtent(attributes);
  if (!extent) throw unfitFile("a drawing (SVG) without a size", 'a viewBox, such as viewBox="0 0 24 24"');
  return extent;
}

const noDrawing = (): Refusal =>
  unfitFile("bytes that are not a complete SVG file", "one <svg> from its first tag to its last, in UTF-8");

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Throws a refusal if the bytes are no drawing. */
export function cleanDrawing(bytes: Uint8Array): CleanDrawing {
  if (bytes.length > DRAWING_MAX_BYTES) throw new Refusal("TOO_LARGE", { maxBytes: DRAWING_MAX_BYTES });
  const text = textOf(bytes);
  const clean = new Drawing(false).read(text) ?? new Drawing(true).read(text);
  if (clean) return clean;
  throw unfitFile("a drawing (SVG) whose parts repeat each other too often", `at most ${DRAWING_MAX_DRAWN} shapes`);
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw noDrawing();
  }
}
