import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Powers } from "../powers/powers.ts";
import { SAVED_FILTER_COMMANDS } from "./commandTable.ts";
import { columnsPut, filterRemove, filterSave } from "./commands.ts";
import { SavedFilters } from "./savedFilters.ts";
import { SAVED_FILTER_TABLES } from "./tables.ts";
import type { SavedFiltersView } from "./views.ts";

const { plain } = readsFrom<{ readonly savedFilters: SavedFilters }>();

interface OfMember {
  readonly member: string;
  readonly list: string;
}

const READS = {
  /** The filters that a member may use in a list, and the columns that they see there. */
  "filters.saved": plain(({ savedFilters: kept }, site, { member, list }: OfMember): SavedFiltersView => ({
    items: kept.of(site, member, list).map(({ id, name, query, shared, member: by }) => ({
      filter: id,
      name,
      query,
      shared,
      own: by === member,
    })),
    columns: kept.columns(site, member, list),
  })),
};

export const savedFilters = defineArea({
  tables: SAVED_FILTER_TABLES,
  needs: { powers: needed<Powers>(), savedFilters: needed<SavedFilters>() },
  open: (from) => ({ savedFilters: new SavedFilters(from.powers.sql) }),
  commands: SAVED_FILTER_COMMANDS,
  makers: { "filter.save": filterSave, "filter.remove": filterRemove, "columns.put": columnsPut },
  reads: READS,
});
