/**
 * `npm test`: every gate and every suite, three at once. `npm test -- lint "tests: unit"` runs only the steps that are named,
 * and `npm run check` those of a group.
 * Exits with 1 when anything failed, and says how much passed on its last line.
 */
import { shareBundledSources } from "./bundledSources.ts";
import { PROJECTS } from "./projects.ts";
import { GATES, GROUPS, SUITES, SUITES_ALONE, suites, type Step } from "./steps.ts";
import { shareFilled } from "./filledFolders.ts";
import { run, sum } from "./outcome.ts";
import { secondLook, type Result } from "./secondLook.ts";
import { shareModules } from "./sharedModules.ts";
import { nearLimit, slowestFiles } from "./slowest.ts";
import { buildOnce } from "./staticFiles.ts";
import { useTemporaryFolder } from "./temporaryFolder.ts";

/** Gates and suites share one queue: a gate that takes long runs beside a suite. */
const SHARED: readonly Step[] = [...GATES, ...SUITES];
const ALL: readonly Step[] = [...SHARED, ...SUITES_ALONE];
const OLDEST_NODE = 24;
/** One more than a small machine has cores, because most suites wait for processes they have started. */
const STEPS_AT_ONCE = 3;

const wanted = process.argv.slice(2).flatMap((name) => GROUPS[name] ?? [name]);
const chosen = (steps: readonly Step[]): Step[] =>
  steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const results: Result[] = [];

function print({ step: { name, report }, outcome: { passed, failed, milliseconds, output } }: Result): void {
  const cases = report === undefined ? "" : `${passed} passed${failed > 0 ? `, ${failed} failed` : ""}`;
  console.log(
    `${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(22)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${cases}`.trimEnd(),
  );
  if (failed > 0) console.log(`${output.trimEnd().replaceAll(/^/gm, "      ")}\n`);
}

/** Takes steps from one queue until it is empty, `lanes` at a time. A step waits for what it needs. */
async function runAll(steps: readonly Step[], lanes: number, built: Promise<unknown>): Promise<void> {
  const queue = steps.values();
  const lane = async (): Promise<void> => {
    for (const step of queue) {
      if (step.needsBuilt === true) await built;
      const result = { step, outcome: await run(step) };
      results.push(result);
      print(result);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `Node ${process.versions.node} is too old here: start with "npm test", which brings Node ${OLDEST_NODE}.`,
  );
  process.exit(1);
}

const unknown = wanted.filter((name) => !ALL.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(", ")}. There are: ${ALL.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}

// Programs in Go then collect garbage a quarter as often, which saves a tenth of what the check of types takes.
process.env["GOGC"] ??= "400";
useTemporaryFolder();
shareModules();
shareFilled();
const projects = PROJECTS.filter((project) => chosen(suites(project)).length > 0);
// A core would be idle meanwhile, so gates that need none of it begin.
const built = projects.length > 0 ? Promise.all([buildOnce(), shareBundledSources(projects)]) : Promise.resolve();
await runAll(chosen(SHARED), STEPS_AT_ONCE, built);
await runAll(chosen(SUITES_ALONE), 1, built);
const final = await secondLook(results);
for (const text of [...slowestFiles(final), ...nearLimit(final)]) console.log(text);
// Again, for a reader who sees no more than the end.
for (const { outcome, unsteady } of final) {
  for (const failure of outcome.failures) console.log(`FAIL  ${failure}`);
  for (const failure of unsteady) console.log(`UNSTEADY, passed alone  ${failure}`);
}
const { passed, failed } = sum(final.map(({ outcome }) => outcome));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
