/**
 * Configurations for a managed deployment. Its site worker only forwards to the dispatcher, and binds no data of a
 * tenant or of the platform.
 */
import type { Config } from "./config.ts";
import { DISPATCHER } from "../../../platform/tenants/names.ts";

/** The dispatch namespace of all tenants' workers. */
export const TENANT_NAMESPACE = "drawbridge-tenants";
export const DISPATCH_BINDING = "TENANT_DISPATCH";

/**
 * Members of the site's configuration that bind nothing shared. This is an allowlist, so a binding that is new in
 * the template stays out.
 */
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

/**
 * Changes the configuration of the worker for members' agents. This worker dispatches to tenants itself, and the
 * dispatcher lends it the shared bindings.
 */
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

/** Reduces the site's configuration to the kept members and one service binding, to the dispatcher. */
export const managedSite = (site: Config): Config => ({
  ...Object.fromEntries(Object.entries(site).filter(([name]) => KEPT.has(name))),
  services: [{ binding: DISPATCH_BINDING, service: DISPATCHER }],
});
