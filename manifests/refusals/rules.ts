/**
 * The rules that a value can break, by stable names, with English texts for what each allows. The names are JSON
 * Schema's types and keywords, and the field types. A translation is another table with the same names.
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
  notBefore: "not before {limit}",
  pattern: "text that matches {limit}",
  format: "a valid {limit}",
  members: "only {limit}",
  noMembers: "no members",
  color: "a colour such as #1a2b3c",
  line: "one line of text without control characters",
  markdown: "Markdown without control characters",
  link: "page:<page id>, /path, https://…, mailto:…, tel:… or #anchor, without spaces, quotes or control characters",
  page: "the id of a page, such as opening-night",
  media: "the path of a file under /media/, such as /media/harbour.jpg",
} as const;

/** The texts of rules that count, where the limit is one. */
export const RULES_OF_ONE = {
  minLength: "at least 1 character",
  maxLength: "at most 1 character",
  minItems: "at least 1 item",
  maxItems: "at most 1 item",
} as const;

export type RuleName = keyof typeof RULES;

export const isRule = (name: string): name is RuleName => Object.hasOwn(RULES, name);

/** The broken rule of an issue, for translations. */
export interface BrokenRule {
  /** A name of the table, or of a newer worker's table. */
  readonly name: string;
  /** The limit or the choices of the rule. */
  readonly limit?: string | undefined;
}

export interface Ruled {
  readonly allowed: string;
  readonly rule?: BrokenRule;
}

type Texts<T> = Readonly<Record<keyof T, string>>;

/** The text of a rule with its limit filled in, from the tables of a language. */
export function ruleText(
  { name, limit = "" }: BrokenRule & { readonly name: RuleName },
  texts: Texts<typeof RULES> = RULES,
  textsOfOne: Texts<typeof RULES_OF_ONE> = RULES_OF_ONE,
): string {
  const ofOne: Readonly<Record<string, string>> = textsOfOne;
  return (limit === "1" ? ofOne[name] : undefined) ?? texts[name].replaceAll("{limit}", () => limit);
}

export function ruled(name: RuleName, limit?: string): Ruled {
  const rule = limit === undefined ? { name } : { name, limit };
  return { allowed: ruleText(rule), rule };
}
