import { defineArea, needed } from "../area/area.ts";
import type { Powers } from "../powers/powers.ts";
import { Documents } from "./documents.ts";
import { History } from "./history.ts";
import { MediaUses } from "./mediaUses.ts";
import { PageIndex } from "./pageIndex.ts";
import { Retention } from "./retention.ts";
import { Timeline } from "./timeline.ts";
import { DOCUMENT_TABLES } from "./tables.ts";

export const documents = defineArea({
  tables: DOCUMENT_TABLES,
  needs: { powers: needed<Powers>() },
  open: ({ powers: { sql } }) => ({
    documents: new Documents(sql),
    history: new History(sql),
    pageIndex: new PageIndex(sql),
    timeline: new Timeline(sql),
    retention: new Retention(sql),
    mediaUses: new MediaUses(sql),
  }),
});
