import * as z from "zod/mini";
import type { SiteKind } from "../../../../runtime/documents/content/content.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { EditorPage } from "../desk/page.ts";
import { DOCUMENT_HISTORY, historyOf, PAGE_HISTORY } from "../desk/documentAddress.ts";
import { elsewhereIn } from "../pages/paths.ts";
import { documentHistory, pageHistory } from "./history.ts";

const restores = (kind: SiteKind): Action => ({
  route: findCommandRoute(`${kind}.restore`),
  fields: ["version", "to"],
  ask: (_, fields) => ({ segments: { version: fields.get("to") ?? "" }, version: fields.get("version") ?? "" }),
  after: () => withQuery(historyOf(kind, ""), { done: "restored" }),
});

const restoresPage: Action = {
  route: findCommandRoute("revision.restore"),
  fields: ["version", "to", "path"],
  ask: ({ subject }, fields) => ({
    segments: { page: subject ?? "", version: fields.get("to") ?? "" },
    version: fields.get("version") ?? "",
    body: elsewhereIn(fields),
  }),
  after: ({ subject }) => withQuery(historyOf("page", subject ?? ""), { done: "restored" }),
};

/** Histories of pages belong to the pages area; histories of other documents belong to the publishing area. */
export const PAGE_HISTORY_PAGES: readonly EditorPage[] = [
  {
    path: PAGE_HISTORY,
    subject: documentId,
    actions: { "restore-page": restoresPage },
    takesFiles: null,
    show: pageHistory,
  },
];

export const DOCUMENT_HISTORY_PAGES: readonly EditorPage[] = [
  {
    path: DOCUMENT_HISTORY,
    subject: z.enum(["navigation", "redirects", "theme", "settings", "types"]),
    actions: {
      "restore-navigation": restores("navigation"),
      "restore-redirects": restores("redirects"),
      "restore-theme": restores("theme"),
      "restore-settings": restores("settings"),
      "restore-types": restores("types"),
    },
    takesFiles: null,
    show: documentHistory,
  },
];
