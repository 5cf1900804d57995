export { default } from "../../../sites/site/index.ts";
export { TenantWorkspaceDO } from "./standInWorkspace.ts";
