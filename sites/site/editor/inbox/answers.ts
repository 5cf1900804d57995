/**
 * What a visitor has answered, beside what was asked. All of it was written by somebody nobody knows: it is shown as text,
 * each piece in an element of its own that keeps its direction to itself, and nothing in it becomes a link.
 */
import { html } from "hono/html";
import type { AskedView } from "../../../../runtime/forms/views.ts";
import { say, WORDS } from "../../../shared/editor/words.ts";
import type { Html } from "../html.ts";
import { strange } from "../strange.ts";
import { fileOf } from "./file.ts";
import type { Item, Shown } from "./shown.ts";

type Answer = Item["fields"][string];
type FileAnswer = Extract<Answer, { readonly file: number }>;
type Question = AskedView["questions"][number];

/** Characters and lines of an answer that are shown at once; a longer one is opened by whoever wants to read it. */
const SHOWN_CHARS = 600;
const SHOWN_LINES = 12;

export function answersOf(shown: Shown): Html {
  const { item: { fields }, asked } = shown;
  const questions = inOrder(Object.keys(fields), asked?.questions ?? []);
  if (questions.length === 0) return html`<p class="none">${WORDS.noAnswers}</p>`;
  return html`<dl class="answers">${questions.map((question) => html`<div><dt>${strange(question.label)}</dt><dd>${answer(shown, question)}</dd></div>`)}</dl>`;
}

/** As they were asked; behind them what the form does not ask any more, under its bare name. */
function inOrder(names: readonly string[], questions: readonly Question[]): Question[] {
  const known = questions.filter(({ name }) => names.includes(name));
  const others = names.filter((name) => !known.some((one) => one.name === name));
  return [...known, ...others.map((name) => ({ name, label: name, choices: [] }))];
}

function answer(shown: Shown, { name, choices }: Question): Html | readonly (Html | string)[] {
  const given = [shown.item.fields[name] ?? []].flat() as (string | number | boolean | FileAnswer)[];
  const files = given.filter((one): one is FileAnswer => typeof one === "object");
  if (files.length > 0) return html`<ul class="papers">${files.map((file) => fileOf(shown, file))}</ul>`;
  const titles = new Map(choices.map(({ value, title }) => [value, title]));
  return given.map((one, index) => html`${index > 0 ? ", " : ""}${written(wordsOf(one, titles))}`);
}

function wordsOf(one: string | number | boolean | FileAnswer, titles: ReadonlyMap<string, string>): string {
  if (typeof one === "boolean") return one ? WORDS.yes : WORDS.no;
  return titles.get(String(one)) ?? String(one);
}

function written(text: string): Html {
  const excerpt = beginningOf(text);
  if (excerpt === text) return strange(text);
  return html`<div class="excerpt">${strange(`${excerpt}…`)}</div>
<details><summary>${say(WORDS.allOfIt, { n: text.length })}</summary>${strange(text)}</details>`;
}

/** Ends before a character of two parts, not in it. */
const beginningOf = (text: string): string =>
  text.split("\n", SHOWN_LINES).join("\n").slice(0, SHOWN_CHARS).replace(/[\uD800-\uDBFF]$/, "");
