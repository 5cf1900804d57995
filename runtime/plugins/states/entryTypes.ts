/** The content types of a site's plugins, as the index of entries needs them. */
import { indexedFields } from "../../../manifests/fields/indexed.ts";
import { type ContentType, entryPart, isPageless } from "../../../manifests/manifest/contentType.ts";
import { type EntryType, PAGELESS } from "../../documents/lists/entryIndex.ts";
import { fieldsToShow } from "../../templates/fitting.ts";

const made = new WeakMap<ContentType, EntryType>();

function make(type: ContentType): EntryType {
  const { fields, index, emptyAs, order, future, renamed, migrate } = type;
  const part = entryPart(type);
  const entry: EntryType = {
    mark: JSON.stringify([
      fields,
      index,
      renamed,
      migrate,
      ...(emptyAs ? [emptyAs] : []),
      ...(isPageless(type) ? [PAGELESS] : []),
    ]),
    fields: indexedFields(type),
    order,
    isFuture: future === true,
    isPageless: isPageless(type),
    read: (values) => fieldsToShow(part, values),
  };
  made.set(type, entry);
  return entry;
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
