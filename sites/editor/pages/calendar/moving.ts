/** Moves an item of the calendar to another day or time, and back. */
import { instantOf, numberOfDay, utcText } from "../../../../manifests/shapes/calendar.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { calendarAt } from "./area.ts";
import { type ItemRef, refIn, refText } from "./items.ts";
import { lastAfter } from "./lastTime.ts";
import { calendarLookingIn } from "./looking.ts";
import { movedMoment } from "./movedMoment.ts";

type Times = Readonly<Record<string, string>>;

/** The operation of an edit that gives a page other times. */
type TimesOperation =
  | { readonly op: "page"; readonly changes: Times; readonly was: Times }
  | { readonly op: "set"; readonly section: typeof ENTRY; readonly fields: Times; readonly was: Times };

function refSent(fields: Fields): ItemRef {
  const ref = refIn(typedIn(fields, "item"));
  if (!ref) throw new Refusal("NOT_FOUND");
  return ref;
}

function daySent(fields: Fields): string {
  const day = typedIn(fields, "day");
  if (numberOfDay(day) === undefined) throw notInForm("day", WORDS.calendar.wantsDay);
  return day;
}

/** The time of day in milliseconds. Undefined if the form leaves it as it is. */
function clockSent(fields: Fields): number | undefined {
  const [, hour, minute, second = "0"] =
    /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?/.exec(typedIn(fields, "time")) ?? [];
  return hour === undefined ? undefined : ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
}

function momentOn(desk: Desk, at: number, fields: Fields): number {
  const moved = movedMoment(at, daySent(fields), clockSent(fields), desk.context.timeZone);
  if (moved === null) throw notInForm("day", WORDS.publish.wantsRealTime);
  return moved;
}

function movedText(desk: Desk, text: string, fields: Fields): string {
  const at = instantOf(text);
  return at === undefined ? daySent(fields) : utcText(momentOn(desk, at, fields));
}

/** The field with the end of an entry that begins at the time of a field. */
async function lastField({ workspace, member }: Desk, { type = "" }: Page, field: string): Promise<string | undefined> {
  const asked = { language: reader().language };
  const { contentTypes, inactiveTypes } = expectValue(await workspace.read("catalogue", member.site, asked));
  const found = [...contentTypes, ...inactiveTypes].find((one) => one.type === type);
  return Object.entries(found?.emptyAs ?? {}).find(([, other]) => other === field)?.[0];
}

const textsIn = (from: Readonly<Record<string, unknown>>, names: readonly (string | undefined)[]): Times =>
  Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = name === undefined ? undefined : from[name];
      return name === undefined || typeof value !== "string" || value === "" ? [] : [[name, value]];
    }),
  );

/** The end of an entry whose beginning moves. Empty without one, and if it is no time. */
function movedEnd(desk: Desk, found: Times, last: string | undefined, before: string, fields: Fields): Times {
  const end = found[last ?? ""];
  if (last === undefined || end === undefined) return {};
  const after = lastAfter(end, before, movedText(desk, before, fields), desk.context.timeZone);
  return after === undefined ? {} : { [last]: after };
}

async function operationFor(desk: Desk, body: Page, ref: ItemRef, fields: Fields): Promise<TimesOperation> {
  const isValue = ref.kind === "value";
  const name = isValue ? ref.field : ref.kind;
  const last = isValue ? await lastField(desk, body, name) : undefined;
  const found = textsIn(isValue ? (body.values ?? {}) : body, [name, last]);
  const before = found[name];
  if (before === undefined) throw new Refusal("NOT_FOUND", { page: ref.id });
  const seen = typedIn(fields, "seen");
  if (String(instantOf(before) ?? before) !== seen) throw new Refusal("STALE_VERSION", { kind: "page", id: ref.id });
  const now = { [name]: movedText(desk, before, fields), ...movedEnd(desk, found, last, before, fields) };
  const was = textsIn(found, Object.keys(now));
  return isValue ? { op: "set", section: ENTRY, fields: now, was } : { op: "page", changes: now, was };
}

interface Edit {
  readonly segments: { readonly page: string };
  readonly version: string;
  readonly body: object;
}

