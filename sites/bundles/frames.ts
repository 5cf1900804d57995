/** Builds the two scripts of frames: one for the page around a frame, one for the document inside it. */
import { FRAME_BRIDGE_MAX_BYTES, FRAME_HOST_MAX_BYTES } from "../../manifests/bounds/packages.ts";
import { assetConstant, bundled } from "./browserAsset.ts";

export const FRAMES_FILE = "runtime/rendering/frames/scripts.generated.ts";

export const framesModule = async (banner: string): Promise<string> =>
  [
    banner,
    assetConstant(
      "FRAME_HOST",
      "script of pages with frames",
      await bundled("sites/visitor/frames/host.ts", { format: "esm" }),
      FRAME_HOST_MAX_BYTES,
    ),
    assetConstant(
      "FRAME_BRIDGE",
      "script in frames",
      await bundled("sites/visitor/frames/bridge.ts"),
      FRAME_BRIDGE_MAX_BYTES,
    ),
    "",
  ].join("\n");
