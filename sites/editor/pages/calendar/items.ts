/** The items of the calendar: their names in forms and addresses, and what a member may move. */
import { type Permission, can, type Role } from "../../../../runtime/commands/permissions.ts";
import { CALENDAR_KINDS, type CalendarKind, type CalendarView } from "../../../../runtime/editing/calendar/views.ts";

export type CalendarItem = CalendarView["items"][number];

/** Names one item: a schedule, or a time of a page. */
export interface ItemRef {
  readonly kind: CalendarKind;
  readonly id: string;
  /** The field of an entry's value. Empty for other items. */
  readonly field: string;
}

export const refOf = ({ kind, id, field }: CalendarItem): ItemRef => ({ kind, id, field: field ?? "" });

export const refText = ({ kind, id, field }: ItemRef): string => [kind, id, field].join(":");

/** The item that a form or an address names. Undefined if it names none. */
export function refIn(text: string): ItemRef | undefined {
  const [named = "", id = "", ...field] = text.split(":");
  const kind = CALENDAR_KINDS.find((one) => one === named);
  return kind && /^[A-Za-z0-9-]{1,64}$/.test(id) ? { kind, id, field: field.join(":") } : undefined;
}

/** The moment or the day of an item, as the form says that the member saw it. */
export const seenOf = ({ at, day }: CalendarItem): string => String(at ?? day);

const NEEDS: Readonly<Record<CalendarKind, Permission>> = {
  publication: "content.publish",
  from: "content.edit",
  until: "content.edit",
  date: "content.edit",
  value: "content.edit",
};

export const mayMove = (role: Role, { kind, fixed }: Pick<CalendarItem, "kind" | "fixed">): boolean =>
  fixed !== true && can(role, NEEDS[kind]);
