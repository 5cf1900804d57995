/** One language in the list, with its forms. */
import { html } from "hono/html";
import { PATH_MAX_CHARS, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { HOSTNAME_MAX_CHARS } from "../../../../manifests/bounds/hosts.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { homeOf, ownTag, type SiteLanguage } from "../../../../runtime/documents/content/languages.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { removal } from "../library/removal.ts";
import { MENU_AREA } from "../menu/area.ts";

const { siteLanguages: words, settings: ofSettings } = WORDS;

export interface ShownLanguages {
  readonly settings: Settings;
  readonly languages: readonly SiteLanguage[];
  readonly version: number;
  readonly failure: FormFailure | undefined;
  readonly here: string;
  /** The languages that have a home page. */
  readonly homes: ReadonlySet<string>;
  /** The number of pages of each language that are not where its prefix is. */
  readonly outside: ReadonlyMap<string, number>;
}

/** The failure of a form of this language. Every row has the same forms. */
const failureOf = ({ failure }: ShownLanguages, form: string, tag: string): FormFailure | undefined =>
  failure?.form === form && failure.typed.get("tag") === tag ? failure : undefined;

export function languageRow(shown: ShownLanguages, index: number): Html {
  const language = shown.languages[index];
  if (!language) return html``;
  const { tag, name, prefix, hostname } = language;
  const isOwn = tag === ownTag(shown.settings);
  const facts = [
    ...(index === 0 ? [words.source] : []),
    ...(isOwn ? [words.own] : []),
    ...(shown.homes.has(tag) ? [say(words.home, { path: homeOf(language) })] : []),
  ].join(" · ");
  return html`<li class="row"><div class="what"><p class="name"><bdi lang="${tag}">${name}</bdi> <span class="badge"><bdi>${tag}</bdi></span></p>
<p class="facts"><bdi class="path">${hostname ?? prefix ?? words.noPrefix}</bdi>${facts === "" ? "" : html` · <bdi>${facts}</bdi>`}</p>
${shown.homes.has(tag) ? "" : html`<p class="warning">${words.noHome}</p>`}${gathering(shown, language)}</div>
<div class="acts">${shifting(shown, index, "up")}${shifting(shown, index, "down")}
<a href="${menusOf(shown, tag)}" aria-label="${say(words.ofLanguage, { what: words.menus, name })}">${words.menus}</a></div>
${changing(shown, language, index)}${removing(shown, language, isOwn)}</li>`;
}

/** The offer to move pages below a new prefix, with redirects from the addresses that visitors know. */
function gathering(shown: ShownLanguages, { tag, name }: SiteLanguage): Html | string {
  const n = shown.outside.get(tag) ?? 0;
  if (n === 0) return "";
  const failure = failureOf(shown, "gather", tag);
  const label = say(words.ofLanguage, { what: words.gather, name });
  const content = html`<input type="hidden" name="tag" value="${tag}"><button type="submit" class="quiet" aria-label="${label}">${words.gather}</button>`;
  return html`<p class="warning">${say(words.outside, { n })}</p>${alert(failure, "gather")}${drawnForm("gather", shown.here, content)}`;
}

const menusOf = ({ settings }: ShownLanguages, tag: string): string =>
  withQuery(MENU_AREA.path, { language: tag === ownTag(settings) ? null : tag });

const ofLanguage = ({ version }: ShownLanguages, tag: string): Html =>
  html`${versionField(version)}<input type="hidden" name="tag" value="${tag}">`;

const SIGNS = { up: "↑", down: "↓" } as const;

function shifting(shown: ShownLanguages, index: number, to: keyof typeof SIGNS): Html {
  const { tag = "", name = "" } = shown.languages[index] ?? {};
  const label = say(words.ofLanguage, { what: words[to], name });
  const isPossible = to === "up" ? index > 0 : index < shown.languages.length - 1;
  const sign = html`<span class="way">${SIGNS[to]}</span>`;
  if (!isPossible)
    return html`<button type="button" class="quiet sign" disabled aria-label="${label}">${sign}</button>`;
  const button = html`<button type="submit" class="quiet sign" aria-label="${label}" title="${words[to]}">${sign}</button>`;
  return drawnForm(
    "shift",
    shown.here,
    html`${ofLanguage(shown, tag)}<input type="hidden" name="to" value="${to}">${button}`,
  );
}

function changing(
  shown: ShownLanguages,
  { tag, name, prefix = "", hostname = "", fallback, texts = {} }: SiteLanguage,
  index: number,
): Html {
  const failure = failureOf(shown, "change", tag);
  const at = `/body/languages/${index}`;
  const fields = new DrawnFields(
    "change",
    failure,
    {
      name: `${at}/name`,
      prefix: `${at}/prefix`,
      hostname: `${at}/hostname`,
      showsSource: `${at}/fallback`,
      siteName: `${at}/texts/name`,
      tagline: `${at}/texts/tagline`,
      description: `${at}/texts/description`,
    },
    tag,
  );
  const content = html`${ofLanguage(shown, tag)}
${fields.text("name", words.name, name, { max: TITLE_MAX_CHARS, help: words.nameHelp })}
${fields.text("prefix", words.prefix, prefix, { max: PATH_MAX_CHARS, help: words.prefixStays })}
${fields.text("hostname", words.hostname, hostname, { max: HOSTNAME_MAX_CHARS, help: words.hostnameHelp })}
${index === 0 && fallback === undefined ? "" : fields.tick("showsSource", words.showsSource, fallback === "source", words.showsSourceHelp)}
<fieldset><legend>${words.texts}</legend><p class="help">${words.textsHelp}</p>
${fields.text("siteName", ofSettings.name, texts.name ?? "", { max: TITLE_MAX_CHARS })}
${fields.text("tagline", ofSettings.tagline, texts.tagline ?? "", { max: TITLE_MAX_CHARS })}
${fields.text("description", ofSettings.description, texts.description ?? "", { max: TEXT_MAX_CHARS, lines: 3 })}</fieldset>
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<details class="wide"${failure ? " open" : ""}><summary>${say(words.changeOf, { name })}</summary><div class="work">${alert(failure, "change")}${drawnForm("change", shown.here, content)}</div></details>`;
}

function removing(shown: ShownLanguages, { tag, name }: SiteLanguage, isOwn: boolean): Html {
  if (isOwn) return html`<p class="facts wide">${words.ownStays}</p>`;
  const failure = failureOf(shown, "remove", tag);
  const asking = removal({
    name: "remove",
    here: shown.here,
    back: shown.here,
    of: ofLanguage(shown, tag),
    failure,
    first: { help: html`<p>${words.removeHelp}</p>`, button: words.remove },
    second: { question: html`<p>${say(words.removeAsked, { name })}</p>`, button: words.removeYes },
  });
  const title = say(words.ofLanguage, { what: words.remove, name });
  return html`<details class="wide"${failure ? " open" : ""}><summary>${title}</summary><div class="work">${asking}</div></details>`;
}
