/** The languages of a Hugo site, as its settings have them. */
import type { Data } from "./frontMatter.ts";
import { textOf } from "./generator.ts";
import { namesLanguage } from "./languageNames.ts";

export const record = (value: unknown): Data =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : {};

/** A settings value under any of the spellings that Hugo takes. */
export const setting = (settings: Data, name: string): unknown =>
  Object.entries(settings).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

export interface HugoLanguage {
  /** The name in the settings, in lower case, as names of files and addresses have it. */
  readonly key: string;
  readonly tag: string;
  readonly isHome: boolean;
  /** The path below which its pages are. Empty for one that has none. */
  readonly prefix: string;
  /** The content folder of its own. */
  readonly folder: string | undefined;
  readonly settings: Data;
}

const KNOWN = new WeakMap<Data, readonly HugoLanguage[]>();

/** All languages of a site. Empty for a site in one language that names none. */
export function hugoLanguages(settings: Data): readonly HugoLanguage[] {
  const known = KNOWN.get(settings) ?? languagesIn(settings);
  KNOWN.set(settings, known);
  return known;
}

function languagesIn(settings: Data): HugoLanguage[] {
  const languages = Object.entries(record(setting(settings, "languages")));
  const home = (textOf(setting(settings, "defaultContentLanguage")) ?? languages[0]?.[0] ?? "en").toLowerCase();
  const homeHasPrefix = setting(settings, "defaultContentLanguageInSubdir") === true;
  const mounted = mountedFolders(settings);
  return languages.map(([name, value]) => {
    const about = record(value);
    const key = name.toLowerCase();
    const hasHost = textOf(setting(about, "baseURL")) !== undefined;
    return {
      key,
      tag: tagOf(name, about),
      isHome: key === home,
      prefix: hasHost || (key === home && !homeHasPrefix) ? "" : `/${key}`,
      folder: textOf(setting(about, "contentDir"))?.replace(/\/$/, "") ?? mounted.get(key),
      settings: about,
    };
  });
}

/** A name such as `cn` is no language, and the code says which one it is. */
function tagOf(name: string, about: Data): string {
  const code = textOf(setting(about, "locale")) ?? textOf(setting(about, "languageCode"));
  return namesLanguage(name) || code === undefined ? name : code;
}

/** Content folders of languages that are mounted, by the language. */
const mountedFolders = (settings: Data): ReadonlyMap<string, string> => {
  const mounts = record(setting(settings, "module"))["mounts"];
  const all = Array.isArray(mounts) ? mounts.map(record) : [];
  return new Map(
    all.flatMap((mount): [string, string][] => {
      const [source, target] = [textOf(mount["source"]), textOf(mount["target"])];
      const language = textOf(mount["lang"]) ?? languageOfSites(mount);
      return source === undefined || target !== "content" || language === undefined
        ? []
        : [[language.toLowerCase(), source.replace(/\/$/, "")]];
    }),
  );
};

function languageOfSites(mount: Data): string | undefined {
  const languages = record(record(record(mount["sites"])["matrix"]))["languages"];
  return Array.isArray(languages) ? textOf(languages[0]) : textOf(languages);
}
