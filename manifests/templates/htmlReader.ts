/**
 * Reads the HTML of a template, as the HTML standard's tokenizer does, but refuses every doubtful construct. It answers
 * where each value stands. A value may stand in text, in a quoted attribute, and in an element that holds text. It never
 * stands in the name of a tag or attribute.
 */
import {
  isJoint,
  type KnownValue,
  NO_VALUE,
  placeInAddress,
  type ValuePlace,
  withAddress,
  withPrinted,
  withText,
} from "./attributeValue.ts";
import type { HeadingLevels } from "./headingLevels.ts";
import {
  attributeBreaches,
  type Breach,
  dataBreaches,
  decidingOf,
  elementBreaches,
  type MarkupCode,
  type MarkupFault,
  type MarkupRules,
  printedBreaches,
  tagBreaches,
  tagInAddressBreaches,
  valueBreaches,
} from "./htmlRules.ts";
import { ADDRESSES, CHOICES, heldBy } from "./htmlTable.ts";
import { quote } from "../refusals/pointer.ts";

/** The position of a value in HTML, by which the compiler chooses its escaping. */
export type MarkupPlace = "text" | "choice" | "heading" | "json" | ValuePlace;

type Mode =
  | "text"
  | "name"
  | "between" // in a tag, after a space
  | "boundary" // in a tag, where only a space or the end may follow
  | "cut" // in a tag, after a name that a Liquid tag ended
  | "attribute"
  | "equals" // after =
  | "value"
  | "content"; // of an element that holds no markup

/** The state of the reader, which it changes as it reads. Each branch copies it, so it is small and flat. */
export interface State {
  mode: Mode;
  element: string;
  isEnd: boolean;
  attribute: string;
  quote: string;
  value: KnownValue;
  /** Attributes of the tag that decide what its element is. */
  deciding: readonly string[];
  /** True inside a list of options. */
  isChoice: boolean;
  /** The number of open drawings. */
  drawings: number;
  /** True in a tag where a turn of a loop begins, directly after the turn before. */
  isTurn: boolean;
  /** True if a name began in such a place. */
  isTight: boolean;
}

export const START: Readonly<State> = {
  mode: "text",
  element: "",
  isEnd: false,
  attribute: "",
  quote: "",
  value: NO_VALUE,
  deciding: [],
  isChoice: false,
  drawings: 0,
  isTurn: false,
  isTight: false,
};

const PLACE: Readonly<Record<Mode, string>> = {
  text: "text",
  name: "the name of a tag",
  between: "a tag",
  boundary: "a tag",
  cut: "a tag",
  attribute: "the name of an attribute",
  equals: "a value without quotes",
  value: "a quoted value",
  content: "an element that holds text",
};

const LETTER = /[a-z]/i;
const NAME = /[a-z0-9:-]*/iy;
const ATTRIBUTE = /[^\t\n\f\r />=]*/y;
const SPACES = /[\t\n\f\r /]*/y;

