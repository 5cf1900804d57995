/**
 * The styles of a drawing, written anew without anything that loads or links. One walk over the tokens keeps rules for
 * screens and animations, and notes which elements draw with which parts.
 */
import { CssItem } from "./cssItem.ts";
import { cssTokens, type CssToken } from "./cssTokens.ts";
import { type Drawn, EVERY, type DrawnReference, referencesBy } from "./references.ts";

export interface KeptStyles {
  readonly text: string;
  readonly drawn: readonly Drawn[];
  /** The parts that declarations outside of rules draw with, as those of one element. */
  readonly references: readonly DrawnReference[];
}

type Holds = "rules" | "declarations" | "frames" | "nothing";

interface Block {
  readonly holds: Holds;
  readonly prelude: string;
  readonly keys: readonly string[];
  readonly references: DrawnReference[];
  /** Declarations and blocks, with a semicolon behind each declaration. */
  text: string;
}

const MAX_DEPTH = 16;
const FRAMES = /^@(?:-webkit-)?keyframes[ \t\n]/i;
const CONDITION = /^@(?:media|supports)[ \t\n(]/i;
/** Selectors of names alone. They select no element without each name of their last part. */
const NAMES = /^[\w \t\n>+~.#*-]+$/;
const CLASS_OR_ID = /[.#][\w-]+/;

const block = (holds: Holds, prelude = "", keys: readonly string[] = []): Block => ({
  holds,
  prelude,
  keys,
  references: [],
  text: "",
});

/** The keys of all elements that the selectors can reach. */
const keysOf = (selectors: string): string[] => [
  ...new Set(selectors.split(",").map((one) => (NAMES.test(one) ? keyOf(one.trim()) : EVERY))),
];

function keyOf(selector: string): string {
  const last = selector.split(/[ \t\n>+~]+/).at(-1) ?? "";
  return CLASS_OR_ID.exec(last)?.[0] ?? EVERY;
}

class Styles {
  readonly #blocks: Block[];
  readonly #drawn: Drawn[] = [];
  readonly #strict: boolean;
  #item = new CssItem();

  constructor(holds: Holds, strict: boolean) {
    this.#blocks = [block(holds)];
    this.#strict = strict;
  }

  read(source: string): KeptStyles {
    for (const token of cssTokens(source)) if (!this.#take(token)) return this.#ended();
    if (!this.#item.isOpen) this.#declare();
    return this.#ended();
  }

  /** False if browsers could disagree about what follows. */
  #take(token: CssToken): boolean {
    const { kind, text } = token;
    if (kind === "lost") return false;
    const isMark = kind === "sign" && (text === ";" || text === "{" || text === "}");
    if (!isMark) return this.#item.take(token);
    if (this.#item.isOpen) return false;
    if (text === "{") return this.#open();
    this.#declare();
    return text === ";" || this.#close();
  }

  get #here(): Block {
    return this.#blocks.at(-1) ?? block("nothing");
  }

  #declare(): void {
    const { holds, keys, references } = this.#here;
    const kept = holds === "declarations" ? this.#item.declaration() : undefined;
    if (kept && !(this.#strict && this.#item.ids.length > 0 && keys.includes(EVERY))) {
      for (const one of referencesBy(kept.property, this.#item.ids)) references.push(one);
      this.#here.text += `${kept.text};`;
    }
    this.#item = new CssItem();
  }

  #open(): boolean {
    if (this.#blocks.length > MAX_DEPTH) return false;
    const prelude = this.#item.prelude();
    this.#item = new CssItem();
    this.#blocks.push(prelude === undefined ? block("nothing") : this.#within(prelude));
    return true;
  }

  /** The block behind a prelude. What is within another rule, or within frames, can reach each element. */
  #within(prelude: string): Block {
    const { holds } = this.#here;
    if (holds === "nothing") return block("nothing");
    if (FRAMES.test(prelude)) return block(holds === "rules" ? "frames" : "nothing", prelude);
    if (CONDITION.test(prelude)) return block(holds === "frames" ? "nothing" : holds, prelude, [EVERY]);
    if (prelude.startsWith("@") || prelude === "") return block("nothing");
    return block("declarations", prelude, holds === "rules" ? keysOf(prelude) : [EVERY]);
  }

  /** False for an end without its start. */
  #close(): boolean {
    if (this.#blocks.length === 1) return false;
    const { holds, prelude, text, keys, references } = this.#here;
    this.#blocks.pop();
    if (holds === "nothing") return true;
    if (references.length > 0) for (const key of keys) this.#drawn.push([key, references]);
    this.#here.text += `${prelude}{${text.replace(/;$/, "")}}`;
    return true;
  }

  #ended(): KeptStyles {
    while (this.#blocks.length > 1) this.#close();
    const { text, references } = this.#here;
    return { text: text.replace(/;$/, ""), drawn: this.#drawn, references };
  }
}

/** A strict sheet has references only in rules for classes and ids: nobody could count what others draw. */
export const keptSheet = (source: string, strict: boolean): KeptStyles => new Styles("rules", strict).read(source);

/** The declarations of one element. A rule within them could reach nothing in a drawing, and is left out. */
export function keptDeclarations(source: string): KeptStyles {
  const kept = new Styles("declarations", false).read(source);
  return source.includes("{") ? { ...kept, text: "" } : kept;
}

/** The value of an attribute with the ids that it names; undefined if it could load something. */
export function keptValue(
  property: string,
  source: string,
): { readonly text: string; readonly ids: readonly string[] } | undefined {
  const item = new CssItem();
  for (const token of cssTokens(source))
    if (token.kind === "lost" || token.text === "{" || token.text === "}" || !item.take(token)) return undefined;
  const text = item.value(property);
  return text === undefined ? undefined : { text, ids: item.ids };
}
