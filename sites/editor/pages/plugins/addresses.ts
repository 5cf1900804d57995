import { withQuery } from "../desk/address.ts";
import { PLUGINS_AREA } from "./area.ts";

/** The page that finds plugins in indexes. A plugin's id has at least two parts, so no plugin has this address. */
export const FIND_PATH = `${PLUGINS_AREA.path}/find`;

interface Listed {
  readonly plugin: string;
  readonly index: string;
  /** The version; the newest if undefined. */
  readonly version?: string | undefined;
}

export const listedAt = ({ plugin, index, version }: Listed): string =>
  withQuery(`${FIND_PATH}/${plugin}`, { index, version });
