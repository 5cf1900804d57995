import * as z from "zod/mini";
import { ASSET_ENDINGS } from "../assets/kinds.ts";
import { ASSETS_MAX } from "../bounds/packages.ts";
import { exactly, fileOf, nameField } from "../shapes/shape.ts";

const assetShape = exactly({
  name: nameField("asset"),
  file: fileOf("File", `A font, picture or icon: ${ASSET_ENDINGS.join(", ")}.`),
});

export const assetsShape = z.array(assetShape).check(z.maxLength(ASSETS_MAX));
