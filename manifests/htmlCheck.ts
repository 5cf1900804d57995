/**
 * Follows a Liquid template through HTML as a browser would, so that every value lands where escaping keeps it
 * harmless: in text or in a quoted attribute, never in the name of a tag or attribute. Every branch must leave the
 * markup in the state it found it in; otherwise a browser could see other markup than this check did.
 */
import { type Fault, type LiquidPart } from "./liquid.ts";
import { filtersOf, tagName } from "./liquidRules.ts";
import { quote } from "./pointer.ts";

export interface MarkupRules {
  /** Elements that are allowed; undefined allows all but the forbidden ones. */
  readonly only?: ReadonlySet<string>;
  /** Whether `<script type="application/ld+json">` is. */
  readonly structuredData?: boolean;
  /** Whether a form may be written, which sends what a visitor types to a route of the plugin itself. */
  readonly forms?: boolean;
  /** Origins an iframe may show. */
  readonly frames?: readonly string[];
}

const FORBIDDEN_ELEMENTS = new Set(
  (
    "script iframe object embed base form style link meta frame frameset applet html head body plaintext textarea xmp " +
    "noembed noframes noscript template slot portal param listing marquee math animate set foreignobject"
  ).split(" "),
);
/** `form` would put a field into the form of another section, which may be another plugin's. */
const FORBIDDEN_ATTRIBUTES = new Set(
  "style srcdoc srcset imagesrcset http-equiv form formaction formmethod ping nonce background is attributename".split(" "),
);
/** Relations of a link that load something into the page. */
const LOADING =
  /(^|\s)(stylesheet|import|preload|modulepreload|prefetch|preconnect|dns-prefetch|prerender|pingback|serviceworker)(\s|$)/i;
/** Prints the address of a route of the plugin whose template it is. */
const ROUTE_FILTER = "route";
const URL_ATTRIBUTES = new Set("href src action xlink:href poster data cite longdesc manifest".split(" "));
const SAFE_URL_FILTERS = new Set(["link", "absolute"]);
/** Filters and variables that print markup, which would end the attribute it is put into. */
const MARKUP_FILTERS = new Set(["markdown", "markdown_inline", "image", "newline_to_br"]);
const MARKUP_ROOTS = new Set(["content", "children", "form"]);
/** Members of what the kernel hands in that hold an address it made itself. */
const KERNEL_URL = /^(?:(?!fields\b)[\w.[\]-]+\.(?:href|url|path|origin)|canonical|[\w.[\]-]*\bsrc)(?:\s*\|.*)?$/;
const LEVEL = /^section\.level(?:\s*\|\s*(?:plus|minus|at_most|at_least):\s*\d)*$/;
const ASSIGN = /^assign\s+(\w+)\s*=\s*(.*)$/s;
/** Where text so far could still become the scheme of an address. */
const SCHEME_OPEN = /^[\s\u0000-\u0020]*[a-z0-9+.-]*$/i;

