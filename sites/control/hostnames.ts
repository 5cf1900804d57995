/** The SQL clause that reads hostnames as `d`. */
export const FROM_HOSTNAMES = "FROM domains d";

/** The SQL clause that joins a site's primary hostname as `d`. */
export const joinPrimaryHostname = (tenant: string, site: string): string =>
  `JOIN domains d ON d.tenant_id = ${tenant} AND d.site_id = ${site} AND d.is_primary = 1`;

/** The SQL clause that joins the site's own verified hostname of a row as `d`. */
export const joinOwnHostname = (of: string): string => `
  JOIN domains d ON d.hostname = ${of}.hostname AND d.status = 'verified'
    AND d.tenant_id = ${of}.tenant_id AND d.site_id = ${of}.site_id`;
