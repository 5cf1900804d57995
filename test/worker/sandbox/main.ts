export { default, PluginArtifactDO } from "../../../sandbox/index.ts";
export { LenderDO } from "./lender.ts";
