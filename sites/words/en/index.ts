/**
 * All words of the editor: one table, with a file for each area. Another language is a folder like this one. `{name}`
 * stands for a value, and `n` for a number that selects the plural form.
 */
import { SENTENCES, TERMS } from "../../../runtime/plugins/consent/sentences.ts";
import type { Translated } from "../shape/translated.ts";
import { ACTIONS } from "./actions.ts";
import { BACKUPS } from "./backups.ts";
import { CANVAS } from "./canvas.ts";
import { COMPARING } from "./comparing.ts";
import { DOMAINS } from "./domains.ts";
import { DOORS } from "./doors.ts";
import { ENTRIES } from "./pages/entries.ts";
import { FIELDS } from "./fields.ts";
import { FORMS } from "./forms.ts";
import { EVERY_PAGE } from "./everyPage.ts";
import { IMPORTING } from "./importing.ts";
import { JOIN } from "./joining/join.ts";
import { LOG } from "./log.ts";
import { MAIL } from "./mail.ts";
import { REVIEWS } from "./pages/requests.ts";
import { SHARING } from "./sharing.ts";
import { MEDIA } from "./media.ts";
import { MENU } from "./pages/menu.ts";
import { PAGES } from "./pages/pages.ts";
import { ACCOUNT, AGENTS, PEOPLE } from "./people.ts";
import { PLUGINS } from "./plugins/plugins.ts";
import { PUBLISH } from "./publish.ts";
import { PUBLISHING } from "./publishing.ts";
import { OVERVIEW } from "./pages/overview.ts";
import { BULK } from "./pages/bulk.ts";
import { SAVED } from "./pages/saved.ts";
import { CALENDAR } from "./pages/calendar.ts";
import { VISITS } from "./pages/visits.ts";
import { REDIRECTS } from "./pages/redirects.ts";
import { REPLACING } from "./pages/replacing.ts";
import { REFUSED } from "./refused/refusals.ts";
import { ANSWERS } from "./refused/answers.ts";
import { SCRIPT } from "./script.ts";
import { SETTINGS } from "./settings.ts";
import { PLUGIN_PAGES } from "./plugins/pages.ts";
import { SHELVES } from "./plugins/shelves.ts";
import { THEME } from "./theme.ts";
import { SITE_LANGUAGES } from "./pages/siteLanguages.ts";
import { TRANSLATIONS } from "./pages/translations.ts";
import { TYPES } from "./types.ts";
import { XLIFF } from "./pages/xliff.ts";

export const EN = {
  everyPage: EVERY_PAGE,
  canvas: CANVAS,
  actions: ACTIONS,
  fields: FIELDS,
  publishing: PUBLISHING,
  publish: PUBLISH,
  comparing: COMPARING,
  pages: PAGES,
  entries: ENTRIES,
  importing: IMPORTING,
  menu: MENU,
  overview: OVERVIEW,
  replacing: REPLACING,
  bulk: BULK,
  saved: SAVED,
  calendar: CALENDAR,
  visits: VISITS,
  redirects: REDIRECTS,
  theme: THEME,
  types: TYPES,
  settings: SETTINGS,
  siteLanguages: SITE_LANGUAGES,
  translations: TRANSLATIONS,
  xliff: XLIFF,
  media: MEDIA,
  forms: FORMS,
  mail: MAIL,
  reviews: REVIEWS,
  sharing: SHARING,
  plugins: PLUGINS,
  pluginPages: PLUGIN_PAGES,
  shelves: SHELVES,
  consent: { sentences: SENTENCES, terms: TERMS },
  people: PEOPLE,
  agents: AGENTS,
  account: ACCOUNT,
  join: JOIN,
  log: LOG,
  backups: BACKUPS,
  domains: DOMAINS,
  doors: DOORS,
  refusals: REFUSED,
  script: SCRIPT,
  answers: ANSWERS,
} as const;

export type Words = Translated<typeof EN>;
