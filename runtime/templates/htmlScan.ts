/**
 * Parses the HTML of a template to find the position of each value: between tags, in an attribute, in a URL, in
 * structured data. Each position has its own escaping. A value in any other position makes the template invalid. The
 * scan follows the HTML standard's tokenizer, but refuses every doubtful construct. All branches must end in the same
 * state, and loops where they began.
 */
import { LINK_SCHEME } from "../../manifests/fields/links.ts";
import {
  ADDRESS_ATTRIBUTES,
  attributeRefusal,
  CHOICE_ELEMENTS,
  elementRefusal,
  SCRIPT_SAYS,
  TEXT_ELEMENTS,
  valueRefusal,
} from "./htmlRules.ts";
import type { HtmlProfile } from "./htmlRules.ts";

export type HtmlContext = "text" | "choice" | "attribute" | "href" | "hrefPath" | "hrefPart" | "heading" | "json";

type Mode =
  | "text"
  | "open" // after <
  | "name"
  | "between" // in a tag, after a space
  | "boundary" // in a tag, where only a space or the end may follow
  | "attribute"
  | "equals" // after =
  | "value"
  | "content"; // of an element that holds text only

/** The state of the scan. Each branch copies it, so it is small and flat. */
interface State {
  mode: Mode;
  element: string;
  closing: boolean;
  attribute: string;
  quote: string;
  /** The literal text of the attribute's value. */
  value: string;
  /** True if a template value is part of the attribute's value. */
  dynamic: boolean;
  /** True if the URL in this attribute can no longer get another scheme. */
  settled: boolean;
  /** The number of leading slashes that may be the whole URL so far, in some branch. 0 once it has more. */
  slashes: number;
  /** True if, in some branch, the URL has no literal text yet: it is empty, or values only. */
  bare: boolean;
  /** True if the script element contains data. */
  data: boolean;
  /** True inside a list of options, where browsers show text without markup. */
  choices: boolean;
}

const START: Readonly<State> = {
  mode: "text",
  element: "",
  closing: false,
  attribute: "",
  quote: "",
  value: "",
  dynamic: false,
  settled: false,
  slashes: 0,
  bare: true,
  data: false,
  choices: false,
};

const IN_TAG: ReadonlySet<Mode> = new Set(["name", "between", "boundary", "attribute"]);
const SPACE = /[\t\n\f\r ]/;

export class HtmlProblem extends SyntaxError {}

const refuse = (message: string): never => {
  throw new HtmlProblem(message);
};

const refuseIf = (message: string | undefined): void => {
  if (message !== undefined) refuse(message);
};

/** The end of a comment. Only the form that every HTML parser ends at the same position is allowed. */
function afterComment(text: string, open: number): number {
  const dashes = text.indexOf("--", open + 4);
  if (dashes === -1 || text[dashes + 2] !== ">" || !/[\s\w]/.test(text[open + 4] ?? ""))
    refuse("a comment must read <!-- words -->");
  return dashes + 3;
}

