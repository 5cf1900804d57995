/** Finds the field that an expression refers to, so that a draft can mark its text. */
import { type Token, type Value, TypeGuards } from "liquidjs";
import type { MarkKind } from "./fieldMarks.ts";

/** The variables of a running template. */
export interface Variables {
  get(name: string): unknown;
  /** JSON pointer of a variable's value in the section's fields. Undefined if it is not a field. */
  pointerOf(name: string): string | undefined;
}

/** Finds the field of an expression while a template runs. Undefined if the value is not a field's. */
export type FindField = (variables: Variables) => { readonly pointer: string; readonly value: unknown } | undefined;

export interface MarkedOutput {
  readonly kind: MarkKind;
  readonly find: FindField;
}

const KINDS: ReadonlyMap<string, MarkKind> = new Map([
  ["markdown", "markdown"],
  ["markdown_inline", "markdown_inline"],
]);

/** The parts of pointers that a mark may contain. Other names could end the comment. */
const PART = /^[A-Za-z0-9_-]{1,64}$/;
const INDEX = /^\d+$/;

/**
 * The field of an output. With a filter other than Markdown's, the text differs from the field, so it cannot be edited
 * in place.
 */
export function markedOutput({ initial: { postfix }, filters }: Value): MarkedOutput | undefined {
  const [token, ...more] = postfix;
  const [filter, ...others] = filters;
  const kind = filter === undefined ? "text" : KINDS.get(filter.name);
  const find = token && fieldPath(token);
  return find && kind && more.length + others.length === 0 ? { kind, find } : undefined;
}

/** The field of a literal path such as `fields.cards[0].title`, or `card.title` in a loop. */
export function fieldPath(token: Token): FindField | undefined {
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable !== undefined) return undefined;
  const [root, ...names] = token.props.map(nameOf);
  if (root === undefined || !names.every((name) => name !== undefined)) return undefined;
  return (variables) => {
    const pointer = variables.pointerOf(root);
    return pointer === undefined ? undefined : walk({ pointer, value: variables.get(root) }, names);
  };
}

function nameOf(token: Token): string | undefined {
  const isName = TypeGuards.isWordToken(token) || TypeGuards.isNumberToken(token) || TypeGuards.isQuotedToken(token);
  return isName ? String(token.content) : undefined;
}

type Found = NonNullable<ReturnType<FindField>>;

function walk(start: Found, names: readonly string[]): Found | undefined {
  let found: Found | undefined = start;
  for (const [at, name] of names.entries()) found = found && below(found, name, at === names.length - 1);
  return found;
}

/** Goes down by one name. The last name may be a field that the section does not have yet. */
function below({ pointer, value }: Found, name: string, isLast: boolean): Found | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const key = Array.isArray(value) ? indexOf(value, name) : name;
  if (key === undefined || !PART.test(key)) return undefined;
  if (Object.hasOwn(value, key))
    return { pointer: `${pointer}/${key}`, value: (value as Readonly<Record<string, unknown>>)[key] };
  return isLast && !COMPUTED.has(key) ? { pointer: `${pointer}/${key}`, value: undefined } : undefined;
}

/** Names that Liquid computes if an object lacks them, and names that it hides. */
const COMPUTED: ReadonlySet<string> = new Set(["size", "first", "last", "constructor", "prototype"]);

function indexOf(list: readonly unknown[], name: string): string | undefined {
  if (list.length === 0) return undefined;
  if (name === "first") return "0";
  if (name === "last") return String(list.length - 1);
  return INDEX.test(name) && Number(name) < list.length ? name : undefined;
}
