/** The shapes that answers on documents share. */
import * as z from "zod/mini";

export const count = z.int().check(z.gte(0));
export const version = z.int().check(z.gte(1));
/** Milliseconds since the epoch. */
export const moment = z.int();
/** `<kind>:<id>` of who did it. */
export const actor = z.string();
export const kind = z.enum(["page", "navigation", "redirects", "theme", "settings"]);
/** The last change of a document. */
export const changed = { changedBy: actor, changedAt: moment };
