/** Generates the modules that list the editor's languages, one for each place that looks up words. */
import { LANGUAGES } from "../words/shape/languages.ts";

const WORDS = "sites/words";

const lines = (of: (language: string) => string, languages: readonly string[]): string => languages.map(of).join("");

const nameOf = (language: string): string => language.toUpperCase();

/** All words, for the worker that renders the editor's pages. */
const tables = (languages: readonly string[]): string =>
  `${lines((language) => `import { ${nameOf(language)} } from "./${language}/index.ts";\n`, languages)}import type { Words } from "./en/index.ts";
import type { Language } from "./shape/languages.ts";
import { wordsInLanguage } from "./shape/translated.ts";

/** The words of each language. */
export const TABLES: Readonly<Record<Language, Words>> = {
${lines((language) => `  ${language}: wordsInLanguage<Words>("${language}", ${nameOf(language)}),\n`, languages)}};
`;

/** The words of the pages before the editor, such as login, for workers that need no others. */
const doors = (languages: readonly string[]): string =>
  `${lines((language) => `import { DOORS as ${nameOf(language)} } from "./${language}/doors.ts";\n`, languages)}import type { DoorWords } from "./en/doors.ts";
import type { Language } from "./shape/languages.ts";

/** The words of the pages before the editor, for a worker that has no others. */
export const DOOR_TABLES: Readonly<Record<Language, DoorWords>> = {
${lines((language) => `  ${language}: ${nameOf(language)},\n`, languages)}};
`;

/** The canvas's words. A browser loads only those of its member's language. */
const loaders = (languages: readonly string[]): string =>
  `import type { CanvasWords } from "./en/canvasWords.ts";
import type { Language } from "./shape/languages.ts";

/** Loads the words of the canvas in a language. */
export const CANVAS_LOADERS: Readonly<Record<Language, () => Promise<{ readonly CANVAS_WORDS: CanvasWords }>>> = {
${lines((language) => `  ${language}: () => import("./${language}/canvasWords.ts"),\n`, languages)}};
`;

/** Every generated module with its text. A new language is a folder with these files, and a line in `languages.ts`. */
export const languageModules = (
  banner: string,
  languages: readonly string[] = Object.keys(LANGUAGES),
): readonly (readonly [path: string, text: string])[] => [
  [`${WORDS}/tables.generated.ts`, `${banner}\n${tables(languages)}`],
  [`${WORDS}/doorTables.generated.ts`, `${banner}\n${doors(languages)}`],
  [`${WORDS}/canvasLoaders.generated.ts`, `${banner}\n${loaders(languages)}`],
];
