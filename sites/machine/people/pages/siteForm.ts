import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { HOSTNAME_MAX_CHARS } from "../../../../manifests/bounds/hosts.ts";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { TIME_ZONE_MAX_CHARS } from "../../../../runtime/documents/content/timeZone.ts";
import {
  STARTER_NAMES,
  STARTER_THEMES,
  themeOfStarter,
  type StarterName,
  type StarterTheme,
} from "../../../starters/starters.ts";
import { button, field, form } from "./layout.ts";
import type { AccountSpeech } from "./words.ts";

export interface SiteFormInput {
  /** Hostnames that the operator has named; empty on a machine that serves only its own names. */
  readonly hostnames: readonly string[];
}

/** Languages to choose from. The settings of the site take any other one later. */
const LANGUAGES = [
  "en",
  "en-GB",
  "de",
  "de-AT",
  "de-CH",
  "fr",
  "es",
  "it",
  "nl",
  "pt",
  "pt-BR",
  "pl",
  "cs",
  "sk",
  "hu",
  "ro",
  "bg",
  "hr",
  "sl",
  "sr",
  "sv",
  "da",
  "nb",
  "fi",
  "et",
  "lv",
  "lt",
  "el",
  "tr",
  "uk",
  "ru",
  "ar",
  "he",
  "fa",
  "hi",
  "ja",
  "ko",
  "zh-Hans",
  "zh-Hant",
];

/** A language by its own name. */
const ownName = (tag: string): string => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

const option = (value: string, label: string, chosen: boolean): string =>
  `<option value="${escapeHtml(value)}"${chosen ? " selected" : ""}>${escapeHtml(label)}</option>`;

const addressField = (words: AccountSpeech, hostnames: readonly string[]): string =>
  hostnames.length === 0
    ? field({ name: "hostname", label: words.address, max: HOSTNAME_MAX_CHARS, value: "my-site.localhost" })
    : `<label>${escapeHtml(words.address)}<select name="hostname">${hostnames.map((name, at) => option(name, name, at === 0)).join("")}</select></label>`;

/** The address of a starter's picture in a theme. */
export const previewPath = (starter: StarterName, theme: StarterTheme): string => `/starters/${starter}-${theme}.webp`;

/** The choice of the theme that a starter has by itself. */
export const OWN_LOOK = "own";

const preview = (starter: StarterName, theme: StarterTheme, look: string): string =>
  `<img src="${previewPath(starter, theme)}" width="480" height="360" alt="" loading="lazy" data-look="${look}">`;

/** A starter, with its picture in each look. The style sheet shows the one of the chosen look. */
const starterChoice = (words: AccountSpeech, starter: StarterName, at: number): string => {
  const { title, lead } = words.starters[starter];
  const pictures = STARTER_THEMES.map((theme) => preview(starter, theme, theme)).join("");
  return (
    `<label class="starter"><input type="radio" name="starter" value="${starter}"${at === 0 ? " checked" : ""}>` +
    `${preview(starter, themeOfStarter(starter), OWN_LOOK)}${pictures}` +
    `<span><b>${escapeHtml(title)}</b> ${escapeHtml(lead)}</span></label>`
  );
};

const lookChoice = (label: string, value: string): string =>
  `<label><input type="radio" name="theme" value="${value}"${value === OWN_LOOK ? " checked" : ""}> ${escapeHtml(label)}</label>`;

const choices = (words: AccountSpeech): string =>
  `<fieldset><legend>${escapeHtml(words.starter)}</legend><p>${escapeHtml(words.starterLead)}</p>` +
  `<div class="looks" role="radiogroup" aria-label="${escapeHtml(words.look)}">${escapeHtml(words.look)}: ${lookChoice(words.ownLook, OWN_LOOK)}` +
  `${STARTER_THEMES.map((theme) => lookChoice(words.looks[theme], theme)).join("")}</div>` +
  `<div class="starters">${STARTER_NAMES.map((name, at) => starterChoice(words, name, at)).join("")}</div></fieldset>`;

export const siteForm = (words: AccountSpeech, { hostnames }: SiteFormInput): string =>
  form(
    "site",
    field({ name: "name", label: words.siteName, max: TITLE_MAX_CHARS }) +
      addressField(words, hostnames) +
      `<label>${escapeHtml(words.language)}<select name="language">${LANGUAGES.map((tag) => option(tag, ownName(tag), tag === words.lang)).join("")}</select></label>` +
      field({ name: "timeZone", label: words.zone, max: TIME_ZONE_MAX_CHARS, value: "UTC" }) +
      choices(words) +
      button(words.makeSite),
  );
