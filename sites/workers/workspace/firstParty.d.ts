declare module "drawbridge:first-party" {
  import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";

  const pack: { readonly plugins: readonly PackedPlugin[] };
  export default pack;
}
