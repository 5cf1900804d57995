/**
 * Runs one command and ends with its parent: `node guardian.ts <program> <argument>...`, with a pipe as stdin and one as file 3, which
 * the command inherits. It leads
 * a process group that holds everything the command starts. When the pipe closes, it kills the group, also if the
 * parent was killed without a clean-up. Without this, workerd would hold the port with no program left that knows of
 * it.
 */
import { spawn } from "node:child_process";

const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", 3] });

// A polite stop reaches the whole group at once; the guardian waits for the command to act on it.
process.on("SIGTERM", () => process.stdin.resume());
process.stdin.on("end", () => process.kill(-process.pid, "SIGKILL")).resume();
child.on("error", (error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  process.exit(127);
});
child.on("exit", (code) => process.exit(code ?? 1));
