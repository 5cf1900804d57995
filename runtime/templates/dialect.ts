/**
 * The kinds of text that a template can write, and the escaping of values in each. In HTML, the escaping depends on the
 * exact place of a value; the other kinds have one place.
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

/** The places of a template's pieces, as its dialect found them. */
export interface Placed {
  /** Gives the escaper for the value of an output. */
  readonly escaperOf: (token: Token) => Escaper;
  /**
   * Tells whether a text begins with a slash right after an address made of values alone. After `/`, it would name
   * another site.
   */
  readonly isJoint: (token: Token) => boolean;
  /** Tells whether an output stands where a draft may put comments around it. */
  readonly takesMark: (token: Token) => boolean;
}

export interface Dialect {
  /** Places the pieces. It throws if an output stands where no value may. */
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

interface Block {
  readonly name: string;
  readonly start: State;
  /** The state at the end of the branches so far. */
  end?: State;
  /**
   * True if the text here belongs to a branch. A `case` has none before its first `when`, and Liquid drops that text.
   */
  began: boolean;
  /** True if one of the branches is always taken. */
  complete: boolean;
}

const LOOPS = new Set(["for"]);
/** Blocks whose markup the reading follows. */
const OPENS = new Set(["if", "unless", "case", "for", "capture"]);

/** Follows the branches of one template. */
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
    for (const token of tokens) this.#token(token);
    this.#scan.end();
    return {
      // This reading did not see a token without a place, so such a token must not write markup.
      escaperOf: (token) => this.#escapers.get(token) ?? intoAttribute,
      isJoint: (token) => this.#joints.has(token),
      takesMark: (token) => this.#markable.has(token),
    };
  }

  #token(token: TopLevelToken): void {
    if (TypeGuards.isTagToken(token)) this.#tag(token);
    else if (this.#inComment) return;
    else if (TypeGuards.isOutputToken(token)) this.#output(token);
    else if (this.#scan.read(token.getContent())) this.#joints.add(token);
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
    // A template uses captured text elsewhere, so it must be complete HTML of its own.
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
