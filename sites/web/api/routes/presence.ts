import * as z from "zod/mini";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { actorName } from "../../../../runtime/area/actor.ts";
import { presenceView } from "../../../../runtime/editing/presence/presenceView.ts";
import { memberNames } from "../people/members.ts";
import { page, section, since } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { readRoute } from "./makers.ts";

const { people, ...rest } = presenceView.shape;
const named = { name: z.nullable(z.string()) };

export const POLL: Route = readRoute({
  path: "/api/presence",
  summary:
    "Report the page and section that you work on, and read who else is there and what has changed. " +
    "Poll every ten seconds; a place expires after thirty seconds.",
  permission: "site.read",
  params: {},
  query: { page, section, since },
  output: z.strictObject({
    ...rest,
    people: z.array(z.extend(people.def.element, { ...named, self: z.boolean() })),
    changes: z.array(z.extend(rest.changes.def.element, named)),
  }),
  async run({ env, workspace, member, query }) {
    const found = expectValue(await workspace.read("presence", member.site, { ...query, member: member.identity }));
    const others = found.changes.length > 0 || found.people.some((one) => one.member !== member.identity);
    const names = new Map(others ? (await memberNames(env, member)).map(({ actor, name }) => [actor, name]) : []);
    const nameOf = (actor: string): string | null => names.get(actor) ?? null;
    return {
      ...found,
      people: found.people.map((one) => ({
        ...one,
        name: nameOf(actorName({ kind: "member", id: one.member })),
        self: one.member === member.identity,
      })),
      changes: found.changes.map((one) => ({ ...one, name: nameOf(one.by) })),
    };
  },
});

export const presence: readonly Route[] = [POLL];
