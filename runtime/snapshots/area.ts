import { defineArea, needed } from "../area/area.ts";
import type { Powers } from "../powers/powers.ts";
import { SectionDataStore } from "./store.ts";
import { SNAPSHOT_TABLES } from "./tables.ts";

export const snapshots = defineArea({
  tables: SNAPSHOT_TABLES,
  needs: { powers: needed<Powers>() },
  open: ({ powers: { sql } }) => ({ sectionData: new SectionDataStore(sql) }),
});
