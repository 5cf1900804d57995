/**
 * Parses a Liquid template as HTML, like a browser would, so that escaping makes every value harmless. A value may
 * stand in text or in a quoted attribute, never in the name of a tag or attribute. All branches must end in the same
 * HTML state. Otherwise a browser could parse other markup than this check.
 */
import { HeadingLevels } from "./headingLevels.ts";
import type { HtmlBreach, MarkupRules } from "./htmlRules.ts";
import {
  attributeBreaches,
  branchBreaches,
  elementBreaches,
  isSchemeOpen,
  printedBreaches,
  startBreaches,
  structuredDataBreaches,
  tagBreaches,
  valueBreaches,
} from "./htmlRules.ts";
import { type LiquidFault, type LiquidPart } from "../liquid/liquid.ts";
import { tagName } from "../liquid/liquidRules.ts";
import { quote } from "../refusals/pointer.ts";

type Mode = "data" | "tagName" | "inTag" | "gap" | "attributeName" | "beforeValue" | "value" | "script";

interface State {
  mode: Mode;
  element: string;
  attribute: string;
  quote: string;
  value: string;
  attributes: string;
  /** True if a template prints part of the value. */
  isPrinted: boolean;
}

interface Frame {
  readonly name: string;
  readonly entry: State;
  readonly exits: State[];
  /** True once a branch of the tag has begun. */
  isEntered: boolean;
  /** True if some branch always runs, so that the state before the tag cannot continue after it. */
  isComplete: boolean;
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

/** A key that is equal for states that a browser cannot tell apart. `gap` is `inTag` that still needs a space. */
const keyOf = ({ mode, element, attribute, quote: mark }: State): string =>
  JSON.stringify([
    mode === "gap" ? "inTag" : mode,
    mode === "data" ? "" : element,
    mode === "value" ? attribute + mark : "",
  ]);

class Walk {
  readonly #rules: MarkupRules;
  readonly #levels: HeadingLevels;
  readonly #faults: LiquidFault[] = [];
  readonly #frames: Frame[] = [];
  #state: State = { ...START };
  #at = 0;

  constructor(rules: MarkupRules, levels: HeadingLevels) {
    this.#rules = rules;
    this.#levels = levels;
  }

  run(parts: readonly LiquidPart[]): LiquidFault[] {
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

  #refuseAll(breaches: readonly HtmlBreach[]): void {
    for (const { found, allowed } of breaches) this.#refuse(found, allowed);
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
        return this.#branch(name);
      case "leave":
        return this.#leave();
      default:
        // assign and liquid print nothing, but they still separate two characters.
        return this.#settle();
    }
  }

  /**
   * Ends the current name. A Liquid tag between two letters could join them into a name that this check did not see.
   */
  #settle(): void {
    const { mode } = this.#state;
    if (mode === "tagName") this.#finishTagName();
    if (mode === "attributeName") this.#finishAttribute();
    if (mode === "tagName" || mode === "attributeName") this.#state.mode = "gap";
    if (mode === "beforeValue") this.#refuse("a Liquid tag in a value without quotes", "quotes around the whole value");
  }

  #begin(name: string): void {
    this.#settle();
    this.#open(name);
  }

  #open(name: string): void {
    this.#frames.push({ name, entry: { ...this.#state }, exits: [], isEntered: false, isComplete: false });
  }

  #aside(name: string): void {
    this.#settle();
    this.#open(name);
    this.#state = { ...START };
  }

  #branch(name: string): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    this.#settle();
    // Text between `case` and its first `when` belongs to no branch.
    if (frame.name !== "case" || frame.isEntered) frame.exits.push({ ...this.#state });
    frame.isEntered = true;
    frame.isComplete ||= name === "else" && frame.name !== "for";
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
        `a branch of ${frame.name} that opens or closes other markup than the other branches`,
        "whole tags in every branch",
      );
    }
    this.#refuseAll(
      branchBreaches(
        this.#state.element,
        ways.map((way) => way.attributes),
        frame.name,
      ),
    );
    const attributes = ways.map((way) => way.attributes).find((seen) => seen.length > entry.attributes.length);
    const ends = frame.isComplete ? ways.slice(1) : ways;
    const open = ends.find((way) => isSchemeOpen(way.value)) ?? this.#state;
    const isGap = ways.some((way) => way.mode === "gap");
    if (this.#state.mode === "value") this.#refuseAll(ends.flatMap(startBreaches));
    this.#state = { ...this.#state, value: open.value, attributes: attributes ?? entry.attributes };
    // A value that differs between branches counts as printed, because it is not a fixed text either.
    this.#state.isPrinted = ways.some((way) => way.isPrinted) || new Set(ways.map((way) => way.value)).size > 1;
    if (isGap && this.#state.mode === "inTag") this.#state.mode = "gap";
  }

  // --- Liquid outputs --------------------------------------------------------------------------------------------

  #output(body: string): void {
    const { mode } = this.#state;
    if (mode === "data") return;
    if (mode === "value") return this.#outputInValue(body);
    if (mode === "script") return this.#refuseAll(structuredDataBreaches(body));
    if (mode === "tagName" && /^\/?h$/.test(this.#state.element) && this.#levels.has(body)) {
      this.#state.element += "1";
      return;
    }
    this.#refuse(
      `the value {{ ${body} }} in ${PLACE[mode]}`,
      "values in text and in quoted attributes; <h{{ section.level }}>",
    );
  }

  #outputInValue(body: string): void {
    this.#refuseAll(printedBreaches(this.#state, body));
    this.#state.value += this.#state.value === "" ? "/" : "0";
    this.#state.isPrinted = true;
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
      this.#refuse(`<${next}`, "{% comment %} for comments; no other construct starts like this");
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
    this.#refuseAll(elementBreaches(this.#state.element, this.#rules));
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
    this.#refuseAll(tagBreaches(element, attributes));
    this.#state = { ...START, mode: element === "script" ? "script" : "data", element };
  }

  #attributeChar(char: string): void {
    if (char === "=") {
      this.#finishAttribute();
      this.#state.mode = "beforeValue";
    } else if (/[\s/>]/.test(char)) {
      this.#finishAttribute();
      this.#state.mode = "inTag";
      // To a browser, "name = value" is one attribute, so a space before = is refused below.
      this.#inTagChar(char);
    } else if (/["'<`]/.test(char)) {
      this.#refuse(`${quote(char)} in ${PLACE.attributeName}`, "names of letters, digits, - and :");
    } else {
      this.#state.attribute += char.toLowerCase();
    }
  }

  #finishAttribute(): void {
    this.#refuseAll(attributeBreaches(this.#state.element, this.#state.attribute, this.#rules));
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
    const { attribute, value } = this.#state;
    this.#refuseAll(valueBreaches(this.#state, this.#rules));
    this.#state.attributes += ` ${attribute}="${value}"`;
    this.#state.mode = "gap";
  }
}

export const markupFaults = (parts: readonly LiquidPart[], rules: MarkupRules): LiquidFault[] =>
  new Walk(rules, new HeadingLevels(parts)).run(parts);