export class HtmlScan {
  readonly #profile: HtmlProfile;
  readonly #steps = new Map<Mode, (character: string) => void>([
    ["open", this.#open],
    ["name", this.#name],
    ["between", this.#between],
    ["boundary", this.#boundary],
    ["attribute", this.#attributeName],
    ["equals", this.#equals],
    ["value", this.#value],
  ]);
  #state: State = { ...START };
  #at = 0;

  constructor(profile: HtmlProfile) {
    this.#profile = profile;
  }

  /** The offset that the scan has reached in the text of the last `read`. */
  get at(): number {
    return this.#at;
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  get isText(): boolean {
    return this.#state.mode === "text";
  }

  restore(state: Readonly<State>): void {
    this.#state = { ...state };
  }

  reset(): void {
    this.#state = { ...START };
  }

  /** Scans literal text. True if it begins with a slash that continues a URL of values. */
  read(text: string): boolean {
    const { mode, attribute, bare, dynamic } = this.#state;
    for (this.#at = 0; this.#at < text.length;) this.#at = this.#take(text, this.#at);
    return mode === "value" && ADDRESS_ATTRIBUTES.has(attribute) && bare && dynamic && text.startsWith("/");
  }

  #take(text: string, at: number): number {
    const { mode } = this.#state;
    if (mode === "text") return this.#text(text, at);
    if (mode === "content") return this.#content(text, at);
    this.#character(mode, text[at] ?? "");
    return at + 1;
  }

  #text(text: string, at: number): number {
    const open = text.indexOf("<", at);
    if (open === -1) return text.length;
    if (text.startsWith("<!--", open)) return afterComment(text, open);
    this.#state.mode = "open";
    return open + 1;
  }

  #content(text: string, at: number): number {
    const { element } = this.#state;
    const open = text.indexOf("<", at);
    if (element === "iframe" && text.slice(at, open === -1 ? undefined : open).trim() !== "")
      refuse("an <iframe> has no content");
    if (open === -1) return text.length;
    const end = `</${element}`;
    if (text.slice(open, open + end.length).toLowerCase() !== end) refuse(`< inside <${element}> is not allowed`);
    this.#state = { ...START, mode: "boundary", element, closing: true, choices: this.#state.choices };
    return open + end.length;
  }

  #character(mode: Mode, character: string): void {
    this.#steps.get(mode)?.call(this, character);
  }

  #open(character: string): void {
    if (character === "/" && !this.#state.closing) {
      this.#state.closing = true;
    } else if (/[a-z]/i.test(character)) {
      const { closing, choices } = this.#state;
      this.#state = { ...START, mode: "name", closing, choices, element: character.toLowerCase() };
    } else if (!this.#state.closing && (SPACE.test(character) || /[0-9=]/.test(character))) {
      this.#state.mode = "text";
    } else {
      refuse(`<${this.#state.closing ? "/" : ""}${character} is not allowed`);
    }
  }

  #name(character: string): void {
    if (/[a-z0-9-]/i.test(character)) {
      this.#state.element += character.toLowerCase();
      return;
    }
    refuseIf(elementRefusal(this.#state.element, this.#profile));
    this.#boundary(character);
  }

  #boundary(character: string): void {
    if (SPACE.test(character)) this.#state.mode = "between";
    else if (character === ">") this.#endTag();
    else if (character === "/") this.#state.mode = "between";
    else refuse(`${character} is not allowed here in <${this.#state.element}>`);
  }

  #between(character: string): void {
    if (SPACE.test(character) || character === "/") return;
    if (character === ">") return this.#endTag();
    if (this.#state.closing) refuse("an end tag has no attributes");
    if (!/[a-z]/i.test(character)) refuse(`${character} is not allowed here in <${this.#state.element}>`);
    this.#startAttribute(character);
  }

  #startAttribute(character: string): void {
    Object.assign(this.#state, {
      mode: "attribute",
      attribute: character.toLowerCase(),
      value: "",
      dynamic: false,
      settled: false,
      slashes: 0,
      bare: true,
    });
  }

