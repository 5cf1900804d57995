import type { RemarkWords } from "./en/pages/remarks.ts";
import type { Language } from "./shape/languages.ts";

/** Loads the words of remarks. A browser loads only those of its member's language. */
export const REMARK_LOADERS: Readonly<Record<Language, () => Promise<{ readonly REMARKS: RemarkWords }>>> = {
  en: () => import("./en/pages/remarks.ts"),
  de: () => import("./de/pages/remarks.ts"),
  fr: () => import("./fr/pages/remarks.ts"),
  es: () => import("./es/pages/remarks.ts"),
  "pt-BR": () => import("./pt-BR/pages/remarks.ts"),
  ar: () => import("./ar/pages/remarks.ts"),
  ja: () => import("./ja/pages/remarks.ts"),
};
