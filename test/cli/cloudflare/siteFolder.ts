/** A temporary site directory, and the commands in it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type CliCommand, type Outcome, type Paint, Options, Trouble } from "../../../sites/cli/command/command.ts";

const made: string[] = [];

/** A new site directory with a descriptor. */
export function siteFolder(descriptor?: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-site-"));
  made.push(folder);
  if (descriptor !== undefined) {
    mkdirSync(join(folder, ".svc"));
    describeSite(folder, descriptor);
  }
  return folder;
}

export const describeSite = (folder: string, descriptor: unknown): void =>
  writeFileSync(join(folder, ".svc/platform.local.json"), JSON.stringify(descriptor));

export function removeSiteFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const plain: Paint = (_style, text) => text;

type Values = Readonly<Record<string, unknown>>;

/** Runs a command in this process. Trouble becomes an outcome. */
export async function ran(
  command: CliCommand,
  cwd: string,
  options: Values = {},
  environment: Readonly<Record<string, string>> = {},
  paint: Paint = plain,
): Promise<Outcome> {
  const invocation = {
    args: [],
    options: new Options({ cwd, ...options }),
    environment,
    now: Date.now(),
    paint,
    tell: () => undefined,
    announce: () => undefined,
  };
  try {
    return await command.run(invocation);
  } catch (error) {
    if (error instanceof Trouble) return error.outcome;
    throw error;
  }
}

/** All files below a folder with bytes and mode, to check that nothing changed. */
export function everything(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
  return Object.fromEntries(
    paths.map((path) => {
      const { mode, mtimeMs } = statSync(path);
      const bytes = statSync(path).isFile() ? readFileSync(path).toString("base64") : "folder";
      return [relative(folder, path), `${mode} ${mtimeMs} ${bytes}`];
    }),
  );
}
