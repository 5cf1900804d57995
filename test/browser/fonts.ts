/**
 * Fonts from npm, so that pages look the same on every machine. Two of them have the metrics of fonts in the themes, so
 * a server renders as a desktop does.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Free replacements for other fonts and for generic families. */
const STAND_INS: readonly (readonly [string, string])[] = [
  ["Cambria", "Caladea"],
  ["Georgia", "Gelasio"],
  ["serif", "Gelasio"],
  ["sans-serif", "Open Sans"],
  ["monospace", "Source Code Pro"],
];

/** The fallback for any other font. */
const OTHERWISE = `<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>`;

const PACKAGES = [
  import.meta.resolve("@expo-google-fonts/caladea"),
  import.meta.resolve("@expo-google-fonts/gelasio"),
  import.meta.resolve("@expo-google-fonts/source-code-pro"),
];

const folderOf = (module: string): string => dirname(fileURLToPath(module));

const alias = ([asked, given]: readonly [string, string]): string =>
  `<alias binding="same"><family>${asked}</family><prefer><family>${given}</family></prefer></alias>`;

/**
 * Writes the font configuration. Answers the environment variables for a browser; `own` is the folder of the browser's
 * fonts.
 */
export function fontEnvironment(folder: string, own: string): Readonly<Record<string, string>> {
  mkdirSync(folder, { recursive: true });
  const folders = [own, ...PACKAGES.map(folderOf)].map((path) => `<dir>${path}</dir>`);
  const lines = [...folders, `<cachedir>${join(folder, "cache")}</cachedir>`, ...STAND_INS.map(alias), OTHERWISE];
  const config = `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines.join("\n")}\n</fontconfig>\n`;
  writeFileSync(join(folder, "fonts.conf"), config);
  return { FONTCONFIG_FILE: join(folder, "fonts.conf") };
}
