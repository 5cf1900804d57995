export { default, CallLimitDO, ChangeNoticesDO } from "../../../sites/public-mcp/index.ts";
export { TenantWorkspaceDO } from "../../../sites/workspace/index.ts";
