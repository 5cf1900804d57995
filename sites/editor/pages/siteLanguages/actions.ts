/** The actions of the page of languages. Each changes one language of the settings that the member saw. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { languageNamed } from "../../../../runtime/documents/content/languages.ts";
import { type Action, type PageActions, FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import { suggestedLanguages, suggestedValue } from "../../../words/suggestions.ts";
import { notInForm } from "../desk/through.ts";
import { LANGUAGES_AREA } from "./area.ts";
import {
  LANGUAGE_TEXTS,
  type TypedLanguage,
  withAdded,
  withChanged,
  withChoice,
  withMoved,
  withoutLanguage,
} from "./changes.ts";

const route = findCommandRoute("settings.put");
const TEXT_FIELDS = Object.keys(LANGUAGE_TEXTS) as (keyof typeof LANGUAGE_TEXTS)[];

/** Changes the draft's settings. The command writes them only if the version is still the shown one. */
const putting = (change: (settings: Settings, fields: Fields) => Settings): Action["ask"] =>
  async function ask(desk: Desk, fields: Fields) {
    const { body } = expectValue(await desk.workspace.read("settings", desk.member.site));
    return { version: fields.get("version") ?? "", body: { body: change(body, fields) } };
  };

const typed = (fields: Fields, name: string): string => (fields.get(name) ?? "").trim();

const typedLanguage = (fields: Fields): TypedLanguage => ({
  tag: typed(fields, "tag"),
  name: typed(fields, "name"),
  prefix: typed(fields, "prefix"),
  hostname: typed(fields, "hostname").toLowerCase(),
  showsSource: typed(fields, "showsSource") === "true",
  texts: Object.fromEntries(
    TEXT_FIELDS.flatMap((field) => {
      const text = typed(fields, field);
      return text === "" ? [] : [[LANGUAGE_TEXTS[field], text]];
    }),
  ),
});

/** The tag of a new language may be typed by the language's name. */
const addedLanguage = (fields: Fields): TypedLanguage => ({
  ...typedLanguage(fields),
  tag: suggestedValue(typed(fields, "tag"), suggestedLanguages()),
});

const found = (settings: Settings | undefined): Settings => {
  if (!settings) throw new Refusal("NOT_FOUND");
  return settings;
};

const done =
  (words: string): Action["after"] =>
  () =>
    withQuery(LANGUAGES_AREA.path, { done: words });

const STEPS = { up: -1, down: 1 } as const;

export const LANGUAGE_ACTIONS: PageActions = {
  ...PUBLISHES,
  add: {
    route,
    fields: ["version", "tag", "name", "prefix"],
    ask: putting((settings, fields) => withAdded(settings, addedLanguage(fields))),
    after: done("added"),
  },
  change: {
    route,
    fields: ["version", "tag", "name", "prefix", "hostname", "showsSource", ...TEXT_FIELDS],
    ask: putting((settings, fields) => {
      if (!languageNamed(settings, typed(fields, "tag"))) throw new Refusal("NOT_FOUND");
      return withChanged(settings, typed(fields, "tag"), typedLanguage(fields));
    }),
    after: done("saved"),
  },
  shift: {
    route,
    fields: ["version", "tag", "to"],
    ask: putting((settings, fields) => {
      const [, by] = Object.entries(STEPS).find(([name]) => name === fields.get("to")) ?? [];
      if (by === undefined) throw notInForm("to", Object.keys(STEPS).join(", "));
      return found(withMoved(settings, typed(fields, "tag"), by));
    }),
    after: done("moved"),
  },
  gather: {
    route: findCommandRoute("language.gather"),
    fields: ["tag"],
    ask: (_, fields) => ({ body: { language: typed(fields, "tag"), redirect: true } }),
    after: done("gathered"),
  },
  choose: {
    route,
    fields: ["version", "chooses"],
    ask: putting((settings, fields) => withChoice(settings, typed(fields, "chooses") === "true")),
    after: done("saved"),
  },
  remove: {
    route,
    fields: ["version", "tag", FORCED],
    isAskedTwice: true,
    ask: putting((settings, fields) => found(withoutLanguage(settings, typed(fields, "tag")))),
    after: done("removed"),
  },
};
