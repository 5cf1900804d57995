import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));

const COMPILED = fileURLToPath(new URL("../.build/compiled", import.meta.url));

/** The project's own programs come first, whichever shell or host started us. They share their compiled sources. */
const environment = (): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: COMPILED,
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env["PATH"] ?? ""}`,
});

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a program of the project and keeps all it said, in the order it said it. Never rejects: a program that cannot start failed. */
export function command(argv: readonly string[]): Promise<CommandResult> {
  const [program = "", ...args] = argv;
  return new Promise((done) => {
    const child = spawn(program, args, { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    const keep = (chunk: Buffer): number => chunks.push(chunk);
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => done({ code: 127, output: error.message }));
    child.on("close", (code) => done({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
