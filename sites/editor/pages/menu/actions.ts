/** The actions of the page of menus. Each computes the new menus and writes them. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Navigation, NavigationItem } from "../../../../runtime/documents/content/content.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import { type ApiQuestion, notInForm } from "../desk/through.ts";
import { MENU_AREA } from "./area.ts";
import { languageAsked, menusFor, withMenusOf, withOwnMenus, withoutOwnMenus } from "./languages.ts";
import { withoutPlacedEntry, withPlacedEntry } from "./regions.ts";
import { linkFrom } from "../desk/links.ts";
import {
  type MenuName,
  type MenuPlace,
  added,
  DIRECTIONS,
  itemAt,
  MENU_NAMES,
  movedItem,
  placeAfter,
  menuPlaceIn,
  replaced,
  writtenMenu,
} from "./tree.ts";

type Change = (navigation: Navigation, desk: Desk, fields: Fields) => Navigation | Promise<Navigation>;

/** Changes all menus of the draft. The command writes them only if the version is still the shown one. */
const puttingAll = (change: Change): Action["ask"] =>
  async function ask(desk, fields): Promise<Omit<ApiQuestion, "key">> {
    const { body } = expectValue(await desk.workspace.read("navigation", desk.member.site));
    return { version: fields.get("version") ?? "", body: { body: await change(body, desk, fields) } };
  };

/** Changes the menus of the address's language. */
const putting = (change: Change): Action["ask"] =>
  puttingAll(async (all, desk, fields) => {
    const tag = languageAsked(desk);
    return withMenusOf(all, tag, await change(menusFor(all, tag), desk, fields));
  });

const route = findCommandRoute("navigation.put");
const done =
  (words: string): Action["after"] =>
  (desk) =>
    withQuery(MENU_AREA.path, { language: languageAsked(desk), done: words });

function readPlace(fields: Fields): MenuPlace {
  const place = menuPlaceIn(fields.get("at") ?? "");
  if (!place) throw notInForm("at", "one of the list");
  return place;
}

function found(navigation: Navigation, place: MenuPlace): NavigationItem {
  const item = itemAt(navigation, place);
  if (!item) throw new Refusal("NOT_FOUND");
  return item;
}

function menuIn(fields: Fields): MenuName {
  const menu = MENU_NAMES.find((one) => one === fields.get("menu"));
  if (!menu) throw notInForm("menu", MENU_NAMES.join(", "));
  return menu;
}

const typedItem = async (desk: Desk, fields: Fields): Promise<NavigationItem> => ({
  label: fields.get("label") ?? "",
  link: await linkFrom(desk, fields.get("target") ?? ""),
});

const adding: Action = {
  route,
  fields: ["version", "menu", "label", "target"],
  ask: putting(async (navigation, desk, fields) => added(navigation, menuIn(fields), await typedItem(desk, fields))),
  after: done("added"),
};

/** Gives a language menus of its own, or takes them away. */
const ofLanguage = (words: string, change: (all: Navigation, tag: string) => Navigation): Action => ({
  route,
  fields: ["version"],
  ask: puttingAll((all, desk) => {
    const tag = languageAsked(desk);
    if (tag === null) throw notInForm("language", "a language of the site");
    return change(all, tag);
  }),
  after: done(words),
});

/** Puts a shared section on every page, or takes it away. All languages share it. */
const inRegion = (words: string, change: (all: Navigation, fields: Fields) => Navigation): Action => ({
  route,
  fields: ["version", "region", "entry"],
  ask: puttingAll((all, _, fields) => change(all, fields)),
  after: done(words),
});

export const MENU_ACTIONS: PageActions = {
  ...PUBLISHES,
  "place-header": inRegion("placed", withPlacedEntry),
  "place-footer": inRegion("placed", withPlacedEntry),
  unplace: inRegion("unplaced", withoutPlacedEntry),
  "add-header": adding,
  "add-footer": adding,
  change: {
    route,
    fields: ["version", "at", "label", "target"],
    ask: putting(async (navigation, desk, fields) => {
      const place = readPlace(fields);
      return replaced(navigation, place, { ...found(navigation, place), ...(await typedItem(desk, fields)) });
    }),
    after: done("changed"),
  },
  "begin-own": ofLanguage("begun", withOwnMenus),
  "end-own": ofLanguage("ended", withoutOwnMenus),
  shift: {
    route,
    fields: ["version", "at", "to"],
    ask: putting((navigation, _, fields) => movedItem(navigation, ...fromAndTo(navigation, fields))),
    after: (desk, fields) =>
      withQuery(MENU_AREA.path, {
        language: languageAsked(desk),
        moved: fields.get("to"),
        from: fields.get("at"),
      }),
  },
  remove: {
    route,
    fields: ["version", "at"],
    ask: putting((navigation, _, fields) => {
      const place = readPlace(fields);
      found(navigation, place);
      return replaced(navigation, place);
    }),
    after: done("removed"),
  },
};

/**
 * The old and the new place of the moved item. The form sends both, so that the answer can say where the item is now.
 */
function fromAndTo(navigation: Navigation, fields: Fields): [from: MenuPlace, to: MenuPlace] {
  const [name, target] = (fields.get("to") ?? "").split(" ");
  const from = readPlace(fields);
  const direction = DIRECTIONS.find((one) => one === name);
  const to = direction && placeAfter(navigation, from, direction);
  if (!to || writtenMenu(to) !== target) throw notInForm("to", "a place that exists");
  return [from, to];
}
