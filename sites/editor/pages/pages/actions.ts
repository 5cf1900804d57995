import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { NavigationItem } from "../../../../runtime/documents/content/content.ts";
import { dayAt } from "../../../../runtime/documents/content/timeZone.ts";
import { innerAddress, needsPageDate } from "../../../../manifests/shapes/entryAddress.ts";
import { groupsIn } from "../../looks/audienceText.ts";
import { type Action, type PageActions, FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { newIdIn } from "../desk/newId.ts";
import { merge, WAS, wasIn } from "../desk/merging.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import type { ApiQuestion } from "../desk/through.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import { ABOUT_TEXTS, ABOUT_TICKS, ABOUT_TIMES, aboutIn, aboutOf, timeIn } from "./aboutStates.ts";
import { canvasAt, PAGES_AREA } from "./area.ts";
import { findBeginning } from "./beginnings.ts";
import { MAKE_ENTRY } from "./entryForm.ts";
import { elsewhereIn, isOpen, pathFrom } from "./paths.ts";
import { SAVED_ACTIONS } from "../saved/savedFilters.ts";
import { TRANSLATION_ACTIONS } from "../translating/actions.ts";
import { pictureFor } from "./sharePicture.ts";
import { CHOOSE_TEMPLATE, MAKE_TEMPLATE } from "./templates.ts";

const of = ({ subject }: Desk, fields: Fields): Pick<ApiQuestion, "segments" | "version"> => ({
  segments: { page: subject ?? "" },
  version: fields.get("version") ?? "",
});

const isTicked = (fields: Fields, name: string): boolean => fields.get(name) === "true";

/** The typed text; null removes the member. */
const orNone = (fields: Fields, name: string): string | null => {
  const text = (fields.get(name) ?? "").trim();
  return text === "" ? null : text;
};

const back =
  (done: string): Action["after"] =>
  ({ subject }) =>
    withQuery(settingsOf(subject ?? ""), { done });

export const LIST_ACTIONS: PageActions = {
  ...PUBLISHES,
  ...SAVED_ACTIONS,
  restore: {
    route: findCommandRoute("revision.restore"),
    fields: ["page", "from", "path"],
    ask: (_, fields) => ({
      segments: { page: fields.get("page") ?? "", version: fields.get("from") ?? "" },
      version: "0",
      body: elsewhereIn(fields),
    }),
    after: (_, fields) => withQuery(settingsOf(fields.get("page") ?? ""), { done: "restored" }),
  },
};

export const NEW_ACTIONS: PageActions = {
  create: {
    route: findCommandRoute("page.create"),
    fields: ["title", "path", "begin", "menu"],
    async ask(desk, fields) {
      const title = fields.get("title") ?? "";
      const { page, address } = await findBeginning(desk, fields.get("begin") ?? "");
      const given = (fields.get("path") ?? "").trim();
      const anyPath = isOpen(given) || address === null ? { anyPath: true } : {};
      const today = dayAt(Date.now(), desk.context.timeZone);
      const date = address != null && needsPageDate(address) ? { date: today } : {};
      const pattern = address === null ? innerAddress(page.type ?? "") : address;
      const path = pathFrom(address === null ? "" : given, title, pattern, { ...page.values, "": today });
      return { body: { body: { title, path, ...date, ...page }, ...anyPath } };
    },
    async follow(desk, fields, answer) {
      if (!isTicked(fields, "menu")) return null;
      const { address } = await findBeginning(desk, fields.get("begin") ?? "");
      // An entry that lives in lists alone has no page to which a menu could lead.
      return address === null ? null : menuEntry(desk, fields, newIdIn(answer));
    },
    after: (_, __, answer) => canvasAt(newIdIn(answer)),
  },
};

/** Adds a new page to the end of the menu, unless an earlier try of this form did. */
async function menuEntry(
  { workspace, member }: Desk,
  fields: Fields,
  page: string,
): Promise<Awaited<ReturnType<NonNullable<Action["follow"]>>>> {
  const { version, body } = expectValue(await workspace.read("navigation", member.site));
  const { header, footer } = body.menus;
  const link = `page:${page}`;
  if (header.some((item: NavigationItem) => item.link === link)) return null;
  const menus = { header: [...header, { label: fields.get("title") ?? "", link }], footer };
  return {
    route: findCommandRoute("navigation.put"),
    question: { version: String(version), body: { body: { ...body, menus } } },
  };
}

export const PAGE_ACTIONS: PageActions = {
  ...PUBLISHES,
  ...TRANSLATION_ACTIONS,
  about: {
    route: findCommandRoute("page.update"),
    fields: [WAS, ...ABOUT_TEXTS, ...ABOUT_TICKS, ...ABOUT_TIMES, "audience", "picture"],
    async ask(desk, fields) {
      const { workspace, member } = desk;
      const page = desk.subject ?? "";
      const { version, body } = expectValue(await workspace.read("page", member.site, { page }));
      const was = wasIn(fields);
      const { mine, clashes } = merge(was, aboutIn(fields, was), aboutOf(body, desk.context.timeZone));
      if (clashes.size > 0) throw new Refusal("STALE_VERSION", { current: version });
      const changes = await changed(desk, fields, mine);
      const question = { segments: { page }, version: String(version) };
      // Sent twice, the form finds its changes stored. The request then differs, and the list form gives it another
      // key.
      return mine.size > 0
        ? { ...question, body: { changes } }
        : [{ ...question, body: { changes: { title: body.title } } }];
    },
    after: back("saved"),
  },
  move: {
    route: findCommandRoute("page.move"),
    fields: ["version", "path", "redirect", "along"],
    ask: (desk, fields) => ({
      ...of(desk, fields),
      body: {
        path: fields.get("path") ?? "",
        redirect: isTicked(fields, "redirect"),
        alone: !isTicked(fields, "along"),
      },
    }),
    after: back("moved"),
  },
  entry: MAKE_ENTRY,
  copy: {
    route: findCommandRoute("page.duplicate"),
    fields: ["version", "path", "title"],
    ask: (desk, fields) => ({
      ...of(desk, fields),
      body: { path: fields.get("path") ?? "", title: fields.get("title") ?? "" },
    }),
    after: (_, __, answer) => withQuery(settingsOf(newIdIn(answer)), { done: "copied" }),
  },
  template: MAKE_TEMPLATE,
  usual: CHOOSE_TEMPLATE,
  remove: {
    route: findCommandRoute("page.delete"),
    fields: ["version", FORCED],
    isAskedTwice: true,
    ask: of,
    after: () => withQuery(PAGES_AREA.path, { done: "removed" }),
  },
};

/** The groups that see a page. Null for everybody. */
function audienceIn(fields: Fields): string[] | null {
  const groups = groupsIn(fields.get("audience") ?? "");
  return groups.length === 0 ? null : groups;
}

/** The members that the sender of the form changed. */
async function changed(desk: Desk, fields: Fields, mine: ReadonlySet<string>): Promise<object> {
  const texts = ABOUT_TEXTS.filter((name) => mine.has(name)).map((name) => [name, orNone(fields, name)]);
  const ticks = ABOUT_TICKS.filter((name) => mine.has(name)).map((name) => [name, isTicked(fields, name) || null]);
  const times = ABOUT_TIMES.filter((name) => mine.has(name)).map((name) => [
    name,
    timeIn(fields, name, desk.context.timeZone),
  ]);
  const image = mine.has("picture") ? await pictureFor(desk, fields.get("picture") ?? "") : undefined;
  return {
    ...Object.fromEntries(texts),
    // A page needs a title, so an empty one is sent and refused, and not removed.
    ...(mine.has("title") && { title: fields.get("title") ?? "" }),
    ...Object.fromEntries(ticks),
    ...Object.fromEntries(times),
    ...(mine.has("audience") && { audience: audienceIn(fields) }),
    ...(image !== undefined && { image }),
  };
}
