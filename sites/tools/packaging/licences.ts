/** The licences of the packages that the program contains. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

interface Described {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
}

const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** The text of a package's licence. Its name alone, where the package has no file of it. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Described;
  const files = readdirSync(folder).filter((file) => LICENCE.test(basename(file)));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (license === undefined && texts.length === 0) throw new Error(`${name} has no licence.`);
  return [`${name} ${version}, ${JSON.stringify(license ?? "as below")}`, ...texts].join("\n\n");
}

const RULE = `\n\n${"-".repeat(80)}\n\n`;

/** All licences as one text. */
export const licences = (folders: readonly string[]): string =>
  `${["Drawbridge contains parts of these packages.", ...folders.map(licenceOf)].join(RULE)}\n`;
