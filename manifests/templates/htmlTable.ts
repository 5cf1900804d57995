/**
 * The one table of the HTML that templates may write. An element or attribute without a row is allowed. The check of
 * packages, the compiler and the check of frames all read templates by it.
 */

/** The place where a template is used: in a section, around the sections, in the head, as the page of a frame, or a letter. */
export type MarkupUse = "section" | "layout" | "metadata" | "frame" | "letter";

/** The content of an element without markup in it: text, structured data, or nothing. */
type Content = "text" | "data" | "nothing";

interface ElementRow {
  /** The only uses in which the element is allowed. */
  readonly in: readonly MarkupUse[];
  readonly holds?: Content;
}

/** Elements that belong to the kernel, run or load something, or change how browsers parse the rest of the page. */
const NOWHERE =
  "html head body base style template slot object embed applet param frame frameset portal noscript noembed noframes " +
  "xmp plaintext textarea listing marquee math animate set foreignobject";

const ELEMENTS: ReadonlyMap<string, ElementRow> = new Map<string, ElementRow>([
  ...NOWHERE.split(" ").map((name) => [name, { in: [] }] as const),
  ["script", { in: ["metadata"], holds: "data" }],
  ["title", { in: ["metadata"], holds: "text" }],
  ["meta", { in: ["metadata"] }],
  ["link", { in: ["metadata"] }],
  ["form", { in: ["section"] }],
  ["iframe", { in: ["section"], holds: "nothing" }],
]);

const HEAD = [...ELEMENTS].filter(([, row]) => row.in.includes("metadata")).map(([name]) => name);

/** The elements of a letter. None loads anything, so that nobody learns who opened it. */
const IN_LETTERS: ReadonlySet<string> = new Set(
  "a b blockquote br code em h1 h2 h3 hr i li ol p small strong table tbody td th thead tr ul".split(" "),
);
export const LETTER_SAYS = `only ${[...IN_LETTERS].join(", ")}`;

/** The attributes of a letter's elements. */
const ON_LETTERS: ReadonlySet<string> = new Set(["href", "lang", "dir", "scope", "colspan", "rowspan", "start"]);

/** The elements of the head, in words. */
export const HEAD_SAYS = `only ${HEAD.join(", ")}`;

/** Browsers and other readers agree about the extent of such a name. */
const ELEMENT_NAME = /^[a-z][a-z0-9-]*$/;
const ATTRIBUTE_NAME = /^[a-z][a-z0-9:_-]*$/;

/**
 * Tells whether an element may stand here. The `<title>` of a drawing is its accessible name. It holds text alone, so
 * that a browser reads the same, whether it still parses a drawing there or not.
 */
export function mayStand(element: string, use: MarkupUse, isInDrawing: boolean): boolean {
  if (use === "letter") return IN_LETTERS.has(element);
  if (element === "title" && isInDrawing) return true;
  const row = ELEMENTS.get(element);
  return ELEMENT_NAME.test(element) && (row ? row.in.includes(use) : use !== "metadata");
}

export const heldBy = (element: string): Content | undefined => ELEMENTS.get(element)?.holds;

/** Elements of lists of options, where browsers show text without markup. */
export const CHOICES: ReadonlySet<string> = new Set(["select", "datalist", "optgroup", "option"]);

/** Attributes with a URL that a browser follows, loads or submits to. */
export const ADDRESSES: ReadonlySet<string> = new Set(
  "href src action xlink:href poster data cite longdesc manifest".split(" "),
);

/**
 * Attributes with script, style, several addresses or a document, and those that send more than the page says. `form`
 * would add a field to a form of another section, which may belong to another plugin.
 */
const REFUSED: ReadonlySet<string> = new Set(
  (
    "style srcdoc srcset imagesrcset http-equiv form formaction formmethod ping nonce background is attributename " +
    "attributionsrc"
  ).split(" "),
);

/**
 * Attributes by which scripts and style sheets know what the kernel wrote, such as a section or a form. With one, a
 * template would show another plugin's frame, or put its words in the place of another plugin's form.
 */
const KERNEL_MARK = /^data-(?:section|inline|frame|form|page|editor|sitekey)(?:-|$)/;

/** Attributes that open an element in the browser's top layer, where no section contains it. */
const ABOVE_PAGE: ReadonlySet<string> = new Set(
  "popover popovertarget popovertargetaction command commandfor interestfor".split(" "),
);
const MAY_RISE: ReadonlySet<MarkupUse> = new Set(["layout", "frame"]);

/**
 * Elements whose `name` becomes a property of `document` and hides the original one (DOM clobbering). Browsers parse
 * `image` as `img`.
 */
const NAMED_ON_DOCUMENT: ReadonlySet<string> = new Set("img image iframe form embed object".split(" "));

/** Says what to write instead of a refused attribute. Undefined if the attribute is allowed. */
export function insteadOf(element: string, attribute: string, use: MarkupUse): string | undefined {
  if (attribute === "") return 'name="value" without spaces around =';
  if (!ATTRIBUTE_NAME.test(attribute)) return "names of letters, digits, -, _ and :";
  if (use === "letter" && !ON_LETTERS.has(attribute)) return `only ${[...ON_LETTERS].join(", ")}`;
  if (attribute === "name" && NAMED_ON_DOCUMENT.has(element))
    return "id or class, which do not shadow properties of the document";
  if (ABOVE_PAGE.has(attribute) && !MAY_RISE.has(use))
    return "elements that stay in their section; only layouts open one above the page";
  return attribute.startsWith("on") || KERNEL_MARK.test(attribute) || REFUSED.has(attribute)
    ? "attributes without script, style or foreign content"
    : undefined;
}

/** The attributes and values that an element must have, each once and in every branch. */
const OWED: ReadonlyMap<string, readonly string[]> = new Map([
  ["form", ["action=/", "method=post"]],
  ["script", ["type=application/ld+json"]],
]);

/** Tells whether an attribute decides what its element is or does. */
export const isDeciding = (element: string, attribute: string): boolean =>
  OWED.get(element)?.some((owed) => owed.startsWith(`${attribute}=`)) === true;

/** Tells whether an element has what it owes, by its deciding attributes. */
export const hasOwed = (element: string, deciding: readonly string[]): boolean =>
  (OWED.get(element) ?? []).join() === deciding.toSorted().join();

/** The rule of an attribute with keywords. A template writes them out, because browsers interpret them. */
interface WordRule {
  /** The element that the rule is for. Any if absent. */
  readonly element?: string;
  readonly attribute: string;
  readonly refused: RegExp;
  readonly allowed: string;
}

/** Only the site's login may ask for passwords, and for values that a password manager fills in. */
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
    refused:
      /(?:^|\s)(?:stylesheet|import|preload|modulepreload|prefetch|preconnect|dns-prefetch|prerender|pingback|serviceworker)(?:\s|$)/i,
    allowed: "literal relations that load nothing, such as canonical, alternate, icon",
  },
  {
    element: "meta",
    attribute: "name",
    refused: /^\s*(?:referrer|svc-.*)\s*$/i,
    allowed: "a literal name that is not reserved for the kernel (referrer, svc-…)",
  },
  {
    element: "script",
    attribute: "type",
    refused: /^(?!application\/ld\+json$)/,
    allowed: '<script type="application/ld+json">',
  },
];

export const wordRule = (element: string, attribute: string): WordRule | undefined =>
  WORDS.find((rule) => rule.attribute === attribute && (rule.element ?? element) === element);
