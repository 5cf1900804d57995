/** The values that a section shows: its own fields, and those of listed entries that its member chose. */
import type { Contribution, Contributions } from "../../contributions/points.ts";
import type { DrawnType } from "../../../manifests/manifest/contentType.ts";
import { isChosenEntries } from "../../../manifests/fields/chosenEntries.ts";
import type { PageSummary } from "../../documents/content/content.ts";
import type { Surroundings } from "../../templates/surroundings.ts";
import { inReadersWords, readersType } from "./readersType.ts";
import { schemasByName, shownFields } from "./shownFields.ts";
import { currencyOf, entriesWithValues, paid, type PagesById, EntryValue } from "./shownValues.ts";
import type { ValueForm } from "./sorts.ts";

type Fields = Readonly<Record<string, unknown>>;
type Results = Readonly<Record<string, readonly PageSummary[]>>;

interface SectionPlace {
  readonly entry: Contribution<DrawnType>;
  /** The values of the section's fields. */
  readonly fields: Fields;
  readonly around: Surroundings;
  readonly byId: PagesById;
}

/** The filter `shown` of a section: writes a chosen value, or the value of a field that the argument names. */
export const shownIn =
  ({ entry, fields, around, byId }: SectionPlace, form: ValueForm): NonNullable<Surroundings["shown"]> =>
  (value, name, budget) => {
    if (value instanceof EntryValue) return value.written(around, form, budget);
    const properties = schemasByName(inReadersWords(entry, around.language).fields);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return "";
    const pagesOf = (ids: readonly string[]) => {
      const found = byId(ids);
      return ids.flatMap((id) => found.get(id) ?? []);
    };
    return paid(value, { around, schema, currency: currencyOf(schema, fields), pagesOf }, form, budget);
  };

/** The results of a section's queries, with the values that its member chose for each list. */
export function withShownValues(
  results: Results,
  { entry, fields, byId }: Omit<SectionPlace, "around">,
  types: Pick<Contributions, "contentTypes" | "idleContentTypes">,
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
