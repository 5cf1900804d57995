import type { ListWords } from "./en/pages/lists.ts";
import type { Language } from "./shape/languages.ts";

/** Loads the words of the chooser of entries. A browser loads only those of its member's language. */
export const LIST_LOADERS: Readonly<Record<Language, () => Promise<{ readonly LISTS: ListWords }>>> = {
  en: () => import("./en/pages/lists.ts"),
  de: () => import("./de/pages/lists.ts"),
  fr: () => import("./fr/pages/lists.ts"),
  es: () => import("./es/pages/lists.ts"),
  "pt-BR": () => import("./pt-BR/pages/lists.ts"),
  ar: () => import("./ar/pages/lists.ts"),
  ja: () => import("./ja/pages/lists.ts"),
};
