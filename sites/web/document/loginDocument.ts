import { type Language, LANGUAGES } from "../../words/shape/languages.ts";
import { STYLE } from "./sheet.generated.ts";
import { STYLE_PATH } from "./sheetPath.ts";

export interface LoginDocument {
  readonly language: Language;
  /** HTML, as is the body. */
  readonly title: string;
  readonly body: string;
}

/** Draws a page in the editor's look, without a script, because the URL of a login contains a code. */
export const loginDocument = ({ language, title, body }: LoginDocument): string =>
  `<!doctype html><html lang="${language}" dir="${LANGUAGES[language].direction}"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>` +
  `<link rel="stylesheet" href="${STYLE_PATH}" integrity="${STYLE.integrity}"></head><body><main class="alone login"><h1>${title}</h1>${body}</main></body></html>\n`;
