/** Runs the steps of a deployment in order. Skips finished steps and stops at the first failure. */
import type { Ran } from "../account/wrangler.ts";
import type { LiveVerdict } from "../live/verdict.ts";
import type { DeployStep, WorkerCall } from "./steps.ts";

export type StepState =
  /** The provider already had it. */
  | "same"
  | "done"
  | "failed"
  /** The operator stopped the step while it ran: the provider may have applied it, or not. */
  | "unknown"
  | "todo";

export interface StepEnd {
  readonly step: DeployStep;
  readonly state: StepState;
  /** Verdicts that did not pass. */
  readonly verdicts: readonly LiveVerdict[];
  /** wrangler's output, if wrangler failed. */
  readonly output?: string;
}

export interface DeployPowers {
  readonly run: (call: WorkerCall) => Promise<Ran>;
  readonly tell: (line: string) => void;
  /** True once the operator has asked to stop after this step; `isStoppedNow` means at once. */
  readonly isStopping: () => boolean;
  readonly isStoppedNow: () => boolean;
}

export const isPassed = ({ verdict }: LiveVerdict): boolean => verdict === "passed";

const bad = (verdicts: readonly LiveVerdict[]): readonly LiveVerdict[] =>
  verdicts.filter((verdict) => !isPassed(verdict));

/** False if the provider's state could not be read. An unknown state must not be overwritten. */
const isSeen = (verdicts: readonly LiveVerdict[]): boolean =>
  verdicts.every(({ fault }) => fault === undefined || fault === "absent");

async function perform(step: DeployStep, powers: DeployPowers): Promise<StepEnd> {
  const call = await step.call();
  if (!call.ok) return { step, state: "failed", verdicts: [call.error] };
  const { code, output } = await powers.run(call.value);
  if (powers.isStoppedNow()) return { step, state: "unknown", verdicts: [] };
  if (code !== 0) return { step, state: "failed", verdicts: [], output };
  const verdicts = bad(await step.judge());
  return { step, state: verdicts.length === 0 ? "done" : "failed", verdicts };
}

async function taken(step: DeployStep, powers: DeployPowers, place: string): Promise<StepEnd> {
  const before = await step.judge();
  if (before.every(isPassed) && step.reason === undefined) return { step, state: "same", verdicts: [] };
  if (!isSeen(before)) return { step, state: "failed", verdicts: bad(before) };
  powers.tell(`${place} ${step.title}${step.reason === undefined ? "" : ` (${step.reason})`}`);
  return perform(step, powers);
}

export async function execute(steps: readonly DeployStep[], powers: DeployPowers): Promise<readonly StepEnd[]> {
  const ends: StepEnd[] = [];
  for (const [index, step] of steps.entries()) {
    const isOver = powers.isStopping() || ends.some(({ state }) => state === "failed" || state === "unknown");
    ends.push(
      isOver ? { step, state: "todo", verdicts: [] } : await taken(step, powers, `${index + 1}/${steps.length}`),
    );
  }
  return ends;
}

/** Predicts the steps' outcomes with GET requests only. Runs no step. */
export async function predictSteps(steps: readonly DeployStep[]): Promise<readonly StepEnd[]> {
  return Promise.all(
    steps.map(async (step): Promise<StepEnd> => {
      const verdicts = step.isReadByGet ? bad(await step.judge()) : [];
      return {
        step,
        verdicts,
        state: step.isReadByGet && verdicts.length === 0 && step.reason === undefined ? "same" : "todo",
      };
    }),
  );
}
