import type { EditorArea } from "../desk/area.ts";
import type { EditorPage } from "../desk/page.ts";
import { ENTRY_PAGES } from "../entries/pages.ts";
import { DOCUMENT_HISTORY_PAGES, PAGE_HISTORY_PAGES } from "../history/pages.ts";
import { FORM_PAGES } from "../inbox/pages.ts";
import { FORMS_AREA } from "../inbox/area.ts";
import { MAIL_AREA } from "../mail/area.ts";
import { MAIL_PAGES } from "../mail/pages.ts";
import { MEDIA_AREA } from "../library/area.ts";
import { MEDIA_PAGES } from "../library/pages.ts";
import { MENU_AREA } from "../menu/area.ts";
import { MENU_PAGES } from "../menu/pages.ts";
import { BACKUPS_AREA } from "../backups/area.ts";
import { BACKUP_PAGES } from "../backups/pages.ts";
import { DOMAINS_AREA } from "../domains/area.ts";
import { DOMAIN_PAGES } from "../domains/pages.ts";
import { BULK_PAGES } from "../bulk/pages.ts";
import { CALENDAR_AREA } from "../calendar/area.ts";
import { CALENDAR_PAGES } from "../calendar/pages.ts";
import { LOG_AREA } from "../log/area.ts";
import { LOG_PAGES } from "../log/pages.ts";
import { ACCOUNT_AREA, PEOPLE_AREA } from "../people/area.ts";
import { ACCOUNT_PAGES, PEOPLE_PAGES } from "../people/pages.ts";
import { PLUGINS_AREA } from "../plugins/area.ts";
import { PLUGIN_PAGES } from "../plugins/pages.ts";
import { PLUGIN_PAGES_AREA } from "../pluginPages/area.ts";
import { PLUGIN_PAGE_PAGES } from "../pluginPages/pages.ts";
import { PAGES_AREA } from "../pages/area.ts";
import { PAGE_PAGES } from "../pages/pages.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { PUBLISH_PAGES } from "../publish/pages.ts";
import { RELEASES_AREA } from "../releases/area.ts";
import { RELEASE_PAGES } from "../releases/pages.ts";
import { REDIRECTS_AREA } from "../redirects/area.ts";
import { REDIRECT_PAGES } from "../redirects/pages.ts";
import { SETTINGS_AREA } from "../settings/area.ts";
import { SETTINGS_PAGES } from "../settings/pages.ts";
import { LANGUAGES_AREA } from "../siteLanguages/area.ts";
import { LANGUAGE_PAGES } from "../siteLanguages/pages.ts";
import { READERS_AREA } from "../readers/area.ts";
import { READER_PAGES } from "../readers/pages.ts";
import { REMARKS_AREA } from "../remarks/area.ts";
import { REMARK_PAGES } from "../remarks/pages.ts";
import { REPLACE_PAGES } from "../replace/pages.ts";
import { REVIEWS_AREA } from "../reviews/area.ts";
import { REVIEW_PAGES } from "../reviews/pages.ts";
import { SHARING_AREA } from "../sharing/area.ts";
import { SHARING_PAGES } from "../sharing/pages.ts";
import { OVERVIEW_AREA } from "../startPage/area.ts";
import { OVERVIEW_PAGES } from "../startPage/pages.ts";
import { THEME_AREA } from "../theme/area.ts";
import { THEME_PAGES } from "../theme/pages.ts";
import { TRANSLATION_PAGES } from "../translating/pages.ts";
import { VISITS_AREA } from "../visits/area.ts";
import { VISIT_PAGES } from "../visits/pages.ts";
import { TYPES_AREA } from "../types/area.ts";
import { TYPE_PAGES } from "../types/pages.ts";

/** An area and all of its pages. */
export interface PagedArea {
  readonly area: EditorArea;
  readonly pages: readonly EditorPage[];
}

/** All areas in the order of the bar. A new area is a folder and a line here. */
export const AREAS: readonly PagedArea[] = [
  { area: OVERVIEW_AREA, pages: OVERVIEW_PAGES },
  { area: VISITS_AREA, pages: VISIT_PAGES },
  {
    area: PAGES_AREA,
    pages: [
      ...PAGE_PAGES,
      ...REPLACE_PAGES,
      ...ENTRY_PAGES,
      ...BULK_PAGES,
      ...PAGE_HISTORY_PAGES,
      ...TRANSLATION_PAGES,
    ],
  },
  { area: CALENDAR_AREA, pages: CALENDAR_PAGES },
  { area: TYPES_AREA, pages: TYPE_PAGES },
  { area: MENU_AREA, pages: MENU_PAGES },
  { area: REDIRECTS_AREA, pages: REDIRECT_PAGES },
  { area: MEDIA_AREA, pages: MEDIA_PAGES },
  { area: FORMS_AREA, pages: FORM_PAGES },
  { area: PLUGIN_PAGES_AREA, pages: PLUGIN_PAGE_PAGES },
  { area: THEME_AREA, pages: THEME_PAGES },
  { area: SETTINGS_AREA, pages: SETTINGS_PAGES },
  { area: LANGUAGES_AREA, pages: LANGUAGE_PAGES },
  { area: PUBLISH_AREA, pages: [...PUBLISH_PAGES, ...DOCUMENT_HISTORY_PAGES] },
  { area: REVIEWS_AREA, pages: REVIEW_PAGES },
  { area: REMARKS_AREA, pages: REMARK_PAGES },
  { area: SHARING_AREA, pages: SHARING_PAGES },
  { area: RELEASES_AREA, pages: RELEASE_PAGES },
  { area: PLUGINS_AREA, pages: PLUGIN_PAGES },
  { area: PEOPLE_AREA, pages: PEOPLE_PAGES },
  { area: READERS_AREA, pages: READER_PAGES },
  { area: LOG_AREA, pages: LOG_PAGES },
  { area: BACKUPS_AREA, pages: BACKUP_PAGES },
  { area: DOMAINS_AREA, pages: DOMAIN_PAGES },
  { area: MAIL_AREA, pages: MAIL_PAGES },
  { area: ACCOUNT_AREA, pages: ACCOUNT_PAGES },
];
