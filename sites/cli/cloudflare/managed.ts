/** The site worker of a managed deployment: it forwards to the dispatcher, and holds nothing of a tenant or of the platform. */
import type { Config } from "./config.ts";
import { DISPATCHER } from "../../shared/tenants/names.ts";

/** The namespace of all tenants' workers. */
export const TENANT_NAMESPACE = "drawbridge-tenants";
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

/** The worker of members' agents: it dispatches to tenants' workers itself, and the dispatcher lends what they share. */
export function managedMembers(members: Config): Config {
  const { durable_objects: _, secrets, ...rest } = members;
  const required = (secrets as { readonly required?: readonly string[] } | undefined)?.required ?? [];
  return {
    ...rest,
    dispatch_namespaces: [{ binding: "TENANTS", namespace: TENANT_NAMESPACE }],
    services: [{ binding: "LENDER", service: DISPATCHER, entrypoint: "PlatformLender" }],
    secrets: { required: [...required, "DISPATCH_SIGNING_KEY"] },
  };
}

/** Strips a hydrated site configuration of objects, database, buckets, namespaces, sandbox, variables and secrets. */
export const managedSite = (site: Config): Config => ({
  ...Object.fromEntries(Object.entries(site).filter(([name]) => KEPT.has(name))),
  services: [{ binding: DISPATCH_BINDING, service: DISPATCHER }],
});
