/**
 * Makes a drawing (SVG) a picture and nothing else: it writes the known elements and attributes anew. Scripts, links,
 * foreign content and everything that loads are left out. The result is the file that is stored.
 */
import { DRAWING_MAX_DEPTH, DRAWING_MAX_DRAWN, DRAWING_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type Size, unfitFile } from "../formats/unfit.ts";
import {
  COLOUR_ELEMENTS,
  ELEMENTS_WITH_TEXT,
  isAnimated,
  KEPT_ATTRIBUTES,
  KEPT_ELEMENTS,
  UNWRAPPED_ELEMENTS,
} from "./allowed.ts";
import { cleanEmbedded } from "./embedded.ts";
import { type MarkupAttribute, escapedMarkup, type MarkupPart, markupParts } from "./markup.ts";
import { drawnSize } from "./size.ts";
import { keptStyles, usedByClasses, usedIn, withCountedReferences } from "./styles.ts";
import { Weight } from "./weight.ts";

export interface CleanDrawing {
  readonly text: string;
  readonly size: Size;
}

interface Open {
  readonly name: string;
  readonly is: "kept" | "unwrapped" | "dropped";
}

const OWN_ID = /^#[^\s"'()<>]+$/;
const LINKED = /(?:script|data|vbscript)\s*:/i;

/** The name without the prefix of SVG's own namespace. Other prefixes stay, and no known name has one. */
const plainName = (name: string): string => name.replace(/^svg:/, "");

class Drawing {
  readonly #open: Open[] = [];
  readonly #weight = new Weight();
  #out = "";
  #sheet = "";
  #sheets = "";
  #size: Size | undefined;

