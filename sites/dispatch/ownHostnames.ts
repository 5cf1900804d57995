const HOSTNAMES = "SELECT hostname FROM domains WHERE tenant_id = ? AND status = 'verified'";

/** The names under which a tenant is served. */
export async function ownHostnames(db: D1Database, tenant: string): Promise<ReadonlySet<string>> {
  const { results } = await db.prepare(HOSTNAMES).bind(tenant).all<{ hostname: string }>();
  return new Set(results.map(({ hostname }) => hostname));
}
