import * as z from "zod/mini";
import { FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { EditorPage } from "../desk/page.ts";
import { PAST } from "../publish/forms.ts";
import { RELEASES_AREA } from "./area.ts";
import { releaseList } from "./list.ts";
import { releasePage } from "./release.ts";

const number = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

export const RELEASE_PAGES: readonly EditorPage[] = [
  { path: RELEASES_AREA.path, subject: null, actions: {}, takesFiles: null, show: releaseList },
  {
    path: `${RELEASES_AREA.path}/:release`,
    subject: number,
    actions: {
      restore: {
        route: findCommandRoute("release.restore"),
        fields: [PAST],
        ask: ({ subject }, fields) => ({
          segments: { release: subject ?? "" },
          ...(fields.get(PAST) === "true" ? { body: { pastReview: true } } : {}),
        }),
        after: () => withQuery(RELEASES_AREA.path, { done: "shownAgain" }),
      },
      remove: {
        route: findCommandRoute("release.delete"),
        fields: [FORCED],
        isAskedTwice: true,
        ask: ({ subject }) => ({ segments: { release: subject ?? "" } }),
        after: () => withQuery(RELEASES_AREA.path, { done: "removed" }),
      },
    },
    takesFiles: null,
    show: releasePage,
  },
];
