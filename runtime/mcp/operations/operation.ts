import type { Room } from "../room.ts";
import type { SiteContent } from "../siteContent.ts";
import type { Parameters } from "./parameters.ts";

/** Answers one operation. Throws a Refusal for what cannot be answered. */
export type Answering = (content: SiteContent, parameters: Parameters, room: Room) => Promise<Record<string, unknown>>;
