/**
 * The sentences for everything that an owner agrees to, by stable names of the API. A translation is another table with
 * the same names.
 */
import { sizeOf } from "../../../manifests/bytes/sizeOf.ts";
import type { Hook } from "../../../manifests/hooks/lookup.ts";
import { HOOKS } from "../../../manifests/hooks/table.ts";

const GRANTED = {
  exchange: "Exchange data with {hosts} ({methods})",
  exchangeChosen: "Exchange data with the addresses in its setting “{setting}” ({methods})",
  exchangeBoth: "Exchange data with {hosts}, and with the addresses in its setting “{setting}” ({methods})",
  headers: "Send further headers to them: {headers}",
  heldSecret: "Have the secret in its setting “{setting}” sent to {host} alone, without its code getting it",
  formsAll: "Receive what visitors write about themselves, in every form",
  formsSome: "Receive what visitors write about themselves, in: {forms}",
  lettersToMembers: "Send letters to members who want them",
  lettersToSubmitters: "Send letters to visitors who wrote their address into a form",
  lettersToSubscribers: "Send letters to visitors who subscribed with its own form and confirmed their address",
  lettersToAddresses: "Send letters to the mail addresses in its setting “{setting}”",
  readerGroups: "Give mail addresses an account for readers, and put them into these groups or take them out: {groups}",
  scripts: "Run its own scripts in visitors’ browsers, in frames that cannot reach the page or the internet",
  scriptsOnline:
    "Run its own scripts in visitors’ browsers, in frames that cannot reach the page but exchange data with {hosts}",
  scriptsAsk: "Let those frames ask {hosts} through the site, which tells nothing of the visitor",
  logs: "Keep its error messages and its output for you to read, which may contain words of visitors",
  draft: "Read and change the draft: {documents}",
  published: "Read what is published: {documents}",
  media: "Look through the pictures and files",
  actions: "Receive {places} from the draft when a member chooses one of its actions there",
  actionsWithBytes:
    "Receive {places} from the draft, and the pictures themselves, when a member chooses one of its actions there",
  storageOfOne: "Keep up to {bytes} of its own data, in one entry",
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
  alone: "Agents see its name without the plugin’s name before it.",
  mayChange: "It may change drafts.",
  section: "Adds the section “{title}” for pages.",
  sectionByCode: "Adds the section “{title}” for pages. Code of the plugin fills it in.",
  contentType: "Adds the content type “{title}”. Members can make pages of it, with values of their own.",
  embeds: "Shows content from {hosts} in the section “{title}”. Visitors’ browsers connect there.",
  addition: "Adds to {point} of another plugin: {data}.",
  additionEmpty: "Adds to {point} of another plugin: nothing.",
  listOfOne: "Lets other plugins add one entry to its list “{title}”.",
  list: "Lets other plugins add up to {most} entries to its list “{title}”.",
  letter: "Writes the letter “{title}”.",
  letterOnForm: "Sends the letter “{title}” each time a visitor sends a form.",
  letterOnPublish: "Sends the letter “{title}” after each publication.",
  letterDaily: "Sends the letter “{title}” every day with something to tell.",
  letterWeekly: "Sends the letter “{title}” every week with something to tell.",
  file: "Serves {path}.",
  fileOfLists: "Serves {path} for each list with further pages.",
  fileOfPages: "Serves {path} for each page of the type {type}.",
  fileForSearch: "Serves {path}, which tells search engines what they may list.",
  fileSitemap: "Serves {path}, which tells search engines what is on the site.",
  fileForModels: "Serves {path}, which tells language models what is on the site.",
  fileWellKnown: "Serves {path}. Other services trust it as an official statement of the site.",
  head: "Adds data to the head of every page, which search engines and social networks read ({name}).",
  headRobots: "Tells search engines for every page whether they may list it.",
  headProof: "Proves to another service who owns the site, with {name} in every page.",
  headIcon: "Gives every page an icon, which browsers show in tabs.",
  routeForAll: "Answers {methods} {path} to everybody on the internet.",
  routeForMembers: "Answers {methods} {path} to every member.",
  formRoute:
    "Hears the whole answers to {forms}, before they are stored or when a visitor uses a link, and may refuse them.",
  routeLeaves: "It may send a visitor on to {hosts}.",
  webhook: "Receives what a service sends to {path}, signed with the secret in its setting “{setting}”.",
  routeForSome: "Answers {methods} {path} to members with {permission}.",
  pageForMembers: "Adds the page “{title}” to the editor, which shows every member what it keeps.",
  pageForSome: "Adds the page “{title}” to the editor, which shows members with {permission} what it keeps.",
  form: "Adds the form “{title}”, with which visitors send data.",
  keptForm:
    "Adds the form “{title}”. The plugin alone keeps what visitors send with it, and the site’s list of submissions has none of it.",
  ownForm:
    "Shows its own form in the section “{title}”. What visitors type there goes to the plugin, not to the site’s own forms.",
  frame: "Shows “{title}” in pages, and runs its script in visitors’ browsers, in a frame that cannot reach the page.",
  upload: "Lets members upload “{title}”: {types}, up to {bytes}.",
  action: "Offers members “{title}” in the editor; nothing changes until a member applies what it proposes.",
  actionAnySection: "It receives {reads} of any section, and may propose {proposes}.",
  actionSection: "It receives {reads} of sections of type {types}, and may propose {proposes}.",
  actionPage: "It receives {members} of a page, and may propose {suggested}.",
  actionPageAnySection: "It receives {reads} of every section of that page, and may propose {proposes}.",
  actionPageSection: "It receives {reads} of the page’s sections of type {types}, and may propose {proposes}.",
  actionPicture: "It receives {facts} of a picture, and may propose {suggestions}.",
  directive: "Adds “{title}” to formatted texts, where members choose it.",
  theme: "Adds the theme “{title}”, which styles the whole page, with the sections and forms of all plugins.",
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
    types: "the content types of the owner",
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
