/** Everything that a member can add, as one searchable list: section types with their presets and variants. */
import type { NewSection } from "../../../../runtime/documents/content/section.ts";
import { looksOf } from "../../looks/looksOf.ts";
import { CANVAS, FIELDS } from "../../document/words.ts";
import type { SectionType } from "../../api/views.ts";

const WORDS: { readonly small: readonly string[] } = CANVAS.insert;

export interface SectionOffer {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly category: string;
  readonly section: NewSection;
  /** The names of the offer, in lower case. */
  readonly names: readonly string[];
  /** The text that the search looks in, in lower case. */
  readonly words: string;
}

function offersOf(type: SectionType): SectionOffer[] {
  const name = type.type.slice(type.type.indexOf("/") + 1);
  return looksOf(type, FIELDS.colon).map(({ key, title, note, section }) => ({
    key: `${type.type} ${key}`,
    title,
    note,
    category: type.category,
    section,
    names: [title, name, initials(title)].map((text) => text.toLowerCase()),
    words: [title, type.title, name, type.description, type.category].join(" ").toLowerCase(),
  }));
}

/** Offers for the types of which the page may have one more section. */
export const allOffers = (
  types: Iterable<SectionType>,
  isFull: (type: SectionType) => boolean,
): readonly SectionOffer[] => [...types].filter((type) => !isFull(type)).flatMap(offersOf);

/**
 * The rank of an offer for the typed words; 0 if it does not match. Matches in its names rank above others, and a match
 * at the beginning ranks highest.
 */
function rank({ names, words }: SectionOffer, typed: readonly string[]): number {
  if (!typed.every((word) => words.includes(word) || names.some((name) => name.startsWith(word)))) return 0;
  const first = typed[0] ?? "";
  if (names.some((name) => name.startsWith(first))) return 3;
  return names.some((name) => name.split(/[\s-]+/).some((word) => word.startsWith(first))) ? 2 : 1;
}

/** The initials of a name, so that "qa" finds "Questions and answers". */
const initials = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 0 && !WORDS.small.includes(word))
    .map((word) => word[0])
    .join("");

export function found(
  offers: readonly SectionOffer[],
  text: string,
  recent: readonly string[],
): readonly SectionOffer[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const recency = ({ section }: SectionOffer): number => {
    const index = recent.indexOf(section.type);
    return index < 0 ? recent.length : index;
  };
  if (typed.length === 0) return offers.toSorted((one, other) => recency(one) - recency(other));
  return offers
    .map((offer) => ({ offer, rank: rank(offer, typed) }))
    .filter((one) => one.rank > 0)
    .toSorted((one, other) => other.rank - one.rank || recency(one.offer) - recency(other.offer))
    .map(({ offer }) => offer);
}
