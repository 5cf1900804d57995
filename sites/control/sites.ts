/** A site, named together with its tenant. Two tenants may use the same site id. */
export interface SiteRef {
  readonly tenant: string;
  readonly site: string;
}

/** The SQL clause that joins the sites of a tenant as `s`. */
const joinSitesOf = (tenant: string): string => `JOIN sites s ON s.tenant_id = ${tenant}`;

/** The SQL clause that joins a site as `s`. */
export const joinSite = (tenant: string, site: string): string => `${joinSitesOf(tenant)} AND s.id = ${site}`;
