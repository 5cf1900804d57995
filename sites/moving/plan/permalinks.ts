/** Redirects of pages whose old addresses follow one pattern, such as `/:year/:month/:slug`, as one rule. */
import { normalPart, writtenParts } from "../../../manifests/shapes/normalPath.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { patternAllowed } from "../../../runtime/documents/content/redirectSource.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";

/** Fewest redirects for which a pattern is clearer than a list. */
export const PATTERN_MIN_REDIRECTS = 10;

/** A redirect from one address to a path of the site, in parts. */
interface Parts {
  readonly rule: Exclude<Redirect, { readonly status: 410 }>;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

const partsOf = (rule: Redirect): Parts[] =>
  rule.status === 410 || !/^\/[^?#:*]*$/.test(rule.to) || /[?#:*]/.test(rule.from)
    ? []
    : [{ rule, from: writtenParts(rule.from).map(normalPart), to: writtenParts(rule.to).map(normalPart) }];

/** The old part that each new part repeats, the last one first. -1 for a part of its own. */
const repeats = ({ from, to }: Parts): number[] => to.map((part) => from.lastIndexOf(part));

/** Redirects with the same key may be of one pattern: equal parts of their own, and the others at the same places. */
const keyOfParts = (parts: Parts): string =>
  JSON.stringify([
    parts.rule.status,
    parts.from.length,
    repeats(parts).map((at, index) => (at === -1 ? parts.to[index] : at)),
  ]);

/** The parts by which a group is divided where one pattern would catch addresses of other pages: years, and last parts. */
const DIVIDERS: readonly ((parts: Parts) => string | undefined)[] = [
  ({ from }) => from.find(isNumber),
  ({ from }) => from.at(-1),
];

/** The pattern of a group, or the patterns of its divisions. */
function patternsOf(group: readonly Parts[], prefixes: ReadonlySet<string>): Redirect[] {
  if (group.length < PATTERN_MIN_REDIRECTS) return [];
  const pattern = patternOf(group, prefixes);
  if (pattern) return [pattern];
  const divided = DIVIDERS.map((divider) =>
    [...Map.groupBy(group, divider).values()].flatMap((some) =>
      some.length < PATTERN_MIN_REDIRECTS ? [] : (patternOf(some, prefixes) ?? []),
    ),
  );
  return divided.find((patterns) => patterns.length > 0) ?? [];
}

const isNumber = (part = ""): boolean => /^\d+$/.test(part);

/**
 * The pattern of a group. Parts that all its addresses share stay as they are. A part that differs is a name that the
 * new path repeats, or a number. A rule takes any text for both, so that only its fixed parts keep it from addresses of
 * other pages. A language's prefix is none of them: all pages of the language have it.
 */
function patternOf(group: readonly Parts[], prefixes: ReadonlySet<string>): Redirect | undefined {
  const [first] = group;
  if (!first) return undefined;
  const places = repeats(first);
  const kinds = first.from.map((part, index): "fixed" | "number" | "name" => {
    if (group.every(({ from }) => from[index] === part)) return "fixed";
    return group.every(({ from }) => isNumber(from[index])) ? "number" : "name";
  });
  const isClear =
    kinds.some((kind, index) => kind === "fixed" && !isPrefix(first.from, index, prefixes)) &&
    kinds.every((kind, index) => kind !== "name" || places.includes(index));
  const names = first.from.map((part, index) => (kinds[index] === "fixed" ? part : `:p${index + 1}`));
  const to = places.map((at, index) => (at === -1 ? first.to[index] : names[at]));
  if (!isClear || !to.some((part) => part?.startsWith(":")) || to.join("/") === names.join("/")) return undefined;
  const rule: Redirect = { ...first.rule, from: `/${names.join("/")}`, to: `/${to.join("/")}` };
  const leadsOn = new RedirectTable({ entries: [rule] });
  return group.some((one) => leadsOn.match(one.rule.to)) ? undefined : rule;
}

/** True for a part of a language's prefix at the beginning of an address. */
const isPrefix = (from: readonly string[], index: number, prefixes: ReadonlySet<string>): boolean =>
  from.some((_, end) => end >= index && prefixes.has(`/${from.slice(0, end + 1).join("/")}`));

/**
 * Puts a rule in place of redirects that follow one pattern. A redirect that the rules would answer otherwise stays, as
 * an address of its own counts more than a pattern. A rule leads no address of a page away, which counts more, too.
 * `prefixes` are the normal paths below which the site has its languages.
 */
export function withPatterns(rules: readonly Redirect[], prefixes: ReadonlySet<string> = new Set()): Redirect[] {
  const groups = Map.groupBy(rules.flatMap(partsOf), keyOfParts);
  const found = [...groups.values()].flatMap((group) => patternsOf(group, prefixes));
  // A site can have one pattern for the same addresses.
  const byFrom = Map.groupBy(found, ({ from }) => from).values();
  const patterns = [...byFrom].flatMap(([pattern]) =>
    pattern && patternAllowed(pattern.from) === undefined ? [pattern] : [],
  );
  if (patterns.length === 0) return [...rules];
  const taken = new Set(patterns.map(({ from }) => from));
  const others = rules.filter(({ from }) => !taken.has(from));
  const table = new RedirectTable({ entries: patterns });
  const isSaid = (rule: Redirect): boolean => {
    const found = partsOf(rule).length === 0 ? undefined : table.match(rule.from);
    return found !== undefined && found.status === rule.status && rule.status !== 410 && found.location === rule.to;
  };
  return [...others.filter((rule) => !isSaid(rule)), ...patterns];
}
