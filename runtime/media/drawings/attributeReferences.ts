/** The parts that the attributes of an element draw with. */
import { isStyled } from "./allowed.ts";
import { propertyOf, attributeValue } from "./attributes.ts";
import type { MarkupAttribute } from "./markup.ts";
import { type DrawnReference, referencesBy } from "./references.ts";
import { keptDeclarations, keptValue } from "./styles.ts";

export interface ElementReferences {
  readonly references: readonly DrawnReference[];
  /** The classes and the id by which a style sheet can reach the element. */
  readonly keys: readonly string[];
  /** At most as many points as the element has. */
  readonly points: number;
}

const SHAPES: ReadonlySet<string> = new Set(["d", "points", "path", "values", "from", "to", "by"]);
/** Each point of a path has a letter or a number of its own. */
const LETTER_OR_NUMBER = /[a-z]|\d*\.?\d+/gi;

export function referencesOf(attributes: readonly MarkupAttribute[]): ElementReferences {
  const style = attributeValue(attributes, "style");
  const styled = style === undefined ? [] : keptDeclarations(style).references;
  const plain = attributes.flatMap(({ name, value }) => {
    const property = propertyOf(attributes, name);
    return isStyled(name) ? referencesBy(property, keptValue(property, value)?.ids ?? []) : [];
  });
  return { references: [...styled, ...plain], keys: keysIn(attributes), points: pointsIn(attributes) };
}

function keysIn(attributes: readonly MarkupAttribute[]): string[] {
  const id = attributeValue(attributes, "id");
  const classes = (attributeValue(attributes, "class") ?? "").split(/\s+/).filter((name) => name !== "");
  return [...new Set([...(id === undefined ? [] : [`#${id}`]), ...classes.map((name) => `.${name}`)])];
}

const pointsIn = (attributes: readonly MarkupAttribute[]): number =>
  attributes.filter(({ name }) => SHAPES.has(name)).reduce((sum, { value }) => sum + countOf(value), 0);

function countOf(value: string): number {
  let count = 0;
  for (const _ of value.matchAll(LETTER_OR_NUMBER)) count += 1;
  return count;
}
