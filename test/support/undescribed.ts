/** As much of JSON Schema as is walked here. */
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

/** Every property of a schema, however deep, with its place in it. */
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

/** The words of a property: its own, those of what it refers to, or those of one of its choices. */
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

/** Longest words of one property, in characters: every client puts all of them before its model. */
const WORDS_MAX_CHARS = 120;

/** Places of the properties that do not say what they are for, or say it at length. */
export const undescribed = (schema: WalkedSchema): string[] =>
  [...propertiesIn(schema, "")].flatMap(([place, property]) => {
    const words = wordsOf(property, schema.$defs) ?? "";
    return words.length > 4 && words.length <= WORDS_MAX_CHARS ? [] : [place];
  });
