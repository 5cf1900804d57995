/** The content of each part of the form about a page, as stored and as sent. */
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { WORDS } from "../../../words/words.ts";
import type { States } from "../desk/merging.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { meantAt, shownAt } from "../../looks/zonedTime.ts";
import { pictureIn } from "./sharePicture.ts";

/** Members of a page that hold text. */
export const ABOUT_TEXTS = ["title", "description", "collection", "date", "author"] as const;

/** Members of a page that are true or absent. */
export const ABOUT_TICKS = ["teaser", "noindex", "held"] as const;

/** Members of a page that hold a time. The form shows them in the site's zone. */
export const ABOUT_TIMES = ["from", "until"] as const;

export const aboutOf = (body: Page, timeZone: string): States => ({
  ...Object.fromEntries(ABOUT_TEXTS.map((name) => [name, body[name] ?? ""])),
  ...Object.fromEntries(ABOUT_TICKS.map((name) => [name, String(body[name] === true)])),
  ...Object.fromEntries(ABOUT_TIMES.map((name) => [name, localTime(body[name], timeZone)])),
  audience: body.audience?.join(", ") ?? "",
  picture: body.image?.src ?? "",
});

const LOCAL_CHARS = "2026-03-12T08:00".length;

/** A time as the browser's field has it, to the minute. */
const localTime = (time: string | undefined, timeZone: string): string =>
  time === undefined ? "" : new Date(shownAt(Date.parse(time), timeZone)).toISOString().slice(0, LOCAL_CHARS);

/** The time of a browser's field in UTC. Null if it is empty. */
export function timeIn(fields: Fields, name: string, timeZone: string): string | null {
  const written = fields.get(name) ?? "";
  if (written === "") return null;
  const shown = Date.parse(`${written}Z`);
  if (Number.isNaN(shown)) throw notInForm(`changes/${name}`, WORDS.publish.wantsTime);
  const { at, times } = meantAt(shown, timeZone);
  if (times === 0) throw notInForm(`changes/${name}`, WORDS.publish.wantsRealTime);
  return new Date(at).toISOString();
}

export const aboutIn = (fields: Fields, was: States): States => ({
  ...Object.fromEntries(ABOUT_TEXTS.map((name) => [name, fields.get(name) ?? was[name] ?? ""])),
  ...Object.fromEntries(ABOUT_TICKS.map((name) => [name, String(fields.get(name) === "true")])),
  ...Object.fromEntries(ABOUT_TIMES.map((name) => [name, fields.get(name)?.slice(0, LOCAL_CHARS) ?? was[name] ?? ""])),
  audience: fields.get("audience") ?? was["audience"] ?? "",
  picture: pictureIn(fields, "picture", was),
});
