/** `npm start`: the whole installation on one machine. `npm start -- --help` lists the options. */
import { startLocal } from "./local.ts";
import type { Local } from "./local.ts";
import { readOptions, USAGE } from "./options.ts";
import type { Options } from "./options.ts";
import { Problem } from "./problem.ts";
import { whenOrphaned } from "./orphan.ts";
import { readyLine, readyText } from "./report.ts";

/** What a shell expects of a program that a signal ended before it had done its work. */
const INTERRUPTED: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

// The reader of stdout may have gone, or its disk may be full: neither ends a site.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const tell = (line: string): boolean => process.stderr.write(`${line}\n`);

function fail(error: unknown): never {
  tell(error instanceof Problem ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}

/** Before it is ready, leaving is enough: what was started dies with us. A second signal does not wait for the first. */
function stopOnSignal(running: { local?: Local }): void {
  let asked = false;
  for (const [name, code] of Object.entries(INTERRUPTED)) {
    process.on(name, () => {
      const { local } = running;
      if (local === undefined || asked) process.exit(code);
      asked = true;
      tell("Stopping.");
      void local.stop().then(() => process.exit(0), fail);
    });
  }
}

async function run(options: Options): Promise<void> {
  const start = performance.now();
  const running: { local?: Local } = {};
  stopOnSignal(running);
  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
  const local = await startLocal({ ...options, tell });
  running.local = local;
  const standing = await local.standing();
  if (options.json) process.stdout.write(`${readyLine(local, standing, options)}\n`);
  else process.stdout.write(`${readyText(local, standing, options, performance.now() - start)}\n`);
  const problem = await local.broken;
  await local.stop();
  throw problem;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") process.stdout.write(`${USAGE}\n`);
  else await run(options);
} catch (error) {
  fail(error);
}
