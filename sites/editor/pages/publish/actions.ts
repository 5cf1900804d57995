import type { RequestChanged } from "../../../../runtime/reviews/views.ts";
import type { SiteKind } from "../../../../runtime/documents/content/content.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { meantAt } from "../../looks/zonedTime.ts";
import { outcomeAt, PUBLISH_AREA, requestMadeAt } from "./area.ts";
import { askedIn } from "./ask.ts";
import { readChoice, documentTokens } from "./chosen.ts";
import { PAST } from "./forms.ts";

const back =
  (done: string): Action["after"] =>
  () =>
    withQuery(PUBLISH_AREA.path, { done });

function onlyIn(fields: Fields): object {
  const only = readChoice(documentTokens(fields.get("only") ?? ""));
  return only ? { only } : {};
}

const pastIn = (fields: Fields): object => (fields.get(PAST) === "true" ? { pastReview: true } : {});

/** The page of a publication with only one page, where the member continues; null for any other. */
function onlyPageIn(fields: Fields): string | null {
  const { pages = [], ...others } = readChoice(documentTokens(fields.get("only") ?? "")) ?? {};
  return pages.length === 1 && Object.keys(others).length === 0 ? (pages[0] ?? null) : null;
}

const releaseIn = (answer: unknown): number => Number((answer as { readonly release: unknown }).release);

export const PUBLISH_ACTIONS: PageActions = {
  publish: {
    route: findCommandRoute("publish"),
    fields: ["change", "only", PAST],
    ask: (_, fields) => ({ version: fields.get("change") ?? "", body: { ...onlyIn(fields), ...pastIn(fields) } }),
    after: (_, fields, answer) => outcomeAt(releaseIn(answer), onlyPageIn(fields)),
  },
  schedule: {
    route: findCommandRoute("schedule.create"),
    fields: ["change", "only", "at", "label", PAST],
    ask({ context: { timeZone } }, fields) {
      const label = (fields.get("label") ?? "").trim();
      const seen = Number(fields.get("change"));
      const body = {
        at: momentIn(fields, timeZone),
        change: seen,
        ...onlyIn(fields),
        ...pastIn(fields),
        ...(label === "" ? {} : { label }),
      };
      return { body };
    },
    after: back("planned"),
  },
  ask: {
    route: findCommandRoute("request.create"),
    fields: ["change", "only", "words", "whom"],
    ask: (_, fields) => ({
      body: {
        words: typedIn(fields, "words"),
        change: Number(fields.get("change")),
        ...onlyIn(fields),
        ...askedIn(typedIn(fields, "whom")),
      },
    }),
    after: (_, __, answer) => requestMadeAt((answer as RequestChanged).request),
  },
  cancel: {
    route: findCommandRoute("schedule.cancel"),
    fields: ["schedule"],
    ask: (_, fields) => ({ segments: { schedule: fields.get("schedule") ?? "" } }),
    after: back("cancelled"),
  },
};

/**
 * A typed time. Without a zone it is in the site's zone; if it occurs twice, the earlier moment counts. A script sends
 * it with its zone.
 */
export function momentIn(fields: Fields, timeZone: string): number {
  const written = fields.get("at") ?? "";
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?$/.test(written);
  const shown = isTime ? Date.parse(`${written.replace("Z", "")}Z`) : Number.NaN;
  if (Number.isNaN(shown)) throw notInForm("at", WORDS.publish.wantsTime);
  if (written.endsWith("Z")) return shown;
  const { at, times } = meantAt(shown, timeZone);
  if (times === 0) throw notInForm("at", WORDS.publish.wantsRealTime);
  return at;
}

/** Discards changes of a document. Each kind has its own API route, because the permissions differ. */
const discards = (kind: SiteKind): Action => ({
  route: findCommandRoute(`${kind}.discard`),
  fields: ["version"],
  ask: (_, fields) => ({ version: fields.get("version") ?? "" }),
  after: back("discarded"),
});

export const CHANGE_ACTIONS: PageActions = {
  "discard-page": {
    route: findCommandRoute("page.discard"),
    fields: ["version", "page"],
    ask: (_, fields) => ({ segments: { page: fields.get("page") ?? "" }, version: fields.get("version") ?? "" }),
    after: back("discarded"),
  },
  "discard-navigation": discards("navigation"),
  "discard-redirects": discards("redirects"),
  "discard-theme": discards("theme"),
  "discard-settings": discards("settings"),
  "discard-types": discards("types"),
};
