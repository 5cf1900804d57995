/** Pages of the first language at addresses of a language that has no translation of them, but shows them. */
import {
  type LanguageSettings,
  isNotFoundPath,
  languageAt,
  withPrefix,
  withoutPrefix,
} from "../documents/content/languages.ts";
import { spokenTag } from "../documents/inLanguage.ts";
import { escapeHtml } from "../templates/escape.ts";
import { isRightToLeft } from "../rendering/languages/direction.ts";
import { labelsFor } from "../rendering/css/labels.ts";

export interface SourceAddress {
  /** The path of the page in the first language. */
  readonly path: string;
  /** The language of the address. */
  readonly tag: string;
}

/** The address of the source that is shown at an address without a page. Undefined if the language shows none. */
export function sourceAddress(settings: LanguageSettings, asked: string): SourceAddress | undefined {
  const [source] = settings.languages ?? [];
  const language = languageAt(settings, asked);
  if (!source || !language || language.fallback !== "source" || language.tag === source.tag) return undefined;
  const path = withPrefix(withoutPrefix(asked, language), source);
  return path === asked || isNotFoundPath(path, settings) ? undefined : { path, tag: language.tag };
}

/** The page with a notice to readers of another language, before all of its content. */
export function withNotice(html: string, tag: string): string {
  const text = escapeHtml(labelsFor(tag)["sourceShown"] ?? "");
  const spoken = spokenTag(tag);
  const notice = `<p class="wrap site-notice" role="note" lang="${escapeHtml(spoken)}" dir="${isRightToLeft(spoken) ? "rtl" : "ltr"}">${text}</p>`;
  return html.replace(/<main\b[^>]*>|<body\b[^>]*>(?![^]*<main\b)/, (opening) => `${opening}\n${notice}`);
}
