/**
 * The one reader of HTML in Liquid, for the check of packages and for the compiler. It reads a template as a browser
 * would, through every branch, and answers two things. The places say where each value stands, so that the compiler
 * escapes it. The faults say which markup no template may have. All branches must end in the same HTML state. Otherwise
 * a browser could parse other markup than this reader.
 */
import { met } from "./attributeValue.ts";
import { HeadingLevels } from "./headingLevels.ts";
import { HtmlReader, type MarkupPlace, START, type State } from "./htmlReader.ts";
import { branchBreaches, filterBreaches, type MarkupFault, type MarkupRules, startBreaches } from "./htmlRules.ts";
import type { LiquidPart } from "../liquid/liquid.ts";
import { tagName } from "../liquid/liquidRules.ts";

export interface Markup {
  /**
   * The place of each part that is a value. `joint` for a text that begins with a slash directly after a URL that
   * consists of values. After a value `/`, the two slashes would name another host. Undefined for every other part.
   */
  readonly places: readonly (MarkupPlace | "joint" | undefined)[];
  readonly faults: readonly MarkupFault[];
}

interface Block {
  readonly name: string;
  readonly entry: Readonly<State>;
  /** The states at the ends of branches so far, and where a loop is left. */
  readonly ways: Readonly<State>[];
  /** False until the text belongs to a branch. Liquid drops text between `case` and its first `when`. */
  isEntered: boolean;
  /** True if some branch always runs, so that the state before the block cannot continue after it. */
  isComplete: boolean;
}

const BEGIN = new Set(["if", "unless", "case", "for", "capture"]);
const BRANCH = new Set(["elsif", "else", "when"]);
const LEAVE = new Set(["break", "continue"]);

/** The modes between two attributes. They differ in what may follow; the worst of all branches holds. */
const IN_TAG: readonly State["mode"][] = ["between", "boundary", "cut"];

/** Tells whether a browser cannot tell two states apart. */
const isSame = (one: Readonly<State>, other: Readonly<State>): boolean =>
  (one.mode === other.mode || (IN_TAG.includes(one.mode) && IN_TAG.includes(other.mode))) &&
  (one.mode === "text" || (one.element === other.element && one.isEnd === other.isEnd)) &&
  (one.mode !== "value" || (one.attribute === other.attribute && one.quote === other.quote));

/** Changes a state to what may hold after each of these branches. */
function merge(state: State, ways: readonly Readonly<State>[]): void {
  state.isChoice = ways.some(({ isChoice }) => isChoice);
  state.drawings = Math.min(...ways.map(({ drawings }) => drawings));
  state.isTurn = ways.some(({ isTurn }) => isTurn);
  state.isTight = ways.some(({ isTight }) => isTight);
  // A beginning that hides the real URL is refused where its branch ends.
  if (state.mode === "value") state.value = { ...met(ways.map(({ value }) => value)), isHidden: false };
  if (IN_TAG.includes(state.mode))
    state.mode = IN_TAG.findLast((mode) => ways.some((way) => way.mode === mode)) ?? state.mode;
}

class Walk {
  readonly #rules: MarkupRules;
  readonly #reader: HtmlReader;
  readonly #blocks: Block[] = [];
  #isCommented = false;

  constructor(parts: readonly LiquidPart[], rules: MarkupRules) {
    this.#rules = rules;
    this.#reader = new HtmlReader(rules, new HeadingLevels(parts));
  }

  run(parts: readonly LiquidPart[]): Markup {
    for (const { kind, body, offset } of parts)
      if (kind !== "text") this.#reader.refuseAt(offset, filterBreaches(body, this.#rules));
    const places = parts.map((part) => this.#part(part));
    this.#reader.end();
    return { places, faults: this.#reader.faults };
  }

  #part({ kind, body, offset }: LiquidPart): MarkupPlace | "joint" | undefined {
    if (kind === "tag") this.#tag(tagName(body), offset);
    else if (this.#isCommented) return undefined;
    else if (kind === "output") return this.#reader.place(body, offset);
    else if (this.#reader.read(body, offset)) return "joint";
    return undefined;
  }

  #tag(name: string, offset: number): void {
    if (this.#isCommented) {
      this.#isCommented = name !== "endcomment";
      return;
    }
    // Tags that print nothing separate two characters, too.
    this.#reader.settle(offset);
    if (name === "comment") this.#isCommented = true;
    else if (BEGIN.has(name)) this.#begin(name);
    else if (BRANCH.has(name)) this.#branch(name === "else");
    else if (LEAVE.has(name)) this.#leave(name);
    else if (name.startsWith("end")) this.#end();
  }

  #begin(name: string): void {
    const reader = this.#reader;
    this.#blocks.push({ name, entry: { ...reader.state }, ways: [], isEntered: name !== "case", isComplete: false });
    if (name === "for") reader.loop();
    // Captured text is used elsewhere, so it must be complete HTML on its own.
    if (name === "capture") reader.state = { ...START };
  }

  #branch(isLast: boolean): void {
    const block = this.#blocks.at(-1);
    if (!block) return;
    if (block.isEntered) block.ways.push({ ...this.#reader.state });
    block.isEntered = true;
    block.isComplete ||= isLast && block.name !== "for";
    this.#reader.state = { ...block.entry };
  }

  #leave(name: string): void {
    const { state } = this.#reader;
    if (state.mode !== "text") this.#reader.refuse("branch", `${name} inside a tag`, `${name} between whole tags`);
    this.#blocks.findLast((block) => block.name === "for")?.ways.push({ ...state });
  }

  #end(): void {
    const block = this.#blocks.pop();
    if (!block) return;
    const reader = this.#reader;
    if (block.name === "capture") {
      this.#join(block, START);
      reader.state = { ...block.entry };
      return;
    }
    this.#join(block, block.entry);
    if (block.name === "for") this.#endLoop(block);
  }

  #join(block: Block, entry: Readonly<State>): void {
    const reader = this.#reader;
    const ways = [entry, ...block.ways, reader.state];
    if (!ways.every((way) => isSame(entry, way)))
      reader.refuse(
        "branch",
        `a branch of ${block.name} that opens or closes other markup than the other branches`,
        "whole tags in every branch",
      );
    const ends = block.isComplete ? ways.slice(1) : ways;
    if (reader.isInAddress) reader.refuseAll(ends.flatMap((end) => startBreaches(end, this.#rules)));
    if (ends.some(({ deciding }) => deciding.join() !== reader.state.deciding.join()))
      reader.refuseAll(branchBreaches(reader.state.element, block.name));
    merge(reader.state, ends);
  }

  /** Ends a loop. Between two turns stands nothing, so the names of two turns could become one name. */
  #endLoop({ entry }: Block): void {
    const reader = this.#reader;
    const { mode, isTight, isTurn } = reader.state;
    if (mode === "cut" && isTight)
      reader.refuse("branch", "a loop that joins the names of two attributes", "a space at the start of the loop");
    Object.assign(reader.state, {
      isTight: entry.isTight || (isTight && entry.isTurn),
      isTurn: isTurn && entry.isTurn,
    });
  }
}

export const readMarkup = (parts: readonly LiquidPart[], rules: MarkupRules): Markup =>
  new Walk(parts, rules).run(parts);
