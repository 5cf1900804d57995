/** The languages of a site: their shape in the settings, and which of them a page or an address has. */
import * as z from "zod/mini";
import {
  LANGUAGE_TAG_MAX_CHARS,
  PATH_MAX_CHARS,
  SITE_MAX_LANGUAGES,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "../../../manifests/bounds/documents.ts";
import { HOSTNAME_MAX_CHARS } from "../../../manifests/bounds/hosts.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";
import { described } from "../../commands/described.ts";
import { line } from "./valueShapes.ts";

/** The parts that browsers and search engines understand: language, script, region, variants, and private ones. */
const UNDERSTOOD =
  /^[a-z]{2,8}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-x(?:-[a-z0-9]{1,8})+)?$/i;

/** The tags whose spelling is remembered. The settings of a site are parsed for each publication. */
const TAGS_REMEMBERED = 200;

const spellingOf = remembering(TAGS_REMEMBERED, (text: string): { readonly tag: string | undefined } => {
  if (!UNDERSTOOD.test(text)) return { tag: undefined };
  try {
    return { tag: Intl.getCanonicalLocales(text)[0] };
  } catch {
    return { tag: undefined };
  }
});

/** A language tag in its one spelling (BCP 47), such as zh-Hant-TW. Undefined if the text is no tag, or is too long. */
export const canonicalTag = (text: string): string | undefined =>
  text.length > LANGUAGE_TAG_MAX_CHARS ? undefined : spellingOf(text).tag;

/** The same tag in its one spelling. A tag of older settings may have none, and stays. */
const spelled = (tag: string): string => canonicalTag(tag) ?? tag;

export const TAG_SAYS =
  "a language tag such as de, pt-BR or zh-Hant-TW; private parts follow a language, as in de-x-formal";

/** A language tag. Other spellings of a tag are accepted, and stored as the one spelling. */
export const languageTag = z.string().check(
  z.maxLength(LANGUAGE_TAG_MAX_CHARS),
  z.refine((tag) => canonicalTag(tag) !== undefined, TAG_SAYS),
  z.overwrite(spelled),
);

/** A language tag in its one spelling, for names of members. */
export const spelledTag = z.string().check(
  z.maxLength(LANGUAGE_TAG_MAX_CHARS),
  z.refine((tag) => canonicalTag(tag) === tag, `${TAG_SAYS}, in this spelling`),
);

const prefix = z
  .string()
  .check(
    z.maxLength(PATH_MAX_CHARS),
    z.regex(/^\/[a-z0-9][a-z0-9_~-]*(?:\/[a-z0-9][a-z0-9_~-]*)*$/, "a path such as /de"),
  );

const HOSTNAME_SAYS = "a hostname in small letters such as www.example.de, without https:// and without a path";

/** A hostname as the control plane stores it. Only a verified one is used, so this shape keeps nobody out. */
const hostname = z
  .string()
  .check(
    z.maxLength(HOSTNAME_MAX_CHARS),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, HOSTNAME_SAYS),
  );

const languageShape = z.strictObject({
  tag: described(languageTag, "The language (BCP 47), such as de or zh-Hant-TW."),
  name: described(line(TITLE_MAX_CHARS), "The name of the language in itself, such as Deutsch, for the switcher."),
  prefix: described(
    z.optional(prefix),
    "The path below which the pages of the language are, such as /de. One language may have none.",
  ),
  hostname: described(
    z.optional(hostname),
    "A verified hostname of the site at which visitors have the language, without the prefix. Default prefix: the tag.",
  ),
  fallback: described(
    z.optional(z.literal("source")),
    "source shows pages without a translation in the first language, with a notice. Default: they do not exist.",
  ),
  texts: described(
    z.optional(
      z.strictObject({
        name: described(z.optional(line(TITLE_MAX_CHARS)), "The name of the site in this language."),
        tagline: described(z.optional(line(TITLE_MAX_CHARS)), "The short text beside the name."),
        description: described(z.optional(line(TEXT_MAX_CHARS)), "The subject of the site."),
      }),
    ),
    "Texts of the settings in this language. Texts that are left out are those of the site.",
  ),
});
export type SiteLanguage = z.infer<typeof languageShape>;

