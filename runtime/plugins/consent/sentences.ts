/**
 * The sentences for everything that an owner agrees to, by stable names of the API. A translation is another table with
 * the same names.
 */
import { sizeOf } from "../../../manifests/bytes/sizeOf.ts";
import type { Hook } from "../../../manifests/hooks/lookup.ts";
import { HOOKS } from "../../../manifests/hooks/table.ts";

const GRANTED = {
  exchange: "Exchange data with {hosts} ({methods})",
  exchangeChosen: "Exchange data with what you name in its setting “{setting}” ({methods})",
  exchangeBoth: "Exchange data with {hosts}, and with what you name in its setting “{setting}” ({methods})",
  formsAll: "Be told what visitors write about themselves, in every form",
  formsSome: "Be told what visitors write about themselves, in: {forms}",
  scripts: "Run scripts of its own in visitors’ browsers, in frames that reach neither the page nor the internet",
  scriptsOnline:
    "Run scripts of its own in visitors’ browsers, in frames that do not reach the page and load from or send to {hosts}",
  logs: "Keep its error messages and its output for you to read, even where visitors’ words may be among them",
  draft: "Read and change the draft: {documents}",
  published: "Read what is published: {documents}",
  media: "Look through the pictures and files",
  actions: "Be handed {places}, as they stand in the draft, when a member chooses one of its actions there",
  actionsWithBytes:
    "Be handed {places}, as they stand in the draft, and the pictures themselves, when a member chooses one of its actions there",
  storage: "Keep up to {bytes} of its own data, in at most {entries} entries",
} as const;

const SWITCHED = {
  toolForMembers: "Gives members’ agents the tool {tool}, “{title}”; it changes nothing.",
  toolForMembersWriting: "Gives members’ agents the tool {tool}, “{title}”; it may change something.",
  toolForAll: "Gives every agent the tool {tool}, “{title}”; it changes nothing.",
  toolForAllWriting: "Gives every agent the tool {tool}, “{title}”; it may change something.",
  textForMembers: "Gives members’ agents a text to read, “{title}”, at {address}.",
  textForAll: "Gives every agent a text to read, “{title}”, at {address}.",
  promptForMembers: "Gives members’ agents the prompt {prompt}, “{title}”.",
  promptForAll: "Gives every agent the prompt {prompt}, “{title}”.",
  alone: "Its name stands alone, without the plugin’s before it.",
  mayChange: "It may change drafts then.",
  section: "Adds the section “{title}” for pages.",
  sectionByCode: "Adds the section “{title}” for pages, which its code fills in.",
  embeds: "Shows what is at {hosts} inside the section “{title}”; visitors’ browsers ask there.",
  addition: "Adds to {point}, which is another plugin’s: {data}.",
  additionEmpty: "Adds to {point}, which is another plugin’s: nothing.",
  listOfOne: "Lets other plugins add one entry to its list “{title}”.",
  list: "Lets other plugins add up to {most} entries to its list “{title}”.",
  file: "Serves {path}.",
  fileForSearch: "Serves {path}, which tells search engines what they may list.",
  fileSitemap: "Serves {path}, which tells search engines what there is.",
  fileForModels: "Serves {path}, which tells language models what there is.",
  fileWellKnown: "Serves {path}, by which other services take the site at its word.",
  head: "Writes into the head of every page, where search engines and social networks read ({name}).",
  routeForAll: "Answers {methods} {path} to everybody on the internet.",
  routeForMembers: "Answers {methods} {path} to every member.",
  routeForSome: "Answers {methods} {path} to members with {permission}.",
  form: "Adds the form “{title}”, in which visitors leave data.",
  ownForm:
    "Shows a form of its own in the section “{title}”; what visitors type there goes to the plugin, not to the site’s own forms.",
  frame: "Shows “{title}” in pages and runs its script in visitors’ browsers, in a frame that cannot reach the page.",
  upload: "Lets members upload {types} up to {bytes}, “{title}”.",
  action: "Offers members “{title}” in the editor; nothing changes until a member applies what it proposes.",
  actionAnySection: "Of any section it is handed {reads}, and may propose {proposes}.",
  actionSection: "Of sections of type {types} it is handed {reads}, and may propose {proposes}.",
  actionPage: "Of a page it is handed {members}, and may propose {suggested}.",
  actionPageAnySection: "Of every section of that page it is handed {reads}, and may propose {proposes}.",
  actionPageSection: "Of its sections of type {types} it is handed {reads}, and may propose {proposes}.",
  actionPicture: "Of a picture it is handed {facts}, and may propose {suggestions}.",
  theme: "Adds the theme “{title}”, which styles the whole page, the sections and forms of all plugins included.",
} as const;

type HookSentences = { readonly [H in Hook as `hook.${H}`]: string };

const HOOK_SENTENCES = Object.fromEntries(
  Object.entries(HOOKS).map(([hook, { effect }]) => [`hook.${hook}`, effect]),
) as HookSentences;

export const SENTENCES = { ...GRANTED, ...SWITCHED, ...HOOK_SENTENCES };

const PAGE_TERMS = {
  "": "nothing",
  title: "the title",
  description: "the description",
  path: "the address",
  collection: "the collection",
  date: "the date",
  author: "the author",
} as const;
const PICTURE_TERMS = {
  "": "nothing",
  alt: "the description",
  focal: "the focal point",
  name: "the name",
  size: "type and size",
  bytes: "the picture itself",
} as const;

/** Texts for values in sentences, by the value's name. */
export const TERMS = {
  documents: {
    page: "pages",
    navigation: "menus",
    redirects: "redirects",
    theme: "the theme",
    settings: "the settings",
  },
  places: { section: "sections", page: "pages", picture: "pictures" },
  reads: { "*": "every field", "": "nothing" },
  proposes: { "*": "every field", "": "nothing" },
  members: PAGE_TERMS,
  suggested: PAGE_TERMS,
  facts: PICTURE_TERMS,
  suggestions: PICTURE_TERMS,
} as const;

export type SentenceName = keyof typeof SENTENCES;

type Value = string | number | readonly string[];

/** One sentence, independent of a language. */
export interface Effect {
  readonly name: string;
  readonly values: Readonly<Record<string, Value>>;
}

export const effect = (name: SentenceName, values: Effect["values"] = {}): Effect => ({ name, values });

/** The tables of a language: sentences by their names, and words for values. */
export interface Sentences {
  readonly sentences: Readonly<Record<string, string>>;
  readonly terms: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const ownMember = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function valueIn({ terms }: Sentences, name: string, value: Value): string {
  if (name === "bytes" && typeof value === "number") return sizeOf(value);
  const words = ownMember(terms, name) ?? {};
  return [value]
    .flat()
    .map((one) => ownMember(words, String(one)) ?? String(one))
    .join(", ");
}

/** Writes effects in a language. Undefined if its tables lack a name. Placeholders in values are not replaced. */
export function writtenSentence(effects: readonly Effect[], language: Sentences): string | undefined {
  const sentences = effects.map(({ name, values }) =>
    ownMember(language.sentences, name)?.replaceAll(/\{(\w+)\}/g, (whole, place: string) => {
      const value = ownMember(values, place);
      return value === undefined ? whole : valueIn(language, place, value);
    }),
  );
  return sentences.includes(undefined) ? undefined : sentences.join(" ");
}

/** The sentences that the API and the command line show. */
export const inEnglish = (effects: readonly Effect[]): string =>
  writtenSentence(effects, { sentences: SENTENCES, terms: TERMS }) ?? "";
