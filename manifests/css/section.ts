/**
 * Rules for a section's style sheet. The kernel sets CSS containment on each section, so nothing inside its element can
 * leave it. These rules concern the element itself, beside other plugins' sections, and what browsers draw outside of
 * all containment.
 */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import type { LiquidFault } from "../liquid/liquid.ts";
import { nameIn, selectorsOf, subjectOf } from "./selector.ts";
import type { Declaration, SheetItem, CssRule } from "./sheet.ts";

/**
 * Properties that change the section's element without moving it, removing its containment or drawing outside of it.
 */
const ROOT_PROPERTIES: ReadonlySet<string> = new Set(
  (
    "accent-color align-content align-items color color-scheme column-gap container container-name container-type display " +
    "flex-direction flex-flow flex-wrap font-family font-style font-weight gap hyphens justify-content justify-items " +
    "letter-spacing list-style list-style-type min-block-size min-height opacity place-content place-items quotes row-gap " +
    "--ground --ink"
  ).split(" "),
);
/** `border-image` can draw far outside of its box. */
const ROOT_FAMILIES = /^(?:background|padding|border(?!-image)|grid-template|grid-auto|text)(?:-|$)|^--_/;
/** Other displays give the element no box, or a box inside a line of text, and containment has no effect on either. */
const ROOT_DISPLAY = /^(?:block|flow-root|grid|flex)(?:!important)?$/i;
const ROOT_SAYS =
  "on the section itself only colours, backgrounds, borders, padding, the layout of its content, --ground, --ink and names that start with --_";

/** Pseudo-elements that browsers draw inside of their element. */
const ROOT_PSEUDO: ReadonlySet<string> = new Set([
  "before",
  "after",
  "marker",
  "selection",
  "first-line",
  "first-letter",
]);

/** Pseudo-elements that browsers draw above the page, where no containment applies. */
const isAbovePage = (pseudo: string): boolean =>
  pseudo === "backdrop" || pseudo === "picker" || pseudo.startsWith("view-transition");

/** Properties that no element may have: they draw a copy above the page, or show a text as a password. */
const NOWHERE = /^(?:view-transition-.*|(?:-webkit-)?text-security)$/;

function isRootDeclaration({ name, value }: Declaration): boolean {
  if (name === "display") return ROOT_DISPLAY.test(value.map(([, text]) => text).join(""));
  return ROOT_PROPERTIES.has(name) || ROOT_FAMILIES.test(name);
}

function declarationFaults(declaration: Declaration, reachesRoot: boolean): LiquidFault[] {
  const { name, offset } = declaration;
  if (NOWHERE.test(name))
    return [{ found: name, allowed: "properties that do not move, hide or resize a section", offset }];
  return reachesRoot && !isRootDeclaration(declaration)
    ? [{ found: `${name} on the section itself`, allowed: ROOT_SAYS, offset }]
    : [];
}

/** The names of pseudo-elements anywhere in a selector. */
const pseudoElements = (prelude: readonly CSSToken[]): string[] =>
  prelude.filter((_, at) => [at - 1, at - 2].every((before) => prelude[before]?.[0] === TokenType.Colon)).map(nameIn);

function ruleFaults({ prelude, body, offset }: CssRule, parentReachesRoot: boolean): LiquidFault[] {
  const subjects = selectorsOf(prelude).map((selector) => subjectOf(selector, parentReachesRoot));
  const roots = subjects.filter(({ reach }) => reach === "root");
  const outside = roots
    .map(({ pseudo }) => pseudo)
    .filter((pseudo) => pseudo !== undefined && !ROOT_PSEUDO.has(pseudo));
  const refused = [...pseudoElements(prelude).filter(isAbovePage), ...outside];
  return [
    ...refused.map((pseudo) => ({ found: `::${pseudo}`, allowed: "pseudo-elements inside of the section", offset })),
    ...sectionFaults(
      body,
      roots.some(({ pseudo }) => pseudo === undefined),
    ),
  ];
}

/** `reachesRoot` is true if declarations here style the section's element, as declarations outside of any rule do. */
export const sectionFaults = (items: readonly SheetItem[], reachesRoot = true): LiquidFault[] =>
  items.flatMap((item) => {
    if (item.kind === "declaration") return declarationFaults(item, reachesRoot);
    if (item.at === "keyframes") return sectionFaults(item.body.flatMap(frameOf), false);
    return item.at === "" ? ruleFaults(item, reachesRoot) : sectionFaults(item.body, reachesRoot);
  });

/** The declarations of one keyframe. A section's sheet cannot animate the section's element. */
const frameOf = (item: SheetItem): readonly SheetItem[] => (item.kind === "rule" ? item.body : [item]);
