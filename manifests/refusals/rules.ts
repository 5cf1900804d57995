/**
 * The rules that values break, by names that stay, and the English words for what each allows. They are the kinds and the
 * keywords of JSON Schema, and the field types. Another language is another table with these names.
 */
export const RULES = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  required: "a value: this field is required",
  enum: "one of {limit}",
  const: "{limit}",
  minLength: "at least {limit} characters",
  maxLength: "at most {limit} characters",
  minItems: "at least {limit} items",
  maxItems: "at most {limit} items",
  minimum: "at least {limit}",
  maximum: "at most {limit}",
  exclusiveMinimum: "above {limit}",
  exclusiveMaximum: "below {limit}",
  multipleOf: "a multiple of {limit}",
  pattern: "text that matches {limit}",
  format: "a valid {limit}",
  members: "only {limit}",
  noMembers: "no members",
  color: "a colour such as #1a2b3c",
  line: "one line of text without control characters",
  markdown: "Markdown without control characters",
  link: "page:<page id>, /path, https://…, mailto:…, tel:… or #anchor, without spaces, quotes or control characters",
  media: "the path of a file under /media/, such as /media/harbour.jpg",
} as const;

export type RuleName = keyof typeof RULES;

export const isRule = (name: string): name is RuleName => Object.hasOwn(RULES, name);

/** The broken rule of an issue, for who says it in another language. */
export interface BrokenRule {
  /** A name of the table, or one that a newer worker has. */
  readonly name: string;
  /** The bound or the choice that the rule names. */
  readonly limit?: string | undefined;
}

export interface Ruled {
  readonly allowed: string;
  readonly rule?: BrokenRule;
}

export const ruled = (name: RuleName, limit?: string): Ruled =>
  limit === undefined
    ? { allowed: RULES[name], rule: { name } }
    : { allowed: RULES[name].replace("{limit}", () => limit), rule: { name, limit } };
