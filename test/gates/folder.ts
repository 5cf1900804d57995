import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A temporary project for a gate to check. */
export interface Folder extends Disposable {
  readonly path: string;
  write(path: string, text: string): void;
  /** Copies a file of this project, such as the gate's configuration. */
  copy(path: string): void;
  /** Links this project's packages into the folder. */
  linkPackages(): void;
  run(program: string, ...args: string[]): Outcome;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const program = (name: string): string => join(ROOT, "node_modules/.bin", name);

export function folder(files: Readonly<Record<string, string>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), "drawbridge-gate-"));
  const place = (name: string): string => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    return join(path, name);
  };
  const write = (name: string, text: string): void => writeFileSync(place(name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    path,
    write,
    copy: (name) => cpSync(join(ROOT, name), place(name), { recursive: true }),
    linkPackages: () => symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules")),
    run: (name, ...args) =>
      spawnSync(program(name), args, { cwd: path, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
