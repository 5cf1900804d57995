import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, findReading, START } from "../desk/area.ts";

export const READERS_AREA: EditorArea = {
  get title() {
    return WORDS.people.readers.title;
  },
  group: "manage",
  path: `${START}/readers`,
  reads: findReading("/api/readers"),
  writes: findCommandRoute("reader.add"),
};
