/** Finds the links and pictures of a formatted text, and HTML that visitors would see as written. */
import type { Token } from "markdown-it";
import { isLink } from "../../templates/links.ts";
import { contentParser } from "./contentParser.ts";
import { notedAnchor, noteAnchors, shiftOf } from "./headings.ts";
import { type Directive, directiveOf, opensDirective } from "../dialect/directives.ts";
import { placeId } from "../dialect/places.ts";
import { SHOWN_TAG } from "../dialect/tags.ts";

export interface TextPicture {
  readonly src: string;
  readonly alt: string;
}

export interface TextCode {
  readonly code: string;
  /** The words behind the fence, such as `js`. */
  readonly words: string;
}

export interface TextTargets {
  readonly links: readonly string[];
  readonly pictures: readonly TextPicture[];
  /** Addresses that no link may have. Visitors see such a link's source. */
  readonly refused: readonly string[];
  /** The ranks of headings below the page's own, which has rank 1. */
  readonly ranks: readonly number[];
  /** The ids to which links lead, of headings and of places, in their order. */
  readonly anchors: readonly string[];
  readonly hasHtml: boolean;
  /** The fenced blocks of code. */
  readonly code: readonly TextCode[];
  /** The marks and blocks of plugins. */
  readonly directives: readonly Directive[];
}

/** Reads every link and picture, also those that pages show as text. */
const permissive = contentParser();
permissive.validateLink = () => true;
permissive.core.ruler.push("anchors", noteAnchors);

const withHtml = contentParser({ html: true });

export function textTargets(source: string): TextTargets {
  const tokens = flat(permissive.parse(source, {}));
  const addresses = tokens.filter(({ type }) => type === "link_open").map((token) => attribute(token, "href"));
  return {
    links: addresses.filter(isLink),
    refused: addresses.filter((address) => !isLink(address)),
    pictures: tokens
      .filter(({ type }) => type === "image")
      .map((token) => ({ src: attribute(token, "src"), alt: token.content.trim() })),
    ranks: ranksIn(tokens),
    anchors: tokens.map(anchorIn).filter((anchor) => anchor !== ""),
    hasHtml: /<[a-z/!?]/i.test(source) && flat(withHtml.parse(source, {})).some(isHtml),
    code: tokens
      .filter(({ type }) => type === "fence")
      .map(({ content, info }) => ({ code: content, words: info.trim() })),
    directives: tokens.filter(opensDirective).map(directiveOf),
  };
}

function ranksIn(tokens: readonly Token[]): number[] {
  const shift = shiftOf(tokens);
  return tokens.filter(isHeading).map(({ tag }) => Number(tag.slice(1)) + shift);
}

const isHeading = ({ type }: Token): boolean => type === "heading_open";

const anchorIn = (token: Token): string => (isHeading(token) ? notedAnchor(token) : placeId(token));

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? "");

const isHtml = ({ type }: Token): boolean => type === "html_block" || type === "html_inline" || type === SHOWN_TAG;

/** Tokens with those inside them. A picture's own are its description. */
const flat = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...(token.type === "image" ? [] : flat(token.children ?? []))]);
