/** Shows the values of two versions side by side as text, also for screen readers. */
import { html } from "hono/html";
import type { DifferenceView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import type { Labels } from "./labels.ts";

const {
  publish: { change: words, fields },
} = WORDS;

type Value = DifferenceView["values"][number];

export function drawnDifferences({ values, total }: DifferenceView, labels: Labels): Html {
  const bySection = [...Map.groupBy(values, ({ section }) => section?.id ?? "").values()];
  const more = total - values.length;
  return html`<div class="differences">${bySection.map((group) => sectionOf(group, labels))}
${more > 0 ? html`<p class="help">${say(words.more, { n: more })}</p>` : ""}</div>`;
}

function sectionOf(values: readonly Value[], labels: Labels): Html {
  const type = values[0]?.section?.type ?? null;
  return html`<section><h3><bdi>${type === null ? words.own : labels.section(type)}</bdi></h3>
<dl>${values.map((value) => difference(value, labels.place(type, value.pointer)))}</dl></section>`;
}

function difference({ was, is, isCut }: Value, place: string): Html {
  const [before, after] =
    typeof was === "string" && typeof is === "string" ? marked(was, is) : [written(was, "del"), written(is, "ins")];
  return html`<div class="difference"><dt><bdi>${place}</bdi></dt>
<dd class="was"><span class="side-name">${words.was}</span> ${before}</dd>
<dd class="is"><span class="side-name">${words.is}</span> ${after}</dd>${isCut ? html`<dd class="help">${words.cut}</dd>` : ""}</div>`;
}

type Mark = "del" | "ins";

/** Marks the part in which two texts differ, between their common beginning and end. */
function marked(was: string, is: string): [Html, Html] {
  const [before, after] = [wordsIn(was), wordsIn(is)];
  const start = before.findIndex((word, at) => word !== after[at]);
  const head = start === -1 ? Math.min(before.length, after.length) : start;
  const most = Math.min(before.length, after.length) - head;
  let tail = 0;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return [part(before, head, tail, "del"), part(after, head, tail, "ins")];
}

/** The words and spaces of a text; joined, they give the text again. */
const wordsIn = (text: string): string[] => text.match(/\S+|\s+/g) ?? [];

function part(parts: readonly string[], head: number, tail: number, mark: Mark): Html {
  const middle = parts.slice(head, parts.length - tail).join("");
  const around = [parts.slice(0, head).join(""), parts.slice(parts.length - tail).join("")];
  if (parts.length === 0) return nothing();
  return html`<span class="text" dir="auto">${around[0]}${middle === "" ? "" : inMark(middle, mark)}${around[1]}</span>`;
}

const inMark = (text: string, mark: Mark): Html =>
  mark === "del" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;

const nothing = (): Html => html`<span class="none">${words.empty}</span>`;

/** A value of any type as text, with a line for each item of lists and groups. */
function written(value: unknown, mark: Mark): Html {
  const text = linesOf(value).join("\n");
  return text === "" ? nothing() : html`<span class="text" dir="auto">${inMark(text, mark)}</span>`;
}

function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value.map((item) => linesOf(item).join(" · "));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, inner]) => {
      const text = linesOf(inner).join(" · ");
      return text === "" ? [] : [`${wordFor(name)}${WORDS.everyPage.colon}${text}`];
    });
  return [String(value)];
}

const KNOWN: Readonly<Record<string, string>> = fields;
const wordFor = (name: string): string => (Object.hasOwn(KNOWN, name) ? (KNOWN[name] ?? name) : name);
