import { run, sum, type Outcome } from "./outcome.ts";
import { only, STEADY, type Step } from "./steps.ts";

export interface Result {
  readonly step: Step;
  readonly outcome: Outcome;
}

interface Looked extends Result {
  /** Each case that failed beside other suites and passed alone, a line each. */
  readonly unsteady: readonly string[];
}

/** More files than these fail for a reason. */
const MOST_FILES = 2;
/** An attack that succeeds once has succeeded. */
const ATTACKS = /^test\/hostile\//;

const firm = (result: Result): Looked => ({ ...result, unsteady: [] });

/**
 * Tells whether a run may have failed because its machine was too busy to answer: few files failed, and all of them
 * wait for something.
 */
export function mayBeUnsteady(results: readonly Result[]): boolean {
  const failed = results.filter(({ outcome }) => outcome.failed > 0);
  const files = failed.flatMap(({ outcome }) => outcome.failedFiles);
  return (
    files.length > 0 &&
    files.length <= MOST_FILES &&
    failed.every(({ step, outcome }) => !STEADY.includes(step.name) && outcome.failedFiles.length > 0) &&
    !files.some(({ path }) => ATTACKS.test(path))
  );
}

/** Runs the failed files of a suite once more with nothing beside them, and lets what they say then count. */
async function lookAgain({ step, outcome }: Result): Promise<Looked> {
  const { failedFiles, failures } = outcome;
  const again = await run(
    only(
      step,
      failedFiles.map(({ path }) => path),
    ),
  );
  if (again.failed > 0) return firm({ step, outcome });
  const before = sum(failedFiles);
  const milliseconds = outcome.milliseconds + again.milliseconds;
  const passed = outcome.passed - before.passed + again.passed;
  return {
    step,
    outcome: { ...again, fileTimes: outcome.fileTimes, passed, failed: 0, milliseconds },
    unsteady: failures,
  };
}

const isGate = ({ step }: Result): boolean => step.report === undefined;

/** Runs a suite once more whose runtime ended under it: what came after was not run, and nobody knows how it stands. */
async function runAgain({ step, outcome }: Result): Promise<Looked> {
  const again = await run(step);
  if (again.failed > 0) return firm({ step, outcome });
  const milliseconds = outcome.milliseconds + again.milliseconds;
  return {
    step,
    outcome: { ...again, milliseconds },
    unsteady: [`${step.name}: its runtime ended after ${outcome.passed} cases`],
  };
}

/** The results that count. An unsteady case is a fault of its test, or of what it tests, and stays named. */
export async function secondLook(results: readonly Result[]): Promise<readonly Looked[]> {
  const looksAgain = mayBeUnsteady(results.filter(({ outcome }) => !outcome.brokeOff));
  const runsAgain = !results.some((result) => isGate(result) && result.outcome.failed > 0);
  const looked: Looked[] = [];
  for (const result of results) {
    const { failed, brokeOff } = result.outcome;
    if (brokeOff && runsAgain) looked.push(await runAgain(result));
    else looked.push(failed > 0 && !brokeOff && looksAgain ? await lookAgain(result) : firm(result));
  }
  return looked;
}
