import { describe, expect, test } from "vitest";
import { WORKERS } from "../../sites/workers/workers.ts";
import { folder } from "./folder.ts";

/** Kernel files that use an ambient power instead of an injected one. Lint must refuse each. */
const AMBIENT: readonly (readonly [name: string, text: string])[] = [
  ["fetch", 'export const page = () => fetch("/");'],
  ["Date.now", "export const now = () => Date.now();"],
  ["new Date", "export const now = () => new Date();"],
  ["crypto", "export const id = () => crypto.randomUUID();"],
  ["caches", 'export const cache = () => caches.open("x");'],
  ["performance", "export const now = () => performance.now();"],
  ["setTimeout", "export const later = (run: () => void) => setTimeout(run, 1);"],
  ["setInterval", "export const often = (run: () => void) => setInterval(run, 1);"],
  ["queueMicrotask", "export const soon = (run: () => void) => queueMicrotask(run);"],
  ["scheduler", "export const rest = () => scheduler.wait(1);"],
  ["console", "export const say = () => console.log(1);"],
  ["process", "export const host = () => process.env;"],
  ["Buffer", "export const bytes = (text: string) => Buffer.from(text);"],
  ["navigator", "export const agent = () => navigator.userAgent;"],
  ["globalThis", 'export const page = () => globalThis.fetch("/");'],
  ["self", 'export const page = () => self.fetch("/");'],
  ["global", 'export const page = () => global.fetch("/");'],
  ["Math.random", "export const roll = () => Math.random();"],
  ['Math["random"]', 'export const roll = () => Math["random"]();'],
];

/** Names of Node that the platform's types declare as `any`, so the compiler accepts them in workers. */
const NODE_NAMES: readonly (readonly [name: string, text: string])[] = [
  ["process", "export const host = () => process.env;"],
  ["Buffer", "export const bytes = (text: string) => Buffer.from(text);"],
  ["global", 'export const page = () => global.fetch("/");'],
];

/** Code that lint must refuse in every file. */
const ANYWHERE: readonly (readonly [name: string, text: string])[] = [
  ["the type any", "export const loose = (value: any) => value;"],
  ["a silenced type error", "// @ts-ignore\nexport const x: string = 1;"],
  ["an unexplained expected error", "// @ts-expect-error\nexport const x: string = 1;"],
  ["an empty catch", "export function quiet(run: () => void) { try { run(); } catch {} }"],
  ["eval", "export const run = (text: string) => eval(text);"],
  ["a function made from text", "export const run = (text: string) => new Function(text);"],
  ["a loose comparison", "export const same = (a: unknown, b: unknown) => a == b;"],
  ["a type imported as a value", 'import { Leaf } from "./leaf.ts";\nexport const x = (leaf: Leaf) => leaf;'],
  ["an asserted absence of null", "export const x = (value?: string) => value!.length;"],
  ["an unused name", "const unused = 1;\nexport const used = 2;"],
  ["a note to do it later", "// TODO: write this\nexport const x = 1;"],
  ["an unused licence to break a rule", "// oxlint-disable-next-line no-eval\nexport const x = 1;"],
  [
    "a function nobody can read in one go",
    `export function long() {\n${"  step();\n".repeat(70)}}\nfunction step() { return 1; }`,
  ],
];

const IN_TESTS: readonly (readonly [name: string, text: string])[] = [
  ["a skipped test", 'import { expect, test } from "vitest";\ntest.skip("x", () => { expect(1).toBe(1); });'],
  ["a lone test", 'import { expect, test } from "vitest";\ntest.only("x", () => { expect(1).toBe(1); });'],
  ["a test that cannot fail", 'import { test } from "vitest";\ntest("x", () => { JSON.parse("1"); });'],
];

const HANDED = "export const page = (fetch: (path: string) => Promise<string>, now: number) => fetch(String(now));";

/** The files in which lint finds something, from one run over all. */
function rejected(files: Readonly<Record<string, string>>): Set<string> {
  using tree = folder(files);
  tree.copy(".oxlintrc.json");
  const { stdout, stderr } = tree.run("oxlint", "--format=json", ".");
  if (!stdout.startsWith("{")) throw new Error(stdout + stderr);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
  return new Set(diagnostics.map(({ filename }) => filename));
}

const spread = (place: string, rows: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(rows.map(([, text], index) => [`${place}/${index}.ts`, `${text}\n`]));

describe("lint", () => {
  const found = rejected({
    ...spread("runtime", AMBIENT),
    ...spread("manifests/deep", AMBIENT),
    ...spread("sites/workers/site", AMBIENT.slice(0, 1)),
    ...Object.assign({}, ...WORKERS.map((worker) => spread(`${worker.folder}/named`, NODE_NAMES))),
    ...spread("capabilities", ANYWHERE),
    ...spread("test", IN_TESTS),
    "runtime/handed.ts": `${HANDED}\n`,
  });

  test.each(AMBIENT.map(([name], index) => [name, index]))("the kernel may not reach %s", (_, index) => {
    expect([...found]).toContain(`runtime/${index}.ts`);
    expect([...found]).toContain(`manifests/deep/${index}.ts`);
  });

  test("the kernel may use what it was handed, whatever its name", () => {
    expect([...found]).not.toContain("runtime/handed.ts");
  });

  test("a deployable may reach the powers of its host", () => {
    expect([...found]).not.toContain("sites/workers/site/0.ts");
  });

  test.each(NODE_NAMES.map(([name], index) => [name, index]))("a worker may not reach %s", (_, index) => {
    expect([...found]).toEqual(expect.arrayContaining(WORKERS.map((worker) => `${worker.folder}/named/${index}.ts`)));
  });

  test.each(ANYWHERE.map(([name], index) => [name, index]))("%s is rejected", (_, index) => {
    expect([...found]).toContain(`capabilities/${index}.ts`);
  });

  test.each(IN_TESTS.map(([name], index) => [name, index]))("%s is rejected", (_, index) => {
    expect([...found]).toContain(`test/${index}.ts`);
  });
});
