import * as z from "zod/mini";
import { WRITES_PER_COMMAND } from "../../manifests/bounds/commands.ts";
import { LABEL_MAX_CHARS } from "../../manifests/bounds/manifest.ts";
import { described } from "../commands/described.ts";
import { documentId } from "../documents/content/section.ts";
import { chosenMembers, pastReview } from "./publishInputs.ts";

const version = z.int().check(z.gte(1));
const label = z
  .string()
  .check(z.minLength(1), z.maxLength(LABEL_MAX_CHARS), z.regex(/^[^\p{Cc}]*$/u, "no control characters"));
const seen = z.strictObject({
  kind: described(z.enum(["page", "navigation", "redirects", "theme", "settings", "types"]), "Kind of the document."),
  id: described(documentId, "Id of the page. For another document, its kind."),
  version: described(version, "The version that you have read."),
});

export const createSchedule = z.strictObject({
  at: described(z.int(), "Milliseconds since 1970, later than now."),
  label: described(z.optional(label), "The name to show in the list of schedules."),
  versions: described(
    z.optional(z.array(seen).check(z.maxLength(WRITES_PER_COMMAND))),
    "Versions that you want to publish. The request is refused if one is not current.",
  ),
  change: described(
    z.optional(z.int().check(z.gte(0))),
    "The draft's `change` that you have read. Refused if a chosen document is newer.",
  ),
  pastReview,
  ...chosenMembers,
});
const schedule = described(z.string().check(z.minLength(1), z.maxLength(64)), "Id of the schedule.");

export const cancelSchedule = z.strictObject({ schedule });
export const moveSchedule = z.strictObject({
  schedule,
  at: createSchedule.shape.at,
  was: described(z.optional(z.int()), "The time that you have read. Refused if it has changed."),
});
