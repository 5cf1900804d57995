import { defineArea, needed } from "../area/area.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import { Documents } from "./documents.ts";
import { History } from "./history.ts";
import { MediaUses } from "./mediaUses.ts";
import { PageIndex } from "./pageIndex.ts";
import { type IsInUse, Retention } from "./retention.ts";
import { Timeline } from "./timeline.ts";
import { DOCUMENT_TABLES } from "./tables.ts";

export const documents = defineArea({
  tables: DOCUMENT_TABLES,
  needs: { powers: needed<Powers>(), sites: needed<Sites>(), isInUse: needed<IsInUse>() },
  open(from) {
    const { sql } = from.powers;
    return {
      documents: new Documents(sql, from.sites),
      history: new History(sql),
      pageIndex: new PageIndex(sql),
      timeline: new Timeline(sql, from.sites),
      retention: new Retention(from),
      mediaUses: new MediaUses(sql),
    };
  },
});
