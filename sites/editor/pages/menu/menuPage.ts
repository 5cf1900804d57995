/** The page of both draft menus. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Navigation } from "../../../../runtime/documents/content/content.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { withQuery } from "../desk/address.ts";
import { MENU_AREA } from "./area.ts";
import { hasMenus, languageAsked, languageChoice, menusFor, ownership } from "./languages.ts";
import { adding, menuList, SUGGESTED, type ShownMenu } from "./items.ts";
import { menuTargets, offeredPages } from "../desk/links.ts";
import { regionsDrawn } from "./regions.ts";
import { type MenuPlace, eachItem, itemAt, MENU_NAMES, menuPlaceIn, siblingsOf } from "./tree.ts";

const { menu: words } = WORDS;

export async function menuPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const { version, body: all } = expectValue(await desk.workspace.read("navigation", desk.member.site));
  const { body: settings } = expectValue(await desk.workspace.read("settings", desk.member.site));
  const language = languageAsked(desk);
  const body = menusFor(all, language);
  const here = withQuery(MENU_AREA.path, { language });
  const items = MENU_NAMES.flatMap((name) => eachItem(body, name));
  const known = await menuTargets(
    desk,
    items.map(({ item }) => item.link),
  );
  const broken = items.filter(({ item }) => known.get(item.link)?.page === null).length;
  const [direction = "", to = ""] = failure ? [] : (query.get("moved") ?? "").split(" ");
  const place = menuPlaceIn(to);
  const shown: ShownMenu = {
    navigation: body,
    version,
    known,
    failure,
    here,
    moved: place ? { place, direction } : null,
  };
  const content = html`<h1>${words.title}</h1>
${status((place && whereIs(body, place)) || doneIn(query, words.done))}
${publishBar(desk, here, failure)}${alert(failure, "shift")}${alert(failure, "remove")}
${languageChoice(settings, language)}${ownership({ all, settings, language, version, here, failure })}
${broken === 0 ? "" : html`<p class="warning">${say(words.brokenSome, { n: broken })}</p>`}
${
  hasMenus(all, language)
    ? html`${MENU_NAMES.map((name) => html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${words.menus[name]}</h2>${menuList(shown, name)}</section>`)}
<div class="work columns">${MENU_NAMES.map((name) => adding(shown, name))}</div>${await suggestions(desk)}`
    : ""
}${language === null ? await regionsDrawn(desk, { all, version, here, failure }) : ""}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** Says where the moved item is now, for screen readers. */
function whereIs(navigation: Navigation, place: MenuPlace): string {
  const label = itemAt(navigation, place)?.label;
  if (label === undefined) return "";
  const parent = itemAt(navigation, { ...place, steps: place.steps.slice(0, -1) })?.label;
  const values = { label, n: (place.steps.at(-1) ?? 0) + 1, most: siblingsOf(navigation, place).length };
  return parent === undefined ? say(words.place, values) : say(words.placeBelow, { ...values, parent });
}

const suggestions = async (desk: Desk): Promise<Html> =>
  html`<datalist id="${SUGGESTED}">${(await offeredPages(desk)).map(({ path, title }) => html`<option value="${path}">${title}</option>`)}</datalist>`;
