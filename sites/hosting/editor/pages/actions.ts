/** The actions behind the forms on the pages about pages. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { NavigationItem } from "../../../../runtime/documents/content.ts";
import type { Action, Actions } from "../desk/action.ts";
import { FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { routeOf } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import type { Question } from "../desk/through.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import { canvasAt, PAGES_AREA } from "./area.ts";
import { newSections } from "./beginnings.ts";
import { pathFrom } from "./paths.ts";
import { pictureFor } from "./sharePicture.ts";

const of = ({ subject }: Desk, fields: Fields): Pick<Question, "segments" | "version"> => ({
  segments: { page: subject ?? "" },
  version: fields.get("version") ?? "",
});

const isTicked = (fields: Fields, name: string): boolean => fields.get(name) === "true";

/** Empty text takes the member away. */
const orNone = (fields: Fields, name: string): string | null => {
  const text = (fields.get(name) ?? "").trim();
  return text === "" ? null : text;
};

const back =
  (done: string): Action["after"] =>
  ({ subject }) =>
    withQuery(settingsOf(subject ?? ""), { done });

const newIdIn = (answer: unknown): string => String((answer as { readonly page: unknown }).page);

export const LIST_ACTIONS: Actions = {
  ...PUBLISHES,
  restore: {
    route: routeOf("revision.restore"),
    fields: ["page", "from"],
    ask: (_, fields) => ({
      segments: { page: fields.get("page") ?? "", version: fields.get("from") ?? "" },
      version: "0",
      body: {},
    }),
    after: (_, fields) => withQuery(settingsOf(fields.get("page") ?? ""), { done: "restored" }),
  },
};

export const NEW_ACTIONS: Actions = {
  create: {
    route: routeOf("page.create"),
    fields: ["title", "path", "begin", "menu"],
    async ask(desk, fields) {
      const title = fields.get("title") ?? "";
      const sections = await newSections(desk, fields.get("begin") ?? "");
      return { body: { body: { title, path: pathFrom(fields.get("path") ?? "", title), sections } } };
    },
    follow: async (desk, fields, answer) =>
      isTicked(fields, "menu") ? menuEntry(desk, fields, newIdIn(answer)) : null,
    after: (_, __, answer) => canvasAt(newIdIn(answer)),
  },
};

/** Adds the new page at the end of the menu, unless a request before this one did. */
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
  return { route: routeOf("navigation.put"), question: { version: String(version), body: { body: { menus } } } };
}

export const PAGE_ACTIONS: Actions = {
  ...PUBLISHES,
  about: {
    route: routeOf("page.update"),
    fields: ["version", "title", "description", "collection", "date", "author", "noindex", "picture"],
    async ask(desk, fields) {
      const image = await pictureFor(desk, fields.get("picture") ?? "");
      const changes = {
        title: fields.get("title") ?? "",
        description: orNone(fields, "description"),
        collection: orNone(fields, "collection"),
        date: orNone(fields, "date"),
        author: orNone(fields, "author"),
        noindex: isTicked(fields, "noindex") ? true : null,
        ...(image === undefined ? {} : { image }),
      };
      return { ...of(desk, fields), body: { changes } };
    },
    after: back("saved"),
  },
  move: {
    route: routeOf("page.move"),
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
  copy: {
    route: routeOf("page.duplicate"),
    fields: ["version", "path", "title"],
    ask: (desk, fields) => ({
      ...of(desk, fields),
      body: { path: fields.get("path") ?? "", title: fields.get("title") ?? "" },
    }),
    after: (_, __, answer) => withQuery(settingsOf(newIdIn(answer)), { done: "copied" }),
  },
  remove: {
    route: routeOf("page.delete"),
    fields: ["version", FORCED],
    isAskedTwice: true,
    ask: of,
    after: () => withQuery(PAGES_AREA.path, { done: "removed" }),
  },
};
