/** Words of the page that replaces words in the whole draft. */
import type { Translated } from "../../shape/translated.ts";

export const REPLACING = {
  title: "Find and replace",
  lead: "Replaces words in the texts of all pages, entries and menus of the draft. You see each text before anything changes. Targets of links stay.",
  find: "Find",
  replaceBy: "Replace by",
  exact: "Match upper and lower case",
  whole: "Whole words only",
  look: "Look",
  searching: "Searching the draft …",
  foundSoFar: "Places found: {n}",
  nothing: "No text of the draft has these words.",
  foundIn: "Pages and menus with these words: {n}",
  replaceIn: "Replace in the chosen ones: {n}",
  again: "Other words",
  more: "Further ones, which are replaced, too: {n}",
  doneSoFar: "Done: {n} of {of}",
  done: "Changed pages: {n}",
  menus: "Menus",
  menusDone: "The menus are changed, too.",
  stopped: "The rest is as it was. Search again to go on.",
  refused: "These pages were left as they are:",
  takeBack: "Take it all back",
  takingBack: "Taking it back …",
  takenBack: "The pages are as they were. Menus stay changed; their history has the earlier version.",
} as const;

export type ReplacingWords = Translated<typeof REPLACING>;