  read(text: string): CleanDrawing {
    for (const part of markupParts(text)) {
      if (!part) throw noDrawing();
      this.#take(part);
    }
    if (this.#open.length > 0 || !this.#size) throw noDrawing();
    if (this.#weight.total(usedByClasses(this.#sheets)) > DRAWING_MAX_DRAWN)
      throw unfitFile("a drawing (SVG) whose parts repeat each other too often", `at most ${DRAWING_MAX_DRAWN} shapes`);
    return { text: this.#out, size: this.#size };
  }

  #take(part: MarkupPart): void {
    if (part.kind === "start") this.#start(part);
    else if (part.kind === "end") this.#end(part.name);
    else this.#words(part.text);
  }

  #start({ name, attributes, empty }: MarkupPart & { readonly kind: "start" }): void {
    const element = plainName(name);
    const isRoot = this.#open.length === 0;
    if (isRoot && (element !== "svg" || this.#size !== undefined)) throw noDrawing();
    if (this.#open.length >= DRAWING_MAX_DEPTH)
      throw unfitFile("a drawing (SVG) of very deep parts", `parts within at most ${DRAWING_MAX_DEPTH} others`);
    if (isRoot) this.#size = sizeOf(attributes);
    const is = this.#open.at(-1)?.is === "dropped" ? "dropped" : fateOf(element, attributes);
    if (is === "kept") this.#write(element, attributes, isRoot);
    this.#open.push({ name, is });
    if (empty) this.#end(name);
  }

  #write(element: string, attributes: readonly MarkupAttribute[], isRoot: boolean): void {
    const kept = keptAttributes(element, attributes);
    const valueOf = (wanted: string): string | undefined => kept.find(({ name }) => name === wanted)?.value;
    this.#weight.enter(COLOUR_ELEMENTS.has(element) ? undefined : valueOf("id"));
    this.#weight.uses(
      kept.flatMap(({ name, value }) =>
        name !== "href" ? usedIn(value) : element === "image" ? [] : [value.slice(1)],
      ),
      (valueOf("class") ?? "").split(/\s+/),
    );
    const space = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    const box = isRoot && valueOf("viewBox") === undefined ? [{ name: "viewBox", value: this.#box() }] : [];
    this.#out += `<${element}${space}${[...kept, ...box].map(({ name, value }) => ` ${name}="${escapedMarkup(value)}"`).join("")}>`;
  }

  /** The view of a drawing that only says its width and height. With it, the drawing scales. */
  #box(): string {
    return `0 0 ${this.#size?.width ?? 0} ${this.#size?.height ?? 0}`;
  }

  #end(name: string): void {
    const open = this.#open.pop();
    if (open?.name !== name) throw noDrawing();
    if (open.is !== "kept") return;
    if (plainName(name) === "style") this.#endSheet();
    this.#out += `</${plainName(name)}>`;
    this.#weight.leave();
  }

  #endSheet(): void {
    const kept = withCountedReferences(keptStyles(this.#sheet));
    this.#sheets += kept;
    this.#out += escapedMarkup(kept);
    this.#sheet = "";
  }

  #words(text: string): void {
    const here = this.#open.at(-1);
    if (!here && text.replaceAll("\uFEFF", "").trim() !== "") throw noDrawing();
    if (!here || here.is === "dropped") return;
    const element = plainName(here.name);
    if (element === "style") this.#sheet += text;
    else if (ELEMENTS_WITH_TEXT.has(element) || this.#isInText()) this.#out += escapedMarkup(text);
  }

  /** True inside of a link in a text. */
  #isInText(): boolean {
    const around = this.#open.findLast(({ is }) => is === "kept");
    return around !== undefined && this.#open.at(-1)?.is === "unwrapped" && ELEMENTS_WITH_TEXT.has(around.name);
  }
}

function fateOf(element: string, attributes: readonly MarkupAttribute[]): Open["is"] {
  if (UNWRAPPED_ELEMENTS.has(element)) return "unwrapped";
  if (!KEPT_ELEMENTS.has(element)) return "dropped";
  if (!element.startsWith("animate")) return "kept";
  const target = attributes.find(({ name }) => name === "attributeName")?.value.trim() ?? "";
  return element === "animateMotion" || isAnimated(target) ? "kept" : "dropped";
}

function keptAttributes(element: string, attributes: readonly MarkupAttribute[]): MarkupAttribute[] {
  const kept = attributes.flatMap((one) => keptAttribute(element, one) ?? []);
  return kept.filter(({ name }, index) => kept.findIndex((one) => one.name === name) === index);
}

function keptAttribute(element: string, { name, value }: MarkupAttribute): MarkupAttribute | undefined {
  if (name === "href" || name === "xlink:href") return keptReference(element, value.trim());
  if (!KEPT_ATTRIBUTES.has(name) || LINKED.test(value)) return undefined;
  const plain = value.replaceAll(/\s+/g, " ");
  const safe = name === "style" || /url\(|\\|@/i.test(plain) ? keptStyles(plain) : plain;
  return safe === "" && value !== "" ? undefined : { name, value: safe };
}

/** A reference within the drawing, or a picture of pixels inside of it. */
function keptReference(element: string, value: string): MarkupAttribute | undefined {
  const kept = element === "image" ? cleanEmbedded(value) : OWN_ID.test(value) ? value : undefined;
  return kept === undefined ? undefined : { name: "href", value: kept };
}

function sizeOf(attributes: readonly MarkupAttribute[]): Size {
  const size = drawnSize(attributes);
  if (!size) throw unfitFile("a drawing (SVG) without a size", 'a viewBox, such as viewBox="0 0 24 24"');
  return size;
}

const noDrawing = (): Refusal =>
  unfitFile("bytes that are not a complete SVG file", "one <svg> from its first tag to its last, in UTF-8");

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Throws a refusal if the bytes are no drawing. */
export function cleanDrawing(bytes: Uint8Array): CleanDrawing {
  if (bytes.length > DRAWING_MAX_BYTES) throw new Refusal("TOO_LARGE", { maxBytes: DRAWING_MAX_BYTES });
  return new Drawing().read(textOf(bytes));
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw noDrawing();
  }
}
