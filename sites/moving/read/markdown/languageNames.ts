/** The languages that names of folders and files say. */
import { withoutEnding } from "./generator.ts";

const NAMES = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const TAG = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i;

/** True for a tag of a language that exists, such as de, pt-BR or zh_cn. */
export function namesLanguage(text: string): boolean {
  const [, language] = TAG.exec(text) ?? [];
  return language !== undefined && NAMES.of(language.toLowerCase()) !== undefined;
}

/** A file's name without its language, as `index` and `de` for `index.de.md`. */
export function splitName(file: string): { readonly name: string; readonly suffix: string | undefined } {
  const [, name, suffix] = /^(.+)\.([a-z]{2,3}(?:[-_][a-z0-9]+)*)$/i.exec(withoutEnding(file)) ?? [];
  return name === undefined ? { name: withoutEnding(file), suffix: undefined } : { name, suffix };
}

/** A file in one of several languages, by its folder or by its name. */
export interface LanguageOfFile {
  /** As the folder or the name writes it. */
  readonly language: string;
  /** The path without the language. */
  readonly bare: string;
}

/** The languages of texts in a folder that names none itself. */
export function languagesOfFiles(paths: readonly string[]): ReadonlyMap<string, LanguageOfFile> {
  const folders = languageFolders(paths);
  const names = Map.groupBy(paths, bareName);
  return new Map(
    paths.flatMap((path): [string, LanguageOfFile][] => {
      const found = byFolder(path, folders) ?? byName(path, names.get(bareName(path)) ?? []);
      return found ? [[path, found]] : [];
    }),
  );
}

/** A path without its ending, and without a language before it. */
function bareName(path: string): string {
  const at = path.lastIndexOf("/") + 1;
  const { name, suffix } = splitName(path.slice(at));
  const isNamed = suffix !== undefined && namesLanguage(suffix);
  return (isNamed ? path.slice(0, at) + name : withoutEnding(path)).toLowerCase();
}

function byFolder(path: string, folders: ReadonlySet<string>): LanguageOfFile | undefined {
  const parts = path.split("/");
  const at = parts.findIndex((_, index) => folders.has(parts.slice(0, index + 1).join("/")));
  const language = parts[at];
  return language === undefined ? undefined : { language, bare: parts.toSpliced(at, 1).join("/") };
}

/** A file is in a language by its name if one with the same name in no language, or in another one, is beside it. */
function byName(path: string, beside: readonly string[]): LanguageOfFile | undefined {
  const at = path.lastIndexOf("/") + 1;
  const { name, suffix } = splitName(path.slice(at));
  if (suffix === undefined || !namesLanguage(suffix) || beside.length < 2) return undefined;
  return { language: suffix, bare: `${path.slice(0, at)}${name}.md` };
}

/** Folders that are called like a language, and whose neighbours are, too, or have the same files. */
function languageFolders(paths: readonly string[]): ReadonlySet<string> {
  const known = new Set(paths.map((path) => withoutEnding(path).toLowerCase()));
  const below = new Map<string, Map<string, string[]>>();
  for (const path of paths) {
    const parts = withoutEnding(path).split("/");
    for (let at = 0; at < parts.length - 1; at++) {
      const [parent, name] = [parts.slice(0, at).join("/"), parts[at] ?? ""];
      const folders = below.get(parent) ?? new Map<string, string[]>();
      below.set(parent, folders);
      const files = folders.get(name) ?? [];
      folders.set(name, files);
      files.push(parts.slice(at + 1).join("/"));
    }
  }
  return new Set([...below].flatMap(([parent, folders]) => languagesIn(parent, folders, known)));
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("/");

function languagesIn(
  parent: string,
  folders: ReadonlyMap<string, readonly string[]>,
  known: ReadonlySet<string>,
): string[] {
  const names = [...folders.keys()];
  const languages = names.filter(namesLanguage);
  const areAll = languages.length > 1 && languages.length === names.length;
  const isMirrored = (name: string): boolean => {
    const files = folders.get(name) ?? [];
    const others = ["", ...languages.filter((other) => other !== name)];
    const twins = files.filter((file) => others.some((other) => known.has(joined(parent, other, file).toLowerCase())));
    return twins.length * 2 >= files.length;
  };
  return languages.filter((name) => areAll || isMirrored(name)).map((name) => joined(parent, name));
}
