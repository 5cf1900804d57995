import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";
import { WORDS } from "../../../words/words.ts";

const { publish: words } = WORDS;

type Types = ReadonlyMap<string, CatalogueView["sections"][number]>;

/** Names places in documents, with the titles of the section type's author or the editor's own. */
export class Labels {
  readonly #types: Types;

  constructor({ sections }: CatalogueView) {
    this.#types = new Map(sections.map((one) => [one.type, one]));
  }

  section(type: string): string {
    return this.#types.get(type)?.title ?? type;
  }

  /** The titles along a JSON pointer, from the outermost part to the innermost. */
  place(type: string | null, pointer: string): string {
    const [first = "", ...rest] = decodePointer(pointer);
    if (type === null) return [first, ...rest].map((name) => ownWord(name)).join(" › ");
    if (first === "variant") return words.change.variant;
    const schema = this.#types.get(type)?.fields;
    return titlesAlong(schema, rest).join(" › ");
  }
}

const isIndex = (name: string): boolean => /^\d+$/.test(name);
const nth = (name: string): string => `${Number(name) + 1}.`;

function ownWord(name: string): string {
  if (isIndex(name)) return nth(name);
  const known: Readonly<Record<string, string>> = { ...words.fields, ...WORDS.fields.action };
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}

/** The titles of a schema's members along a path. A member without a title keeps its name. */
function titlesAlong(schema: unknown, names: readonly string[]): string[] {
  const [name, ...rest] = names;
  if (name === undefined) return [];
  const inner = isIndex(name) ? memberOf(schema, "items") : memberOf(memberOf(schema, "properties"), name);
  const title = memberOf(inner, "title");
  const word = isIndex(name) ? nth(name) : typeof title === "string" ? title : ownWord(name);
  return [word, ...titlesAlong(inner, rest)];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
