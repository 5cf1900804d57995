/**
 * What plugin code is called for, and the shape of what it may answer. Data in, data out: no answer holds HTML,
 * a header or a status a visitor's browser would obey.
 */
import * as z from "zod/mini";
import { dataShape, vetoShape } from "../runtime/plugins/answers.ts";

/** The statuses a route may answer with. Redirects, authentication and what servers say about themselves are not its own. */
const ROUTE_STATUSES = [200, 201, 202, 400, 403, 404, 409, 410, 422, 429] as const;

/** Nobody reads what these answer. */
const unread = z.pipe(z.unknown(), z.transform(() => null));

export const ENTRY_POINTS = {
  hooks: { beforePublish: vetoShape, afterPublish: unread, formSubmitted: unread, mediaUploaded: unread, scheduled: unread },
  data: dataShape,
  routes: z.strictObject({ status: z.optional(z.literal(ROUTE_STATUSES)), body: z.unknown() }),
  tools: z.unknown(),
  resources: z.unknown(),
} as const;

const isPoint = (point: string): point is keyof typeof ENTRY_POINTS => Object.hasOwn(ENTRY_POINTS, point);
const isHook = (name: string): name is keyof typeof ENTRY_POINTS.hooks => Object.hasOwn(ENTRY_POINTS.hooks, name);

/** The shape of an answer; none where nothing is called. */
export function answerShape(point: string, name: string): z.ZodMiniType | undefined {
  if (!isPoint(point)) return undefined;
  if (point !== "hooks") return ENTRY_POINTS[point];
  return isHook(name) ? ENTRY_POINTS.hooks[name] : undefined;
}
