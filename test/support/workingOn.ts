import { setTimeout } from "node:timers/promises";
import { isAlive, processes, runtimeOf } from "../../sites/local/runner/processes.ts";

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

/** The workerd that runs the workers of an installation. */
export const workerdOn = ({ data }: { readonly data: string }): number | undefined =>
  workingOn(data)
    .map(runtimeOf)
    .find((pid) => pid !== undefined);
