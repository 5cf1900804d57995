/** The values that a section shows: its own fields, and those of listed entries that its member chose. */
import { remembering } from "../../../manifests/memory/remembering.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { Contribution, Contributions } from "../../contributions/points.ts";
import type { DrawnType } from "../../../manifests/manifest/contentType.ts";
import { isChosenEntries } from "../../../manifests/fields/chosenEntries.ts";
import type { PageSummary } from "../../documents/content/content.ts";
import type { Surroundings } from "../../templates/surroundings.ts";
import { inReadersWords, readersType } from "./readersType.ts";
import { schemasByName, type ShownField, shownFields } from "./shownFields.ts";
import { currencyOf, entriesWithValues, paid, type PagesById, EntryValue } from "./shownValues.ts";
import type { ValueForm } from "./sorts.ts";

/** Fields of listed entries that a section keeps while it is drawn. */
const FIELDS_KEPT = 100;

type Fields = Readonly<Record<string, unknown>>;
type Results = Readonly<Record<string, readonly PageSummary[]>>;

interface SectionPlace {
  readonly entry: Contribution<DrawnType>;
  /** The values of the section's fields. */
  readonly fields: Fields;
  readonly around: Surroundings;
  readonly byId: PagesById;
  readonly types: Types;
}

type Types = Pick<Contributions, "contentTypes" | "idleContentTypes">;

/** An entry of a query, as templates get it. */
interface ListedEntry {
  readonly type: string;
  readonly values: Fields;
}

const isListedEntry = (value: unknown): value is ListedEntry =>
  isObject(value) && typeof value["type"] === "string" && isObject(value["values"]);

/**
 * The filter `shown` of a section: writes a chosen value, or the value of a field that the argument names. Of a listed
 * entry, it is a field of the entry's type.
 */
export function shownIn(place: SectionPlace, form: ValueForm): NonNullable<Surroundings["shown"]> {
  const { entry, fields, around, byId, types } = place;
  const fieldOf = remembering(FIELDS_KEPT, (key: string): ShownField | undefined => {
    const [name = "", type = ""] = JSON.parse(key) as string[];
    const found = readersType(types, type, around.language);
    return found && shownFields([{ field: name }], found)[0];
  });
  return (value, name, budget) => {
    if (value instanceof EntryValue) return value.written(around, form, budget);
    if (isListedEntry(value)) {
      const field = fieldOf(JSON.stringify([name, value.type]));
      return field ? new EntryValue(field, value.values, byId).written(around, form, budget) : "";
    }
    const properties = schemasByName(inReadersWords(entry, around.language).fields);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return "";
    const pagesOf = (ids: readonly string[]) => {
      const found = byId(ids);
      return ids.flatMap((id) => found.get(id) ?? []);
    };
    return paid(value, { around, schema, currency: currencyOf(schema, fields), pagesOf }, form, budget);
  };
}

/** The results of a section's queries, with the values that its member chose for each list. */
export function withShownValues(
  results: Results,
  { entry, fields, byId, types }: Omit<SectionPlace, "around">,
  language: string,
): Results {
  const lists = Object.entries(entry.item.queries ?? {}).flatMap(([name, { entries }]) => {
    const chosen = entries && fields[entries.field];
    if (!isChosenEntries(chosen) || !chosen.show?.length) return [];
    const type = readersType(types, chosen.type, language);
    const found = results[name] ?? [];
    return type ? [[name, entriesWithValues(found, shownFields(chosen.show, type), type, byId)] as const] : [];
  });
  return lists.length === 0 ? results : { ...results, ...Object.fromEntries(lists) };
}
