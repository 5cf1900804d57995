/** The forms that move an item of the calendar, and take a move back. */
import { html } from "hono/html";
import { DAY_MS } from "../../../../manifests/shapes/calendar.ts";
import { say } from "../../../words/shape/say.ts";
import { dayInWords } from "../../../words/timeText.ts";
import { WORDS } from "../../../words/words.ts";
import { shownAt } from "../../looks/zonedTime.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { calendarAt } from "./area.ts";
import { type CalendarItem, mayMove, refIn, refOf, refText, seenOf } from "./items.ts";
import type { CalendarLooking } from "./looking.ts";
import { movedIn } from "./moving.ts";

const { calendar: words, publish: publishWords } = WORDS;

const formOf = ({ kind }: Pick<CalendarItem, "kind">): "move" | "move-schedule" =>
  kind === "publication" ? "move-schedule" : "move";

const hidden = (values: Readonly<Record<string, string>>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** The form that a script fills when a member drops an item on a day. */
export const droppingForm = (looking: CalendarLooking): Html =>
  html`<div hidden id="dropping">${drawnForm("move", calendarAt(looking), html`${hidden({ item: "", day: "", seen: "" })}`)}</div>`;

/** The refusal of a move, and the form of the item that the address names. */
export function movingPart(
  { member: { role }, request, context: { timeZone } }: Desk,
  looking: CalendarLooking,
  items: readonly CalendarItem[],
  failure: FormFailure | undefined,
): Html {
  const asked = failure?.typed.get("item") ?? new URL(request.url).searchParams.get("move") ?? "";
  const item = items.find((one) => refText(refOf(one)) === asked);
  const refused = html`${["move", "move-schedule", "back", "back-schedule"].map((form) => alert(failure, form))}`;
  if (!item || !mayMove(role, item)) return refused;
  const form = formOf(item);
  const fields = new DrawnFields(form, failure);
  const time = item.at === null ? "" : clockField(fields, item.at, timeZone);
  const content = html`${hidden({ item: asked, seen: seenOf(item) })}
${fields.text("day", words.day, item.day, { type: "date", required: true })}${time}
<p class="acts"><button type="submit">${words.save}</button> <a href="${calendarAt(looking)}">${words.leave}</a></p>`;
  const title = item.title ?? publishWords.wholeDraft;
  return html`<section class="work narrow" id="moving" aria-labelledby="moving-title"><h2 id="moving-title">${say(words.moveTitle, { title: oneWay(title) })}</h2>${refused}
${drawnForm(form, calendarAt(looking), content)}</section>`;
}

const CLOCK_CHARS = "08:00".length;

function clockField(fields: DrawnFields, at: number, timeZone: string): Html {
  const shown = new Date(((shownAt(at, timeZone) % DAY_MS) + DAY_MS) % DAY_MS).toISOString().slice(11);
  return fields.text("time", words.time, shown.slice(0, CLOCK_CHARS), { type: "time", required: true, help: timeZone });
}

/** Says what was moved, with the form that takes it back. */
export function movedPart(
  { request, member: { role } }: Desk,
  looking: CalendarLooking,
  items: readonly CalendarItem[],
): Html | string {
  const moved = movedIn(new URL(request.url).searchParams);
  const ref = moved && refIn(moved.item);
  if (!moved || !ref || !mayMove(role, ref)) return "";
  const title = items.find((one) => refText(refOf(one)) === moved.item)?.title ?? words.kinds.publication;
  const form = ref.kind === "publication" ? "back-schedule" : "back";
  const button = html`${hidden({ item: moved.item, back: moved.back, on: moved.day })}<button type="submit" class="quiet">${words.undo}</button>`;
  return html`<div class="status" role="status" id="status"><p>${untrustedText(say(words.moved, { title, day: dayInWords(moved.day) }))}</p>${drawnForm(form, calendarAt(looking), button)}</div>`;
}
