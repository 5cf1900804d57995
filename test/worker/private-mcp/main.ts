export { default } from "../../../sites/private-mcp/index.ts";
export { TenantWorkspaceDO } from "../../../sites/workspace/index.ts";
