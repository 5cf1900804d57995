import { escapeHtml } from "../../templates/escape.ts";
import type { Surroundings } from "../../templates/surroundings.ts";

/** The title that a page's Markdown begins with. */
const TITLE = /^# .*\n*/;
/** Attributes that only a page of the site needs, because its style sheet and its sizes of pictures do. */
const OF_PAGES = / (?:srcset|sizes|class|loading|decoding|fetchpriority)="[^"]*"/g;
const OWN_ADDRESS = / (href|src)="(?=\/(?!\/))/g;

/** The Markdown of a page as HTML for readers elsewhere: without its title, and with absolute addresses. */
export function contentHtml(text: string, around: Surroundings): string {
  const { origin, markdown } = around;
  const body = text.replace(TITLE, "").replaceAll(`](${origin}/media/`, "](/media/");
  return markdown
    .block(body, around)
    .replace(OF_PAGES, "")
    .replace(OWN_ADDRESS, (_all, name: string) => ` ${name}="${escapeHtml(origin)}`);
}
