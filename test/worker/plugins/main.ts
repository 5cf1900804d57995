/** Everything of a deployment that runs plugins, in one worker that is bound to itself. */
export { TenantWorkspaceDO } from "../../../sites/workspace/index.ts";
export { default as PluginSandbox, PluginArtifactDO } from "../../../sandbox/index.ts";
export { default } from "../../../sites/site/index.ts";
