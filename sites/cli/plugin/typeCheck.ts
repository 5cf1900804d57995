/**
 * Checks the types of a plugin's code by TypeScript, if the author has it beside svc. A compiler in the plugin's own
 * folder is never started, because a stranger who made the folder may have made that program, too.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LocatedIssue } from "../files/locatedIssue.ts";
import { TYPES_FILE } from "./types.ts";

const SETTINGS = "tsconfig.json";

/** The longest wait for the compiler in milliseconds. */
const PATIENCE_MS = 60_000;

const FAULT = /^([^()]+)\((\d+),(\d+)\): error (TS\d+: .+)$/;
const FAULT_OF_SETTINGS = /^error (TS\d+: .+)$/;

/** The path of the compiler; undefined if there is none. Its program has another name in some versions. */
function compilerBesideSvc(): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve("typescript/package.json");
    const { bin } = JSON.parse(readFileSync(path, "utf8")) as { readonly bin: Readonly<Record<string, string>> };
    const program = Object.entries(bin).find(([name]) => /^tsc\d*$/.test(name))?.[1];
    return program && join(dirname(path), program);
  } catch {
    return undefined;
  }
}

const issueAt = (file: string, line: number, column: number, found: string): LocatedIssue => ({
  pointer: "/main",
  file,
  line,
  column,
  found,
  allowed: "code whose types fit",
});

/** The issue in a line of the compiler; none for the lines that explain the one before, and for files outside. */
function issueIn(line: string): LocatedIssue[] {
  const [, file = "", at = "", column = "", found] = FAULT.exec(line) ?? [];
  if (found !== undefined) return file.startsWith("..") ? [] : [issueAt(file, Number(at), Number(column), found)];
  const [, words] = FAULT_OF_SETTINGS.exec(line) ?? [];
  return words === undefined ? [] : [issueAt(SETTINGS, 1, 1, words)];
}

/** The faults of a folder's types by its own `tsconfig.json`. None without that file, `plugin.d.ts` or a compiler. */
export function typeIssues(folder: string): LocatedIssue[] {
  const compiler = compilerBesideSvc();
  if (compiler === undefined || ![SETTINGS, TYPES_FILE].every((file) => existsSync(join(folder, file)))) return [];
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", ".", "--noEmit", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
    timeout: PATIENCE_MS,
  });
  return stdout.split(/\r?\n/).flatMap(issueIn);
}
