import { describe, expect, test } from "vitest";
import { folder } from "./folder.ts";

/** Code that the compiler must refuse with the project's options. */
const REFUSED: readonly (readonly [name: string, config: Config, folder: string, text: string])[] = [
  ["a wrong type", "worker", "runtime", "export const x: string = 1;"],
  ["an item that may be absent", "worker", "runtime", "export const first = (list: string[]): string => list[0];"],
  ["undefined for an optional member", "worker", "runtime", "export const x: { a?: string } = { a: undefined };"],
  ["an implicit any", "worker", "runtime", "export const x = (value) => value;"],
  ["an unused name", "worker", "runtime", "export const x = 1;\nconst y = 2;"],
  ["an enum, which Node cannot run", "node", "sites/cli", "export enum Kind { One }"],
  [
    "a parameter property, which Node cannot run",
    "node",
    "sites/cli",
    "export class A { constructor(readonly x: string) {} }",
  ],
  ["Node in a worker", "worker", "sites/workers/site", "export const x = __dirname;"],
  [
    "a Node module in a worker",
    "worker",
    "sites/workers/site",
    'import { readFileSync } from "node:fs";\nexport const x = readFileSync;',
  ],
  ["the page's document in a worker", "worker", "sites/workers/site", "export const x = document.title;"],
  ["a worker's platform in a browser", "browser", "sites/editor/canvas", "export const x = new HTMLRewriter();"],
  ...(
    [
      ["a conflict without a name", '"CONFLICT", { reason: "Something is in the way." }'],
      ["a conflict without evidence", '"CONFLICT"'],
      ["a conflict with an unknown name", '"CONFLICT", { conflict: "something_else" }'],
      ["a conflict without what its name needs", '"CONFLICT", { conflict: "schedule_over", schedule: "one" }'],
      ["a conflict with another one's evidence", '"CONFLICT", { conflict: "workspace_empty", rows: 1 }'],
      ["a refusal without its evidence", '"RATE_LIMITED"'],
      ["a refusal with another one's evidence", '"NOT_INVITED", { plugin: "x" }'],
      ["a refusal with evidence of a wrong type", '"NOT_FOUND", { release: "one" }'],
      ["a refusal whose code may be a conflict", 'Math.random() < 0.5 ? "CONFLICT" : "NOT_FOUND"'],
    ] as const
  ).map(
    ([name, made]) =>
      [
        name,
        "worker",
        "runtime",
        `import { Refusal } from "../manifests/refusals/refusal.ts";\nexport const x = new Refusal(${made});`,
      ] as const,
  ),
  ["Node in a browser", "browser", "sites/editor/canvas", "export const x = process.env;"],
];

const FILLER = "export const filler = 1;\n";
/** Refusals that the compiler accepts, one of each kind. */
const REFUSALS = `import { Refusal } from "../manifests/refusals/refusal.ts";
export const refusals = [
  new Refusal("NOT_INVITED"),
  new Refusal("NOT_FOUND"),
  new Refusal("NOT_FOUND", { page: "one" }),
  new Refusal("CONFLICT", { conflict: "workspace_empty" }),
  new Refusal("CONFLICT", { conflict: "schedule_over", schedule: "one", state: "published" }),
];
`;
/** The files that the types of refusals stand on. */
const NEEDED = ["manifests/refusals", "manifests/bounds/json.ts"];
const PASSES = [
  "manifests/filler.ts",
  "runtime/refusals.ts",
  "sites/machine/filler.ts",
  "sites/editor/canvas/filler.ts",
];

const CONFIGS = ["worker", "node", "browser"] as const;
type Config = (typeof CONFIGS)[number];

const fileOf = (folder: string, index: number): string => `${folder}/refused-${index}.ts`;

/** The files in which the compiler finds something, from one run for each configuration. */
function rejected(config: Config): Set<string> {
  using tree = folder(
    Object.fromEntries(PASSES.map((path) => [path, path.endsWith("/refusals.ts") ? REFUSALS : FILLER])),
  );
  for (const path of NEEDED) tree.copy(path);
  for (const [index, [, of, place, text]] of REFUSED.entries())
    if (of === config) tree.write(fileOf(place, index), `${text}\n`);
  tree.copy("tsconfig.base.json");
  tree.copy(`tsconfig.${config}.json`);
  tree.linkPackages();
  const { status, stdout, stderr } = tree.run("tsc", "-p", `tsconfig.${config}.json`, "--pretty", "false");
  if (status === 0) throw new Error(`nothing was rejected: ${stdout}${stderr}`);
  return new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path = ""]) => path));
}

describe("type check", () => {
  const found = Object.fromEntries(CONFIGS.map((config) => [config, rejected(config)])) as Record<Config, Set<string>>;

  test.each(REFUSED.map(([name, config, place], index) => [name, config, fileOf(place, index)] as const))(
    "%s is rejected",
    (_, config, path) => {
      expect([...found[config]]).toContain(path);
    },
  );

  test.each(CONFIGS)("a correct file passes for %s", (config) => {
    expect([...found[config]].filter((path) => PASSES.includes(path))).toEqual([]);
  });
});
