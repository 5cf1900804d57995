/** The faults of a template's HTML: of elements, attributes, their values, and the Liquid values printed into them. */
import { isAllowedHref, mayBecomeHref } from "../fields/links.ts";
import type { LiquidFault } from "../liquid/liquid.ts";
import { filtersOf } from "../liquid/liquidRules.ts";
import { quote } from "../refusals/pointer.ts";
import { isSchemeOpen, type KnownValue } from "./attributeValue.ts";
import {
  ADDRESSES,
  isDeciding,
  HEAD_SAYS,
  hasOwed,
  insteadOf,
  LETTER_SAYS,
  type MarkupUse,
  mayStand,
  wordRule,
} from "./htmlTable.ts";

export interface MarkupRules {
  readonly use: MarkupUse;
  /** Origins that an iframe of the section may show. If undefined, only the policy of the page limits iframes. */
  readonly frames?: readonly string[];
}

/**
 * The kind of a fault. `element`, `attribute`, `address`, `words` and `owed`: markup that this use may not have.
 * `spelling`, `branch` and `end`: markup that a browser could read otherwise than this walk. `place`: a value where no
 * escaping protects. The others concern values that escaping makes harmless where they stand.
 */
export type MarkupCode =
  | "element"
  | "attribute"
  | "address"
  | "words"
  | "owed"
  | "spelling"
  | "branch"
  | "end"
  | "place"
  | HarmlessCode;

/**
 * Faults that only a check reports, because a page shows such a template safely. The escaping sees to values that begin
 * an address, are markup in an attribute, data or a level. The policy of the page stops foreign frames and targets.
 */
type HarmlessCode = "link" | "markup" | "json" | "level" | "form" | "frame";
const HARMLESS: ReadonlySet<MarkupCode> = new Set(["link", "markup", "json", "level", "form", "frame"]);

export const isHarmless = ({ code }: { readonly code: MarkupCode }): boolean => HARMLESS.has(code);

export interface MarkupFault extends LiquidFault {
  readonly code: MarkupCode;
}

/** A fault without its position. */
export type Breach = Omit<MarkupFault, "offset">;

/** An attribute of an element, with its value as far as it is known. */
export interface Attribute {
  readonly element: string;
  readonly attribute: string;
  readonly value: KnownValue;
}

/** The filter that prints the URL of a route of the template's own plugin. */
const ROUTE_FILTER = "route";
const SAFE_URL_FILTERS = new Set(["link", "absolute", "asset"]);
/** Filters and variables that print markup, which would end the surrounding attribute. */
const MARKUP_FILTERS = new Set(["markdown", "markdown_inline", "image", "icon", "newline_to_br"]);
const MARKUP_ROOTS = new Set(["content", "children", "form", "search"]);
/** Variables with a URL that the kernel made. */
const KERNEL_URL = /^(?:(?!fields\b)[\w.[\]-]+\.(?:href|url|path|origin)|canonical|[\w.[\]-]*\bsrc)(?:\s*\|.*)?$/;

const ADDRESS_SAYS = "an address of https:, http:, mailto: or tel:, or one that begins with /, ? or #";
const FORM_SAYS =
  '<form method="post" action="{{ "name of a route" | route }}">, which sends to this plugin and nowhere else';
const LETTER_ADDRESS_SAYS =
  "literal text alone, or an address of the site as a value alone or before text that begins with /, ? or #";
