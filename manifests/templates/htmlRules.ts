/** The elements, attributes and URLs that a plugin's template may write, and the values that it may print into them. */
import type { LiquidFault } from "../liquid/liquid.ts";
import { filtersOf } from "../liquid/liquidRules.ts";
import { isAllowedHref, mayBecomeHref } from "../fields/links.ts";
import { quote } from "../refusals/pointer.ts";
import { ABOVE_PAGE, isKernelMark, NAMED_ON_DOCUMENT } from "./refusedMarkup.ts";

export interface MarkupRules {
  /** The only allowed elements. If undefined, all elements except forbidden ones are. */
  readonly only?: ReadonlySet<string>;
  /** True if `<script type="application/ld+json">` is allowed. */
  readonly structuredData?: boolean;
  /** True if forms are allowed. They send a visitor's input to a route of the plugin. */
  readonly forms?: boolean;
  /** Origins that an iframe may show. */
  readonly frames?: readonly string[];
  /** True if elements may open in the browser's top layer, which the kernel cannot contain. */
  readonly abovePage?: boolean;
}

/** A fault without its position. */
export type HtmlBreach = Omit<LiquidFault, "offset">;

/** An attribute's value as far as it is known. `/` stands for a printed start, `0` for a value printed later. */
export interface AttributeValue {
  readonly element: string;
  readonly attribute: string;
  readonly value: string;
  /** True if a template prints a part of the value. */
  readonly isPrinted: boolean;
}

const FORBIDDEN_ELEMENTS = new Set(
  (
    "script iframe object embed base form style link meta title frame frameset applet html head body plaintext textarea xmp " +
    "noembed noframes noscript template slot portal param listing marquee math animate set foreignobject"
  ).split(" "),
);
/** `form` would add a field to a form of another section, which may belong to another plugin. */
const FORBIDDEN_ATTRIBUTES = new Set(
  "style srcdoc srcset imagesrcset http-equiv form formaction formmethod ping nonce background is attributename attributionsrc".split(
    " ",
  ),
);
/** Link relations that make the browser load something into the page. */
const LOADING =
  /(^|\s)(stylesheet|import|preload|modulepreload|prefetch|preconnect|dns-prefetch|prerender|pingback|serviceworker)(\s|$)/i;
/** The filter that prints the URL of a route of the template's own plugin. */
const ROUTE_FILTER = "route";
const URL_ATTRIBUTES = new Set("href src action xlink:href poster data cite longdesc manifest".split(" "));
const SAFE_URL_FILTERS = new Set(["link", "absolute", "asset"]);
/** Filters and variables that print markup, which would end the surrounding attribute. */
const MARKUP_FILTERS = new Set(["markdown", "markdown_inline", "image", "icon", "newline_to_br"]);
const MARKUP_ROOTS = new Set(["content", "children", "form"]);
/** Variables with a URL that the kernel made. */
const KERNEL_URL = /^(?:(?!fields\b)[\w.[\]-]+\.(?:href|url|path|origin)|canonical|[\w.[\]-]*\bsrc)(?:\s*\|.*)?$/;
const SCHEME_OPEN = /^[\s\u0000-\u0020]*[a-z0-9+.-]*$/i;

const ADDRESS_SAYS = "an address of https:, http:, mailto: or tel:, or one that begins with /, ? or #";
const FORM_SAYS =
  '<form method="post" action="{{ "name of a route" | route }}">, which sends to this plugin and nowhere else';

const only = (...breaches: readonly (HtmlBreach | false)[]): HtmlBreach[] =>
  breaches.filter((breach) => breach !== false);

