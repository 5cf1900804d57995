/** The parts of which the kernel makes a base sheet: texts, and places for settings. */

export interface SettingPlace {
  /** The settings that can stand here. The first that the theme has wins. */
  readonly names: readonly string[];
  /** The value without any of them. A place without one is a whole declaration, which is then left out. */
  readonly otherwise?: string;
  /** The declaration around such a value. */
  readonly before?: string;
  readonly after?: string;
}

export type BasePart = string | SettingPlace;

/** The value of a setting in one theme, or undefined. */
export type ReadSetting = (name: string) => string | number | undefined;

function placed({ names, otherwise, before = "", after = "" }: SettingPlace, read: ReadSetting): string {
  const value = names.map(read).find((found) => found !== undefined) ?? otherwise;
  return value === undefined ? "" : `${before}${value}${after}`;
}

export const baseSheet = (parts: readonly BasePart[], read: ReadSetting): string =>
  parts.map((part) => (typeof part === "string" ? part : placed(part, read))).join("");
