import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { GUEST } from "../../sandbox/guest.generated.ts";
import { edits } from "../../sites/bundles/edits.ts";
import { OVERRIDES } from "../../sites/tools/guest/sesEdits.ts";
import { ROOT } from "./folder.ts";

export type Lock = "ours" | "as it came";

/** An esbuild plugin for SES: as published, or as the guest uses it. */
const sesOf = (lock: Lock): Plugin => ({
  name: "ses",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\.\/(ses|errors)\.[jt]s$/ }, ({ path }) =>
      lock === "ours"
        ? { path: path.slice(2).replace(/ts$/, "js"), namespace: "guest" }
        : resolve("ses/lockdown-shim.js", { resolveDir: ROOT, kind: "import-statement" }),
    );
    onLoad({ filter: /./, namespace: "guest" }, ({ path }) => ({
      contents: (GUEST as Readonly<Record<string, string>>)[path] ?? "",
    }));
  },
});

const texts = new Map<Lock, Promise<string>>();

/** The script of a lock. It is bundled once for all cases. */
function lockText(lock: Lock): Promise<string> {
  const known = texts.get(lock) ?? bundledLock(lock);
  texts.set(lock, known);
  return known;
}

async function bundledLock(lock: Lock): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "sandbox/guest/lockdown.ts")],
    bundle: true,
    write: false,
    format: "esm",
    // The plan of what inheritors may override is the guest's choice, and the same for both.
    plugins: [sesOf(lock), ...(lock === "ours" ? [] : [edits(ROOT, { "ses/src/enablements": OVERRIDES })])],
  });
  return outputFiles[0]?.text ?? "";
}

/** Describes every object that is reachable by name or syntax, one line each, with its properties. */
const DESCRIBE = `
  const { getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, isFrozen } = Object;
  const HOSTS = new Set(["process", "global", "globalThis", "Buffer", "WebAssembly", "Compartment", "assert", "lockdown", "repairIntrinsics", "hardenIntrinsics", "console"]);
  const names = getOwnPropertyNames(globalThis).filter((name) => {
    const { value } = getOwnPropertyDescriptor(globalThis, name);
    return !HOSTS.has(name) && typeof value === "function" && /^[A-Z]|^(eval|escape|unescape|harden|is|parse|decode|encode)/.test(name) && Function.prototype.toString.call(value).includes("[native code]");
  });
  const made = {
    function: function () {}, generator: function* () {}, async: async () => {}, asyncGenerator: async function* () {}, generated: getPrototypeOf((function* () {})()),
    asynchronous: getPrototypeOf((async function* () {})()), arrays: [].values(), maps: new Map().keys(), sets: new Set().keys(), texts: ""[Symbol.iterator](), matches: "".matchAll(/x/g),
    mapped: [].values().map(() => 1), wrapped: Iterator.from({ next() {} }), boom: (() => { try { null.x; } catch (error) { return error; } })(), promised: (async () => {})(), pattern: /x/, typed: new Int8Array(),
  };
  const paths = new Map();
  const enter = (value, path) => { if (Object(value) === value && !paths.has(value)) paths.set(value, path); };
  for (const name of [...names, "JSON", "Math", "Reflect", "Atomics", "Intl"].toSorted()) enter(globalThis[name], name);
  for (const [name, value] of Object.entries(made)) enter(getPrototypeOf(value), name);
  const of = (value) => Object(value) === value ? paths.get(value) : typeof value;
  const lines = [];
  for (const [object, path] of paths) {
    enter(getPrototypeOf(object), path + ".[[Prototype]]");
    const keys = Reflect.ownKeys(object);
    for (const key of keys) for (const part of ["value", "get", "set"]) enter(getOwnPropertyDescriptor(object, key)[part], path + "." + String(key) + (part === "value" ? "" : "<" + part + ">"));
    const properties = keys.map((key) => {
      const { value, get, set, writable, enumerable, configurable } = getOwnPropertyDescriptor(object, key);
      return String(key) + "=" + [of(value), of(get), of(set), writable, enumerable, configurable];
    });
    lines.push([path, typeof object, of(getPrototypeOf(object)), isFrozen(object), ...properties.toSorted()].join(" "));
  }
  process.stdout.write(JSON.stringify(lines.toSorted()));`;

/** Runs a script in the global scope, because SES shadows the language's names before it starts. */
const inGlobalScope = (script: string): string =>
  `try { (0, globalThis.eval)(${JSON.stringify(script)}); } catch (error) { throw "the script before the lock failed: " + error; }`;

/** Runs `before`, the lock, and `after` in a child process. Answers its output. */
async function afterLock(lock: Lock, before: string, after: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, ["--input-type=module"], { maxBuffer: 16 * 1024 * 1024 });
  running.child.stdin?.end(`${inGlobalScope(before)}\n${await lockText(lock)}\n{${after}}`);
  return (await running).stdout;
}

/** The globals that remain after the lock. */
export const lockedRealm = async (lock: Lock, before = ""): Promise<string[]> =>
  JSON.parse(await afterLock(lock, before, DESCRIBE)) as string[];

/** Evaluates an expression after the lock. */
export const locked = async (expression: string): Promise<unknown> =>
  JSON.parse(await afterLock("ours", "", `process.stdout.write(JSON.stringify(${expression}))`));
