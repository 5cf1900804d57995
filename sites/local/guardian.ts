/**
 * Runs one command and outlives nobody: `node guardian.ts <program> <argument>...`, with a pipe as stdin.
 * It is the leader of a process group of its own, and everything the command starts is in that group. When the pipe
 * closes, which also happens when whoever started us was killed without a chance to clean up, the group is killed.
 * Without this, workerd would go on serving the port with nobody left who knows of it.
 */
import { spawn } from "node:child_process";

const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });

// A polite stop reaches the whole group at once; the guardian waits for the command to act on it.
process.on("SIGTERM", () => process.stdin.resume());
process.stdin.on("end", () => process.kill(-process.pid, "SIGKILL")).resume();
child.on("error", (error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  process.exit(127);
});
child.on("exit", (code) => process.exit(code ?? 1));
