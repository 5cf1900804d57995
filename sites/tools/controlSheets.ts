/** Generates the control sheets of sections from the files `manifests/css/controls/<number>.css`, without white space. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutSpace } from "./baseSheets.ts";

export const CONTROLS_FILE = "manifests/css/controls.generated.ts";
const FOLDER = join(import.meta.dirname, "../../manifests/css/controls");

const numbers = (): number[] =>
  readdirSync(FOLDER)
    .flatMap((file) => /^([1-9]\d*)\.css$/.exec(file)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other);

const sheet = (number: number): string => withoutSpace(readFileSync(join(FOLDER, `${number}.css`), "utf8"));

/** The module with the text of each control sheet. */
export function controlsModule(banner: string): string {
  const all = numbers();
  const sheets = Object.fromEntries(all.map((number) => [number, sheet(number)]));
  return [
    banner,
    `export const CONTROL_NUMBERS = ${JSON.stringify(all)} as const;`,
    "export type ControlNumber = (typeof CONTROL_NUMBERS)[number];\n",
    `export const CONTROL_SHEETS: Readonly<Record<ControlNumber, string>> = ${JSON.stringify(sheets)};\n`,
  ].join("\n");
}
