import { html } from "hono/html";
import { reader } from "../../../shared/editor/reader.ts";
import type { Html } from "./html.ts";

const styles = new Map<string, Intl.DateTimeFormat>();

/** A date format for a language and zone, cached. There are few languages and a few hundred zones. */
function styleFor({ language, timeZone }: ReturnType<typeof reader>): Intl.DateTimeFormat {
  const of = `${language} ${timeZone}`;
  const known = styles.get(of);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  styles.set(of, made);
  return made;
}

/** Shows a time in the site's zone. A script then shows the reader's own zone, which the server does not know. */
export const moment = (ms: number): Html =>
  html`<time datetime="${new Date(ms).toISOString()}">${styleFor(reader()).format(ms)}</time>`;
