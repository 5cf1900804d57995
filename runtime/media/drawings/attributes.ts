/** The attributes that a drawing keeps. Each name is there once, and no value loads anything. */
import { DRAWING_BY_HREF, isAnimationValue, isStyled, KEPT_ATTRIBUTES } from "./allowed.ts";
import { cleanEmbedded } from "./embedded.ts";
import type { MarkupAttribute } from "./markup.ts";
import { keptDeclarations, keptValue } from "./styles.ts";

const OWN_ID = /^#[^\s"'()<>\\%]+$/;
const LINKED = /(?:script|data|vbscript)\s*:/i;
/** Signs without which a value calls no function and hides no word. */
const SUSPECT = /[(\\@]/;
/** Values that are no words of CSS. */
const NAMES: ReadonlySet<string> = new Set(["id", "class", "begin", "end"]);

export const attributeValue = (attributes: readonly MarkupAttribute[], wanted: string): string | undefined =>
  attributes.find(({ name }) => name === wanted)?.value;

/** The property that an attribute sets: its own, or the one that an animation changes. */
export const propertyOf = (attributes: readonly MarkupAttribute[], name: string): string =>
  isAnimationValue(name) ? (attributeValue(attributes, "attributeName")?.trim() ?? name) : name;

export function keptAttributes(element: string, attributes: readonly MarkupAttribute[]): MarkupAttribute[] {
  const kept = new Map<string, MarkupAttribute>();
  const animated = attributes.filter(({ name }) => name === "attributeName").slice(0, 1);
  for (const one of attributes) {
    const clean = kept.has(one.name) ? undefined : keptAttribute(element, one, propertyOf(animated, one.name));
    if (clean && !kept.has(clean.name)) kept.set(clean.name, clean);
  }
  return [...kept.values()];
}

function keptAttribute(
  element: string,
  { name, value }: MarkupAttribute,
  property: string,
): MarkupAttribute | undefined {
  if (name === "href" || name === "xlink:href") return keptReference(element, value.trim());
  if (!KEPT_ATTRIBUTES.has(name) || LINKED.test(value)) return undefined;
  const safe = safeValue(name, property, value.replaceAll(/\s+/g, " "));
  return safe === "" && value !== "" ? undefined : { name, value: safe };
}

function safeValue(name: string, property: string, plain: string): string {
  if (name === "style") return keptDeclarations(plain).text;
  if (NAMES.has(name) || !(isStyled(name) || SUSPECT.test(plain))) return plain;
  return keptValue(property, plain)?.text ?? "";
}

/** A reference within the drawing, or a picture of pixels inside of it. */
function keptReference(element: string, value: string): MarkupAttribute | undefined {
  const refers = DRAWING_BY_HREF.has(element) || element.startsWith("animate");
  const kept = element === "image" ? cleanEmbedded(value) : refers && OWN_ID.test(value) ? value : undefined;
  return kept === undefined ? undefined : { name: "href", value: kept };
}
