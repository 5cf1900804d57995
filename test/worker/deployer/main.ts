/** The dispatcher, and the Durable Object class of all uploaded tenants. */
import { TenantWorkspaceDO } from "../../../sites/workers/tenant/index.ts";
import { envOfObject } from "./uploaded.ts";

export { default } from "../../../sites/workers/dispatch/index.ts";

export class UploadedObject extends TenantWorkspaceDO {
  constructor(context: DurableObjectState) {
    super(context, envOfObject(context.id.name));
  }
}
