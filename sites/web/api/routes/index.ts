import { actions } from "./actions.ts";
import { audit } from "./audit.ts";
import { backups } from "./backups.ts";
import { changes, pagesAlike } from "./changes.ts";
import { context } from "./context.ts";
import { domains } from "./domains.ts";
import { mailRoutes } from "./mail.ts";
import { formRoutes } from "./forms.ts";
import { pluginIndexes } from "./indexes.ts";
import { logins } from "./logins.ts";
import { mediaRoutes } from "./media.ts";
import { members, readers } from "./members.ts";
import { pages, previews } from "./pages.ts";
import { presence } from "./presence.ts";
import { plugins } from "./plugins.ts";
import { publishing, schedules } from "./publishing.ts";
import { remarks, reviews } from "./reviews.ts";
import type { Route } from "../request/route.ts";
import { shareLinks } from "./sharing.ts";
import { sections } from "./sections.ts";
import { translations } from "./translations.ts";
import { savedFilters, unfinished } from "./own.ts";
import { siteWide } from "./siteWide.ts";

/** All members' routes, in the order of the API description. */
export const ROUTES: readonly Route[] = [
  ...context,
  ...pages,
  ...translations,
  ...sections,
  ...previews,
  ...unfinished,
  ...savedFilters,
  ...presence,
  ...siteWide,
  ...changes,
  ...pagesAlike,
  ...publishing,
  ...schedules,
  ...reviews,
  ...remarks,
  ...shareLinks,
  ...plugins,
  ...actions,
  ...pluginIndexes,
  ...mediaRoutes,
  ...formRoutes,
  ...mailRoutes,
  ...members,
  ...readers,
  ...logins,
  ...domains,
  ...audit,
  ...backups,
];
