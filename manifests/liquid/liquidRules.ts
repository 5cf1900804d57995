/** The tags and filters that a plugin's template may use, and the check that its blocks are closed. */
import { BLANK, type LiquidFault, type LiquidPart, withoutStrings } from "./liquid.ts";
import { quote } from "../refusals/pointer.ts";

/** Block tags, each with the tags that may stand between its start and its end. */
export const BLOCKS: ReadonlyMap<string, readonly string[]> = new Map([
  ["if", ["elsif", "else"]],
  ["unless", ["elsif", "else"]],
  ["case", ["when", "else"]],
  ["for", ["else"]],
  ["capture", []],
  ["comment", []],
]);

/**
 * Tags without a block. Others are excluded for these reasons. Include, render, layout and block read other files; raw
 * and cycle print without escaping. Tablerow prints markup; increment and decrement keep state; echo is a second
 * spelling of {{ }}.
 */
export const SIMPLE = new Set(["assign", "break", "continue", "liquid", "#"]);

export const FILTERS = new Set(
  (
    "t markdown markdown_inline link link_language absolute pages route asset icon image share_picture shown player json xml date_long date_iso ical_date ical_time ical_day_after content " +
    "abs append array_to_sentence_string at_least at_most capitalize ceil compact concat date date_to_rfc822 " +
    "date_to_xmlschema default divided_by downcase escape escape_once find first floor group_by has join last lstrip " +
    "map minus modulo newline_to_br normalize_whitespace number_of_words plus pop prepend push reject remove " +
    "remove_first remove_last replace replace_first replace_last reverse round rstrip shift size slice slugify sort " +
    "sort_natural split squish strip strip_html strip_newlines sum times to_integer truncate truncatewords uniq " +
    "unshift upcase url_decode url_encode where xml_escape"
  ).split(" "),
);
const FILTER_LIST = [...FILTERS].join(", ");
const TAG_LIST = [...BLOCKS.keys(), ...SIMPLE].join(", ");

/** A name ends where the engine ends it. Otherwise an unknown tag could pass as a known one that it begins with. */
const TAG = new RegExp(`^(?:#|(?:[\\w?-]|[^\\x00-\\x7f${BLANK}])*)`);
const FILTER = new RegExp(`\\|[${BLANK}]*([^${BLANK}|:,)]*)`, "g");

export const tagName = (body: string): string => TAG.exec(body)?.[0] ?? "";

/** Names of the filters in their order, unknown ones included. */
export const filtersOf = (body: string): string[] =>
  [...withoutStrings(body).matchAll(FILTER)].map((match) => match[1] ?? "");

function filterFaults({ body, offset }: LiquidPart): LiquidFault[] {
  const unknown = filtersOf(body).filter((name) => !FILTERS.has(name));
  return unknown.map((name) => ({ found: `the filter ${quote(name)}`, allowed: `only ${FILTER_LIST}`, offset }));
}

const separators = new Set([...BLOCKS.values()].flat());
const isKnownTag = (name: string): boolean =>
  SIMPLE.has(name) || BLOCKS.has(name) || separators.has(name) || (name.startsWith("end") && BLOCKS.has(name.slice(3)));

/** The lines of a `liquid` tag are tags themselves, written without delimiters. */
export const tagsIn = (part: LiquidPart): LiquidPart[] =>
  tagName(part.body) === "liquid"
    ? part.body
        .slice("liquid".length)
        .split("\n")
        .map((line): LiquidPart => ({ kind: "tag", body: line.trim(), offset: part.offset }))
        .filter((line) => line.body !== "")
    : [part];

class Nesting {
  readonly #open: { name: string; offset: number }[] = [];

  /** The fault of a tag at this position, or undefined. */
  enter({ body, offset }: LiquidPart): LiquidFault | undefined {
    const name = tagName(body);
    const innermost = this.#open.at(-1)?.name ?? "";
    // Inside a comment only its end is a tag.
    if (innermost === "comment" && name !== "endcomment") return undefined;
    if (!isKnownTag(name)) return { found: `the tag ${quote(name || body)}`, allowed: `only ${TAG_LIST}`, offset };
    return this.#fits(name, innermost, offset) ? undefined : this.#misplaced(name, offset);
  }

  #fits(name: string, innermost: string, offset: number): boolean {
    if (BLOCKS.has(name)) this.#open.push({ name, offset });
    if (separators.has(name)) return BLOCKS.get(innermost)?.includes(name) ?? false;
    if (!name.startsWith("end")) return true;
    this.#open.pop();
    return innermost === name.slice("end".length);
  }

  close(): LiquidFault[] {
    return this.#open.map(({ name, offset }) => ({
      found: `${name} without its end tag`,
      allowed: `end${name}`,
      offset,
    }));
  }

  #misplaced(name: string, offset: number): LiquidFault {
    return { found: `${name} outside its block`, allowed: `${name} inside the block it belongs to`, offset };
  }
}

function nestingFaults(tags: readonly LiquidPart[]): LiquidFault[] {
  const nesting = new Nesting();
  const faults = tags.map((tag) => nesting.enter(tag)).filter((fault) => fault !== undefined);
  return [...faults, ...nesting.close()];
}

/** The parts that the engine runs: it skips comments. */
function uncommented(parts: readonly LiquidPart[]): LiquidPart[] {
  let isCommented = false;
  return parts.filter((part) => {
    const name = part.kind === "tag" ? tagName(part.body) : "";
    if (name === "comment" || name === "endcomment") isCommented = name === "comment";
    return !isCommented;
  });
}

/**
 * Lists the faults of tags and filters. A block that a `liquid` tag opens must close in it, so each such tag is checked
 * on its own.
 */
export function liquidFaults(parts: readonly LiquidPart[]): LiquidFault[] {
  const constructs = uncommented(parts).filter((part) => part.kind !== "text");
  const tags = parts.filter((part) => part.kind === "tag");
  const groups = constructs.filter((tag) => tagName(tag.body) === "liquid").map(tagsIn);
  return [tags, ...groups].flatMap(nestingFaults).concat(constructs.flatMap(filterFaults));
}
