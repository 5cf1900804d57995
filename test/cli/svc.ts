/** The real `svc`, run in a folder of its own. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Keeps compiled sources between the many short processes. */
const COMPILED = mkdtempSync(join(tmpdir(), "drawbridge-svc-compiled-"));
const SVC = join(import.meta.dirname, "../../sites/cli/svc.ts");

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly talk: string;
}

export class Desk implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "drawbridge-svc-"));

  /** Without the environment of the tests, but for what a process needs to start. */
  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Ran {
    const env = { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILED, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [SVC, ...args], { cwd: this.path, env, encoding: "utf8" });
    return { code: status, out: stdout, talk: stderr };
  }

  plugin(...args: readonly string[]): Ran {
    return this.run(["plugin", ...args]);
  }

  /** The one line of JSON a command prints. */
  json(...args: readonly string[]): { readonly code: number | null; readonly data: Record<string, unknown> } {
    const { code, out } = this.plugin(...args, "--json");
    if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one line of JSON: ${out}`);
    return { code, data: JSON.parse(out) as Record<string, unknown> };
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), "utf8");
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), text);
  }

  /** Changes a file by its text. */
  change(path: string, from: string | RegExp, to: string): void {
    const before = this.read(path);
    const after = before.replace(from, to);
    if (before === after) throw new Error(`nothing to replace in ${path}`);
    this.write(path, after);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

let started: Desk | undefined;
let signed: Desk | undefined;

function copyOf(original: Desk): Desk {
  const desk = new Desk();
  cpSync(original.path, desk.path, { recursive: true });
  return desk;
}

/** A desk with the folder `notices` as `init` makes it. */
export function startedDesk(): Desk {
  if (!started) {
    started = new Desk();
    started.plugin("init", "acme.notices");
  }
  return copyOf(started);
}

/** A desk with a signed package besides: `notices.json`, its key `key.json`, what trusts it in `trust.json`. */
export function signedDesk(): Desk {
  if (!signed) {
    signed = startedDesk();
    signed.plugin("pack", "notices", "--out", "notices.json");
    signed.write("trust.json", signed.plugin("keygen", "key.json").out);
    signed.plugin("sign", "notices.json", "--key", "key.json");
  }
  return copyOf(signed);
}

/** Takes away what the copies were made from. */
export function clearDesks(): void {
  rmSync(COMPILED, { recursive: true, force: true });
  started?.[Symbol.dispose]();
  signed?.[Symbol.dispose]();
  [started, signed] = [undefined, undefined];
}
