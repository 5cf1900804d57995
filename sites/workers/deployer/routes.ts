/** The deployer's routes, one row each. */
import type * as z from "zod/mini";
import { HOSTING_REQUEST_MAX_BYTES } from "../../../manifests/bounds/hosting.ts";
import { PROVISION_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { exportTenant } from "./archives/exporting.ts";
import { restoreTenant } from "./archives/restoring.ts";
import { deployTenant } from "./deploying/deploy.ts";
import { eraseTenant } from "./erasing/erase.ts";
import type { Hosting } from "./tenants/hosting.ts";
import { initialiseSite } from "./initialising.ts";
import { type Occasion, auditOf } from "./tenants/occasion.ts";
import { deployRequest, eraseRequest, exportRequest, initialiseRequest, restoreRequest } from "./requests.ts";

export interface HostingCall {
  readonly hosting: Hosting;
  readonly body: unknown;
  readonly occasion: Occasion;
  /** The number of requests to the provider so far. */
  readonly providerCalls: () => number;
}

export interface HostingRoute {
  readonly path: string;
  readonly maxBytes: number;
  readonly shape: z.ZodMiniType;
  /** True for a request that makes something new each time, so that a repeat needs a key to be recognised. */
  readonly needsKey: boolean;
  run(call: HostingCall): Promise<object>;
}

const taking = <T>(
  path: string,
  shape: z.ZodMiniType<T>,
  run: (body: T, call: HostingCall) => Promise<object>,
  { maxBytes = HOSTING_REQUEST_MAX_BYTES, needsKey = false }: Partial<Pick<HostingRoute, "maxBytes" | "needsKey">> = {},
): HostingRoute => ({ path, shape, maxBytes, needsKey, run: (call) => run(call.body as T, call) });

export const ROUTES: readonly HostingRoute[] = [
  taking("/tenants/deploy", deployRequest, async (body, { hosting, occasion, providerCalls }) => {
    const row = await deployTenant(hosting, body);
    await auditOf(hosting.db, occasion, { tenant: row.tenant, command: "tenant.deploy" }).run();
    return { ...row, providerCalls: providerCalls() };
  }),
  taking(
    "/tenants/initialize-site",
    initialiseRequest,
    (body, { hosting, occasion }) => initialiseSite(hosting, body, occasion),
    { maxBytes: PROVISION_MAX_BYTES },
  ),
  taking(
    "/tenants/export",
    exportRequest,
    async ({ tenantId }, { hosting, occasion }) => {
      const receipt = await exportTenant(hosting, tenantId, occasion);
      await auditOf(hosting.db, occasion, { tenant: tenantId, command: "tenant.export" }).run();
      return receipt;
    },
    { needsKey: true },
  ),
  taking("/tenants/restore", restoreRequest, (body, { hosting, occasion }) => restoreTenant(hosting, body, occasion)),
  taking("/tenants/erase", eraseRequest, (body, { hosting, occasion }) => eraseTenant(hosting, body, occasion)),
];
