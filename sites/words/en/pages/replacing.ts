/** Words of the page that replaces words in the whole draft. */
import type { Translated } from "../../shape/translated.ts";

export const REPLACING = {
  title: "Find and replace",
  lead: "Replaces words in the texts of the draft: its pages and entries, shared sections, menus and settings. You see each text before anything changes.",
  find: "Find",
  replaceBy: "Replace by",
  exact: "Match upper and lower case",
  whole: "Whole words only",
  addresses: "Change addresses, too: targets of links, files and contacts",
  look: "Look",
  searching: "Searching the draft …",
  foundSoFar: "Places found: {n}",
  nothing: "No text of the draft has these words.",
  foundIn: "Places with these words: {n}",
  replaceIn: "Replace the chosen texts: {n}",
  showMore: "Show more",
  again: "Other words",
  more: "Further places, whose texts are replaced, too: {n}",
  doneSoFar: "Done: {n} of {of}",
  done: "Changed pages and documents: {n}",
  stopped: "The rest is as it was.",
  goOn: "Go on with the rest",
  refused: "These stay as they are:",
  takenBack: "Taken back: {n}",
  beside: { navigation: "Menus", settings: "Settings" },
  /** Members of pages and settings that have texts. */
  members: {
    title: "Title",
    description: "Description",
    author: "Author",
    image: "Picture",
    name: "Name",
    tagline: "Tagline",
    social: "Links",
    organization: "Organization",
    logo: "Logo",
    icon: "Icon",
  },
  /** Reasons why a text with the words stays as it is. */
  kept: {
    links: "This would change a link, so it stays.",
    directives: "This would change a part that a plugin draws, so it stays.",
    unknown: "Its plugin is gone or switched off, so it stays.",
    forbidden: "You may not change the settings, so it stays.",
  },
  takeBack: "Take it all back",
} as const;

export type ReplacingWords = Translated<typeof REPLACING>;
