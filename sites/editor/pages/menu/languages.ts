/** The menus of each language. A language without its own has those of the site. */
import { html } from "hono/html";
import type { Navigation } from "../../../../runtime/documents/content/content.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { canonicalTag, languageNamed, ownTag } from "../../../../runtime/documents/content/languages.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { MENU_AREA } from "./area.ts";

const { menu: words } = WORDS;

/** The language in the address; null for the menus of the site. */
export function languageAsked({ request }: Desk): string | null {
  const asked = new URL(request.url).searchParams.get("language") ?? "";
  return canonicalTag(asked) === asked ? asked : null;
}

const ownMenus = ({ languages = {} }: Navigation, tag: string | null): Navigation["menus"] | undefined =>
  tag !== null && Object.hasOwn(languages, tag) ? languages[tag] : undefined;

export const hasMenus = (all: Navigation, tag: string | null): boolean =>
  tag === null || ownMenus(all, tag) !== undefined;

/** The menus that pages in a language show. */
export const menusFor = (all: Navigation, tag: string | null): Navigation => ({
  menus: ownMenus(all, tag) ?? all.menus,
});

/** All menus, with changed ones for a language. */
export const withMenusOf = (all: Navigation, tag: string | null, { menus }: Navigation): Navigation =>
  tag === null ? { ...all, menus } : { ...all, languages: { ...all.languages, [tag]: menus } };

export const withOwnMenus = (all: Navigation, tag: string): Navigation => withMenusOf(all, tag, menusFor(all, tag));

export function withoutOwnMenus(all: Navigation, tag: string): Navigation {
  const { languages = {}, ...rest } = all;
  const { [tag]: _, ...others } = languages;
  return Object.keys(others).length === 0 ? rest : { ...rest, languages: others };
}

/** Links to the menus of each language. */
export function languageChoice(settings: Settings, chosen: string | null): Html | string {
  const { languages } = settings;
  if (!languages) return "";
  const links = languages.map(({ tag, name }) => {
    const asked = tag === ownTag(settings) ? null : tag;
    const address = withQuery(MENU_AREA.path, { language: asked });
    return html`<a href="${address}"${asked === chosen ? html` aria-current="true"` : ""}><bdi>${name}</bdi></a> `;
  });
  return html`<div class="tools"><nav class="filter" aria-label="${words.languages}">${links}</nav></div>`;
}

interface Ownership {
  readonly all: Navigation;
  readonly settings: Settings;
  readonly language: string | null;
  readonly version: number;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

/** Says whose menus these are, with the form that changes it. */
export function ownership({ all, settings, language: tag, version, here, failure }: Ownership): Html | string {
  if (tag === null) return "";
  const language = languageNamed(settings, tag)?.name ?? tag;
  const isOwn = hasMenus(all, tag);
  const [name, text, button] = isOwn
    ? (["end-own", words.own, words.end] as const)
    : (["begin-own", words.shared, words.begin] as const);
  const form = html`${versionField(version)}<button type="submit" class="${isOwn ? "danger" : ""}">${say(button, { language })}</button>`;
  return html`<section class="work narrow" aria-label="${words.languages}"><p><bdi>${say(text, { language })}</bdi></p>${alert(failure, name)}${drawnForm(name, here, form)}</section>`;
}
