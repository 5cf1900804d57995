import { html } from "hono/html";
import { reader } from "../../../shared/editor/reader.ts";
import type { Html } from "./html.ts";

const styles = new Map<string, Intl.DateTimeFormat>();

/** Few languages, and the zones that sites chose of some hundred. */
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

/** Writes a time as clocks of the site show it: without a script, the reader's own zone is unknown. */
export const moment = (ms: number): Html =>
  html`<time datetime="${new Date(ms).toISOString()}">${styleFor(reader()).format(ms)}</time>`;
