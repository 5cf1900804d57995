/** A whole deployment with plugins in one worker, bound to itself. */
export { TenantWorkspaceDO } from "../../../sites/workers/workspace/index.ts";
export { default as PluginSandbox, PluginArtifactDO } from "../../../sandbox/index.ts";
export { default } from "../../../sites/workers/site/index.ts";
