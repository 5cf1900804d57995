import { WORDS } from "../../../words/words.ts";
import { type EditorArea, readingOf, routeOf, START } from "../desk/area.ts";

export const DOMAINS_AREA: EditorArea = {
  get title() {
    return WORDS.domains.title;
  },
  group: "manage",
  path: `${START}/domains`,
  reads: readingOf("/api/domains"),
  writes: routeOf("domain.request"),
};
