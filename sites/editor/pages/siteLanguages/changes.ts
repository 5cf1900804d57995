/** Changes of a site's languages. Each answers new settings. Pure. */
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { usualName } from "../drawing/usualName.ts";
import { languageNamed, ownTag, type SiteLanguage } from "../../../../runtime/documents/content/languages.ts";

/** Texts of a site that a language may replace, as the form names them. */
export const LANGUAGE_TEXTS = { siteName: "name", tagline: "tagline", description: "description" } as const;

export interface TypedLanguage {
  readonly tag: string;
  readonly name: string;
  readonly prefix: string;
  readonly hostname: string;
  readonly showsSource: boolean;
  readonly texts: NonNullable<SiteLanguage["texts"]>;
}

/** The languages of a site. A site with one has its own alone. */
export const editedLanguages = (settings: Settings): readonly SiteLanguage[] =>
  settings.languages ?? [{ tag: ownTag(settings), name: usualName(ownTag(settings)) }];

/** Adds a language at the end. An empty prefix becomes the tag, unless no other language is without one. */
export function withAdded(
  settings: Settings,
  { tag, name, prefix, texts }: Omit<TypedLanguage, "hostname" | "showsSource">,
): Settings {
  const present = editedLanguages(settings);
  const hasRoot = present.some((one) => one.prefix === undefined);
  const given = prefix === "" && hasRoot ? `/${tag.toLowerCase()}` : prefix;
  const added = { tag, name: name === "" ? usualName(tag) : name, ...ofPrefix(given), ...ofTexts(texts) };
  return { ...settings, languages: [...present, added] };
}

export const withChanged = (
  settings: Settings,
  tag: string,
  { name, prefix, hostname, showsSource, texts }: Omit<TypedLanguage, "tag">,
) =>
  replacing(settings, tag, {
    tag,
    name: name === "" ? usualName(tag) : name,
    ...ofPrefix(prefix),
    ...(hostname === "" ? {} : { hostname }),
    ...(showsSource ? { fallback: "source" as const } : {}),
    ...ofTexts(texts),
  });

const ofPrefix = (prefix: string) => (prefix === "" ? {} : { prefix });
const ofTexts = (texts: TypedLanguage["texts"]) => (Object.keys(texts).length === 0 ? {} : { texts });

const replacing = (settings: Settings, tag: string, language: SiteLanguage): Settings => ({
  ...settings,
  languages: editedLanguages(settings).map((one) => (one.tag === tag ? language : one)),
});

/** Moves a language one place. Undefined if there is no such place. */
export function withMoved(settings: Settings, tag: string, by: -1 | 1): Settings | undefined {
  const present = editedLanguages(settings);
  const from = present.findIndex((one) => one.tag === tag);
  const [found, other] = [present[from], present[from + by]];
  if (!found || !other) return undefined;
  return { ...settings, languages: present.toSpliced(from, 1).toSpliced(from + by, 0, found) };
}

/** Removes a language. The last one that is left needs no list, if the list says nothing about it. */
export function withoutLanguage(settings: Settings, tag: string): Settings | undefined {
  if (!languageNamed(settings, tag) || tag === ownTag(settings)) return undefined;
  const languages = editedLanguages(settings).filter((one) => one.tag !== tag);
  const [only, second] = languages;
  const isPlain = only !== undefined && second === undefined && only.prefix === undefined && !only.texts;
  if (!isPlain) return { ...settings, languages };
  const { languages: _, languageChoice: __, ...rest } = settings;
  return rest;
}

/** Lets browsers choose the language of visitors of /, or nobody. */
export function withChoice(settings: Settings, isChosen: boolean): Settings {
  const { languageChoice: _, ...rest } = settings;
  return isChosen ? { ...rest, languageChoice: "browser" } : rest;
}
