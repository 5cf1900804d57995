const HOSTNAMES = "SELECT hostname FROM domains WHERE tenant_id = ? AND status = 'verified'";

/** The hostnames of a tenant. */
export async function ownHostnames(db: D1Database, tenant: string): Promise<ReadonlySet<string>> {
  const { results } = await db.prepare(HOSTNAMES).bind(tenant).all<{ hostname: string }>();
  return new Set(results.map(({ hostname }) => hostname));
}
