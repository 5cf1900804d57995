import { WORDS } from "../../../words/words.ts";
import { type EditorArea, findCommandRoute, START } from "../desk/area.ts";

export const TYPES_AREA: EditorArea = {
  get title() {
    return WORDS.types.title;
  },
  group: "write",
  path: `${START}/types`,
  reads: findCommandRoute("types.put"),
  writes: findCommandRoute("types.put"),
};

/** The address of one type. */
export const typeAt = (name: string): string => `${TYPES_AREA.path}/${name}`;