/** Once each: of two, a browser takes the first. */
const isTargeted = (attributes: string): boolean =>
  [' action="/"', ' method="post"'].every((one) => attributes.includes(one)) && (attributes.match(/ (?:action|method)="/g) ?? []).length === 2;

const FORM_SAYS = '<form method="post" action="{{ "name of a route" | route }}">, which sends to this plugin and nowhere else';

type Mode = "data" | "tagName" | "inTag" | "gap" | "attributeName" | "beforeValue" | "value" | "script";

interface State {
  mode: Mode;
  element: string;
  attribute: string;
  quote: string;
  value: string;
  attributes: string;
  /** Whether part of the value is printed. */
  isPrinted: boolean;
}

interface Frame {
  readonly name: string;
  readonly entry: State;
  readonly exits: State[];
}

const START: State = {
  mode: "data",
  element: "",
  attribute: "",
  quote: "",
  value: "",
  attributes: "",
  isPrinted: false,
};
const PLACE: Readonly<Record<Mode, string>> = {
  data: "text",
  tagName: "the name of a tag",
  inTag: "a tag",
  gap: "a tag",
  attributeName: "the name of an attribute",
  beforeValue: "a value without quotes",
  value: "a quoted value",
  script: "structured data",
};

const ROLES = new Map<string, "begin" | "aside" | "branch" | "leave">([
  ["if", "begin"],
  ["unless", "begin"],
  ["case", "begin"],
  ["for", "begin"],
  ["capture", "aside"],
  ["comment", "aside"],
  ["elsif", "branch"],
  ["else", "branch"],
  ["when", "branch"],
  ["break", "leave"],
  ["continue", "leave"],
]);

/** Two states a browser cannot tell apart. `gap` is `inTag` that still needs a space. */
const keyOf = ({ mode, element, attribute, quote: mark }: State): string =>
  JSON.stringify([
    mode === "gap" ? "inTag" : mode,
    mode === "data" ? "" : element,
    mode === "value" ? attribute + mark : "",
  ]);

class Walk {
  readonly #rules: MarkupRules;
  readonly #levels: ReadonlySet<string>;
  readonly #faults: Fault[] = [];
  readonly #frames: Frame[] = [];
  #state: State = { ...START };
  #at = 0;

  constructor(rules: MarkupRules, levels: ReadonlySet<string>) {
    this.#rules = rules;
    this.#levels = levels;
  }

  run(parts: readonly LiquidPart[]): Fault[] {
    for (const part of parts) this.#part(part);
    if (this.#state.mode !== "data")
      this.#refuse(`a template that ends inside ${PLACE[this.#state.mode]}`, "closed tags");
    return this.#faults;
  }

  #part(part: LiquidPart): void {
    this.#at = part.offset;
    const commented = this.#frames.at(-1)?.name === "comment";
    if (part.kind === "tag") this.#tag(part.body, commented);
    else if (commented) return;
    else if (part.kind === "output") this.#output(part.body);
    else this.#text(part);
  }

  #refuse(found: string, allowed: string): void {
    this.#faults.push({ found, allowed, offset: this.#at });
  }

  // --- Liquid tags: branches -------------------------------------------------------------------------------------

  #tag(body: string, commented: boolean): void {
    const name = tagName(body);
    if (commented && name !== "endcomment") return;
    if (name.startsWith("end")) return this.#end();
    switch (ROLES.get(name)) {
      case "begin":
        return this.#begin(name);
      case "aside":
        return this.#aside(name);
      case "branch":
        return this.#branch();
      case "leave":
        return this.#leave();
      default:
        // assign and liquid print nothing, but still stand between two characters.
        return this.#settle();
    }
  }

  /** A tag between two letters could join them into a name nobody saw. */
  #settle(): void {
    const { mode } = this.#state;
    if (mode === "tagName") this.#finishTagName();
    if (mode === "attributeName") this.#finishAttribute();
    if (mode === "tagName" || mode === "attributeName") this.#state.mode = "gap";
    if (mode === "beforeValue") this.#refuse("a Liquid tag in a value without quotes", "quotes around the whole value");
  }

  #begin(name: string): void {
    this.#settle();
    this.#frames.push({ name, entry: { ...this.#state }, exits: [] });
  }

  #aside(name: string): void {
    this.#settle();
    this.#frames.push({ name, entry: { ...this.#state }, exits: [] });
    this.#state = { ...START };
  }

  #branch(): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    this.#settle();
    frame.exits.push({ ...this.#state });
    this.#state = { ...frame.entry };
  }

  #leave(): void {
    this.#settle();
    this.#frames.findLast((frame) => frame.name === "for")?.exits.push({ ...this.#state });
  }

  #end(): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    if (frame.name === "comment") {
      this.#state = { ...frame.entry };
      return;
    }
    this.#settle();
    this.#join(frame, frame.name === "capture" ? START : frame.entry);
    if (frame.name === "capture") this.#state = { ...frame.entry };
  }

  #join(frame: Frame, entry: State): void {
    const ways = [entry, ...frame.exits, this.#state];
    if (new Set(ways.map(keyOf)).size > 1) {
      this.#refuse(
        `a branch of ${frame.name} that opens or closes markup the others do not`,
        "whole tags in every branch",
      );
    }
    if (this.#state.element === "form" && new Set(ways.map((way) => isTargeted(way.attributes))).size > 1) {
      this.#refuse(`a form whose target depends on a branch of ${frame.name}`, FORM_SAYS);
    }
    const attributes = ways.map((way) => way.attributes).find((seen) => seen.length > entry.attributes.length);
    const open = ways.find((way) => SCHEME_OPEN.test(way.value)) ?? this.#state;
    const isGap = ways.some((way) => way.mode === "gap");
    this.#state = { ...this.#state, value: open.value, attributes: attributes ?? entry.attributes };
    this.#state.isPrinted = ways.some((way) => way.isPrinted);
    if (isGap && this.#state.mode === "inTag") this.#state.mode = "gap";
  }

  // --- Liquid outputs --------------------------------------------------------------------------------------------

  #output(body: string): void {
    const { mode } = this.#state;
    if (mode === "data") return;
    if (mode === "value") return this.#outputInValue(body);
    if (mode === "script") return this.#outputInScript(body);
    if (mode === "tagName" && /^\/?h$/.test(this.#state.element) && this.#isLevel(body)) {
      this.#state.element += "1";
      return;
    }
    this.#refuse(
      `the value {{ ${body} }} in ${PLACE[mode]}`,
      "values in text and in quoted attributes; <h{{ section.level }}>",
    );
  }

  #isLevel(body: string): boolean {
    const name = /^\w+/.exec(body)?.[0] ?? "";
    return LEVEL.test(this.#levels.has(name) ? `section.level${body.slice(name.length)}` : body);
  }

  #outputInScript(body: string): void {
    if (filtersOf(body).at(-1) !== "json")
      this.#refuse(`the value {{ ${body} }} in structured data`, "| json as its last filter");
  }

  #outputInValue(body: string): void {
    const root = /^\w+/.exec(body)?.[0] ?? "";
    if (filtersOf(body).some((name) => MARKUP_FILTERS.has(name)) || MARKUP_ROOTS.has(root)) {
      this.#refuse(`markup {{ ${body} }} in an attribute`, "markup in text only");
    }
    if (this.#isFormTarget()) return this.#formTarget(body);
    if (this.#isAddress() && SCHEME_OPEN.test(this.#state.value) && !this.#isSafeAddress(body)) {
      const found = `the value {{ ${body} }} at the start of ${this.#state.attribute}`;
      this.#refuse(
        found,
        "{{ … | link }}, {{ … | absolute }}, an address the kernel made (.href, .url, .path, .src), or literal text first",
      );
    }
    this.#state.value += "/";
    this.#state.isPrinted = true;
  }

  #isFormTarget(): boolean {
    return this.#state.element === "form" && this.#state.attribute === "action";
  }

  #formTarget(body: string): void {
    if (filtersOf(body).at(-1) !== ROUTE_FILTER || this.#state.value !== "") this.#refuse(`a form to {{ ${body} }}`, FORM_SAYS);
    this.#state.value += "/";
    this.#state.isPrinted = true;
  }

  #isAddress(): boolean {
    return URL_ATTRIBUTES.has(this.#state.attribute);
  }

  #isSafeAddress(body: string): boolean {
    const filters = filtersOf(body);
    return filters.length > 0 ? SAFE_URL_FILTERS.has(filters.at(-1) ?? "") : KERNEL_URL.test(body);
  }

  // --- Text: HTML ------------------------------------------------------------------------------------------------

  #text({ body, offset }: LiquidPart): void {
    for (let index = 0; index < body.length; index += 1) {
      this.#at = offset + index;
      this.#char(body[index] ?? "", body, index);
    }
    if (this.#state.mode === "data" && body.endsWith("<")) this.#refuse("< before Liquid", "&lt; or the name of a tag");
  }

  #char(char: string, body: string, index: number): void {
    switch (this.#state.mode) {
      case "data":
        return this.#dataChar(char, body[index + 1]);
      case "script":
        return this.#scriptChar(char, body.slice(index, index + "</script>".length));
      case "tagName":
        return this.#tagNameChar(char);
      case "inTag":
        return this.#inTagChar(char);
      case "gap":
        return this.#gapChar(char);
      case "attributeName":
        return this.#attributeChar(char);
      case "beforeValue":
        return this.#beforeValueChar(char);
      case "value":
        return this.#valueChar(char);
      default:
        return this.#state.mode satisfies never;
    }
  }

  #dataChar(char: string, next: string | undefined): void {
    if (char !== "<" || next === undefined) return;
    if (/[a-zA-Z/]/.test(next)) this.#state = { ...START, mode: "tagName" };
    else if (next === "!" || next === "?")
      this.#refuse(`<${next}`, "{% comment %} for comments; nothing else starts so");
  }

  #scriptChar(char: string, ahead: string): void {
    if (char !== "<") return;
    if (ahead.toLowerCase() === "</script>") this.#state = { ...START, mode: "tagName" };
    else this.#refuse("< in structured data", "only </script>");
  }

  #tagNameChar(char: string): void {
    if (/[a-zA-Z0-9:-]/.test(char) || (char === "/" && this.#state.element === "")) {
      this.#state.element += char.toLowerCase();
      return;
    }
    this.#finishTagName();
    this.#state.mode = "inTag";
    this.#inTagChar(char);
  }

  #finishTagName(): void {
    const name = this.#state.element.replace(/^\//, "");
    if (this.#mayHold(name)) return;
    const allowed = this.#rules.only ? `only ${[...this.#rules.only].join(", ")}` : "elements that show content";
    this.#refuse(
      `<${this.#state.element}>`,
      name === "iframe" ? "an iframe in a section that declares frames" : allowed,
    );
  }

  /** Elements a template may write because of where it stands and what its manifest declares. */
  #mayHold(name: string): boolean {
    const { only, structuredData = false, forms = false, frames = [] } = this.#rules;
    if (only ? only.has(name) : !FORBIDDEN_ELEMENTS.has(name.replace(/^.*:/, ""))) return true;
    const declared: Readonly<Record<string, boolean>> = { script: structuredData, form: forms, iframe: frames.length > 0 };
    return Object.hasOwn(declared, name) && declared[name] === true;
  }

  #inTagChar(char: string): void {
    if (/[\s/]/.test(char)) return;
    if (char === ">") return this.#endTag();
    this.#state.attribute = "";
    this.#state.value = "";
    this.#state.mode = "attributeName";
    this.#attributeChar(char);
  }

  #gapChar(char: string): void {
    if (!/[\s/>]/.test(char))
      this.#refuse(`${quote(char)} directly after a value or Liquid tag`, "a space between attributes");
    this.#state.mode = "inTag";
    this.#inTagChar(char);
  }

  #endTag(): void {
    const { element, attributes } = this.#state;
    if (element === "script" && !attributes.includes(' type="application/ld+json"')) {
      this.#refuse("a script", '<script type="application/ld+json">');
    }
    if (element === "form" && !isTargeted(attributes)) {
      this.#refuse("a form without its target", FORM_SAYS);
    }
    this.#state = { ...START, mode: element === "script" ? "script" : "data", element };
  }

  #attributeChar(char: string): void {
    if (char === "=") {
      this.#finishAttribute();
      this.#state.mode = "beforeValue";
    } else if (/[\s/>]/.test(char)) {
      this.#finishAttribute();
      this.#state.mode = "inTag";
      // "name = value" is one attribute to a browser, so the space before = is not let through below.
      this.#inTagChar(char);
    } else if (/["'<`]/.test(char)) {
      this.#refuse(`${quote(char)} in ${PLACE.attributeName}`, "names of letters, digits, - and :");
    } else {
      this.#state.attribute += char.toLowerCase();
    }
  }

  #finishAttribute(): void {
    const { attribute } = this.#state;
    if (attribute === "") this.#refuse("= without the name of an attribute", 'name="value" without spaces around =');
    if (/^(on|data-section)/.test(attribute) || FORBIDDEN_ATTRIBUTES.has(attribute)) {
      this.#refuse(`the attribute ${attribute}`, "attributes without script, style or foreign content");
    }
  }

  #beforeValueChar(char: string): void {
    if (char !== '"' && char !== "'") return this.#refuse(`${quote(char)} after =`, "quotes around every value");
    this.#state.mode = "value";
    this.#state.quote = char;
    this.#state.value = "";
    this.#state.isPrinted = false;
  }

  #valueChar(char: string): void {
    if (char === this.#state.quote) return this.#endValue();
    if (char === "<") this.#refuse("< in the value of an attribute", "&lt;");
    this.#state.value += char;
  }

  #endValue(): void {
    const { attribute, value, element } = this.#state;
    const plain = value.replace(/[\s\u0000-\u0020]/g, "").toLowerCase();
    if (this.#isAddress() && /^(?:javascript|data|vbscript):|&/.test(plain.replace(/&amp;/g, ""))) {
      this.#refuse(`the address ${quote(value)}`, "an address of https:, mailto:, tel:, a path or an anchor");
    }
    if (this.#isFormTarget() && !(this.#state.isPrinted && value === "/")) this.#refuse(`a form to ${quote(value)}`, FORM_SAYS);
    if (element === "iframe" && attribute === "src") this.#frameSource(value);
    if (element === "link" && attribute === "rel" && (LOADING.test(value) || this.#state.isPrinted)) {
      this.#refuse(
        `a link of ${quote(value)}`,
        "relations that load nothing, written out, such as canonical, alternate, icon",
      );
    }
    this.#state.attributes += ` ${attribute}="${value}"`;
    this.#state.mode = "gap";
  }

  #frameSource(value: string): void {
    const frames = this.#rules.frames ?? [];
    if (frames.some((origin) => value.startsWith(`${origin}/`))) return;
    this.#refuse(`an iframe of ${quote(value)}`, `an address that starts with one of ${frames.join(", ")}`);
  }
}

/** Variables that hold nothing but a heading level, however the template runs. */
function levelsIn(parts: readonly LiquidPart[]): Set<string> {
  const levels = new Set<string>();
  const others = new Set<string>();
  const bodies = parts.filter((part) => part.kind === "tag").flatMap((part) => part.body.split("\n"));
  for (const body of bodies) {
    const line = body.trim();
    const [, name = "", value = ""] = ASSIGN.exec(line) ?? [];
    if (name !== "") (LEVEL.test(value.trim()) ? levels : others).add(name);
    const bound = /^(?:capture|for)\s+["']?(\w+)/.exec(line)?.[1];
    if (bound) others.add(bound);
  }
  return new Set([...levels].filter((name) => !others.has(name)));
}

export const markupFaults = (parts: readonly LiquidPart[], rules: MarkupRules): Fault[] =>
  new Walk(rules, levelsIn(parts)).run(parts);