/** The position after the longest text of a pattern that begins here. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

export class HtmlReader {
  readonly faults: MarkupFault[] = [];
  readonly #rules: MarkupRules;
  readonly #levels: HeadingLevels;
  readonly #steps: Readonly<Record<Mode, (text: string, at: number) => number>> = {
    text: this.#text,
    name: this.#name,
    between: this.#between,
    boundary: this.#boundary,
    cut: this.#boundary,
    attribute: this.#attribute,
    equals: this.#equals,
    value: this.#value,
    content: this.#content,
  };
  state: State = { ...START };
  /** The offset of the text that is read. */
  #from = 0;

  constructor(rules: MarkupRules, levels: HeadingLevels) {
    this.#rules = rules;
    this.#levels = levels;
  }

  get isInAddress(): boolean {
    return this.state.mode === "value" && ADDRESSES.has(this.state.attribute);
  }

  refuse(code: MarkupCode, found: string, allowed: string, offset = this.#from): void {
    this.faults.push({ code, found, allowed, offset });
  }

  refuseAt(offset: number, breaches: readonly Breach[]): void {
    this.#from = offset;
    this.refuseAll(breaches);
  }

  refuseAll(breaches: readonly Breach[], at = 0): void {
    for (const { code, found, allowed } of breaches) this.refuse(code, found, allowed, this.#from + at);
  }

  #spelling(at: number, found: string, allowed: string): void {
    this.refuse("spelling", found, allowed, this.#from + at);
  }

  // --- Literal text ----------------------------------------------------------------------------------------------

  /** Reads literal text. True if it begins with a slash that continues a URL of values. */
  read(text: string, offset: number): boolean {
    this.#from = offset;
    const joins = this.isInAddress && isJoint(this.state.value, text);
    for (let at = 0; at < text.length;) at = this.#steps[this.state.mode].call(this, text, at);
    this.#from = offset + Math.max(0, text.length - 1);
    return joins;
  }

  #text(text: string, from: number): number {
    const open = text.indexOf("<", from);
    if (open === -1) return text.length;
    const isEnd = text[open + 1] === "/";
    const at = open + (isEnd ? 2 : 1);
    const first = text[at] ?? "";
    const { isChoice, drawings } = this.state;
    if (LETTER.test(first)) this.state = { ...START, mode: "name", isEnd, isChoice, drawings };
    else if (isEnd || !/[\t\n\f\r 0-9=]/.test(first)) this.#refuseSign(open, text.slice(open, at), first);
    return at;
  }

  #refuseSign(at: number, sign: string, next: string): void {
    if (next === "") this.#spelling(at, `${sign} before Liquid`, "&lt; or the name of a tag");
    else if (next === "!" || next === "?")
      this.#spelling(at, sign + next, "{% comment %} for comments; no other construct starts like this");
    else this.#spelling(at, quote(sign + next), "&lt; or the name of a tag");
  }

  #name(text: string, from: number): number {
    const at = after(NAME, text, from);
    this.state.element += text.slice(from, at).toLowerCase();
    if (at < text.length) this.#endName("boundary", at);
    return at;
  }

  #endName(mode: Mode, at = 0): void {
    this.refuseAll(elementBreaches(this.state, this.#rules), at);
    this.state.mode = mode;
  }

  #boundary(text: string, at: number): number {
    const character = text[at] ?? "";
    if (!/[\t\n\f\r />]/.test(character))
      this.#spelling(at, `${quote(character)} directly after a name, a value or Liquid`, "a space between attributes");
    this.state.mode = "between";
    return at;
  }

  #between(text: string, from: number): number {
    const at = after(SPACES, text, from);
    const isTurn = this.state.isTurn && at === from;
    if (text[at] === ">") {
      this.#endTag(text[at - 1] === "/", at);
      return at + 1;
    }
    if (at === text.length) this.state.isTurn = isTurn;
    else this.#startAttribute(isTurn, at);
    return at;
  }

  #startAttribute(isTight: boolean, at: number): void {
    if (this.state.isEnd) this.#spelling(at, "an attribute of an end tag", `</${this.state.element}>`);
    Object.assign(this.state, { mode: "attribute", attribute: "", value: NO_VALUE, isTurn: false });
    this.state.isTight ||= isTight;
  }

  #attribute(text: string, from: number): number {
    const at = after(ATTRIBUTE, text, from);
    this.state.attribute += text.slice(from, at).toLowerCase();
    if (at === text.length) return at;
    if (text[at] !== "=") {
      this.#endAttribute("boundary", at);
      return at;
    }
    this.#checkAttribute(at);
    this.state.mode = "equals";
    return at + 1;
  }

  #checkAttribute(at: number): void {
    this.refuseAll(attributeBreaches(this.state.element, this.state.attribute, this.#rules), at);
  }

  /** Ends an attribute without a value. */
  #endAttribute(mode: Mode, at = 0): void {
    this.#checkAttribute(at);
    this.#endValue(mode, at);
  }

  #endValue(mode: Mode, at: number): void {
    this.refuseAll(valueBreaches(this.state, this.#rules), at);
    this.state.deciding = [...this.state.deciding, ...decidingOf(this.state)];
    this.state.mode = mode;
  }

  #equals(text: string, at: number): number {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") {
      Object.assign(this.state, { mode: "value", quote: character });
      return at + 1;
    }
    this.#spelling(at, `${quote(character)} after =`, "quotes around every value");
    this.state.mode = "between";
    return at;
  }

  #value(text: string, from: number): number {
    const end = text.indexOf(this.state.quote, from);
    const literal = text.slice(from, end === -1 ? text.length : end);
    const sign = literal.indexOf("<");
    if (sign !== -1) this.#spelling(from + sign, "< in the value of an attribute", "&lt;");
    const { value } = this.state;
    this.state.value = this.isInAddress ? withAddress(value, literal) : withText(value, literal);
    if (end === -1) return text.length;
    this.#endValue("boundary", end);
    return end + 1;
  }

  #endTag(isClosed: boolean, at: number): void {
    const { element, isEnd, deciding, isChoice } = this.state;
    if (!isEnd) this.refuseAll(tagBreaches(element, deciding), at);
    const holds = !isEnd && heldBy(element) !== undefined;
    this.state = {
      ...START,
      mode: holds ? "content" : "text",
      element: holds ? element : "",
      isChoice: CHOICES.has(element) ? !isEnd : isChoice,
      drawings: this.#drawings(isClosed),
    };
  }

  #drawings(isClosed: boolean): number {
    const { element, isEnd, drawings } = this.state;
    if (element !== "svg") return drawings;
    return isEnd ? Math.max(0, drawings - 1) : drawings + (isClosed ? 0 : 1);
  }

  #content(text: string, from: number): number {
    const { element, isChoice, drawings } = this.state;
    const open = text.indexOf("<", from);
    const end = open === -1 ? text.length : open;
    if (heldBy(element) === "nothing" && text.slice(from, end).trim() !== "")
      this.#spelling(from, `text in <${element}>`, `<${element}></${element}> without anything in it`);
    if (open === -1) return end;
    const tag = `</${element}`;
    const at = open + tag.length;
    if (text.slice(open, at).toLowerCase() === tag) {
      this.state = { ...START, mode: "boundary", element, isEnd: true, isChoice, drawings };
      return at;
    }
    this.#spelling(open, `< in ${element === "script" ? "structured data" : `<${element}>`}`, `only ${tag}>`);
    return open + 1;
  }

  // --- Values and tags of Liquid ---------------------------------------------------------------------------------

  /** Answers where a value stands. Undefined if no value may stand here. */
  place(body: string, offset: number): MarkupPlace | undefined {
    this.#from = offset;
    const { mode, element, isChoice } = this.state;
    const holds = mode === "content" ? heldBy(element) : undefined;
    if (mode === "text") return isChoice ? "choice" : "text";
    if (mode === "value") return this.#printed(body);
    if (mode === "name" && element === "h") return this.#heading(body);
    if (holds === "text") return "attribute";
    if (holds === "data") {
      this.refuseAll(dataBreaches(body));
      return "json";
    }
    this.#misplaced("place", body);
    return undefined;
  }

  #misplaced(code: MarkupCode, body: string): void {
    const found = `the value {{ ${body} }} in ${PLACE[this.state.mode]}`;
    this.refuse(code, found, "values in text and in quoted attributes; <h{{ section.level }}>");
  }

  #printed(body: string): ValuePlace {
    const { value } = this.state;
    this.refuseAll(printedBreaches(this.state, body, this.#rules));
    this.state.value = withPrinted(value);
    return this.isInAddress ? placeInAddress(value) : "attribute";
  }

  #heading(body: string): "heading" {
    if (!this.#levels.has(body)) this.#misplaced("level", body);
    this.state.element = "h1";
    this.#endName("boundary");
    return "heading";
  }

  /**
   * Ends the current name at a tag of Liquid. Otherwise the tag could join two letters into a name that this reader did
   * not see.
   */
  settle(offset: number): void {
    this.#from = offset;
    const { mode } = this.state;
    if (this.#rules.use === "letter" && this.isInAddress) this.refuseAll(tagInAddressBreaches());
    if (mode === "name") this.#endName("cut");
    if (mode === "attribute") this.#endAttribute("cut");
    if (mode === "equals") this.#spelling(0, "a Liquid tag in a value without quotes", "quotes around the whole value");
  }

  /** Begins the body of a loop. In an unsettled URL, a loop could compose a scheme over several turns. */
  loop(): void {
    const { mode, attribute, value } = this.state;
    if (this.isInAddress && !value.isSettled)
      this.refuse("address", `a loop at the start of ${attribute}`, "the start of an address as literal text");
    if (mode === "between") Object.assign(this.state, { isTurn: true, isTight: false });
  }

  end(): void {
    const { mode } = this.state;
    if (mode !== "text") this.refuse("end", `a template that ends inside ${PLACE[mode]}`, "closed tags");
  }
}
