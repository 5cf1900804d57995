/**
 * Generates the base sheets of themes from the folders `manifests/css/bases/<number>/`. Their files follow each other by
 * name. In them, `var(--base-<name>, <value>)` is the place of a setting. The generated parts have no white space.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import type { BasePart, SettingPlace } from "../../manifests/css/basePart.ts";

export const BASES_FILE = "manifests/css/bases.generated.ts";
const FOLDER = join(import.meta.dirname, "../../manifests/css/bases");
const START = "var(--base-";
const NAME = /^[a-z][a-z0-9-]*/;

/** The index behind the bracket that closes the one before `from`. */
function behindClosing(css: string, from: number): number {
  let open = 1;
  let at = from;
  for (; open > 0; at += 1) {
    if (at >= css.length) throw new Error(`a bracket stays open: ${css.slice(from, from + 60)}`);
    if (css[at] === "(") open += 1;
    if (css[at] === ")") open -= 1;
  }
  return at;
}

/** Reads one `var(--base-a, var(--base-b, value))`, from its text without white space. */
function readPlace(text: string): SettingPlace {
  const inside = text.slice(START.length, -1);
  const [name = ""] = NAME.exec(inside) ?? [];
  const rest = inside.slice(name.length);
  if (name === "" || (rest !== "" && !rest.startsWith(","))) throw new Error(`not the place of a setting: ${text}`);
  const value = rest.slice(1).trim();
  if (value === "") return { names: [name] };
  if (!value.includes(START)) return { names: [name], otherwise: value };
  if (!value.startsWith(START) || behindClosing(value, START.length) !== value.length)
    throw new Error(`a setting is only a part of the value behind --base-${name}: ${value}`);
  const next = readPlace(value);
  return { ...next, names: [name, ...next.names] };
}

/** Takes the declaration around a place without a value into the place. */
function wholeDeclaration(place: SettingPlace, before: string, after: string): [string, SettingPlace, string] {
  const head = /(?:^|[;{}])([a-z-]+:)$/.exec(before)?.[1];
  const tail = /^(;|(?=\}))/.exec(after)?.[0];
  if (head === undefined || tail === undefined)
    throw new Error(`--base-${place.names[0]} needs a value, because it is only a part of a declaration`);
  return [before.slice(0, -head.length), { ...place, before: head, after: tail }, after.slice(tail.length)];
}

/** Divides a sheet without white space into its parts. */
export function divideSheet(css: string): BasePart[] {
  const parts: BasePart[] = [];
  let rest = css;
  for (let at = rest.indexOf(START); at >= 0; at = rest.indexOf(START)) {
    const end = behindClosing(rest, at + START.length);
    const place = readPlace(rest.slice(at, end));
    const around = [rest.slice(0, at), place, rest.slice(end)] as const;
    const [before, whole, after] =
      place.otherwise === undefined ? wholeDeclaration(place, around[0], around[2]) : around;
    parts.push(before, whole);
    rest = after;
  }
  const all = [...parts, rest];
  const missed = all.find((part) => typeof part === "string" && part.includes("--base-"));
  if (missed !== undefined) throw new Error(`a setting that is not in var(): ${String(missed).slice(0, 60)}`);
  return all;
}

export const withoutSpace = (css: string): string =>
  transformSync(css, { loader: "css", minifyWhitespace: true }).code.trim();

const settingsIn = (parts: readonly BasePart[]): string[] =>
  [...new Set(parts.flatMap((part) => (typeof part === "string" ? [] : part.names)))].toSorted();

const numbers = (): number[] =>
  readdirSync(FOLDER)
    .filter((folder) => /^[1-9]\d*$/.test(folder))
    .map(Number)
    .toSorted((one, other) => one - other);

function readBase(number: number): string {
  const folder = join(FOLDER, String(number));
  const files = readdirSync(folder).toSorted();
  return withoutSpace(files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n"));
}

/** The module with the parts and the settings of each base. */
export function basesModule(banner: string): string {
  const bases = numbers().map((number) => [number, divideSheet(readBase(number))] as const);
  const table = (name: string, type: string, rows: readonly (readonly [number, unknown])[]): string =>
    `export const ${name}: Readonly<Record<BaseNumber, readonly ${type}[]>> = ${JSON.stringify(Object.fromEntries(rows))};\n`;
  return [
    banner,
    'import type { BasePart } from "./basePart.ts";\n',
    `export const BASE_NUMBERS = ${JSON.stringify(bases.map(([number]) => number))} as const;`,
    "export type BaseNumber = (typeof BASE_NUMBERS)[number];\n",
    table("BASE_PARTS", "BasePart", bases),
    table(
      "BASE_SETTINGS",
      "string",
      bases.map(([number, parts]) => [number, settingsIn(parts)]),
    ),
  ].join("\n");
}
