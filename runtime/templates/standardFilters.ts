/**
 * Liquid's standard filters that templates may use. Left out are filters that return unescaped text, read the clock,
 * use randomness, wait, or evaluate an expression in a value. Filters that take a property's name are implemented here,
 * because Liquid's own evaluate the name.
 */
import { filters as library } from "liquidjs";
import { hasTime } from "../documents/content/dates.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { unescapedText } from "./escape.ts";
import { TERM_PRICE, ZONE_PRICE } from "./prices.ts";
import type { Run } from "./run.ts";
import { equal, isTruthy, listOf, member, payFor, unwrap } from "./values.ts";

/** A filter: computes a result from the input, the arguments and the current rendering. */
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

/**
 * The context that Liquid's filters expect: a memory limit, and options for dates that ignore the server's time zone.
 */
const callerFor = ({ budget }: Run, timezoneOffset: number | string = 0): object => ({
  context: {
    memoryLimit: { use: (chars: unknown) => budget.charge(Number(chars)) },
    ownPropertyOnly: true,
    opts: { timezoneOffset, locale: "en", dateFormat: "%Y-%m-%d", preserveTimezones: false },
  },
});

const fromLibrary = (name: string): readonly [string, Filter] => {
  const filter = libraryFilter(name);
  return [name, (value, given, run) => filter.call(callerFor(run), unwrap(value), ...given.map(unwrap))];
};

/** The filter that writes a date as a template asks. The others write a moment with its zone. */
const IN_ZONE = "date";

/** The zone in which a date is written. A date alone is the same day everywhere. */
function zoneOf(name: string, text: string, { surroundings: { timeZone }, budget }: Run): number | string {
  if (name !== IN_ZONE || !hasTime(text) || timeZone === UNNAMED_ZONE) return 0;
  budget.charge(ZONE_PRICE);
  return timeZone;
}

/** Wraps a date filter. Liquid's "now" is the server's time, but a page must render the same at any time. */
const dated = (name: string): readonly [string, Filter] => {
  const filter = libraryFilter(name);
  return [
    name,
    (value, given, run) => {
      const text = unescapedText(value);
      return /^\d{4}-\d\d-\d\d/.test(text)
        ? filter.call(callerFor(run, zoneOf(name, text, run)), text, ...given.map(unwrap))
        : "";
    },
  ];
};

type Pick = (item: unknown) => unknown;

/** Reads a property path such as `a.b` of an item. Without a path, returns the item. Charges once for all `items`. */
function pick(path: unknown, items: readonly unknown[], { budget }: Run): Pick {
  if (path === undefined || path === null) return (item) => item;
  const names = unescapedText(path).split(".");
  budget.charge(items.length * names.length * TERM_PRICE);
  return (item) => names.reduce(member, item);
}

/** Tells whether an item's property has the given value, or a truthy one if none is given. */
function matching(
  [path, ...expected]: readonly unknown[],
  items: readonly unknown[],
  run: Run,
): (item: unknown) => boolean {
  const read = pick(path, items, run);
  if (expected.length === 0) return (item) => isTruthy(read(item));
  const wanted = unwrap(expected[0]);
  const length = typeof wanted === "string" || Array.isArray(wanted) ? wanted.length : 0;
  run.budget.charge(items.length * length);
  return (item) => equal(read(item), wanted);
}

/** Compares two values. Nil comes last, as in Liquid. */
function order(one: unknown, other: unknown): number {
  if (one === undefined || one === null) return other === undefined || other === null ? 0 : 1;
  if (other === undefined || other === null) return -1;
  return one < other ? -1 : Number(one > other);
}

const folded = (value: unknown): unknown => (typeof value === "string" ? value.toLowerCase() : value);

/** Makes a list filter that reads a property of each item. */
const overItems =
  (filter: (items: readonly unknown[], read: Pick, run: Run) => unknown): Filter =>
  (value, [path], run) => {
    const items = listOf(value);
    return filter(items, pick(path, items, run), run);
  };

const sorted = (key: Pick): Filter =>
  overItems((items, read, { budget }) => {
    const turns = Math.ceil(Math.log2(items.length + 1));
    const ranked = items.map((item) => {
      const found = unwrap(read(item));
      budget.charge(turns * (1 + (typeof found === "string" ? found.length : 0)));
      return { item, rank: key(found) };
    });
    return ranked.toSorted((one, other) => order(one.rank, other.rank)).map(({ item }) => item);
  });

const grouped = overItems((items, read, { budget }) => {
  const keyOf = (item: unknown): unknown => {
    const found = unwrap(read(item));
    payFor(found, budget);
    return found;
  };
  return [...Map.groupBy(items, keyOf)].map(([name, group]) => ({ name, items: group }));
});

const summed = overItems((items, read, { budget }) =>
  items.reduce<number>((sum, item) => {
    const found = unwrap(read(item));
    payFor(found, budget);
    return sum + (Number(found) || 0);
  }, 0),
);

/** Makes a list filter that tests each item. */
const matched =
  (filter: (items: readonly unknown[], matches: (item: unknown) => boolean) => unknown): Filter =>
  (value, given, run) => {
    const items = listOf(value);
    return filter(items, matching(given, items, run));
  };

const BY_PROPERTY: Readonly<Record<string, Filter>> = {
  find: matched((items, matches) => items.find(matches)),
  group_by: grouped,
  has: matched((items, matches) => items.some(matches)),
  map: overItems((items, read) => items.map(read)),
  reject: matched((items, matches) => items.filter((item) => !matches(item))),
  sort: sorted((value) => value),
  sort_natural: sorted(folded),
  sum: summed,
  where: matched((items, matches) => items.filter(matches)),
};

export const STANDARD_FILTERS: readonly (readonly [string, Filter])[] = [
  ...FROM_LIBRARY.map(fromLibrary),
  ...DATES.map(dated),
  ...Object.entries(BY_PROPERTY),
];
