/** What HTML a template may write, as tables. `htmlScan.ts` reads a template by them. */

/** Where a template stands: inside of body, or in head. */
export type HtmlProfile = "body" | "head";

/** Elements that belong to the kernel, run or load something, or change how what follows is read. */
const NOT_IN_BODY = new Set(
  (
    "html head body title base link meta script style template slot object embed applet param frame frameset portal " +
    "noscript noembed noframes xmp plaintext listing marquee math"
  ).split(" "),
);

const IN_HEAD = new Set(["title", "meta", "link", "script"]);

/** Elements whose content is read as text up to their end tag. */
export const TEXT_ELEMENTS = new Set(["script", "title", "textarea", "iframe"]);

/** The only script a page may hold is one that never runs. */
const DATA_SCRIPT_TYPE = "application/ld+json";
export const SCRIPT_SAYS = `a <script> must have type="${DATA_SCRIPT_TYPE}"`;

/** Attributes with an address that a browser follows, loads or sends to. */
export const ADDRESS_ATTRIBUTES = new Set(
  "href src action formaction poster cite data background longdesc ping manifest xlink:href".split(" "),
);

const REFUSED_ATTRIBUTES = new Set("style srcdoc http-equiv nonce is srcset imagesrcset attributename".split(" "));

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

export function attributeRefusal(element: string, attribute: string): string | undefined {
  if (!/^[a-z][a-z0-9:_-]*$/.test(attribute)) return `an attribute cannot be named ${attribute}`;
  const refused =
    attribute.startsWith("on") || attribute.startsWith("data-section") || REFUSED_ATTRIBUTES.has(attribute);
  return refused ? `${attribute} is not allowed on <${element}>` : undefined;
}

/** Rules about what an attribute says; `dynamic` when part of it comes from a value. */
export function valueRefusal(element: string, attribute: string, value: string, dynamic: boolean): string | undefined {
  if (element === "link" && attribute === "rel" && (dynamic || isLoading(value)))
    return `<link rel="${value}"> is not allowed`;
  if (element === "script" && attribute === "type" && (dynamic || value !== DATA_SCRIPT_TYPE)) return SCRIPT_SAYS;
  return undefined;
}

/** Schemes a template may begin an address with in its own text. */
export const STATIC_SCHEME = /^(?:https?|mailto|tel):/i;
