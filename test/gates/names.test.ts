import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

/** Vague names. `docs/words.md` or the field has a precise noun for each. */
const RIDDLES =
  "told|Told|said|Said|holder|Standing|standings|strange|Lent|own|Own|few|Working|Loaded|Place|digestOf|Call|Way";
/** Names that are clear only inside of a function, so no file may declare them at its top. */
const LOCAL = "ask";
const DECLARED = new RegExp(
  `\\b(?:const|let|function|class|interface|type)\\s+(?:${RIDDLES})\\b|^(?:export )?(?:async )?(?:const|let|function) ${LOCAL}\\b`,
  "gm",
);

/** Published pages pin these scripts by digest, so a renamed variable would break them. */
const PINNED = /^sites\/visitor\/frames\//;

const SOURCES = globSync("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path) && !PINNED.test(path),
);

const riddles = (text: string): string[] => [...text.matchAll(DECLARED)].map(([found]) => found);

test("no declaration of the sources has a name that is a riddle", () => {
  expect(SOURCES.length).toBeGreaterThan(1_000);
  const found = SOURCES.flatMap((path) =>
    riddles(readFileSync(join(ROOT, path), "utf8")).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "const told = 1;",
  "function said(): void {}",
  "type Standing = string;",
  "export interface Lent {}",
  "export async function ask() {}",
])("a riddle is found: %s", (text) => {
  expect(riddles(text)).toHaveLength(1);
});

test.each([
  "const ownRule = 1;",
  "const toldOnce = 1;",
  "type StandingOrder = string;",
  "said = 1;",
  "  const ask = 1;",
])("a name that only begins like one is left alone: %s", (text) => {
  expect(riddles(text)).toEqual([]);
});

/** Exported type names that two files share on purpose, with the reason. */
const SAME: Readonly<Record<string, string>> = {
  Env: "The bindings of one worker, by the name that the platform's tools expect.",
  LeaseStub: "The guest imports nothing of the project, so both ends of a loan declare it.",
  MigrationFailure: "The command line reads it from sites of earlier releases too.",
  PlatformLender: "An entrance, and what its caller in another worker knows of it.",
  PluginSandbox: "An entrance, and what its callers in other workers know of it.",
  PluginView: "The command line reads it from sites of earlier releases too.",
  RouteRequest: "A request to a route, and what an author's test says of one.",
  TenantOperations: "An entrance, and what its caller in another worker knows of it.",
  TenantWorkspaceDO: "The class of the workspace in both families: the platform binds an object to the name.",
};

interface Named {
  readonly types: readonly string[];
  readonly functions: readonly string[];
}

const isFunction = ({ initializer }: ts.VariableDeclaration): boolean =>
  initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));

/** The names that a file declares and exports. Re-exports do not count. */
function exportedBy(text: string): Named {
  const exported = ts
    .createSourceFile("a.tsx", text, ts.ScriptTarget.Latest)
    .statements.filter(
      (statement) =>
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
    );
  const named = exported.filter(
    (statement) =>
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement),
  );
  const variables = exported
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  return {
    types: named.flatMap(({ name }) => name?.text ?? []),
    functions: [
      ...exported.filter(ts.isFunctionDeclaration).flatMap(({ name }) => name?.text ?? []),
      ...variables.filter(isFunction).flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : [])),
    ],
  };
}

/** Names that several files export. Overloads in one file count once. */
function shared(files: Readonly<Record<string, string>>, kind: keyof Named): string[] {
  const places = Object.entries(files).flatMap(([path, text]) =>
    [...new Set(exportedBy(text)[kind])].map((name) => ({ name, path })),
  );
  return [...Map.groupBy(places, ({ name }) => name)]
    .filter(([, { length }]) => length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(", ")}`);
}

describe("one name for one thing", () => {
  const texts = Object.fromEntries(SOURCES.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
  const isMeant = (found: string): boolean => Object.hasOwn(SAME, found.slice(0, found.indexOf(":")));
  const types = shared(texts, "types");

  test("no two files export a type of one name, but for one meaning", () => {
    expect(types.filter((found) => !isMeant(found))).toEqual([]);
  });

  test("no two files export a function of one name", () => {
    expect(shared(texts, "functions")).toEqual([]);
  });

  test.each(Object.keys(SAME))("%s is still exported twice", (name) => {
    expect(types.filter((found) => found.startsWith(`${name}:`))).toHaveLength(1);
  });

  test.each([
    ["types", "export interface Place {}", "export type Place = 1;"],
    ["types", "export class Turn {}", "export abstract class Turn {}"],
    ["functions", "export const ask = () => 1;", "export async function ask() {}"],
    ["functions", "export function* ask() {}", "export const a = 1, ask = function () {};"],
  ] as const)("of the %s, a name of two files is found", (kind, one, other) => {
    expect(shared({ "a.ts": one, "b.ts": other }, kind)).toHaveLength(1);
  });

  test.each([
    ["types", "export interface Place {}", "interface Place {}"],
    ["types", "export interface Place {}", 'export type { Place } from "./a.ts";'],
    ["types", "export interface Place {}", "export const text = `\nexport interface Place {}`;"],
    ["functions", "export const ask = 1;", "export const ask = () => 1;"],
    ["functions", "export function ask(a: 1): 1;\nexport function ask(a: 2): 2 {}", "const ask = 1;"],
  ] as const)("of the %s, a name that one file exports is left alone", (kind, one, other) => {
    expect(shared({ "a.ts": one, "b.ts": other }, kind)).toEqual([]);
  });
});
