export { default } from "../../../sites/site/index.ts";
export { TenantWorkspaceDO } from "../../../sites/workspace/index.ts";
