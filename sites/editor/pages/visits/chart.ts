/** Draws the visits of each day as bars. */
import { html } from "hono/html";
import type { VisitsView } from "../../../../runtime/visits/views.ts";
import { dayText, numberOfDay } from "../../../../manifests/shapes/calendar.ts";
import { numberText } from "../../../words/numberText.ts";
import { say } from "../../../words/shape/say.ts";
import { dayInWords } from "../../../words/timeText.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";

type Charted = Pick<VisitsView, "first" | "last" | "days" | "total">;
export type DayOfVisits = VisitsView["days"][number];

/** Units of the drawing: the width that a day has, the part of it that its bar has, and the height. */
const [DAY, BAR, HEIGHT] = [10, 8, 100];

/** Every day from the first to the last, also those without a visit. */
export function allDays({ first, last, days }: Charted): readonly DayOfVisits[] {
  const known = new Map(days.map(({ day, times }) => [day, times]));
  const [from, to] = [numberOfDay(first) ?? 0, numberOfDay(last) ?? 0];
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const day = dayText(from + index);
    return { day, times: known.get(day) ?? 0 };
  });
}

/** The bars stand in the order of reading, so the style sheet turns them around in languages from right to left. */
export function chart(visits: Charted): Html {
  const days = allDays(visits);
  const most = Math.max(1, ...days.map(({ times }) => times));
  const label = say(WORDS.visits.chart, {
    count: numberText(visits.total),
    first: dayInWords(visits.first),
    last: dayInWords(visits.last),
  });
  const bars = days.map(({ times }, index) => {
    const height = Math.round((times / most) * HEIGHT * 10) / 10;
    return times === 0
      ? ""
      : html`<rect x="${index * DAY + (DAY - BAR) / 2}" y="${HEIGHT - height}" width="${BAR}" height="${height}"/>`;
  });
  return html`<svg class="chart" role="img" aria-label="${label}" viewBox="0 0 ${days.length * DAY} ${HEIGHT}" preserveAspectRatio="none">${bars}</svg>`;
}
