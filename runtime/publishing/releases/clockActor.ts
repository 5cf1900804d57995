import { actorName } from "../../area/actor.ts";

/** The author of releases that no member made: the time has changed what visitors see, or a plugin has stored something. */
export const CLOCK_NAME = actorName({ kind: "system", id: "clock" });
