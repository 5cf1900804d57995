import { setTimeout } from "node:timers/promises";
import { isAlive, processes, runtimesOf } from "../../sites/local/runner/processes.ts";

/** Every group of processes that works with this data folder, whoever its parent is by now. */
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

/** The workerd processes of an installation: the one that listens on the port, and the one that runs the workers. */
export function workerdsOn({ data }: { readonly data: string }): { front: number; workers: number } | undefined {
  for (const group of workingOn(data)) {
    const { front, workers } = runtimesOf(group);
    if (front !== undefined && workers !== undefined) return { front, workers };
  }
  return undefined;
}
