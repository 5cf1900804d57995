/** `npm start`: the whole installation on one machine. `npm start -- --help` lists the options. */
import { ignoreClosedPipes, tell } from "../cli/terminal/output.ts";
import { keepRunning } from "./keepRunning.ts";
import { readOptions, USAGE, type RunOptions } from "./options.ts";
import { Problem } from "./process/problem.ts";
import { readyData, readyText } from "./report.ts";

ignoreClosedPipes();

function fail(error: unknown): never {
  tell(error instanceof Problem ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}

const run = (options: RunOptions): Promise<never> =>
  keepRunning(options, {
    tell,
    ready: (local, standing, milliseconds) => {
      const report = options.json
        ? JSON.stringify(readyData(local, standing, options))
        : readyText(local, standing, options, milliseconds, process.stdout.isTTY);
      process.stdout.write(`${report}\n`);
    },
  });

try {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") process.stdout.write(`${USAGE}\n`);
  else await run(options);
} catch (error) {
  fail(error);
}
