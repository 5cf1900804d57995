export { default } from "../../../sites/workers/private-mcp/index.ts";
export { TenantWorkspaceDO } from "../../../sites/workers/workspace/index.ts";
