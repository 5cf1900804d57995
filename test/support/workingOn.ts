import { setTimeout } from "node:timers/promises";
import { isAlive, isRuntime, processes } from "../../sites/local/runner/processes.ts";

/** Every group of processes that works with this data folder, under any parent by now. */
export const workingOn = (data: string): number[] => {
  const groups = new Set(
    processes()
      .filter(({ command }) => command.includes(data))
      .map(({ group }) => group),
  );
  return [...groups].filter((group) => isAlive(group));
};

export async function nobodyWorksOn(data: string): Promise<boolean> {
  for (let tries = 0; tries < 200 && workingOn(data).length > 0; tries += 1) await setTimeout(10);
  return workingOn(data).length === 0;
}

/**
 * The workerd that runs the workers of an installation. Its own command line names their folder. The group of the
 * program that works there would not do: a workerd of tests that run beside these is in that group, too.
 */
export const workerdOn = ({ data }: { readonly data: string }): number | undefined =>
  processes().find((one) => isRuntime(one) && one.command.includes(data))?.pid;
