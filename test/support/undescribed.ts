/** The parts of JSON Schema that this file reads. */
export interface WalkedSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, WalkedSchema>>;
  readonly items?: WalkedSchema;
  readonly additionalProperties?: WalkedSchema | boolean;
  readonly anyOf?: readonly WalkedSchema[];
  readonly oneOf?: readonly WalkedSchema[];
  readonly $defs?: Readonly<Record<string, WalkedSchema>>;
  readonly $ref?: string;
}

/** Every property of a schema at any depth, with its path. */
function* propertiesIn(schema: WalkedSchema, at: string): Generator<readonly [place: string, property: WalkedSchema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [`${at}/${name}`, property];
    yield* propertiesIn(property, `${at}/${name}`);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], $defs = {} } = schema;
  for (const inner of [items, additionalProperties])
    if (typeof inner === "object") yield* propertiesIn(inner, `${at}[]`);
  for (const [n, choice] of [...anyOf, ...oneOf].entries()) yield* propertiesIn(choice, `${at}|${n}`);
  for (const [name, definition] of Object.entries($defs)) yield* propertiesIn(definition, `${at}#${name}`);
}

/** The description of a property: its own, that at its reference, or that at one of its alternatives. */
function wordsOf(
  { description, $ref = "", anyOf = [] }: WalkedSchema,
  definitions: WalkedSchema["$defs"],
): string | undefined {
  return (
    description ??
    definitions?.[$ref.replace("#/$defs/", "")]?.description ??
    anyOf.find((choice) => choice.description !== undefined)?.description
  );
}

/** The longest description of a property in characters. Clients send all descriptions to their model. */
const WORDS_MAX_CHARS = 120;

/** The longest list of members, which may not leave out a name. A page has 19 members. */
const MEMBERS_MAX_CHARS = 200;

const mostChars = (words: string): number => (words.startsWith("Members: ") ? MEMBERS_MAX_CHARS : WORDS_MAX_CHARS);

/** Paths of properties without a description, or with one that is too long. */
export const undescribed = (schema: WalkedSchema): string[] =>
  [...propertiesIn(schema, "")].flatMap(([place, property]) => {
    const words = wordsOf(property, schema.$defs) ?? "";
    return words.length > 4 && words.length <= mostChars(words) ? [] : [place];
  });
