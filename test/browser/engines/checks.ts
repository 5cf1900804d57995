/** Runs the tests of the editor's forty checks in another browser, and says of each check what came of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM_ALONE, FIREFOX } from "../launch.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const VITEST = "node_modules/vitest/vitest.mjs";

interface Tried {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface TriedFile {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly Tried[];
}

/** The checks in the marks of a title and its group, such as `(check 39, hazard 1)`. */
export const checksIn = (name: string): number[] =>
  [...name.matchAll(/\((?:\w+ \d+, )*check \d+[^()]*\)/g)].flatMap(([mark]) =>
    [...mark.matchAll(/check (\d+)/g)].map(([, number]) => Number(number)),
  );

const filesWithChecks = (): string[] =>
  globSync("test/browser/*.test.ts", { cwd: ROOT }).filter(
    (path) => checksIn(readFileSync(join(ROOT, path), "utf8")).length > 0,
  );

/** The most milliseconds of one test. The driver of another browser is slower. */
const TEST_MS = 450_000;

async function tryFiles(firefox: string, files: readonly string[], only = "check \\d"): Promise<readonly TriedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-checks-"));
  try {
    const outputFile = join(folder, "report.json");
    const report = ["--reporter=json", `--outputFile=${outputFile}`];
    const args = [VITEST, "run", "--project", "browser", `--testTimeout=${TEST_MS}`, "-t", only, ...report, ...files];
    const env = { ...process.env, [FIREFOX]: firefox };
    const tests = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
    await once(tests, "exit");
    return (JSON.parse(readFileSync(outputFile, "utf8")) as { readonly testResults: readonly TriedFile[] }).testResults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const firstLine = (text = ""): string => text.split("\n", 1).join("").slice(0, 200);
/** True for a way that no driver of this browser goes. */
const isElsewhere = ({ failureMessages: [message = ""] }: Tried): boolean =>
  message.includes(CHROMIUM_ALONE) || message.includes("CDP session is only available in Chromium");

function stateOf(one: Tried): "ok" | "FAIL" | "none" {
  if (one.status === "passed") return "ok";
  return isElsewhere(one) ? "none" : "FAIL";
}

function linesOf(number: number, ways: readonly Tried[]): string[] {
  const by = Map.groupBy(ways, stateOf);
  const failed = by.get("FAIL") ?? [];
  const rest = by.has("none") ? `, ${by.get("none")?.length} of ${ways.length} not tried` : "";
  const state = failed.length > 0 ? "FAIL" : by.has("ok") ? "ok  " : "none";
  return [
    `  ${state}  check ${number}${rest}`,
    ...failed.map(({ fullName, failureMessages: [message] }) => `        ${fullName}: ${firstLine(message)}`),
  ];
}

/** True for a test that found no browser, because it had crashed before. */
const isAfterCrash = ({ failureMessages: [message = ""] }: Tried): boolean => message.includes("has been closed");

const exactly = ({ fullName }: Tried): string => `^${fullName.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")}$`;

/** Tries each test again by itself that a crash of the browser took along. */
async function triedAgain(firefox: string, files: readonly TriedFile[]): Promise<readonly TriedFile[]> {
  const again: TriedFile[] = [];
  for (const file of files) {
    const results: Tried[] = [];
    for (const one of file.assertionResults) {
      const [alone] = isAfterCrash(one) ? await tryFiles(firefox, [file.name], exactly(one)) : [];
      results.push(alone?.assertionResults.find(({ fullName }) => fullName === one.fullName) ?? one);
    }
    again.push({ ...file, assertionResults: results });
  }
  return again;
}

/** Yields a line of each check and of each failure in it. Returns true if nothing failed. */
export async function* tryChecks(firefox: string): AsyncGenerator<string, boolean> {
  const files = await triedAgain(firefox, await tryFiles(firefox, filesWithChecks()));
  const tried = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
  const numbers = [...new Set(tried.flatMap(({ fullName }) => checksIn(fullName)))];
  for (const number of numbers.toSorted((one, other) => one - other))
    yield* linesOf(
      number,
      tried.filter(({ fullName }) => checksIn(fullName).includes(number)),
    );
  const broken = files.filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== "");
  for (const { name, message } of broken) yield `  FAIL  ${name}: ${firstLine(message)}`;
  return tried.length > 0 && broken.length === 0 && !tried.some((one) => stateOf(one) === "FAIL");
}
