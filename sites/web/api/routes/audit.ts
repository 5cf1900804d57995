import * as z from "zod/mini";
import { AUDIT_ACTOR_MAX_CHARS } from "../../../../manifests/bounds/commands.ts";
import { listAudit } from "../people/auditTrail.ts";
import { readRoute } from "./makers.ts";
import { limit, moment, textCursor, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const outcome = z.enum(["done", "replayed", "refused"]);
const row = z.strictObject({
  id: z.string(),
  actor: z.string(),
  command: z.string(),
  inputDigest: z.string(),
  outcome,
  requestId: z.string(),
  at: z.int(),
  /** The program that acted for a member; null if the member acted directly. */
  via: z.nullable(z.string()),
  /** The ids of the command's subject. Null for a command without one, and for rows of earlier releases. */
  about: z.nullable(
    z.partial(
      z.strictObject({
        page: z.string(),
        media: z.string(),
        plugin: z.string(),
        state: z.string(),
        release: z.int(),
        schedule: z.string(),
        request: z.string(),
        passedReview: z.boolean(),
        member: z.string(),
        hostname: z.string(),
      }),
    ),
  ),
});

export const audit: readonly Route[] = [
  readRoute({
    path: "/api/audit",
    summary: "List who did what on this site, newest first. `from` is included, `to` is excluded.",
    permission: "audit.read",
    params: {},
    query: {
      actor: word(
        z
          .string()
          .check(
            z.regex(/^(?:member|operator|plugin|system):[\x21-\x7e]+$/, "<kind>:<id>"),
            z.maxLength(AUDIT_ACTOR_MAX_CHARS),
          ),
        "The actor, as `<kind>:<id>`.",
      ),
      command: word(
        z.string().check(z.regex(/^[a-z_]{1,40}(?:\.[a-z_]{1,40})*$/, "the name of a command")),
        "The command, such as `page.update`.",
      ),
      outcome: word(outcome, "The outcome."),
      from: moment,
      to: moment,
      cursor: textCursor,
      limit,
    },
    output: z.strictObject({ items: z.array(row), next: z.nullable(z.string()) }),
    run: ({ env, member, query }) => listAudit(env, member, query),
  }),
];
