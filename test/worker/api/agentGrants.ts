import { db } from "../site/harness.ts";
import type { Site } from "../auth/siteLogins.ts";

const HOUR_MS = 3_600_000;

/** Inserts an agent's grant as the authorization server does. Answers its id. */
export async function anAgent(
  { name: tenant }: Pick<Site, "name">,
  identity: string,
  more: { readonly createdAt?: number; readonly client?: string } = {},
): Promise<string> {
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const { createdAt = Date.now(), client = "https://client.example/about" } = more;
  const value = {
    id,
    clientId: client,
    userId: "u",
    scope: ["site:read", "content:write"],
    createdAt: Math.floor(createdAt / 1000),
    metadata: { tenant, site: "main", identity, name: "A client" },
    refreshTokenId: `${id}-refresh`,
  };
  await db.batch([
    db
      .prepare("INSERT INTO agent_records (key, value, revision, expires_at) VALUES (?, ?, 1, ?)")
      .bind(`grant:u:${id}`, JSON.stringify(value), Date.now() + HOUR_MS),
    db.prepare("INSERT INTO agent_refresh_tokens (id, grant_key) VALUES (?, ?)").bind(`${id}-refresh`, `grant:u:${id}`),
  ]);
  return id;
}

/** The grants of this list that still exist. */
export async function agentsLeft(ids: readonly string[]): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT grant_id AS id FROM agent_records g JOIN agent_refresh_tokens t ON t.grant_key = g.key WHERE grant_id IN (SELECT value FROM json_each(?))",
    )
    .bind(JSON.stringify(ids))
    .all<{ id: string }>();
  return ids.filter((id) => results.some((row) => row.id === id));
}
