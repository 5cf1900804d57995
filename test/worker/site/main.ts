export { default } from "../../../sites/workers/site/index.ts";
export { TenantWorkspaceDO } from "../../../sites/workers/workspace/index.ts";
