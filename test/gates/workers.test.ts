import { existsSync, globSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { WORKERS } from "../../sites/workers/workers.ts";
import { PROJECTS } from "../projects.ts";
import { ROOT } from "./folder.ts";

/** Folders of `sites/` without a deployed worker: programs for Node, scripts for browsers, and what workers are made of. */
const NO_WORKERS = {
  node: ["sites/bundles", "sites/cli", "sites/demo", "sites/machine", "sites/starters", "sites/tools"],
  browser: [
    ...[
      "api",
      "canvas",
      "cropping",
      "document",
      "drawing",
      "enhance",
      "extension",
      "fields",
      "importing",
      "remarks",
      "moving",
      "replacing",
      "palette",
      "pickers",
      "rich",
      "xliff",
    ].map((name) => `sites/editor/${name}`),
    "sites/visitor",
  ],
  /** Type-checked as workers. `blobs`, `front`, `public-store`, `rehearsal` and `queues` only run in a local workerd. */
  shared: [
    "sites/control",
    "sites/editor/pages",
    "sites/mcp",
    "sites/platform",
    "sites/requests",
    "sites/web",
    "sites/words",
    "sites/workers/blobs",
    "sites/workers/front",
    "sites/workers/public-store",
    "sites/workers/queues",
    "sites/workers/rehearsal",
  ],
  /** Runs in Node and in browsers, so it uses the globals of neither. */
  anywhere: ["sites/moving"],
  /** Type-checked as workers and as a browser, which both use them. */
  both: ["sites/editor/looks"],
};

/** Folders that are looked at folder by folder. */
const OPENED = ["editor", "workers"];

/** Folders with files of ours. Tools leave hidden folders where a worker has been. */
const foldersIn = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((one) => one.isDirectory() && globSync("**/*.*", { cwd: join(ROOT, path, one.name) }).length > 0)
    .map(({ name }) => name);

/** Workers that only local runs and authors' tests start. */
const NOT_DEPLOYED = [
  "sites/workers/blobs/wrangler.jsonc",
  "sites/workers/front/wrangler.jsonc",
  "sites/machine/provider/store/wrangler.jsonc",
  "sites/workers/public-store/wrangler.jsonc",
  "sites/workers/queues/wrangler.jsonc",
  "sites/workers/rehearsal/wrangler.jsonc",
];

interface Compiled {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

const read = <T>(path: string): T => parse(readFileSync(join(ROOT, path), "utf8")) as T;
const compiled = (name: string): Compiled => read(`tsconfig.${name}.json`);
const CONFIGS = ["worker", "worker-test", "workspace-test", "node", "browser"];

const isIn = (folder: string, list: readonly string[] = []): boolean =>
  list.map((one) => one.replace("/**/*.ts", "")).some((one) => folder === one || folder.startsWith(`${one}/`));
const takes = ({ include, exclude }: Compiled, folder: string): boolean =>
  isIn(folder, include) && !isIn(folder, exclude);

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

/** The last lint override for a file that lists ambient globals. */
function globalsRule(path: string): unknown {
  const { overrides } = read<{ overrides: readonly Override[] }>(".oxlintrc.json");
  const said = overrides.filter(
    ({ files, rules }) => files.some((glob) => covers(glob, path)) && "eslint/no-restricted-globals" in rules,
  );
  return said.at(-1)?.rules["eslint/no-restricted-globals"];
}

const covers = (glob: string, path: string): boolean =>
  new RegExp(`^${glob.replaceAll("/**", "/.+").replaceAll(/\*(?!\*)/g, "[^/]*")}$`).test(path);

const banned = (rule: unknown): string[] =>
  Array.isArray(rule) ? rule.slice(1).map((one: { name: string }) => one.name) : [];

describe("the list of workers", () => {
  test("names every folder of sites/ that is deployed", () => {
    const folders = foldersIn("sites").flatMap((name) =>
      OPENED.includes(name) ? foldersIn(`sites/${name}`).map((inner) => `sites/${name}/${inner}`) : [`sites/${name}`],
    );
    const workers = WORKERS.map(({ folder }) => folder).filter((folder) => folder.startsWith("sites/"));
    expect(folders.toSorted()).toEqual([...workers, ...Object.values(NO_WORKERS).flat()].toSorted());
  });

  test("names every configuration that is deployed, under the name it has there", () => {
    const configs = globSync("{sandbox,sites}/**/wrangler.jsonc", { cwd: ROOT }).filter(
      (path) => !NOT_DEPLOYED.includes(path),
    );
    const named = configs.map((path) => [path, read<{ name: string }>(path).name]);
    expect(named.toSorted()).toEqual(WORKERS.map(({ folder, name }) => [`${folder}/wrangler.jsonc`, name]).toSorted());
  });

  test.each(WORKERS)("has tests in workerd for $key", ({ key }) => {
    const project = PROJECTS.find(({ folders }) => folders.includes(`worker/${key}`));
    expect(project).toMatchObject({ in: "workerd" });
    expect(existsSync(join(ROOT, project?.worker ?? "absent"))).toBe(true);
  });
});

describe("code of workers", () => {
  const folders = [...WORKERS.map(({ folder }) => folder), ...NO_WORKERS.shared];

  test.each(folders)("in %s is compiled with the platform's types alone", (folder) => {
    expect(CONFIGS.filter((name) => takes(compiled(name), folder))).toEqual(["worker"]);
  });

  test.each([...folders, "capabilities"])("in %s may not name what Node has", (folder) => {
    expect(banned(globalsRule(`${folder}/deep/file.ts`))).toEqual(
      expect.arrayContaining(["process", "Buffer", "global"]),
    );
  });

  test.each([...NO_WORKERS.node, ...NO_WORKERS.browser])("is told from a program in %s", (folder) => {
    expect(banned(globalsRule(`${folder}/deep/file.ts`))).toEqual([]);
    expect(takes(compiled("worker"), folder)).toBe(false);
  });
});

test.each(NO_WORKERS.anywhere)("%s takes nothing of Node for granted", (folder) => {
  expect(banned(globalsRule(`${folder}/deep/file.ts`))).toEqual(expect.arrayContaining(["process", "Buffer"]));
});

describe("tests in workerd", () => {
  const folders = PROJECTS.filter((project) => project.in === "workerd").flatMap((project) =>
    project.folders.map((folder) => `test/${folder}`),
  );

  test.each(folders)("in %s are compiled as workers are", (folder) => {
    expect(CONFIGS.filter((name) => takes(compiled(name), folder))).toEqual(["worker-test"]);
  });
});

test.each(CONFIGS)("tsconfig.%s.json names only what exists", (name) => {
  const { include, exclude = [] } = compiled(name);
  expect([...include, ...exclude].filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
});
