/** Runs `svc` in a temporary folder. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { runProgram } from "../../sites/cli/program.ts";

const SVC = join(import.meta.dirname, "../../sites/svc.ts");

type Environment = Readonly<Record<string, string>>;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly talk: string;
}

/** The environment of a command, without the tests' variables. */
const environmentWith = (more: Environment): Environment => ({
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
  TMPDIR: tmpdir(),
  ...more,
});

function heard(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const pieces: string[] = [];
  const write = vi.spyOn(stream, "write").mockImplementation((piece) => pieces.push(String(piece)) > 0);
  return { text: () => pieces.join(""), stop: () => write.mockRestore() };
}

/**
 * Runs a command in this process, because starting hundreds of processes is slow. Calls cannot overlap, since they
 * change the working directory and stdout.
 */
export async function ranHere(path: string, args: readonly string[], more: Environment): Promise<Ran> {
  const [folder, environment, out, talk] = [process.cwd(), process.env, heard(process.stdout), heard(process.stderr)];
  process.chdir(path);
  process.env = environmentWith(more);
  try {
    return { code: await runProgram(args), out: out.text(), talk: talk.text() };
  } finally {
    process.env = environment;
    process.chdir(folder);
    out.stop();
    talk.stop();
  }
}

export class Desk implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "drawbridge-svc-"));

  /** Runs the real program in a child process. */
  start(args: readonly string[], more: Environment = {}): Ran {
    const env = environmentWith(more);
    const { status, stdout, stderr } = spawnSync(process.execPath, [SVC, ...args], {
      cwd: this.path,
      env,
      encoding: "utf8",
    });
    return { code: status, out: stdout, talk: stderr };
  }

  run(args: readonly string[], more: Environment = {}): Promise<Ran> {
    return ranHere(this.path, args, more);
  }

  plugin(...args: readonly string[]): Promise<Ran> {
    return this.run(["plugin", ...args]);
  }

  /** The command's one line of JSON. */
  async json(
    ...args: readonly string[]
  ): Promise<{ readonly code: number | null; readonly data: Record<string, unknown> }> {
    const { code, out } = await this.plugin(...args, "--json");
    return { code, data: oneLine(out) };
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), "utf8");
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), text);
  }

  /** Replaces text in a file. */
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

export function oneLine(out: string): Record<string, unknown> {
  if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one line of JSON: ${out}`);
  return JSON.parse(out) as Record<string, unknown>;
}

let started: Desk | undefined;
let signed: Desk | undefined;

function copyOf(original: Desk): Desk {
  const desk = new Desk();
  cpSync(original.path, desk.path, { recursive: true });
  return desk;
}

/** A folder with the plugin `notices` from `init`. */
export async function startedDesk(): Promise<Desk> {
  if (!started) {
    started = new Desk();
    await started.plugin("init", "acme.notices");
  }
  return copyOf(started);
}

/** A folder with a signed package: `notices.json`, its key `key.json` and the trusted keys in `trust.json`. */
export async function signedDesk(): Promise<Desk> {
  if (!signed) {
    signed = await startedDesk();
    await signed.plugin("pack", "notices", "--out", "notices.json");
    signed.write("trust.json", (await signed.plugin("keygen", "key.json")).out);
    await signed.plugin("sign", "notices.json", "--key", "key.json");
  }
  return copyOf(signed);
}

/** Deletes the folders that were copied. */
export function clearDesks(): void {
  started?.[Symbol.dispose]();
  signed?.[Symbol.dispose]();
  [started, signed] = [undefined, undefined];
}
