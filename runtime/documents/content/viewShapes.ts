/** Shapes that several answers about documents share. */
import * as z from "zod/mini";
import { documentId } from "./section.ts";
import { ENTRY } from "./entry.ts";

export const count = z.int().check(z.gte(0));
export const version = z.int().check(z.gte(1));
/** Milliseconds since the epoch. */
export const moment = z.int();
/** The actor as `<kind>:<id>`. */
export const actor = z.string();
export const kind = z.enum(["page", "navigation", "redirects", "theme", "settings", "types"]);
/** The author and time of the last change of a document. */
export const changed = { changedBy: actor, changedAt: moment };
/** The id of a section that a page shows: one that a member placed, or the section of an entry's values. */
export const shownSectionId = z.union([documentId, z.literal(ENTRY)]);
