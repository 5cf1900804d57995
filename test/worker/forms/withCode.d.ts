declare module "drawbridge:with-code" {
  import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";

  const plugins: readonly PackedPlugin[];
  export default plugins;
}
