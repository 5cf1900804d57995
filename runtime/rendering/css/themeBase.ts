/** The base sheet of a theme, with the theme's settings. */
import { baseSheet, type ReadSetting } from "../../../manifests/css/basePart.ts";
import { BASE_PARTS, type BaseNumber } from "../../../manifests/css/bases.generated.ts";
import { isTokenValue } from "../../../manifests/rules/tokenValue.ts";

interface Based {
  readonly base: BaseNumber;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** A layer holds the base, and a later one the theme. So each rule of the theme wins, whatever the selectors. */
const inLayers = (base: string, css: string): string => `@layer base{${base}}\n@layer theme{\n${css}\n}\n`;

/** A token sets the setting of its name, and follows what the owner chooses. */
const settingsOf =
  ({ settings = {} }: Based, isToken: (name: string) => boolean): ReadSetting =>
  (name) => {
    if (isToken(name)) return `var(--${name})`;
    const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
    return isTokenValue(value) ? value : undefined;
  };

/** The theme's sheet, which the caller has checked, above its base. */
export const onBase = (theme: Based, css: string, isToken: (name: string) => boolean): string =>
  inLayers(baseSheet(BASE_PARTS[theme.base], settingsOf(theme, isToken)), css);