/** The pages of a language at a hostname have their paths below a prefix, too, so that no two pages share a path. */
const withOwnPrefix = (one: SiteLanguage): SiteLanguage =>
  one.hostname === undefined || one.prefix !== undefined ? one : { ...one, prefix: `/${one.tag.toLowerCase()}` };

const language = languageShape.check(z.overwrite(withOwnPrefix));

const repeated = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;
/** Tells whether a path is a prefix, or below it. */
export const isAtOrBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);

const prefixesOf = (languages: readonly SiteLanguage[]): string[] => languages.flatMap(({ prefix }) => prefix ?? []);

export const siteLanguages = z.array(language).check(
  z.minLength(1),
  z.maxLength(SITE_MAX_LANGUAGES),
  z.refine((all) => !repeated(all.map(({ tag }) => spelled(tag))), "each language once"),
  z.refine(
    (all) => all.filter(({ prefix }) => prefix === undefined).length <= 1,
    "at most one language without a prefix",
  ),
  z.refine((all) => {
    const prefixes = prefixesOf(all);
    return prefixes.every((one, index) => prefixes.every((other, at) => at === index || !isAtOrBelow(one, other)));
  }, "prefixes of which none lies below another"),
  z.refine((all) => !repeated(all.flatMap((one) => one.hostname ?? [])), "each hostname once"),
);

/** The part of the settings that decides about languages. */
export interface LanguageSettings {
  readonly language: string;
  readonly languages?: readonly SiteLanguage[] | undefined;
  readonly languageChoice?: "browser" | undefined;
}

/** The parameter of the switcher's addresses that chooses a language, and the cookie that remembers the choice. */
export const LANGUAGE_PARAMETER = "language";
export const LANGUAGE_COOKIE = "svc_language";

/** The language of pages that name none, in its one spelling. */
export const ownTag = ({ language }: LanguageSettings): string => spelled(language);

/** The language of a page. A page that names none has the language of the site, as the settings spell it. */
export const tagOf = ({ language }: { readonly language?: string | undefined }, settings: LanguageSettings): string =>
  language ?? (settings.languages ? ownTag(settings) : settings.language);

export const languageNamed = ({ languages = [] }: LanguageSettings, tag: string): SiteLanguage | undefined =>
  languages.find((one) => one.tag === tag);

/** The first language, from which the others are translated. */
export const sourceTag = (settings: LanguageSettings): string => settings.languages?.[0]?.tag ?? ownTag(settings);

/** The language below whose prefix a path is, or the one without a prefix. */
export const languageAt = ({ languages = [] }: LanguageSettings, path: string): SiteLanguage | undefined =>
  languages.find(({ prefix }) => prefix !== undefined && isAtOrBelow(path, prefix)) ??
  languages.find(({ prefix }) => prefix === undefined);

/** The address of a language's home page. */
export const homeOf = ({ prefix }: Pick<SiteLanguage, "prefix">): string => prefix ?? "/";

/** A path without its language's prefix. */
export const withoutPrefix = (path: string, { prefix }: Pick<SiteLanguage, "prefix">): string =>
  prefix === undefined || !isAtOrBelow(path, prefix) ? path : path.slice(prefix.length) || "/";

/** A path below a language's prefix. */
export const withPrefix = (path: string, { prefix }: Pick<SiteLanguage, "prefix">): string =>
  prefix === undefined ? path : path === "/" ? prefix : prefix + path;

/** The address of a page of the first language below the prefix of another one that shows it without a translation. */
export const addressShown = (path: string, settings: LanguageSettings, { prefix }: Pick<SiteLanguage, "prefix">) =>
  withPrefix(withoutPrefix(path, settings.languages?.[0] ?? {}), { prefix });

/** The id of the group of a page: its own until it is the translation of another. */
export const groupOf = (id: string, { translationOf }: { readonly translationOf?: string | undefined }): string =>
  translationOf ?? id;

/** The page shown for unknown addresses below a language's prefix, and for all others. */
export const NOT_FOUND_PATH = "/404";

/** Tells whether the page at a path is shown for unknown addresses. */
export const isNotFoundPath = (path: string, settings: LanguageSettings): boolean => {
  if (!path.endsWith(NOT_FOUND_PATH)) return false;
  const found = languageAt(settings, path);
  return path === NOT_FOUND_PATH || (found !== undefined && withoutPrefix(path, found) === NOT_FOUND_PATH);
};
