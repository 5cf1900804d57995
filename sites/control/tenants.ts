/** The SQL clause that joins a tenant as `t`. */
export const joinTenant = (tenant: string): string => `JOIN tenants t ON t.id = ${tenant}`;