/** Filters of markup that loads something, or that a visitor's text could become. */
const NOT_IN_LETTERS = new Set(["markdown", "markdown_inline", "image", "icon", "player", "content"]);
/** A printed start (`/`), and the text after it, which can no longer change the host. */
const AFTER_HOST = /^\/[/?#]/;
const OWED_SAYS = new Map<string, Breach>([
  ["form", { code: "form", found: "a form without its action", allowed: FORM_SAYS }],
  ["script", { code: "owed", found: "a script", allowed: '<script type="application/ld+json">' }],
]);

const only = (...breaches: readonly (Breach | false | undefined)[]): Breach[] =>
  breaches.filter((breach) => breach !== false && breach !== undefined);

/** A start tag or end tag. */
interface Tag {
  readonly element: string;
  readonly isEnd: boolean;
  /** The number of drawings around it. */
  readonly drawings: number;
}

const SAYS: Partial<Record<MarkupUse, string>> = { metadata: HEAD_SAYS, letter: LETTER_SAYS };

export function elementBreaches({ element, isEnd, drawings }: Tag, { use, frames }: MarkupRules): Breach[] {
  const isDeclared = element !== "iframe" || frames === undefined || frames.length > 0;
  if (isDeclared && mayStand(element, use, drawings > 0 && !isEnd)) return [];
  const allowed = SAYS[use] ?? "elements that show content";
  return [
    {
      code: "element",
      found: `<${isEnd ? "/" : ""}${element}>`,
      allowed: element === "iframe" ? "an iframe in a section that declares frames" : allowed,
    },
  ];
}

export function attributeBreaches(element: string, attribute: string, { use }: MarkupRules): Breach[] {
  const allowed = insteadOf(element, attribute, use);
  if (allowed === undefined) return [];
  const found = attribute === "" ? "= without the name of an attribute" : `the attribute ${attribute} on <${element}>`;
  return [{ code: "attribute", found, allowed }];
}

/** The faults of a complete tag. `deciding` are its attributes that decide what it is. */
export const tagBreaches = (element: string, deciding: readonly string[]): Breach[] =>
  only(!hasOwed(element, deciding) && OWED_SAYS.get(element));

/** The faults of an element whose deciding attributes differ between the branches of a Liquid tag. */
export const branchBreaches = (element: string, tag: string): Breach[] =>
  only(
    element === "form"
      ? { code: "form", found: `a form whose target depends on a branch of ${tag}`, allowed: FORM_SAYS }
      : { code: "owed", found: `a ${element} whose type depends on a branch of ${tag}`, allowed: "one literal type" },
  );

/** The filters of an output or tag that the use does not have. */
export const filterBreaches = (body: string, { use }: MarkupRules): Breach[] =>
  use === "letter"
    ? filtersOf(body)
        .filter((name) => NOT_IN_LETTERS.has(name))
        .map((name) => ({ code: "element", found: `the filter ${quote(name)}`, allowed: LETTER_SAYS }))
    : [];

/** The fault of a Liquid tag in an address of a letter, whose branches could hide the host. */
export const tagInAddressBreaches = (): Breach[] => [
  { code: "address", found: "a Liquid tag in an address", allowed: LETTER_ADDRESS_SAYS },
];

/** The fault of a value in a letter's address. It could take a visitor's words to another site. */
const letterBreach = ({ attribute, value: { text, isPrinted } }: Attribute, body: string): Breach | false =>
  ADDRESSES.has(attribute) &&
  text !== "" &&
  !(isPrinted && AFTER_HOST.test(text)) && {
    code: "address",
    found: `the value {{ ${body} }} after ${quote(text)}`,
    allowed: LETTER_ADDRESS_SAYS,
  };

/** The faults of a value that a template prints into an attribute after the text `before`. */
export function printedBreaches(before: Attribute, body: string, { use }: MarkupRules): Breach[] {
  const filters = body.includes("|") ? filtersOf(body) : [];
  const isMarkup = MARKUP_ROOTS.has(/^\w+/.exec(body)?.[0] ?? "") || filters.some((name) => MARKUP_FILTERS.has(name));
  return only(
    use === "letter" && letterBreach(before, body),
    isMarkup && { code: "markup", found: `markup {{ ${body} }} in an attribute`, allowed: "markup in text only" },
    before.value.slashes > 1 && {
      code: "address",
      found: `the value {{ ${body} }} after ${quote(before.value.text)}`,
      allowed: "one / before a value; two begin the name of another site",
    },
    isFormTarget(before) ? formTargetBreach(before, body, filters) : linkBreach(before, body, filters),
  );
}

const formTargetBreach = ({ value: { text } }: Attribute, body: string, filters: readonly string[]): Breach | false =>
  (filters.at(-1) !== ROUTE_FILTER || text !== "") && {
    code: "form",
    found: `a form to {{ ${body} }}`,
    allowed: FORM_SAYS,
  };

const linkBreach = ({ attribute, value }: Attribute, body: string, filters: readonly string[]): Breach | false =>
  ADDRESSES.has(attribute) &&
  isSchemeOpen(value.text) &&
  !(filters.length > 0 ? SAFE_URL_FILTERS.has(filters.at(-1) ?? "") : KERNEL_URL.test(body)) && {
    code: "link",
    found: `the value {{ ${body} }} at the start of ${attribute}`,
    allowed:
      "{{ … | link }}, {{ … | absolute }}, {{ … | asset }}, an address from the kernel (.href, .url, .path, .src), or literal text first",
  };

const isFormTarget = ({ element, attribute }: Attribute): boolean => element === "form" && attribute === "action";

/** A page stays safe if only a printed value could make a URL foreign, because the escaping of values sees it. */
const addressBreach = ({ text, isPrinted, isHidden }: KnownValue): Breach => ({
  code: isHidden || !isPrinted ? "address" : "link",
  found: `the address ${quote(text)}`,
  allowed: ADDRESS_SAYS,
});

/** The faults of a complete attribute. */
export const valueBreaches = (whole: Attribute, rules: MarkupRules): Breach[] =>
  only(
    isFormTarget(whole) &&
      !(whole.value.isPrinted && whole.value.text === "/") && {
        code: "form",
        found: `a form to ${quote(whole.value.text)}`,
        allowed: FORM_SAYS,
      },
    ADDRESSES.has(whole.attribute) && isForeign(whole.value) && addressBreach(whole.value),
    frameBreach(whole, rules),
    wordBreach(whole),
  );

/** The faults of a URL's beginning in one branch: it can no longer become an allowed URL. */
export const startBreaches = (begun: Attribute, rules: MarkupRules): Breach[] =>
  only(
    (begun.value.isHidden || !mayBecomeHref(begun.value.text)) && addressBreach(begun.value),
    !isSchemeOpen(begun.value.text) && frameBreach(begun, rules),
  );

/**
 * Tells whether a URL is not allowed. Character references other than `&amp;` could hide the real URL. An empty URL is
 * the page itself.
 */
function isForeign({ text, isHidden }: KnownValue): boolean {
  const plain = text.replaceAll("&amp;", "");
  return isHidden || (plain !== "" && (plain.includes("&") || !isAllowedHref(plain)));
}

const frameBreach = ({ element, attribute, value: { text } }: Attribute, { frames }: MarkupRules): Breach | false =>
  element === "iframe" &&
  attribute === "src" &&
  frames?.some((origin) => text.startsWith(`${origin}/`)) === false && {
    code: "frame",
    found: `an iframe of ${quote(text)}`,
    allowed: `an address that starts with one of ${frames.join(", ")}`,
  };

/** The fault of keywords. A template must write them without an output, a branch or a character reference. */
function wordBreach({ element, attribute, value: { text, isPrinted } }: Attribute): Breach | undefined {
  const rule = wordRule(element, attribute);
  if (!rule) return undefined;
  const { allowed, refused } = rule;
  if (isPrinted || text.includes("&"))
    return { code: "words", found: `the ${attribute}, which is not literal text`, allowed };
  return refused.test(text) ? { code: "words", found: `the ${attribute} ${quote(text)}`, allowed } : undefined;
}

/** The deciding attribute that a complete attribute adds to its element. A value that branches choose decides nothing. */
export const decidingOf = ({ element, attribute, value: { text, isPrinted } }: Attribute): readonly string[] =>
  isDeciding(element, attribute) ? [`${attribute}=${isPrinted && text !== "/" ? "" : text}`] : [];

/** The faults of a value that a template prints into structured data. */
export const dataBreaches = (body: string): Breach[] =>
  only(
    filtersOf(body).at(-1) !== "json" && {
      code: "json",
      found: `the value {{ ${body} }} in structured data`,
      allowed: "| json as its last filter",
    },
  );