async function editOf(
  { workspace, member }: Desk,
  { id }: ItemRef,
  operation: (body: Page) => TimesOperation | Promise<TimesOperation>,
): Promise<Edit> {
  const { version, body } = expectValue(await workspace.read("page", member.site, { page: id }));
  return { segments: { page: id }, version: String(version), body: { operations: [await operation(body)] } };
}

/** A move as the next page tells it: the item, its new day, and the way back. */
export interface MovedItem {
  readonly item: string;
  readonly day: string;
  readonly back: string;
}

/** The move in an address. Null if there is none. */
export function movedIn(query: URLSearchParams): MovedItem | null {
  const [item, day, back] = ["moved", "on", "back"].map((name) => query.get(name) ?? "") as [string, string, string];
  return refIn(item) && numberOfDay(day) !== undefined ? { item, day, back } : null;
}

function lookingNow({ request }: Desk): ReturnType<typeof calendarLookingIn> {
  return calendarLookingIn(new URL(request.url).searchParams, "");
}

const toMoved = (desk: Desk, { item, day, back }: MovedItem): string =>
  `${calendarAt({ ...lookingNow(desk), day }, { moved: item, on: day, back })}#status`;

/** The operation that takes an edit back, as its answer gives it. */
const inverseIn = (answer: unknown): string =>
  JSON.stringify((answer as { readonly inverse: readonly object[] }).inverse[0]);

const isTimes = (value: unknown): value is Times =>
  isObject(value) && Object.values(value).every((one) => typeof one === "string");

/** The operation of a form that takes a move back: nothing but times of the item. */
function backOperation(text: string, { kind }: ItemRef): TimesOperation {
  const read: unknown = JSON.parse(text);
  const { op, section, changes, fields, was } = isObject(read) ? read : {};
  if (kind === "value" && op === "set" && section === ENTRY && isTimes(fields) && isTimes(was))
    return { op, section: ENTRY, fields, was };
  if (kind !== "value" && op === "page" && isTimes(changes) && isTimes(was) && Object.keys(changes).join("") === kind)
    return { op, changes, was };
  throw new Refusal("INVALID_REQUEST");
}

const back = (fields: Fields): string =>
  calendarAt(calendarLookingIn(new URLSearchParams({ day: typedIn(fields, "on") }), ""));

export const MOVES: PageActions = {
  move: {
    route: findCommandRoute("page.edit"),
    fields: ["item", "day", "time", "seen"],
    ask: (desk, fields) => editOf(desk, refSent(fields), (body) => operationFor(desk, body, refSent(fields), fields)),
    after: (desk, fields, answer) =>
      toMoved(desk, { item: refText(refSent(fields)), day: daySent(fields), back: inverseIn(answer) }),
  },
  "move-schedule": {
    route: findCommandRoute("schedule.move"),
    fields: ["item", "day", "time", "seen"],
    ask(desk, fields) {
      const was = Number(typedIn(fields, "seen"));
      if (!Number.isSafeInteger(was)) throw new Refusal("NOT_FOUND");
      return { segments: { schedule: refSent(fields).id }, body: { at: momentOn(desk, was, fields), was } };
    },
    after: (desk, fields, answer) => {
      const { at } = answer as { readonly at: number };
      const taking = JSON.stringify({ at: Number(typedIn(fields, "seen")), was: at });
      return toMoved(desk, { item: refText(refSent(fields)), day: daySent(fields), back: taking });
    },
  },
  back: {
    route: findCommandRoute("page.edit"),
    fields: ["item", "back", "on"],
    ask: (desk, fields) => editOf(desk, refSent(fields), () => backOperation(jsonSent(fields), refSent(fields))),
    after: (_, fields) => back(fields),
  },
  "back-schedule": {
    route: findCommandRoute("schedule.move"),
    fields: ["item", "back", "on"],
    ask: (_, fields) => ({ segments: { schedule: refSent(fields).id }, body: JSON.parse(jsonSent(fields)) as unknown }),
    after: (_, fields) => back(fields),
  },
} satisfies Readonly<Record<string, Action>>;

/** The text of a way back, which is JSON. */
function jsonSent(fields: Fields): string {
  const text = fields.get("back") ?? "";
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("INVALID_REQUEST");
    throw error;
  }
  return text;
}
