/** The site worker of a managed deployment: it forwards to the dispatcher, and holds nothing of a tenant or of the platform. */
import type { Config } from "./config.ts";
import { DISPATCHER } from "../../shared/tenants/names.ts";

export const DISPATCH_BINDING = "TENANT_DISPATCH";

/** Members that bind nothing shared. An allowlist: a binding that is added to the site's template stays out until it is judged. */
const KEPT = new Set([
  "name",
  "main",
  "compatibility_date",
  "compatibility_flags",
  "images",
  "assets",
  "observability",
  "no_bundle",
  "workers_dev",
  "preview_urls",
  "routes",
]);

/** Strips a hydrated site configuration of objects, database, buckets, namespaces, sandbox, variables and secrets. */
export const managedSite = (site: Config): Config => ({
  ...Object.fromEntries(Object.entries(site).filter(([name]) => KEPT.has(name))),
  services: [{ binding: DISPATCH_BINDING, service: DISPATCHER }],
});
