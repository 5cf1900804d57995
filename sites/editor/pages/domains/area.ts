import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findReading, findCommandRoute, START } from "../desk/area.ts";

export const DOMAINS_AREA: EditorArea = {
  get title() {
    return WORDS.domains.title;
  },
  group: "manage",
  path: `${START}/domains`,
  reads: findReading("/api/domains"),
  writes: findCommandRoute("domain.request"),
};
