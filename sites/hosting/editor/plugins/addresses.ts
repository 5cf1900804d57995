import { withQuery } from "../desk/address.ts";
import { PLUGINS_AREA } from "./area.ts";

/** The page on which plugins of the listed indexes are found. No plugin's id is one word, so none has this address. */
export const FIND_PATH = `${PLUGINS_AREA.path}/find`;

interface Listed {
  readonly plugin: string;
  readonly index: string;
  /** Without it, the newest. */
  readonly version?: string | undefined;
}

export const listedAt = ({ plugin, index, version }: Listed): string =>
  withQuery(`${FIND_PATH}/${plugin}`, { index, version });
