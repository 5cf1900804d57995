/**
 * Reads, compares and measures values in templates. Values come from documents and settings. Templates see only own
 * properties, never inherited ones.
 */
import type { Budget } from "./budget.ts";
import { Safe } from "./safe.ts";

/** Liquid's keywords `empty` and `blank`, which equal many values. */
export const EMPTY = Symbol("empty");
export const BLANK = Symbol("blank");

/** Unwraps safe text into its string; other values stay unchanged. */
export const unwrap = (value: unknown): unknown => (value instanceof Safe ? value.valueOf() : value);

/** The price of visiting an item of a list, as characters read in the same time. */
const READ_ITEM_PRICE = 4;

/**
 * Charges for reading a value as text, before it is read. A list may contain one long text a million times, or itself
 * in pairs, forty levels deep. Charging item by item stops as soon as the budget is used up.
 */
export function payFor(value: unknown, budget: Budget): void {
  const plain = unwrap(value);
  if (typeof plain === "string") return budget.charge(plain.length);
  if (!Array.isArray(plain)) return;
  budget.charge(plain.length * READ_ITEM_PRICE);
  for (const item of plain) payFor(item, budget);
}

/** Charges for reading a value and everything in it. */
export function payForAll(value: unknown, budget: Budget): void {
  const plain = unwrap(value);
  budget.charge(typeof plain === "string" ? plain.length : 1);
  if (typeof plain !== "object" || plain === null) return;
  for (const [name, item] of Object.entries(plain)) {
    budget.charge(name.length);
    payForAll(item, budget);
  }
}

const HIDDEN: ReadonlySet<unknown> = new Set(["__proto__", "constructor", "prototype"]);

export function member(value: unknown, key: unknown): unknown {
  const container = unwrap(value);
  if (container === null || container === undefined || HIDDEN.has(key)) return undefined;
  if (Array.isArray(container) && typeof key === "number") return container.at(key);
  if (typeof key !== "string" && typeof key !== "number") return undefined;
  if (Object.hasOwn(container, key)) return visible((container as Readonly<Record<string | number, unknown>>)[key]);
  return SPECIAL.get(key)?.(container);
}

const visible = (value: unknown): unknown => (typeof value === "function" ? undefined : value);

const SPECIAL = new Map<unknown, (value: unknown) => unknown>([
  ["size", sizeOf],
  ["first", (value) => (Array.isArray(value) ? value[0] : undefined)],
  ["last", (value) => (Array.isArray(value) ? value.at(-1) : undefined)],
]);

function sizeOf(value: unknown): number | undefined {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}

export const isTruthy = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

function isEmpty(value: unknown): boolean {
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

const isBlank = (value: unknown): boolean =>
  !isTruthy(value) || (typeof value === "string" ? value.trim() === "" : isEmpty(value));

/** Compares a keyword with a value. */
const WORDS = new Map<unknown, (value: unknown) => boolean>([
  [EMPTY, isEmpty],
  [BLANK, isBlank],
]);

export function equal(one: unknown, other: unknown): boolean {
  const left = unwrap(one);
  const right = unwrap(other);
  const word = WORDS.get(right) ?? WORDS.get(left);
  if (word) return left === right || word(WORDS.has(right) ? left : right);
  if (Array.isArray(left) && Array.isArray(right)) return sameItems(left, right);
  return left === right || ((left ?? undefined) === undefined && (right ?? undefined) === undefined);
}

/**
 * Compares lists item by item. Nested lists are equal only if they are the same object. So the cost of a comparison is
 * visible in the two lists.
 */
const sameItems = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => unwrap(item) === unwrap(other[index]));

export function contains(value: unknown, item: unknown): boolean {
  const plain = unwrap(value);
  if (Array.isArray(plain)) return plain.some((candidate) => unwrap(candidate) === unwrap(item));
  const part = unwrap(item);
  return (
    typeof plain === "string" && (typeof part === "string" || typeof part === "number") && plain.includes(String(part))
  );
}

/** Compares texts or numbers. All other values have no order. */
export function ordered(
  one: unknown,
  other: unknown,
  holds: (left: number | string, right: number | string) => boolean,
): boolean {
  const left = unwrap(one);
  const right = unwrap(other);
  const comparable = (value: unknown): value is number | string =>
    typeof value === "number" || typeof value === "string";
  return comparable(left) && comparable(right) && holds(left, right);
}

/** Lists the items that a loop visits. */
export function itemsOf(value: unknown): readonly unknown[] {
  const plain = unwrap(value);
  if (Array.isArray(plain)) return plain;
  if (typeof plain === "string") return plain === "" ? [] : [plain];
  return typeof plain === "object" && plain !== null ? Object.entries(plain) : [];
}

/** Lists the items for a filter of lists. */
export function listOf(value: unknown): readonly unknown[] {
  const plain = unwrap(value);
  if (plain === undefined || plain === null) return [];
  return Array.isArray(plain) ? plain : [plain];
}
