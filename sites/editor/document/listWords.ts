/** The texts of the chooser of entries in the page's language. */
import { LIST_LOADERS } from "../../words/listLoaders.ts";
import { FIRST_LANGUAGE, isLanguage } from "../../words/shape/languages.ts";

const language = globalThis.document?.documentElement.lang ?? "";

export const { LISTS } = await LIST_LOADERS[isLanguage(language) ? language : FIRST_LANGUAGE]();