export function elementBreaches(element: string, rules: MarkupRules): HtmlBreach[] {
  const name = element.replace(/^\//, "");
  if (mayHold(name, rules)) return [];
  const allowed = rules.only ? `only ${[...rules.only].join(", ")}` : "elements that show content";
  return [
    { found: `<${element}>`, allowed: name === "iframe" ? "an iframe in a section that declares frames" : allowed },
  ];
}

/** Tells whether the place and the manifest allow an element. */
function mayHold(
  name: string,
  { only: allowed, structuredData = false, forms = false, frames = [] }: MarkupRules,
): boolean {
  if (allowed ? allowed.has(name) : !FORBIDDEN_ELEMENTS.has(name.replace(/^.*:/, ""))) return true;
  const declared: Readonly<Record<string, boolean>> = {
    script: structuredData,
    form: forms,
    iframe: frames.length > 0,
  };
  return Object.hasOwn(declared, name) && declared[name] === true;
}

export const attributeBreaches = (
  element: string,
  attribute: string,
  { abovePage = false }: MarkupRules,
): HtmlBreach[] =>
  only(
    attribute === "name" &&
      NAMED_ON_DOCUMENT.has(element) && {
        found: `the attribute name on <${element}>`,
        allowed: "id or class, which do not shadow properties of the document",
      },
    !abovePage &&
      ABOVE_PAGE.has(attribute) && {
        found: `the attribute ${attribute}`,
        allowed: "elements that stay in their section; only layouts open one above the page",
      },
    attribute === "" && {
      found: "= without the name of an attribute",
      allowed: 'name="value" without spaces around =',
    },
    (attribute.startsWith("on") || isKernelMark(attribute) || FORBIDDEN_ATTRIBUTES.has(attribute)) && {
      found: `the attribute ${attribute}`,
      allowed: "attributes without script, style or foreign content",
    },
  );

/** The faults of a complete tag. `attributes` is their normalised text. */
export const tagBreaches = (element: string, attributes: string): HtmlBreach[] =>
  only(
    element === "script" &&
      !attributes.includes(' type="application/ld+json"') && {
        found: "a script",
        allowed: '<script type="application/ld+json">',
      },
    element === "form" && !isTargeted(attributes) && { found: "a form without its action", allowed: FORM_SAYS },
  );

/** The faults of an element whose attributes differ between the branches of a Liquid tag. */
export const branchBreaches = (element: string, attributes: readonly string[], tag: string): HtmlBreach[] =>
  only(
    element === "form" &&
      new Set(attributes.map(isTargeted)).size > 1 && {
        found: `a form whose target depends on a branch of ${tag}`,
        allowed: FORM_SAYS,
      },
  );

/**
 * Tells whether a form goes to the plugin's route. Each attribute must occur once: of two, a browser takes the first.
 */
const isTargeted = (attributes: string): boolean =>
  [' action="/"', ' method="post"'].every((one) => attributes.includes(one)) &&
  (attributes.match(/ (?:action|method)="/g) ?? []).length === 2;

/** The faults of a value that a template prints into an attribute after the text `before`. */
export function printedBreaches(before: AttributeValue, body: string): HtmlBreach[] {
  const root = /^\w+/.exec(body)?.[0] ?? "";
  const isMarkup = filtersOf(body).some((name) => MARKUP_FILTERS.has(name)) || MARKUP_ROOTS.has(root);
  return only(
    isMarkup && { found: `markup {{ ${body} }} in an attribute`, allowed: "markup in text only" },
    isFormTarget(before) ? formTargetBreach(before, body) : addressBreach(before, body),
  );
}

const formTargetBreach = ({ value }: AttributeValue, body: string): HtmlBreach | false =>
  (filtersOf(body).at(-1) !== ROUTE_FILTER || value !== "") && { found: `a form to {{ ${body} }}`, allowed: FORM_SAYS };

const addressBreach = ({ attribute, value }: AttributeValue, body: string): HtmlBreach | false =>
  URL_ATTRIBUTES.has(attribute) &&
  isSchemeOpen(value) &&
  !isSafeAddress(body) && {
    found: `the value {{ ${body} }} at the start of ${attribute}`,
    allowed:
      "{{ … | link }}, {{ … | absolute }}, {{ … | asset }}, an address from the kernel (.href, .url, .path, .src), or literal text first",
  };

/** Tells whether the text so far could still become a URL's scheme. */
export const isSchemeOpen = (value: string): boolean => SCHEME_OPEN.test(value);

function isSafeAddress(body: string): boolean {
  const filters = filtersOf(body);
  return filters.length > 0 ? SAFE_URL_FILTERS.has(filters.at(-1) ?? "") : KERNEL_URL.test(body);
}

const isFormTarget = ({ element, attribute }: AttributeValue): boolean => element === "form" && attribute === "action";

/** The faults of a complete attribute value. */
export const valueBreaches = (whole: AttributeValue, rules: MarkupRules): HtmlBreach[] =>
  only(
    isForeign(whole) && { found: `the address ${quote(whole.value)}`, allowed: ADDRESS_SAYS },
    isFormTarget(whole) &&
      !(whole.isPrinted && whole.value === "/") && { found: `a form to ${quote(whole.value)}`, allowed: FORM_SAYS },
    frameBreach(whole, rules),
    wordBreach(whole),
  );

/** The faults of a value's beginning in one branch: it can no longer become an allowed URL. */
export const startBreaches = ({ attribute, value }: AttributeValue): HtmlBreach[] =>
  only(
    URL_ATTRIBUTES.has(attribute) &&
      !mayBecomeHref(value) && { found: `the address ${quote(value)}`, allowed: ADDRESS_SAYS },
  );

/**
 * Tells whether a URL is not allowed. Character references other than `&amp;` could hide the real URL. An empty URL is
 * the page itself.
 */
function isForeign({ attribute, value }: AttributeValue): boolean {
  const plain = value.replaceAll("&amp;", "");
  return URL_ATTRIBUTES.has(attribute) && plain !== "" && (plain.includes("&") || !isAllowedHref(plain));
}

const frameBreach = ({ element, attribute, value }: AttributeValue, { frames = [] }: MarkupRules): HtmlBreach | false =>
  element === "iframe" &&
  attribute === "src" &&
  !frames.some((origin) => value.startsWith(`${origin}/`)) && {
    found: `an iframe of ${quote(value)}`,
    allowed: `an address that starts with one of ${frames.join(", ")}`,
  };

/**
 * Only the site's login may ask for passwords, and for values that a password manager fills in. Browsers interpret
 * these attribute values, so a template must write each literally, without an output, a branch or a character
 * reference.
 */
const wordBreach = (whole: AttributeValue): HtmlBreach | false => {
  const rule = WORDS.find(
    ({ element, attribute }) => attribute === whole.attribute && (element === undefined || element === whole.element),
  );
  if (!rule) return false;
  const { attribute, value, isPrinted } = whole;
  if (isPrinted || value.includes("&"))
    return { found: `the ${attribute}, which is not literal text`, allowed: rule.allowed };
  return rule.refused.test(value) && { found: `the ${attribute} ${quote(value)}`, allowed: rule.allowed };
};

interface WordRule {
  /** The element that the rule is for. Any if absent. */
  readonly element?: string;
  readonly attribute: string;
  readonly refused: RegExp;
  readonly allowed: string;
}

const WORDS: readonly WordRule[] = [
  {
    element: "input",
    attribute: "type",
    refused: /^\s*password\s*$/i,
    allowed: "the type of a field as literal text, without passwords",
  },
  {
    attribute: "autocomplete",
    refused: /(?:^|\s)(?:current-password|new-password|one-time-code|webauthn|cc-[a-z-]+)(?:\s|$)/i,
    allowed: "an autocomplete value as literal text, without passwords, codes and cards",
  },
  {
    element: "link",
    attribute: "rel",
    refused: LOADING,
    allowed: "literal relations that load nothing, such as canonical, alternate, icon",
  },
  {
    element: "meta",
    attribute: "name",
    refused: /^\s*(?:referrer|svc-.*)\s*$/i,
    allowed: "a literal name that is not reserved for the kernel (referrer, svc-…)",
  },
];

/** The faults of a value that a template prints into structured data. */
export const structuredDataBreaches = (body: string): HtmlBreach[] =>
  only(
    filtersOf(body).at(-1) !== "json" && {
      found: `the value {{ ${body} }} in structured data`,
      allowed: "| json as its last filter",
    },
  );
