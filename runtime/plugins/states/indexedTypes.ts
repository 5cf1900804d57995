/** The content types as the index of entries needs them: the draft's and the release's, because lists ask at both. */
import { LATEST_CHANGE } from "../../documents/content/forever.ts";
import type { EntryType, EntryTypes } from "../../documents/lists/entryIndex.ts";
import type { PluginShelf } from "./shelf.ts";

/** The moments that visitors see or will see: those of the release and of a publication under way. */
export type PublicMoments = (site: string) => readonly number[];

/** One type for two moments. The later one wins where they differ. */
function both(later: EntryType, earlier: EntryType): EntryType {
  return {
    mark: JSON.stringify([later.mark, earlier.mark]),
    fields: new Map([...earlier.fields, ...later.fields]),
    order: later.order,
    isFuture: later.isFuture,
    isPageless: later.isPageless,
    shared: later.shared,
    read: (values) => ({ ...earlier.read(values), ...later.read(values) }),
  };
}

type Types = ReadonlyMap<string, EntryType>;

function joined(later: Types, earlier: Types): Types {
  const types = new Map(later);
  for (const [name, type] of earlier) {
    const present = later.get(name);
    if (present?.mark !== type.mark) types.set(name, present ? both(present, type) : type);
  }
  return types;
}

export const indexedTypes =
  (shelf: PluginShelf, publicMoments: PublicMoments): EntryTypes =>
  (site, at) => {
    if (at !== undefined) return shelf.forSite(site, at === LATEST_CHANGE ? undefined : at).entryTypes;
    const draft = shelf.forSite(site);
    // Without types of the owner, the types are those of the plugins, which have no moments.
    if (!draft.own) return draft.entryTypes;
    const others = publicMoments(site).map((change) => shelf.forSite(site, change));
    return others.reduce<Types>(
      (types, other) => (other === draft ? types : joined(types, other.entryTypes)),
      draft.entryTypes,
    );
  };
