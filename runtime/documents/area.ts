import { defineArea, needed } from "../area/area.ts";
import { LongBodies } from "./longBodies.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import { Documents } from "./documents.ts";
import { entryChore } from "./entryChore.ts";
import { DueWords } from "./lists/dueWords.ts";
import { EntryIndex, type EntryTypes } from "./lists/entryIndex.ts";
import type { SiteSections } from "./lists/firstWords.ts";
import { type DefinedTypes, PagelessTypes } from "./lists/pagelessTypes.ts";
import { History } from "./history.ts";
import { MediaUses } from "./mediaUses.ts";
import { PageIndex } from "./pageIndex.ts";
import { type IsInUse, Retention } from "./retention.ts";
import { Timeline } from "./timeline.ts";
import { DOCUMENT_TABLES } from "./tables.ts";

export const documents = defineArea({
  tables: DOCUMENT_TABLES,
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    isInUse: needed<IsInUse>(),
    entryTypes: needed<EntryTypes>(),
    definedTypes: needed<DefinedTypes>(),
    drawnSections: needed<SiteSections>(),
    entries: needed<EntryIndex>(),
    dueWords: needed<DueWords>(),
  },
  open(from) {
    const { sql } = from.powers;
    // The area of plugins opens later, so its offer is looked up at each use.
    const entries = new EntryIndex(sql, (site, at) => from.entryTypes(site, at));
    const pageless = new PagelessTypes(sql, (site, at) => from.definedTypes(site, at));
    const drawn: SiteSections = (site, at) => from.drawnSections(site, at);
    const bodies = new LongBodies(sql);
    return {
      entries,
      dueWords: new DueWords(sql, from.sites, drawn),
      documents: new Documents(sql, from.sites, { entries, pageless, bodies, drawn }),
      history: new History(sql, bodies),
      pageIndex: new PageIndex(sql),
      timeline: new Timeline(sql, from.sites),
      retention: new Retention(from),
      mediaUses: new MediaUses(sql),
    };
  },
  chores: (from) => [entryChore(from)],
});
