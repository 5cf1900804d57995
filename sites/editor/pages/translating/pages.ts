import { documentId } from "../../../../runtime/documents/content/section.ts";
import type { EditorPage } from "../desk/page.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import { sourceChangesAt, TRANSLATION_FILES, TRANSLATIONS } from "./addresses.ts";
import { filesPage } from "./filesPage.ts";
import { translationList } from "./list.ts";
import { sourceChangesPage } from "./sourceChangesPage.ts";
import { STILL_RIGHT } from "./stillRight.ts";

const actions = { ...PUBLISHES, "still-right": STILL_RIGHT };

/** Pages about translations, in the area of pages. */
export const TRANSLATION_PAGES: readonly EditorPage[] = [
  { path: TRANSLATIONS, subject: null, actions, takesFiles: null, show: translationList },
  { path: TRANSLATION_FILES, subject: null, actions: {}, takesFiles: null, show: filesPage },
  { path: sourceChangesAt(":page"), subject: documentId, actions, takesFiles: null, show: sourceChangesPage },
];
