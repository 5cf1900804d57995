export { TenantWorkspaceDO } from "../../../sites/workspace/index.ts";
export { default } from "../../../sites/workspace/index.ts";
