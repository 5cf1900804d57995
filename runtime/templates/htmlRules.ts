/** Tables of the HTML that templates may write, for `htmlScan.ts`. */
import { ABOVE_PAGE, isKernelMark, NAMED_ON_DOCUMENT } from "../../manifests/templates/refusedMarkup.ts";

/** The place where a template is used: in a section, as layout around the sections, or in the head. */
export type HtmlProfile = "section" | "body" | "head";

/** Elements that belong to the kernel, run or load something, or change how browsers parse the rest of the page. */
const NOT_IN_BODY = new Set(
  (
    "html head body title base link meta script style template slot object embed applet param frame frameset portal " +
    "noscript noembed noframes xmp plaintext listing marquee math"
  ).split(" "),
);

const IN_HEAD = new Set(["title", "meta", "link", "script"]);

/** Elements whose content browsers parse as text. */
export const TEXT_ELEMENTS = new Set(["script", "title", "textarea", "iframe"]);

/** Elements of lists of options. */
export const CHOICE_ELEMENTS = new Set(["select", "datalist", "optgroup", "option"]);

/** The type of the only script element that templates may write. It is data and never runs. */
const DATA_SCRIPT_TYPE = "application/ld+json";
export const SCRIPT_SAYS = `a <script> must have type="${DATA_SCRIPT_TYPE}"`;

/** Attributes with a URL that a browser follows, loads or submits to. */
export const ADDRESS_ATTRIBUTES = new Set(
  "href src action formaction poster cite data background longdesc ping manifest xlink:href".split(" "),
);

const REFUSED_ATTRIBUTES = new Set(
  "style srcdoc http-equiv nonce is srcset imagesrcset attributename attributionsrc".split(" "),
);

/** Relations that load something into the page. */
const LOADING_RELATIONS = new Set(
  "stylesheet import preload modulepreload prefetch preconnect dns-prefetch prerender pingback  serviceworker".split(
    " ",
  ),
);
const isLoading = (relations: string): boolean =>
  relations.split(/\s+/).some((relation) => LOADING_RELATIONS.has(relation.toLowerCase()));

export const elementRefusal = (element: string, profile: HtmlProfile): string | undefined => {
  const refused = profile === "head" ? !IN_HEAD.has(element) : NOT_IN_BODY.has(element);
  return refused ? `<${element}> is not allowed ${profile === "head" ? "in the head" : "in a page"}` : undefined;
};

export function attributeRefusal(element: string, attribute: string, profile: HtmlProfile): string | undefined {
  if (!/^[a-z][a-z0-9:_-]*$/.test(attribute)) return `an attribute cannot be named ${attribute}`;
  const refused = attribute.startsWith("on") || isKernelMark(attribute) || REFUSED_ATTRIBUTES.has(attribute);
  const opens = profile === "section" && ABOVE_PAGE.has(attribute);
  const hides = attribute === "name" && NAMED_ON_DOCUMENT.has(element);
  return refused || opens || hides ? `${attribute} is not allowed on <${element}>` : undefined;
}

/** Metadata that only the kernel may set: the referrer policy, and what the editor reads. */
const OWN_METADATA = /^\s*(?:referrer|svc-.*)\s*$/i;

/** The reason why a value is refused. Undefined if it is allowed. */
type ValueRule = (value: string) => string | undefined;

const SECRETS = /(?:^|\s)(?:current-password|new-password|one-time-code|webauthn|cc-[a-z-]+)(?:\s|$)/i;

/** Rules for attributes with keywords as values, by element and attribute; `*` is any element. */
const WORDS: ReadonlyMap<string, ValueRule> = new Map<string, ValueRule>([
  ["link rel", (value) => (isLoading(value) ? `<link rel="${value}"> is not allowed` : undefined)],
  ["script type", (value) => (value === DATA_SCRIPT_TYPE ? undefined : SCRIPT_SAYS)],
  ["input type", (value) => (/^\s*password\s*$/i.test(value) ? "a field for a password is not allowed" : undefined)],
  ["meta name", (value) => (OWN_METADATA.test(value) ? `<meta name="${value}"> is not allowed` : undefined)],
  ["* autocomplete", (value) => (SECRETS.test(value) ? `autocomplete="${value}" is not allowed` : undefined)],
]);

/** Checks an attribute's value. `dynamic` is true if a template value is part of it. */
export function valueRefusal(element: string, attribute: string, value: string, dynamic: boolean): string | undefined {
  const rule = WORDS.get(`${element} ${attribute}`) ?? WORDS.get(`* ${attribute}`);
  if (!rule) return undefined;
  const isHidden = dynamic || value.includes("&");
  return rule(value) ?? (isHidden ? `${attribute} on <${element}> must be written out` : undefined);
}
