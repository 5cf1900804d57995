import { setTimeout } from "node:timers/promises";
import { isAlive, isRuntime, processes } from "../../sites/machine/runner/processes.ts";

/** All process groups that use this data folder, whatever their parent is now. */
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
 * The workerd of an installation, found by the data folder in its command line. Its process group is ambiguous, because
 * tests may run other workerds in that group.
 */
export const workerdOn = ({ data }: { readonly data: string }): number | undefined =>
  processes().find((one) => isRuntime(one) && one.command.includes(data))?.pid;
