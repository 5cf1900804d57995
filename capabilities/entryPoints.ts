/**
 * The entry points of plugin code, with the shapes of their answers. All answers are data: none holds HTML, a header,
 * or a status that would redirect or authenticate a visitor.
 */
import * as z from "zod/mini";
import { hookKind, isHook } from "../manifests/hooks/lookup.ts";
import { actionAnswerShape, dataShape } from "../runtime/plugins/calls/answers.ts";
import { MIGRATION_ANSWERS } from "../runtime/plugins/migrations/answers.ts";
import type { EntryPoint } from "../runtime/plugins/calls/calls.ts";

/** The statuses that a route may answer with. Redirects, authentication and server errors are not among them. */
export const ROUTE_STATUSES = [200, 201, 202, 400, 403, 404, 409, 410, 422, 429] as const;

type AnswerOf = (name: string) => z.ZodMiniType | undefined;

/** An author reads every fault of an answer at once, so these rules are also for answers with another one. */
const isObject = ({ value }: { readonly value: unknown }): boolean => typeof value === "object" && value !== null;

/** JSON, or the address at another site where a visitor goes on. The kernel judges the address. */
const route = z
  .strictObject({
    status: z.optional(z.literal(ROUTE_STATUSES)),
    body: z.optional(z.unknown()),
    leave: z.optional(z.string()),
  })
  .check(
    z.refine((answer) => answer.leave !== undefined || "body" in answer, {
      path: ["body"],
      error: "a value: this field is required",
      when: isObject,
    }),
    z.refine((answer) => answer.leave === undefined || Object.keys(answer).length === 1, {
      path: ["leave"],
      error: "leave alone, or status and body",
      when: isObject,
    }),
  );
const anything = z.unknown();

const ENTRY_POINTS: Readonly<Record<EntryPoint, AnswerOf>> = {
  hooks: (name) => (isHook(name) ? hookKind(name).answer.shape : undefined),
  data: () => dataShape,
  routes: () => route,
  tools: () => anything,
  resources: () => anything,
  actions: () => actionAnswerShape,
  migrate: (name) => (name === "storage" || name === "settings" ? MIGRATION_ANSWERS[name] : undefined),
};

const isPoint = (point: string): point is EntryPoint => Object.hasOwn(ENTRY_POINTS, point);

/** The shape of an entry point's answer. Undefined if the point does not exist. */
export const answerShape = (point: string, name: string): z.ZodMiniType | undefined =>
  isPoint(point) ? ENTRY_POINTS[point](name) : undefined;
