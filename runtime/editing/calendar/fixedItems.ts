/** The items of the calendar that a member who is limited to languages may not move. */
import { tagOf } from "../../documents/content/languages.ts";
import { isOwnPage } from "../../documents/languageReach.ts";
import { type ChoiceParts, chosenBeyond } from "../../publishing/choice.ts";
import { chosenOf } from "../../publishing/scheduleCommands.ts";
import type { Schedules } from "../../publishing/schedules.ts";
import type { CalendarView } from "./views.ts";

type Item = CalendarView["items"][number];

export interface FixedParts extends Pick<ChoiceParts, "documents" | "releases" | "sites"> {
  readonly schedules: Schedules;
}

/** The languages to which a member of a site is limited. */
interface Limit {
  readonly site: string;
  readonly languages: readonly string[];
}

/** Marks the items that reach beyond the languages of a member. */
export function withFixed(parts: FixedParts, limit: Limit, items: readonly Item[]): Item[] {
  const isFixed = (item: Item): boolean =>
    item.kind === "publication"
      ? isScheduleBeyond(parts, limit, item.id)
      : !isOwnPage({ documents: parts.documents, ...limit }, item.id) || isSharedBeyond(parts, limit, item);
  return items.map((item) => (isFixed(item) ? { ...item, fixed: true } : item));
}

function isScheduleBeyond(parts: FixedParts, { site, languages }: Limit, id: string): boolean {
  const schedule = parts.schedules.find(site, id);
  return schedule === undefined || chosenBeyond(parts, site, languages, chosenOf(schedule)) !== undefined;
}

/** True for a value that moves in other languages, too, because all of them share it. */
function isSharedBeyond({ documents }: FixedParts, { site, languages }: Limit, { id, type, field }: Item): boolean {
  if (type === null || field === null || !documents.lists.sharedFields(site, type).includes(field)) return false;
  const settings = documents.only(site, "settings").body;
  return documents.translations
    .draftGroup(site, id)
    .some(({ language }) => !languages.includes(tagOf({ language: language ?? undefined }, settings)));
}
