import type * as z from "zod/mini";
import {
  LISTS_WITH_COLUMNS_MAX,
  SAVED_FILTERS_PER_MEMBER,
  SAVED_FILTERS_SHARED_MAX,
} from "../../manifests/bounds/editor.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { can, roleNamed } from "../commands/permissions.ts";
import type { Powers } from "../powers/powers.ts";
import type { SavedFilters } from "./savedFilters.ts";
import { putColumns, removeFilter, saveFilter } from "./views.ts";

export interface SavedFilterParts {
  readonly powers: Pick<Powers, "newId">;
  readonly savedFilters: SavedFilters;
}

type Changed = { readonly filter: string };

/** Keeps a filter under its name, in place of the member's own one with that name. */
export const filterSave = (parts: SavedFilterParts): Command<z.infer<typeof saveFilter>, Changed> => ({
  parse: parseWith(saveFilter),
  prepare: async (envelope, input) => () => {
    const { powers, savedFilters } = parts;
    const { site } = envelope;
    const member = memberOf(envelope);
    const id = savedFilters.named(site, member, input.list, input.name)?.id ?? powers.newId();
    savedFilters.put(site, { id, member, ...input });
    // The transaction takes the write back if this throws.
    if (savedFilters.countOf(site, member) > SAVED_FILTERS_PER_MEMBER) throw full(SAVED_FILTERS_PER_MEMBER);
    if (input.shared && savedFilters.countShared(site) > SAVED_FILTERS_SHARED_MAX) throw full(SAVED_FILTERS_SHARED_MAX);
    return { filter: id };
  },
});

/** Removes a filter: the member's own, or a shared one if the member may publish. */
export const filterRemove = (parts: SavedFilterParts): Command<z.infer<typeof removeFilter>, Changed> => ({
  parse: parseWith(removeFilter),
  prepare:
    async (envelope, { filter }) =>
    () => {
      const { site, role } = envelope;
      const member = memberOf(envelope);
      const found = parts.savedFilters.find(site, filter);
      // Nobody learns of another member's own filter.
      if (!found || (found.member !== member && !found.shared))
        throw new Refusal("NOT_FOUND", { kind: "filter", id: filter });
      const known = roleNamed(role);
      if (found.member !== member && !(known && can(known, "content.publish")))
        throw new Refusal("FORBIDDEN", { permission: "content.publish" });
      parts.savedFilters.remove(site, filter);
      return { filter };
    },
});

export const columnsPut = (
  parts: SavedFilterParts,
): Command<z.infer<typeof putColumns>, { readonly columns: string[] | null }> => ({
  parse: parseWith(putColumns),
  prepare:
    async (envelope, { list, columns }) =>
    () => {
      const { savedFilters } = parts;
      const member = memberOf(envelope);
      savedFilters.putColumns(envelope.site, member, list, columns);
      if (savedFilters.countColumns(envelope.site, member) > LISTS_WITH_COLUMNS_MAX) throw full(LISTS_WITH_COLUMNS_MAX);
      return { columns };
    },
});

/** The member for whom a filter or columns are kept. An agent acts for its member. Other actors have none. */
function memberOf({ actor }: Envelope): string {
  if (actor.kind !== "member") throw new Refusal("FORBIDDEN");
  return actor.id;
}

const full = (most: number): Refusal => new Refusal("TOO_LARGE", { most });
