export { default, CallLimitDO, ChangeNoticesDO } from "../../../sites/workers/public-mcp/index.ts";
export { TenantWorkspaceDO } from "../../../sites/workers/workspace/index.ts";
