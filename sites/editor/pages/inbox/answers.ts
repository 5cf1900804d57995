/**
 * Shows a visitor's answers beside the questions. The answers are untrusted: each is plain text in its own element,
 * which isolates its text direction, and nothing in them becomes a link here.
 */
import { html } from "hono/html";
import { instantOf } from "../../../../manifests/shapes/calendar.ts";
import type { AskedView } from "../../../../runtime/submissions/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { drawnFile } from "./file.ts";
import type { InboxItem, Shown } from "./shown.ts";

type Answer = InboxItem["fields"][string];
type FileAnswer = Extract<Answer, { readonly file: number }>;
type Question = AskedView["questions"][number];

/** The longest part of an answer that is visible at once, in characters and lines. */
const SHOWN_CHARS = 600;
const SHOWN_LINES = 12;

export function answersOf(shown: Shown): Html {
  const {
    item: { fields },
    asked,
  } = shown;
  const questions = inOrder(Object.keys(fields), asked?.questions ?? []);
  if (questions.length === 0) return html`<p class="none">${WORDS.forms.noAnswers}</p>`;
  return html`<dl class="answers">${questions.map((question) => html`<div><dt>${untrustedText(question.label)}</dt><dd>${answer(shown, question)}</dd></div>`)}</dl>`;
}

/** Orders the answers like the form. Answers to removed questions follow, with the field's name as their label. */
function inOrder(names: readonly string[], questions: readonly Question[]): Question[] {
  const known = questions.filter(({ name }) => names.includes(name));
  const others = names.filter((name) => !known.some((one) => one.name === name));
  return [...known, ...others.map((name) => ({ name, label: name, moment: false, choices: [] }))];
}

function answer(shown: Shown, { name, choices, moment: isMoment }: Question): Html | readonly (Html | string)[] {
  const given = [shown.item.fields[name] ?? []].flat() as (string | number | boolean | FileAnswer)[];
  const files = given.filter((one): one is FileAnswer => typeof one === "object");
  if (files.length > 0) return html`<ul class="papers">${files.map((file) => drawnFile(shown, file))}</ul>`;
  const at = isMoment ? instantOf(String(given[0])) : undefined;
  if (at !== undefined) return moment(at);
  const titles = new Map(choices.map(({ value, title }) => [value, title]));
  return given.map((one, index) => html`${index > 0 ? ", " : ""}${written(wordsOf(one, titles))}`);
}

function wordsOf(one: string | number | boolean | FileAnswer, titles: ReadonlyMap<string, string>): string {
  if (typeof one === "boolean") return one ? WORDS.forms.yes : WORDS.forms.no;
  return titles.get(String(one)) ?? String(one);
}

function written(text: string): Html {
  const excerpt = beginningOf(text);
  if (excerpt === text) return untrustedText(text);
  return html`<div class="excerpt">${untrustedText(`${excerpt}…`)}</div>
<details><summary>${say(WORDS.forms.allOfIt, { n: text.length })}</summary>${untrustedText(text)}</details>`;
}

/** The beginning of a long answer, without splitting a surrogate pair. */
const beginningOf = (text: string): string =>
  text
    .split("\n", SHOWN_LINES)
    .join("\n")
    .slice(0, SHOWN_CHARS)
    .replace(/[\uD800-\uDBFF]$/, "");
