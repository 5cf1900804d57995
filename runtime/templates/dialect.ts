/**
 * The kinds of text that templates write, and the escaping of values in each. In HTML, escaping depends on the exact
 * position of a value. The other kinds have only one kind of position.
 */
import type { TagToken, Token, TopLevelToken } from "liquidjs";
import { TypeGuards } from "liquidjs";
import {
  intoAttribute,
  intoChoice,
  intoHeading,
  intoHref,
  intoHrefPart,
  intoHrefPath,
  intoJson,
  intoText,
  intoXml,
  unescapedText,
} from "./escape.ts";
import type { Escaper } from "./escape.ts";
import type { HtmlProfile } from "./htmlRules.ts";
import { HtmlScan } from "./htmlScan.ts";
import type { HtmlContext } from "./htmlScan.ts";
import { Safe, writtenHtml } from "./safe.ts";

/** The positions of a template's nodes, as its dialect found them. */
export interface Placed {
  /** The escaper for an output. */
  readonly escaperOf: (token: Token) => Escaper;
  /**
   * Tells whether a text begins with a slash directly after a URL that consists of values. After a value `/`, the two
   * slashes would name another host.
   */
  readonly isJoint: (token: Token) => boolean;
  /** Tells whether a draft may put comments around an output. */
  readonly takesMark: (token: Token) => boolean;
}

export interface Dialect {
  /** Finds the nodes' positions. Throws if an output is where no value may be. */
  readonly place: (tokens: readonly TopLevelToken[]) => Placed;
  /** Makes the value of a `capture`. */
  readonly captured: (text: string) => unknown;
}

const PLACES: Readonly<Record<HtmlContext, Escaper>> = {
  text: intoText,
  choice: intoChoice,
  attribute: intoAttribute,
  href: intoHref,
  hrefPath: intoHrefPath,
  hrefPart: intoHrefPart,
  heading: intoHeading,
  json: intoJson,
};

type State = HtmlScan["state"];

/** Text between outputs and tags. */
type TextToken = Extract<TopLevelToken, { readonly getContent: () => string }>;

/** Markup that no template may have, and its offset. */
export class MisplacedMarkup extends SyntaxError {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

interface Block {
  readonly name: string;
  readonly start: State;
  /** The state at the end of the branches so far. */
  end?: State;
  /**
   * True if the current text belongs to a branch. Text between `case` and the first `when` does not, and Liquid drops
   * it.
   */
  began: boolean;
  /** True if some branch always runs. */
  complete: boolean;
}

const LOOPS = new Set(["for"]);
/** Blocks whose branches are followed. */
const OPENS = new Set(["if", "unless", "case", "for", "capture"]);

/** The place of a fault in the template. The innermost place that is known stays. */
const placedAt = (error: unknown, offset: number): unknown =>
  error instanceof SyntaxError && !(error instanceof MisplacedMarkup)
    ? new MisplacedMarkup(error.message, offset)
    : error;

function placing(offset: number, read: () => void): void {
  try {
    read();
  } catch (error) {
    throw placedAt(error, offset);
  }
}

/** Follows the HTML state through the branches of one template. */
class HtmlPlaces {
  readonly #scan: HtmlScan;
  readonly #escapers = new Map<Token, Escaper>();
  readonly #joints = new Set<Token>();
  readonly #markable = new Set<Token>();
  readonly #blocks: Block[] = [];
  #inComment = false;

  constructor(profile: HtmlProfile) {
    this.#scan = new HtmlScan(profile);
  }

  read(tokens: readonly TopLevelToken[]): Placed {
    for (const token of tokens) placing(token.begin, () => this.#token(token));
    placing(tokens.at(-1)?.begin ?? 0, () => this.#scan.end());
    return {
      // A token without a recorded position was not checked, so it must not write markup.
      escaperOf: (token) => this.#escapers.get(token) ?? intoAttribute,
      isJoint: (token) => this.#joints.has(token),
      takesMark: (token) => this.#markable.has(token),
    };
  }

  #token(token: TopLevelToken): void {
    if (TypeGuards.isTagToken(token)) this.#tag(token);
    else if (this.#inComment) return;
    else if (TypeGuards.isOutputToken(token)) this.#output(token);
    else if (this.#reads(token)) this.#joints.add(token);
  }

  #reads(token: TextToken): boolean {
    try {
      return this.#scan.read(token.getContent());
    } catch (error) {
      throw placedAt(error, token.begin + token.trimLeft + this.#scan.at);
    }
  }

  #output(token: Token): void {
    const context = this.#scan.value();
    if (context === "text") this.#markable.add(token);
    this.#escapers.set(token, PLACES[context]);
  }

  #tag({ name }: TagToken): void {
    if (name === "comment" || name === "endcomment") this.#inComment = name === "comment";
    else if (this.#inComment) return;
    else if (OPENS.has(name)) this.#open(name);
    else if (name.startsWith("end")) this.#close(name.slice(3));
    else if (name === "else" || name === "elsif" || name === "when") this.#branch(name === "else");
    else if ((name === "break" || name === "continue") && !this.#scan.isText)
      throw new SyntaxError(`${name} inside a tag`);
  }

  #open(name: string): void {
    this.#scan.atBlock();
    if (LOOPS.has(name)) this.#scan.atLoop();
    this.#blocks.push({ name, start: this.#scan.state, began: name !== "case", complete: false });
    // Captured text is used elsewhere, so it must be complete HTML on its own.
    if (name === "capture") this.#scan.reset();
    else this.#scan.restore(this.#scan.state);
  }

  #branch(last: boolean): void {
    const block = this.#blocks.at(-1);
    if (!block) return;
    if (LOOPS.has(block.name)) this.#scan.restore(this.#scan.meet(block.start, this.#scan.state));
    this.#join(block);
    block.complete ||= last;
    this.#scan.restore(block.start);
  }

  #join(block: Block): void {
    this.#scan.atBlock();
    const here = this.#scan.state;
    if (block.began) block.end = block.end ? this.#scan.meet(block.end, here) : here;
    block.began = true;
  }

  #close(name: string): void {
    if (!OPENS.has(name)) return;
    const block = this.#blocks.pop();
    if (!block) return;
    this.#join(block);
    if (name === "capture") {
      this.#scan.end();
      return this.#scan.restore(block.start);
    }
    const end = block.end ?? block.start;
    this.#scan.restore(block.complete && !LOOPS.has(name) ? end : this.#scan.meet(block.start, end));
  }
}

const html = (profile: HtmlProfile): Dialect => ({
  place: (tokens) => new HtmlPlaces(profile).read(tokens),
  captured: writtenHtml,
});

const flat = (escaper: Escaper, captured: (text: string) => unknown): Dialect => ({
  place: () => ({ escaperOf: () => escaper, isJoint: () => false, takesMark: () => false }),
  captured,
});

export const DIALECTS = {
  section: html("section"),
  body: html("body"),
  head: html("head"),
  xml: flat(intoXml, (text) => new Safe(text, "xml")),
  json: flat(intoJson, (text) => text),
  plain: flat(unescapedText, (text) => text),
} as const satisfies Record<string, Dialect>;

/** Chooses the dialect for a file's content type. */
export function dialectOf(contentType: string): Dialect {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/[/+]xml$/.test(type)) return DIALECTS.xml;
  return /[/+]json$/.test(type) ? DIALECTS.json : DIALECTS.plain;
}
