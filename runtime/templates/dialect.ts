/**
 * The kinds of text that templates write, and the escaping of values in each. In HTML, escaping depends on the exact
 * position of a value. The other kinds have only one kind of position.
 */
import { type Token, type TopLevelToken, TypeGuards } from "liquidjs";
import type { LiquidPart } from "../../manifests/liquid/liquid.ts";
import type { MarkupPlace } from "../../manifests/templates/htmlReader.ts";
import { isHarmless, type MarkupFault } from "../../manifests/templates/htmlRules.ts";
import type { MarkupUse } from "../../manifests/templates/htmlTable.ts";
import { readMarkup } from "../../manifests/templates/markup.ts";
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
  type Escaper,
} from "./escape.ts";
import { intoCalendar } from "./calendarText.ts";
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

const PLACES: Readonly<Record<MarkupPlace, Escaper>> = {
  text: intoText,
  choice: intoChoice,
  attribute: intoAttribute,
  href: intoHref,
  hrefPath: intoHrefPath,
  hrefPart: intoHrefPart,
  heading: intoHeading,
  json: intoJson,
};

/** Markup that no page may show, and its offset. */
export class RefusedMarkup extends SyntaxError {
  readonly offset: number;

  constructor({ found, allowed, offset }: MarkupFault) {
    super(`found ${found}; allowed: ${allowed}`);
    this.offset = offset;
  }
}

/** A token of the engine, as the reader of markup takes it. */
function partOf(token: TopLevelToken): LiquidPart {
  if (TypeGuards.isTagToken(token)) return { kind: "tag", body: token.name, offset: token.begin };
  if (TypeGuards.isOutputToken(token)) return { kind: "output", body: token.content, offset: token.begin };
  return { kind: "text", body: token.getContent(), offset: token.begin + token.trimLeft };
}

function placed(tokens: readonly TopLevelToken[], use: MarkupUse): Placed {
  const { places, faults } = readMarkup(tokens.map(partOf), { use });
  const fault = faults.find((one) => !isHarmless(one));
  if (fault) throw new RefusedMarkup(fault);
  const found = new Map<Token, (typeof places)[number]>(tokens.map((token, index) => [token, places[index]]));
  return {
    escaperOf: (token) => {
      const place = found.get(token);
      // A token without a place was not read, so it must not write markup.
      return place === undefined || place === "joint" ? intoAttribute : PLACES[place];
    },
    isJoint: (token) => found.get(token) === "joint",
    takesMark: (token) => found.get(token) === "text",
  };
}

const html = (use: MarkupUse): Dialect => ({ place: (tokens) => placed(tokens, use), captured: writtenHtml });

const flat = (escaper: Escaper, captured: (text: string) => unknown): Dialect => ({
  place: () => ({ escaperOf: () => escaper, isJoint: () => false, takesMark: () => false }),
  captured,
});

export const DIALECTS = {
  section: html("section"),
  layout: html("layout"),
  metadata: html("metadata"),
  letter: html("letter"),
  xml: flat(intoXml, (text) => new Safe(text, "xml")),
  json: flat(intoJson, (text) => text),
  calendar: flat(intoCalendar, (text) => new Safe(text, "calendar")),
  plain: flat(unescapedText, (text) => text),
} as const satisfies Record<string, Dialect>;

export const isCalendar = (contentType: string): boolean => contentType.startsWith("text/calendar");

/** Chooses the dialect for a file's content type. */
export function dialectOf(contentType: string): Dialect {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/[/+]xml$/.test(type)) return DIALECTS.xml;
  if (isCalendar(type)) return DIALECTS.calendar;
  return /[/+]json$/.test(type) ? DIALECTS.json : DIALECTS.plain;
}
