/** The texts of remarks in the page's language. */
import { REMARK_LOADERS } from "../../words/remarkLoaders.ts";
import { FIRST_LANGUAGE, isLanguage } from "../../words/shape/languages.ts";

const language = globalThis.document?.documentElement.lang ?? "";

export const { REMARKS } = await REMARK_LOADERS[isLanguage(language) ? language : FIRST_LANGUAGE]();
