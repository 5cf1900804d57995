/** Shows a menu as a list, with the forms of each item. */
import { html } from "hono/html";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import type { Navigation, NavigationItem } from "../../../../runtime/documents/content/content.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { shownTarget, typedFor } from "../desk/links.ts";
import {
  type Direction,
  type MenuName,
  type MenuPlace,
  DIRECTIONS,
  eachItem,
  placeAfter,
  writtenMenu,
} from "./tree.ts";

const { menu: words } = WORDS;

export interface ShownMenu {
  readonly navigation: Navigation;
  readonly version: number;
  /** The target of each link. */
  readonly known: ReadonlyMap<string, LinkedPage>;
  readonly failure: FormFailure | undefined;
  readonly here: string;
  /** The item that was just moved; its button gets the focus. */
  readonly moved: { readonly place: MenuPlace; readonly direction: string } | null;
}

/** The id of the list of suggested pages. */
export const SUGGESTED = "suggested-pages";

/** The key of the title of the form that adds an item to each menu. */
const ADD_TITLES = { header: "addTo", footer: "addToFooter" } as const satisfies Record<MenuName, string>;

export function menuList(shown: ShownMenu, menu: MenuName): Html {
  const items = eachItem(shown.navigation, menu);
  if (items.length === 0) return html`<p class="none">${words.empty}</p>`;
  return html`<ul class="rows">${items.map(({ place, item }) => row(shown, place, item))}</ul>`;
}

function row(shown: ShownMenu, place: MenuPlace, item: NavigationItem): Html {
  const depth = place.steps.length - 1;
  const { text, isLost } = shownTarget(item.link, shown.known);
  const target = isLost ? html`<span class="warning">${text}</span>` : html`<bdi>${text}</bdi>`;
  return html`<li class="row${depth > 0 ? ` depth-${depth}` : ""}"><div class="what"><p class="name"><bdi>${item.label}</bdi></p><p class="facts">${target}${isLost ? "" : placeOf(item.link, shown)}</p></div>
<div class="acts">${DIRECTIONS.map((direction) => shifting(shown, place, item, direction))}${removing(shown, place, item)}</div>
${changing(shown, place, item)}</li>`;
}

/** The page's path beside a title. For other links the title is enough. */
const placeOf = (link: string, { known }: ShownMenu): Html | string =>
  known.get(link)?.page ? html` · <bdi>${typedFor(link, known)}</bdi>` : "";

const SIGNS: Readonly<Record<Direction, string>> = { up: "↑", down: "↓", in: "→", out: "←" };

function shifting(shown: ShownMenu, place: MenuPlace, item: NavigationItem, direction: Direction): Html {
  const to = placeAfter(shown.navigation, place, direction);
  const name = say(words.ofItem, { what: words[direction], label: item.label });
  if (!to)
    return html`<button type="button" class="quiet sign" disabled aria-label="${name}"><span class="way">${SIGNS[direction]}</span></button>`;
  const isWanted = shown.moved?.direction === direction && writtenMenu(shown.moved.place) === writtenMenu(place);
  const content = html`${ofItem(shown, place)}<input type="hidden" name="to" value="${direction} ${writtenMenu(to)}">
<button type="submit" class="quiet sign" aria-label="${name}" title="${words[direction]}"${isWanted ? html` autofocus aria-describedby="status"` : ""}><span class="way">${SIGNS[direction]}</span></button>`;
  return drawnForm("shift", shown.here, content);
}

const ofItem = ({ version }: ShownMenu, place: MenuPlace): Html =>
  html`${versionField(version)}<input type="hidden" name="at" value="${writtenMenu(place)}">`;

const removing = (shown: ShownMenu, place: MenuPlace, { label }: NavigationItem): Html =>
  drawnForm(
    "remove",
    shown.here,
    html`${ofItem(shown, place)}<button type="submit" class="danger" aria-label="${say(words.ofItem, { what: words.remove, label })}">${words.remove}</button>`,
  );

/** The form that changes an item. Every item has one, so its field names end with the item's place. */
function changing(shown: ShownMenu, place: MenuPlace, item: NavigationItem): Html {
  const at = writtenMenu(place);
  const formFailure =
    shown.failure?.form === "change" && shown.failure.typed.get("at") === at ? shown.failure : undefined;
  const content = html`${ofItem(shown, place)}${itemFields(shown, new DrawnFields("change", formFailure, {}, at), item)}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<details class="wide"${formFailure ? " open" : ""}><summary>${say(words.changeOf, { label: item.label })}</summary><div class="work">${alert(formFailure, "change")}${drawnForm("change", shown.here, content)}</div></details>`;
}

const itemFields = ({ known }: ShownMenu, fields: DrawnFields, { label, link }: NavigationItem): Html =>
  html`${fields.text("label", words.label, label, { required: true, max: TITLE_MAX_CHARS })}
${fields.text("target", words.target, typedFor(link, known), { required: true, max: LINK_MAX_CHARS, help: words.targetHelp, list: SUGGESTED })}`;

export function adding(shown: ShownMenu, menu: MenuName): Html {
  const name = `add-${menu}`;
  const title = words[ADD_TITLES[menu]];
  const content = html`${versionField(shown.version)}<input type="hidden" name="menu" value="${menu}">
${itemFields(shown, new DrawnFields(name, shown.failure), { label: "", link: "" })}<button type="submit">${words.add}</button>`;
  return html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${alert(shown.failure, name)}${drawnForm(name, shown.here, content)}</section>`;
}
