/**
 * The fonts of these browsers come from npm too, so that a page has the same shape wherever it is judged. Two of them
 * have the very widths of fonts the themes ask for, so a bare server shows what a desk shows.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Free fonts that stand in for others or for a generic family. */
const STAND_INS: readonly (readonly [string, string])[] = [
  ["Cambria", "Caladea"],
  ["Georgia", "Gelasio"],
  ["serif", "Gelasio"],
  ["sans-serif", "Open Sans"],
  ["monospace", "Source Code Pro"],
];

/** For whatever else is asked for, such as the font of a system that has none of its own. */
const OTHERWISE = `<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>`;

const PACKAGES = [
  import.meta.resolve("@expo-google-fonts/caladea"),
  import.meta.resolve("@expo-google-fonts/gelasio"),
  import.meta.resolve("@expo-google-fonts/source-code-pro"),
];

const folderOf = (module: string): string => dirname(fileURLToPath(module));

const alias = ([asked, given]: readonly [string, string]): string =>
  `<alias binding="same"><family>${asked}</family><prefer><family>${given}</family></prefer></alias>`;

/** Writes the configuration into a folder and says how a browser finds it. `own` holds what came with the browser. */
export function fontEnvironment(folder: string, own: string): Readonly<Record<string, string>> {
  mkdirSync(folder, { recursive: true });
  const folders = [own, ...PACKAGES.map(folderOf)].map((path) => `<dir>${path}</dir>`);
  const lines = [...folders, `<cachedir>${join(folder, "cache")}</cachedir>`, ...STAND_INS.map(alias), OTHERWISE];
  const config = `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines.join("\n")}\n</fontconfig>\n`;
  writeFileSync(join(folder, "fonts.conf"), config);
  return { FONTCONFIG_FILE: join(folder, "fonts.conf") };
}
