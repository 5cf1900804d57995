/** The content types of a site's plugins, as the index of entries needs them. */
import { indexedFields } from "../../../manifests/fields/indexed.ts";
import { sharedNames } from "../../../manifests/rules/settingsRules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { type ContentType, entryPart, isPageless } from "../../../manifests/manifest/contentType.ts";
import type { EntryType } from "../../documents/lists/entryIndex.ts";
import { fieldsToShow } from "../../templates/fitting.ts";

const made = new WeakMap<ContentType, EntryType>();

function make(type: ContentType): EntryType {
  const { fields, index, emptyAs, order, future, renamed, migrate } = type;
  const part = entryPart(type);
  const read: EntryType["read"] = (values) => fieldsToShow(part, values);
  const entry: EntryType = {
    mark: JSON.stringify([fields, index, renamed, migrate, ...(emptyAs ? [emptyAs] : [])]),
    fields: indexedFields(type),
    order,
    isFuture: future === true,
    isPageless: isPageless(type),
    shared: sharedFieldsOf(fields, read),
    read,
  };
  made.set(type, entry);
  return entry;
}

/** A value under an earlier name, or of an earlier kind, is read as templates see it. */
function sharedFieldsOf(fields: JsonSchema, read: EntryType["read"]): EntryType["shared"] {
  const names = sharedNames(fields);
  if (names.length === 0) return undefined;
  return {
    names,
    of(values) {
      const shown = names.every((name) => Object.hasOwn(values, name)) ? values : { ...read(values), ...values };
      return { names, values: Object.fromEntries(names.map((name) => [name, shown[name]])) };
    },
  };
}

const entryTypeOf = (type: ContentType): EntryType => made.get(type) ?? make(type);

interface OfPlugin {
  readonly id: string;
  readonly contributes: { readonly contentTypes?: readonly ContentType[] };
}

/** The content types of these plugins by qualified name. The first plugin of an id wins. */
export const entryTypesOf = (plugins: readonly OfPlugin[]): ReadonlyMap<string, EntryType> =>
  new Map(
    plugins
      .toReversed()
      .flatMap(({ id, contributes: { contentTypes = [] } }) =>
        contentTypes.map((type) => [`${id}/${type.name}`, entryTypeOf(type)] as const),
      ),
  );