  #attributeName(character: string): void {
    if (character === "=") {
      refuseIf(attributeRefusal(this.#state.element, this.#state.attribute, this.#profile));
      this.#state.mode = "equals";
    } else if (SPACE.test(character) || character === ">" || character === "/") {
      this.#endAttribute();
      this.#boundary(character);
    } else {
      this.#state.attribute += character.toLowerCase();
    }
  }

  #equals(character: string): void {
    if (character !== '"' && character !== "'") refuse(`the value of ${this.#state.attribute} must be in quotes`);
    Object.assign(this.#state, { mode: "value", quote: character });
  }

  #value(character: string): void {
    const { quote, attribute } = this.#state;
    if (character === quote) {
      this.#endAttribute();
      this.#state.mode = "boundary";
      return;
    }
    if (ADDRESS_ATTRIBUTES.has(attribute)) this.#slash(character);
    this.#state.value += character;
    if (ADDRESS_ATTRIBUTES.has(attribute) && !this.#state.settled) this.#address(character);
  }

  /** Counts leading slashes. Two begin a host name, and browsers treat a backslash as a slash. */
  #slash(character: string): void {
    const { slashes, bare } = this.#state;
    const begins = slashes > 0 || bare;
    if (begins && SPACE.test(character)) return;
    Object.assign(this.#state, { bare: false, slashes: begins && /[/\\]/.test(character) ? slashes + 1 : 0 });
  }

  /** Scans a URL. It is settled once its scheme is complete, or can no longer come. */
  #address(character: string): void {
    const { value, dynamic, attribute } = this.#state;
    if (character === ":" && (dynamic || !LINK_SCHEME.test(value)))
      refuse(`${attribute} cannot begin like this: ${value}`);
    if (character === "&" || character === "\\" || character.charCodeAt(0) < 0x20)
      refuse(`${attribute} cannot begin like this: ${value}`);
    if (/[:/?#]/.test(character)) this.#state.settled = true;
  }

  #endAttribute(): void {
    const { element, attribute, value, dynamic } = this.#state;
    refuseIf(attributeRefusal(element, attribute, this.#profile));
    refuseIf(valueRefusal(element, attribute, value, dynamic));
    if (element === "script" && attribute === "type") this.#state.data = true;
  }

  #endTag(): void {
    const { element, closing, data } = this.#state;
    if (element === "script" && !closing && !data) refuse(SCRIPT_SAYS);
    const choices = CHOICE_ELEMENTS.has(element) ? !closing : this.#state.choices;
    const isHolding = !closing && TEXT_ELEMENTS.has(element);
    this.#state = isHolding ? { ...START, choices, mode: "content", element } : { ...START, choices };
  }

  /** The position of a value here. Throws if no value may be here. */
  value(): HtmlContext {
    const { mode, element, choices } = this.#state;
    if (mode === "text") return choices ? "choice" : "text";
    if (mode === "value") return this.#attributeValue();
    if (mode === "name" && element === "h") return this.#heading();
    if (mode === "content" && element !== "iframe") return element === "script" ? "json" : "attribute";
    return refuse(mode === "equals" ? "put the value of an attribute in quotes" : `no value can stand here (${mode})`);
  }

  #attributeValue(): HtmlContext {
    const { attribute, dynamic, settled, slashes } = this.#state;
    Object.assign(this.#state, { dynamic: true, slashes: 0 });
    if (slashes > 1) refuse(`${attribute} cannot begin with // before a value: it would name another site`);
    // One slash in an unsettled URL: another branch wrote none, so the value may be the whole URL.
    if (slashes === 1) return settled ? "hrefPath" : "hrefPart";
    if (!ADDRESS_ATTRIBUTES.has(attribute) || settled) return "attribute";
    if (attribute === "ping") refuse("ping takes no value");
    return dynamic || this.#state.value.trim() !== "" ? "hrefPart" : "href";
  }

  #heading(): HtmlContext {
    Object.assign(this.#state, { element: "h1", mode: "boundary" });
    return "heading";
  }

  /** Scans the start or end of a block. A block cannot split a tag before its name is complete. */
  atBlock(): void {
    const { mode } = this.#state;
    if (mode === "open" || mode === "equals") refuse("a tag cannot be split here");
    if (mode === "name") refuseIf(elementRefusal(this.#state.element, this.#profile));
  }

  /** Scans the start of a loop. In an unsettled URL, a loop could compose a scheme over several iterations. */
  atLoop(): void {
    const { mode, attribute, settled } = this.#state;
    if (mode === "value" && ADDRESS_ATTRIBUTES.has(attribute) && !settled)
      refuse(`${attribute} cannot begin with a loop`);
  }

  /** Merges the states of two branches. */
  meet(one: Readonly<State>, other: Readonly<State>): State {
    return meetInTag(one, other, this.#profile) ?? meetElsewhere(one, other);
  }

  end(): void {
    if (this.#state.mode !== "text") refuse("the HTML ends inside a tag, a comment or an element that holds text");
  }
}

/** Merges two branches inside a tag, between attributes. After both, only a space or the end of the tag may follow. */
function meetInTag(one: Readonly<State>, other: Readonly<State>, profile: HtmlProfile): State | undefined {
  if (!IN_TAG.has(one.mode) || !IN_TAG.has(other.mode)) return undefined;
  if (one.element !== other.element || one.closing !== other.closing) return undefined;
  for (const { mode, element, attribute } of [one, other])
    if (mode === "attribute") refuseIf(attributeRefusal(element, attribute, profile));
  const mode = one.mode === "between" && other.mode === "between" ? "between" : "boundary";
  return { ...one, mode, data: one.data && other.data, choices: one.choices || other.choices };
}

const SAME = ["mode", "element", "closing", "attribute", "quote", "data"] as const;

function meetElsewhere(one: Readonly<State>, other: Readonly<State>): State {
  if (SAME.some((part) => one[part] !== other[part])) refuse("branches must end in the same place of the HTML");
  const alike = one.value === other.value;
  return {
    ...one,
    value: alike ? one.value : `${one.value} ${other.value}`,
    dynamic: one.dynamic || other.dynamic || !alike,
    settled: one.settled && other.settled,
    slashes: Math.max(one.slashes, other.slashes),
    bare: one.bare || other.bare,
    choices: one.choices || other.choices,
  };
}
