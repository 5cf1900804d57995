/** The rule of a section that shows the sections of an entry: the field that names the entry, and nothing beside it. */
import { expandSchema } from "../fields/fieldSchema.ts";
import { isOfType } from "../fields/fieldTypes.ts";
import { isObject } from "../json/jsonObject.ts";
import type { DrawnType } from "../manifest/contentType.ts";
import { describe, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";

/** Members whose content nobody would see. */
const DRAWN = ["slots", "queries", "pages", "data", "form", "frame", "frames"] as const;

/** The content type whose entries a field of a section names. Undefined unless it names one entry of one type. */
export function entryTypePlaced({ places, fields }: Pick<DrawnType, "places" | "fields">): string | undefined {
  const field = places === undefined ? undefined : valueAt(expandSchema(fields), ["properties", places]);
  if (!isObject(field) || !isOfType(field, "drawbridge:page")) return undefined;
  return typeof field["of"] === "string" ? field["of"] : undefined;
}

export function placesIssues(section: DrawnType, pointer: string): Issue[] {
  if (section.places === undefined) return [];
  const beside = DRAWN.filter((name) => section[name] !== undefined).map((name) => ({
    pointer: `${pointer}/${name}`,
    found: `${name} beside places`,
    allowed: "neither, because the entry's sections are shown",
  }));
  if (entryTypePlaced(section) !== undefined) return beside;
  const allowed = "a field of type drawbridge:page with the content type in `of`";
  return [{ pointer: `${pointer}/places`, found: describe(section.places), allowed }, ...beside];
}
