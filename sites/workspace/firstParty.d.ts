declare module "drawbridge:first-party" {
  import type { PackedPlugin } from "../../manifests/packedPlugin.ts";

  const pack: { readonly plugins: readonly PackedPlugin[] };
  export default pack;
}
