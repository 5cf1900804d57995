/** The files of plugins, such as /feed.xml. A language with a prefix has its own below it, such as /de/feed.xml. */
import type { PublicPlace } from "../../documents/content/languageHosts.ts";
import {
  type LanguageSettings,
  languageAt,
  ownTag,
  sourceTag,
  withoutPrefix,
} from "../../documents/content/languages.ts";
import type { Renderer } from "../../rendering/renderer.ts";

interface FileOfLanguage {
  /** The path by which the plugin contributes the file. */
  readonly file: string;
  readonly tag: string;
}

/** The file at an address, and the language whose pages it lists. */
export function fileOfLanguage(
  renderer: Pick<Renderer, "filePaths" | "isOfLanguage">,
  settings: LanguageSettings,
  path: string,
  hosts: PublicPlace["hosts"] = [],
): FileOfLanguage | undefined {
  const files = renderer.filePaths();
  if (!settings.languages) return files.includes(path) ? { file: path, tag: settings.language } : undefined;
  const language = languageAt(settings, path);
  const rest = language ? withoutPrefix(path, language) : path;
  // A hostname has all files, such as /robots.txt, because readers ask there for them.
  const isHost = hosts.some(({ tag }) => tag === language?.tag);
  if (language && rest !== path && files.includes(rest) && (isHost || renderer.isOfLanguage(rest)))
    return { file: rest, tag: language.tag };
  const isRoot = settings.languages.some(({ prefix }) => prefix === undefined);
  return files.includes(path)
    ? { file: path, tag: isRoot ? ownTag(rootOf(settings)) : sourceTag(settings) }
    : undefined;
}

/** The language without a prefix as the language of the site. */
const rootOf = ({ languages = [], language }: LanguageSettings): LanguageSettings => ({
  language: languages.find(({ prefix }) => prefix === undefined)?.tag ?? language,
});
