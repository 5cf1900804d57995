/** Decides what a language shows at an address without a page, and which address a page has for its readers. */
import {
  type LanguageSettings,
  type SiteLanguage,
  addressShown,
  isNotFoundPath,
  languageAt,
  sourceTag,
  withPrefix,
  withoutPrefix,
} from "./languages.ts";

/** A page as its group names it. */
export interface Translation {
  readonly path: string;
  readonly language: string;
}

/** The pages of a draft, of a publication or of an index. */
export interface PageReader<P> {
  readonly settings: LanguageSettings;
  /** The page at a path. */
  at(path: string): P | undefined;
  languageOf(page: P): string;
  /** The pages of a page's group, with or without itself. */
  group(page: P): readonly Translation[];
}

/** The translation, which has another address, or the source in its place. `tag` is the language of the address. */
export type ShownInstead<P> =
  | { readonly is: "translation"; readonly path: string }
  | { readonly is: "source"; readonly page: P; readonly tag: string };

/** The path of the source that a language shows at an address without a page. Undefined if the language shows none. */
function sourceAddress(settings: LanguageSettings, asked: string): { path: string; tag: string } | undefined {
  const [source] = settings.languages ?? [];
  const language = languageAt(settings, asked);
  if (!source || !language || language.fallback !== "source" || language.tag === source.tag) return undefined;
  const path = withPrefix(withoutPrefix(asked, language), source);
  return path === asked || isNotFoundPath(path, settings) ? undefined : { path, tag: language.tag };
}

/** Decides about an address where a language has no page. Undefined if it shows nothing there. */
export function sourceInstead<P>(reader: PageReader<P>, asked: string): ShownInstead<P> | undefined {
  const { settings } = reader;
  const address = sourceAddress(settings, asked);
  const page = address && reader.at(address.path);
  if (!address || page === undefined || reader.languageOf(page) !== sourceTag(settings)) return undefined;
  const translated = reader.group(page).find(({ language }) => language === address.tag);
  return translated ? { is: "translation", path: translated.path } : { is: "source", page, tag: address.tag };
}

/** The address of a page for readers of a language: its translation's, or one that shows the source in its place. */
export function addressForReaders<P extends Translation>(
  { settings, at }: Pick<PageReader<{ readonly id: string }>, "settings" | "at">,
  group: readonly (P & { readonly id: string })[],
  language: SiteLanguage,
): string | undefined {
  const translated = group.find((one) => one.language === language.tag);
  if (translated) return translated.path;
  const source = group.find((one) => one.language === sourceTag(settings));
  if (!source || language.fallback !== "source") return undefined;
  const path = addressShown(source.path, settings, language);
  const reader = {
    settings,
    at: (asked: string) => (asked === source.path ? source : undefined),
    languageOf: (page: P) => page.language,
    group: () => group,
  };
  // A page without its own place below the prefix of the source has no such address, and another page may be there.
  return sourceInstead(reader, path)?.is === "source" && at(path) === undefined ? path : undefined;
}
