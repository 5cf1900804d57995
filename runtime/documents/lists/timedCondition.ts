/** Conditions that name the time of the site. */
import type { IndexedValue } from "../../../manifests/fields/indexed.ts";
import { utcText } from "../../../manifests/shapes/calendar.ts";
import type { Comparison } from "../../../manifests/shapes/comparison.ts";
import type { FieldCondition } from "../content/content.ts";
import { type Clock, dayAt, dayBegins, nextDay } from "../content/timeZone.ts";

/** Comparisons that count a whole day as one value. A day's last moment is the one before the next day. */
const DAY_ENDS: Readonly<Partial<Record<Comparison, Comparison>>> = { after: "from", to: "before" };

/** A condition without clocks. */
export interface Compared {
  readonly is: Comparison;
  readonly values: readonly IndexedValue[];
}

type Value = FieldCondition["values"][number];

export const isClock = (value: Value): value is Exclude<Value, IndexedValue> => typeof value === "object";

/** Replaces clocks by their time, in the form of the field. */
export function timed({ is, kind, values }: FieldCondition, clock: () => Clock): Compared {
  if (!values.some(isClock)) return { is, values: values as readonly IndexedValue[] };
  const { now, timeZone } = clock();
  const today = dayAt(now, timeZone);
  const asksForDay = kind === "dateTime" && values.some((value) => isClock(value) && value.clock === "today");
  const instead = asksForDay ? DAY_ENDS[is] : undefined;
  const timeOf = (value: Value): IndexedValue => {
    if (!isClock(value)) return value;
    if (kind === "date") return today;
    return utcText(value.clock === "now" ? now : dayBegins(instead ? nextDay(today) : today, timeZone));
  };
  return { is: instead ?? is, values: values.map(timeOf) };
}
