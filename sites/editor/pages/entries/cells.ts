/** Draws one value of an entry in a list. */
import { html } from "hono/html";
import { instantOf } from "../../../../manifests/shapes/calendar.ts";
import { dayInWords, timeText } from "../../../words/timeText.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "../pages/area.ts";
import type { Column } from "./columns.ts";

const { entries: words } = WORDS;

type Titles = ReadonlyMap<string, string>;

/** The most characters of a text in a cell. */
const CELL_CHARS = 120;

const shortened = (text: string): string => (text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text);

const DRAWN: Readonly<Record<Column["kind"], (value: unknown, titles: Titles) => Html | string>> = {
  text: (value) => html`<bdi>${shortened(String(value))}</bdi>`,
  number: (value) => (typeof value === "number" ? value.toLocaleString(reader().locale ?? reader().language) : ""),
  boolean: (value) => words.truths[value === true ? "true" : "false"],
  date: (value) => html`<time datetime="${String(value)}">${dayInWords(String(value))}</time>`,
  // Shown in the zone of the site, in which members wrote it.
  dateTime(value) {
    const at = instantOf(String(value));
    return at === undefined ? String(value) : html`<time>${timeText(at)}</time>`;
  },
  page(value, titles) {
    const title = titles.get(String(value));
    return title === undefined ? words.gone : html`<a href="${canvasAt(String(value))}"><bdi>${title}</bdi></a>`;
  },
};

export function cellOf(
  { kind, name, choices }: Column,
  values: Readonly<Record<string, unknown>>,
  titles: Titles,
): Html {
  const given = [values[name] ?? []].flat().filter((one) => one !== "");
  const drawn = given.map((one) => {
    const choice = choices.find(([value]) => value === String(one));
    return choice ? choice[1] : DRAWN[kind](one, titles);
  });
  return html`${drawn.map((one, index) => html`${index === 0 ? "" : ", "}${one}`)}`;
}
