import * as z from "zod/mini";
import { SCOPES } from "../../../../runtime/commands/scopes.ts";
import { endAgentOf, endOwnAgent, listAgentsOf, listOwnAgents } from "../people/agents.ts";
import { endOwnLogin, listLogins } from "../people/logins.ts";
import { control, readRoute } from "./makers.ts";
import { agent, limit, login, textCursor } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const listOf = (item: z.ZodMiniType) => z.strictObject({ items: z.array(item), next: z.nullable(z.string()) });
const ended = z.strictObject({ ended: z.string() });

const loginRecord = z.strictObject({
  id: z.string(),
  hostname: z.string(),
  kind: z.enum(["browser", "program"]),
  isThis: z.boolean(),
  createdAt: z.int(),
  usedAt: z.int(),
  expiresAt: z.int(),
});
const agentRecord = z.strictObject({
  id: z.string(),
  member: z.string(),
  hostname: z.nullable(z.string()),
  client: z.strictObject({ id: z.string(), name: z.nullable(z.string()) }),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.int(),
  usedAt: z.nullable(z.int()),
  expiresAt: z.int(),
});

const query = { cursor: textCursor, limit } as const;
const ending = {
  method: "DELETE",
  body: null,
  status: 200,
  output: ended,
  limits: { bodyBytes: 0, rate: "writes" },
} as const;

/** Routes for members to see and end their logins and agents, and for managers to see a site's agents. */
export const logins: readonly Route[] = [
  readRoute({
    path: "/api/logins",
    summary: "List your logins on every site, newest first.",
    permission: "site.read",
    params: {},
    query,
    output: listOf(loginRecord),
    run: ({ env, member, at, query: { cursor, limit: most } }) =>
      listLogins(env, member, { now: at, cursor, limit: most }),
  }),
  control<{ login: typeof login }, undefined>({
    ...ending,
    path: "/api/logins/{login}",
    summary: "End one of your logins, and the command-line logins that were approved with it.",
    permission: "site.read",
    command: "login.stop",
    params: { login },
    decide: (call) => endOwnLogin(call, call.params.login),
  }),
  readRoute({
    path: "/api/agents",
    summary: "List the agents that may act for you, on every site, newest first.",
    permission: "site.read",
    params: {},
    query,
    output: listOf(agentRecord),
    run: ({ env, member: { identity }, at, query: { cursor, limit: most } }) =>
      listOwnAgents(env, identity, { now: at, cursor, limit: most }),
  }),
  control<{ agent: typeof agent }, undefined>({
    ...ending,
    path: "/api/agents/{agent}",
    summary: "Revoke one of your agent grants. The agent's next call is refused.",
    permission: "site.read",
    command: "agent.stop",
    params: { agent },
    decide: (call) => endOwnAgent(call, call.params.agent),
  }),
  readRoute({
    path: "/api/members/agents",
    summary: "List the agents that may act for members of the site, newest first.",
    permission: "members.manage",
    params: {},
    query,
    output: listOf(agentRecord),
    run: ({ env, member, at, query: { cursor, limit: most } }) =>
      listAgentsOf(env, member, { now: at, cursor, limit: most }),
  }),
  control<{ agent: typeof agent }, undefined>({
    ...ending,
    path: "/api/members/agents/{agent}",
    summary: "Revoke an agent grant of a member of the site. Only owners can revoke a grant that an owner gave.",
    permission: "members.manage",
    command: "member.agent.stop",
    params: { agent },
    decide: (call, actorRole) => endAgentOf(call, call.params.agent, actorRole),
  }),
];
