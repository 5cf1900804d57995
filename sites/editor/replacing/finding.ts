/** Finds words in a text, and replaces them there. */
import {
  type PlacedDirective,
  placedDirectives,
  placesBeside,
} from "../../../runtime/rendering/dialect/directivePlaces.ts";
import { quotedValue } from "../../../runtime/rendering/dialect/directives.ts";
import { markdownAddresses } from "../../../runtime/rendering/markdown/markdownTargets.ts";
import { isLink } from "../../../runtime/templates/links.ts";
import { directiveForm, type MayChange } from "../document/directiveForm.ts";
import type { ReadDirectiveText } from "../xliff/texts.ts";

export interface Wanted {
  readonly text: string;
  readonly replacement: string;
  /** True if upper and lower case differ. */
  readonly isExact: boolean;
  /** True if no letter or digit may stand beside the words. */
  readonly isWhole: boolean;
  /** True for addresses, too: of links and pictures, and of contact. */
  readonly withAddresses: boolean;
}

export interface ReplacedText {
  readonly after: string;
  readonly count: number;
  /** True if the replacement would lead a link elsewhere, or would make or lose one. */
  readonly changesLinks: boolean;
  /** True if it would make or lose a directive, or would change more of one than its words. */
  readonly changesDirectives: boolean;
}

/** An address that stands in a text by itself. A mailbox begins where a word does, so that a long word is read once. */
const BARE = /(?:https?|ftp|mailto|tel):[^\s<>"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi;
/** The name of an HTML tag and of its attribute. */
const TAG = /<\/?[a-z][a-z0-9]*(?:\s+[a-z]+=)?/gi;

/** The words as a pattern. Signs of patterns among them are words, too. */
export function patternOf({ text, isExact, isWhole }: Wanted): RegExp {
  const words = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const around = isWhole ? [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`] : ["", ""];
  return new RegExp(`${around[0]}${words}${around[1]}`, isExact ? "gu" : "giu");
}

/** Replaces words in a text. Addresses stay, unless they are wanted, too. Names and choices of directives stay. */
export function replacedIn(
  text: string,
  isMarkdown: boolean,
  wanted: Wanted,
  isRead: ReadDirectiveText = wordsAlone,
): ReplacedText {
  const pattern = patternOf(wanted);
  if (text.search(pattern) === -1) return { after: text, count: 0, ...HARMLESS };
  const addresses = isMarkdown ? markdownAddresses(text) : NO_ADDRESSES;
  const kept = wanted.withAddresses ? [] : [...(addresses?.spans ?? []), ...spansOf(text, BARE)];
  const mayChange: MayChange = ({ name }, part) =>
    isRead(name, part.value) || (wanted.withAddresses && isLink(part.text));
  const directives = isMarkdown ? placedDirectives(text) : [];
  const shut = directives.flatMap((one) => placesBeside(one, (part) => mayChange(one, part)));
  kept.push(...tagsIn(text, isMarkdown), ...shut);
  const isValue = meeting(directives.flatMap(valuesOf));
  let count = 0;
  const isKept = meeting(kept);
  const after = text.replace(pattern, (words: string, at: number) => {
    const place = { at, end: at + words.length };
    if (isKept(place)) return words;
    count += 1;
    return isValue(place) ? quotedValue(wanted.replacement).slice(1, -1) : wanted.replacement;
  });
  const may = { mayChange, shown: wanted.withAddresses ? "any" : addresses?.shown } as const;
  return { after, count, ...(isMarkdown && count > 0 ? harmOf(text, after, may) : HARMLESS) };
}

interface Allowed {
  readonly mayChange: MayChange;
  /** The addresses that must stay. Undefined if nobody knows them. */
  readonly shown: readonly string[] | undefined | "any";
}

const harmOf = (before: string, after: string, { mayChange, shown }: Allowed): typeof HARMLESS => ({
  changesLinks: shown !== "any" && !sameLinks(shown, after),
  changesDirectives: directiveForm(before, mayChange) !== directiveForm(after, mayChange),
});

const HARMLESS: Pick<ReplacedText, "changesLinks" | "changesDirectives"> = {
  changesLinks: false,
  changesDirectives: false,
};

const tagsIn = (text: string, isMarkdown: boolean): readonly Span[] => (isMarkdown ? spansOf(text, TAG) : []);

const wordsAlone: ReadDirectiveText = (_, value) => value === null;

const valuesOf = ({ parts }: PlacedDirective): readonly Span[] => parts.filter(({ value }) => value !== null);

const NO_ADDRESSES = { spans: [], shown: [] };

interface Span {
  readonly at: number;
  readonly end: number;
}

const spansOf = (text: string, pattern: RegExp): readonly Span[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ at: index, end: index + length }));

/** Tells of one place after the other, in the order of the text, whether it meets one of the spans. */
function meeting(spans: readonly Span[]): (place: Span) => boolean {
  const inOrder = spans.toSorted((one, other) => one.at - other.at);
  let [next, end] = [0, 0];
  return (place) => {
    for (; (inOrder[next]?.at ?? Infinity) < place.end; next += 1) end = Math.max(end, inOrder[next]?.end ?? 0);
    return place.at < end;
  };
}

/** A text whose addresses nobody knows may lose one. */
function sameLinks(before: readonly string[] | undefined, after: string): boolean {
  const now = markdownAddresses(after)?.shown;
  return before !== undefined && now !== undefined && before.join("\n") === now.join("\n");
}
