import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json");
const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
const main = join(dirname(manifest), bin["mcp-inspector"] ?? "");

/** Output of the Inspector's command line for one request in the newest protocol. Throws when the command fails. */
export async function inspect(
  url: string,
  method: string,
  more: readonly string[] = [],
  token?: string,
): Promise<Record<string, unknown>> {
  // The inspector keeps its state in the home folder.
  const home = mkdtempSync(join(tmpdir(), "drawbridge-inspector-"));
  const authorization = token === undefined ? [] : ["--header", `Authorization: Bearer ${token}`];
  const args = [
    main,
    "--cli",
    url,
    "--transport",
    "http",
    "--protocol-era",
    "modern",
    "--quiet",
    "--format",
    "json",
    "--stored-auth-only",
    "--method",
    method,
    ...more,
    ...authorization,
  ];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, HOME: home },
      maxBuffer: 16 * 1024 * 1024,
    });
    return (JSON.parse(stdout) as { result: Record<string, unknown> }).result;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
