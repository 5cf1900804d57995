import temml from "temml";
import { MATHS_MAX_CHARS, MATHS_PAGE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";

/** The elements of MathML Core that a formula may have, and those that only show what is in them elsewhere. */
const ELEMENTS = new Set(
  "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mpadded mphantom mstyle menclose".split(
    " ",
  ),
);

/** The attributes of a formula. None has an address, a style or a class. */
const ATTRIBUTES = new Set(
  "display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy symmetric largeop movablelimits fence separator form accent accentunder lspace rspace minsize maxsize width height depth voffset linethickness columnalign columnspacing columnlines rowspacing rowlines columnspan rowspan notation".split(
    " ",
  ),
);

const TAG = /<(\/?)([a-z]+)((?:\s[\w-]+="[^"]*")*)\s*>/g;
const ATTRIBUTE = /\s([\w-]+)="([^"]*)"/g;
/** The colour in a style, which pages refuse. */
const COLOUR = /(?:^|;)color:\s*(#[0-9a-f]{3,8}|[a-z]+)/i;

/** Commands that define others. A formula of them may grow without end. */
const DEFINES =
  /\\(?:[egx]?def|g?let|futurelet|global|long|(?:re|provide)?newcommand|providecommand|renewcommand)(?![a-z])/i;

/**
 * The nodes that the library draws more than once: to measure them, or to keep their room. In one another, their size
 * doubles or triples at each level.
 */
const DRAWN_TWICE: ReadonlySet<unknown> = new Set(["cancelto", "lap", "stackedArrow"]);

/** True for a parsed formula with a node that is drawn more than once in another one. */
function doubles(node: unknown, isInside = false): boolean {
  if (typeof node !== "object" || node === null) return false;
  const isTwice = "type" in node && DRAWN_TWICE.has(node.type);
  if (isInside && isTwice) return true;
  return Object.entries(node).some(([name, value]) => name !== "loc" && doubles(value, isInside || isTwice));
}

const OPTIONS = { throwOnError: true, trust: false, strict: false, maxExpand: 1_000, maxSize: [25, 500] } as const;

/** The formulas of one page as MathML, which browsers draw themselves. */
export class Formulas {
  #room = MATHS_PAGE_MAX_CHARS;

  /** Undefined for TeX that is too long or cannot be read. Visitors then see it as it is written. */
  html(tex: string, isBlock: boolean): string | undefined {
    if (tex.length > Math.min(MATHS_MAX_CHARS, this.#room) || DEFINES.test(tex)) return undefined;
    this.#room -= tex.length;
    const options = { ...OPTIONS, maxSize: [...OPTIONS.maxSize] as [number, number], displayMode: isBlock };
    try {
      if (doubles(temml.__parse(tex, options))) return undefined;
      return allowed(temml.renderToString(tex, options));
    } catch {
      // The library says in many ways that it cannot read a formula, and runs out of room for a deep one.
      return undefined;
    }
  }
}

/** Names of more than one letter, such as `sin`. Browsers draw them upright, and single letters in italics. */
const LONG_NAME = /<mi>(?=(?:[^<&]|&[^;]*;){2})/gu;

/** The MathML without what pages refuse. Undefined if it has an element that no formula may have. */
function allowed(mathml: string): string | undefined {
  let isAllowed = true;
  const made = mathml.replaceAll(TAG, (_, slash: string, name: string, attributes: string) => {
    isAllowed &&= ELEMENTS.has(name);
    return `<${slash}${name}${attributes.replaceAll(ATTRIBUTE, kept)}>`;
  });
  const rest = made.replaceAll(TAG, "");
  // The kernel's style sheet slants names without a variant, by which long ones are known.
  return isAllowed && !rest.includes("<") ? made.replaceAll(LONG_NAME, '<mi mathvariant="normal">') : undefined;
}

function kept(_: string, name: string, value: string): string {
  const colour = name === "style" ? COLOUR.exec(value)?.[1] : undefined;
  if (colour !== undefined) return ` mathcolor="${colour}"`;
  return ATTRIBUTES.has(name) ? ` ${name}="${value}"` : "";
}
