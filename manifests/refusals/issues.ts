/**
 * Converts zod's issues to ours: the pointer, the found value, and the allowed ones. The workers run zod/mini, which
 * has no messages. If a shape has a message of its own, it is the "allowed" sentence.
 */
import type * as z from "zod/mini";
import { ISSUES_MAX } from "../bounds/json.ts";
import { counted, describe, encodePointer, quote, valueAt } from "./pointer.ts";
import type { Issue } from "./refusal.ts";
import { ruled, type Ruled, type RuleName } from "./rules.ts";

type Raw = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** zod/mini's message when a shape has none. */
const NO_MESSAGE = "Invalid input";

/**
 * Options for parsing in a worker whose libraries bundle full zod. Full zod sets a global locale, and its messages
 * would look like a shape's own.
 */
export const WITHOUT_LOCALE = { error: () => NO_MESSAGE } as const;

const KINDS: Readonly<Record<string, RuleName>> = {
  string: "string",
  number: "number",
  int: "integer",
  boolean: "boolean",
  object: "object",
  record: "object",
  array: "array",
  /** zod's code for a missing member whose value may be anything. */
  nonoptional: "required",
};

const BOUNDS: Readonly<Record<string, readonly [least: RuleName, most: RuleName]>> = {
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems"],
};

const listed = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");

function sized(raw: Raw & { code: "too_big" | "too_small" }): Ruled {
  const limit = String(raw.code === "too_big" ? raw.maximum : raw.minimum);
  if (raw.origin === "object")
    return { allowed: `${raw.code === "too_big" ? "at most" : "at least"} ${limit} members` };
  const [least, most] = BOUNDS[raw.origin] ?? ["minimum", "maximum"];
  return ruled(raw.code === "too_big" ? most : least, limit);
}

function allowedOf(raw: Raw): Ruled {
  if (raw.message !== NO_MESSAGE) return { allowed: raw.message };
  switch (raw.code) {
    case "invalid_type": {
      const kind = KINDS[raw.expected];
      return kind ? ruled(kind) : { allowed: raw.expected === "null" ? "null" : "a value of the documented shape" };
    }
    case "unrecognized_keys":
      return { allowed: "no member with that name" };
    case "invalid_value":
      return ruled(raw.values.length === 1 ? "const" : "enum", listed(raw.values));
    case "too_big":
    case "too_small":
      return sized(raw);
    default:
      return { allowed: "a value of the documented shape" };
  }
}

function foundOf(raw: Raw, value: unknown): string {
  const measured = (raw.code === "too_big" || raw.code === "too_small") && typeof value === "string";
  return measured ? counted(value.length, "character") : describe(value);
}

const unrecognised = (raw: Raw & { code: "unrecognized_keys" }, path: Path): Issue[] =>
  raw.keys.map((key) => ({
    pointer: encodePointer([...path, key]),
    found: `an unknown member named ${quote(key)}`,
    ...allowedOf(raw),
  }));

/** Picks the only alternative of a union whose type fits the value. Empty if none or several fit. */
function closest(branches: readonly Raw[][]): readonly Raw[] {
  const wrongKind = (raws: readonly Raw[]) =>
    raws.some((raw) => raw.path.length === 0 && (raw.code === "invalid_type" || raw.code === "invalid_value"));
  const fitting = branches.filter((raws) => !wrongKind(raws));
  return fitting.length === 1 ? (fitting[0] ?? []) : [];
}

function unionIssues(raw: Raw & { code: "invalid_union" }, path: Path, root: unknown): Issue[] {
  const branch = closest(raw.errors);
  if (branch.length > 0) return branch.flatMap((inner) => issuesOf(inner, path, root));
  const allowed = raw.errors.map(([first]) => (first ? allowedOf(first).allowed : "")).filter((says) => says !== "");
  return [
    {
      pointer: encodePointer(path),
      found: describe(valueAt(root, path)),
      allowed:
        raw.message === NO_MESSAGE
          ? [...new Set(allowed)].join(", or ") || "a value of the documented shape"
          : raw.message,
    },
  ];
}

function issuesOf(raw: Raw, above: Path, root: unknown): Issue[] {
  const path = [...above, ...raw.path];
  switch (raw.code) {
    case "unrecognized_keys":
      return unrecognised(raw, path);
    case "invalid_union":
      return unionIssues(raw, path, root);
    case "invalid_key":
      return raw.issues.map((inner) => ({
        pointer: encodePointer(path),
        found: `a member named ${quote(String(path.at(-1)))}`,
        ...allowedOf(inner),
      }));
    default:
      return [{ pointer: encodePointer(path), found: foundOf(raw, valueAt(root, path)), ...allowedOf(raw) }];
  }
}

/** Converts a failed parse of `input`: one issue for each pointer and allowed value, in zod's order. */
export function issuesFromZod(error: z.core.$ZodError, input: unknown): Issue[] {
  const issues = error.issues.flatMap((raw) => issuesOf(raw, [], input));
  const unique = new Map(issues.map((issue) => [`${issue.pointer}\n${issue.allowed}`, issue]));
  return [...unique.values()].slice(0, ISSUES_MAX);
}
