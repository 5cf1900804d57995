/**
 * Liquid's own filters that templates may use. Missing are those that pass text through unescaped, read the clock,
 * throw dice, wait, or evaluate an expression from a value. Those that name a property are written anew, as
 * Liquid's evaluate the name.
 */
import { filters as library } from "liquidjs";
import { plainText } from "./escape.ts";
import type { Run } from "./run.ts";
import { equal, isTruthy, listOf, member, unwrap } from "./values.ts";

/** Gets the input, the arguments and the rendering it is called in. */
export type Filter = (value: unknown, given: readonly unknown[], run: Run) => unknown;

const words = (text: string): string[] => text.split(/\s+/);

const FROM_LIBRARY = words(
  `abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer
  append capitalize downcase lstrip normalize_whitespace number_of_words prepend remove remove_first remove_last
  replace replace_first replace_last rstrip slice slugify split squish strip strip_html strip_newlines truncate
  truncatewords upcase array_to_sentence_string
  compact concat first join last pop push reverse shift size uniq unshift`,
);

const DATES = words("date date_to_rfc822 date_to_xmlschema");

type LibraryFilter = (this: object, ...values: unknown[]) => unknown;

function libraryFilter(name: string): LibraryFilter {
  const found = (library as unknown as Readonly<Record<string, LibraryFilter>>)[name];
  if (!found) throw new TypeError(`Liquid has no filter ${name}`);
  return found;
}

/** What Liquid's filters ask the rendering for: memory, and how dates are read. Never the server's own zone. */
const callerFor = ({ budget }: Run): object => ({
  context: {
    memoryLimit: { use: (chars: unknown) => budget.charge(Number(chars)) },
    ownPropertyOnly: true,
    opts: { timezoneOffset: 0, locale: "en", dateFormat: "%Y-%m-%d", preserveTimezones: false },
  },
});

const fromLibrary = (name: string): readonly [string, Filter] => {
  const filter = libraryFilter(name);
  return [name, (value, given, run) => filter.call(callerFor(run), unwrap(value), ...given.map(unwrap))];
};

/** Liquid takes "now" for the time of the server; a page must render alike whenever it is rendered. */
const dated = (name: string): readonly [string, Filter] => {
  const filter = libraryFilter(name);
  return [
    name,
    (value, given, run) => {
      const text = plainText(value);
      return /^\d{4}-\d\d-\d\d/.test(text) ? filter.call(callerFor(run), text, ...given.map(unwrap)) : "";
    },
  ];
};

/** Reads `a.b` in an item; without a name, the item itself. */
function pick(path: unknown): (item: unknown) => unknown {
  if (path === undefined || path === null) return (item) => item;
  const names = plainText(path).split(".");
  return (item) => names.reduce(member, item);
}

/** Whether an item has the property: with the given value, or with any that counts as true. */
function matching([path, ...expected]: readonly unknown[]): (item: unknown) => boolean {
  const read = pick(path);
  return expected.length === 0 ? (item) => isTruthy(read(item)) : (item) => equal(read(item), expected[0]);
}

/** Nothing comes last, as in Liquid. */
function order(one: unknown, other: unknown): number {
  if (one === undefined || one === null) return other === undefined || other === null ? 0 : 1;
  if (other === undefined || other === null) return -1;
  return one < other ? -1 : Number(one > other);
}

const folded = (value: unknown): unknown => (typeof value === "string" ? value.toLowerCase() : value);

const sorted =
  (key: (value: unknown) => unknown): Filter =>
  (value, [path], { budget }) => {
    const read = pick(path);
    const items = listOf(value).map((item) => ({ item, rank: key(unwrap(read(item))) }));
    budget.charge(items.length * Math.ceil(Math.log2(items.length + 1)));
    return items.toSorted((one, other) => order(one.rank, other.rank)).map(({ item }) => item);
  };

function grouped(value: unknown, path: unknown): { name: unknown; items: unknown[] }[] {
  return [...Map.groupBy(listOf(value), pick(path))].map(([name, items]) => ({ name, items }));
}

const BY_PROPERTY: Readonly<Record<string, Filter>> = {
  find: (value, given) => listOf(value).find(matching(given)),
  group_by: (value, [path]) => grouped(value, path),
  has: (value, given) => listOf(value).some(matching(given)),
  map: (value, [path]) => listOf(value).map(pick(path)),
  reject: (value, given) => listOf(value).filter((item) => !matching(given)(item)),
  sort: sorted((value) => value),
  sort_natural: sorted(folded),
  sum: (value, [path]) => listOf(value).reduce<number>((sum, item) => sum + (Number(unwrap(pick(path)(item))) || 0), 0),
  where: (value, given) => listOf(value).filter(matching(given)),
};

export const STANDARD_FILTERS: readonly (readonly [string, Filter])[] = [
  ...FROM_LIBRARY.map(fromLibrary),
  ...DATES.map(dated),
  ...Object.entries(BY_PROPERTY),
];
