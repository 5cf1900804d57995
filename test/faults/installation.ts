import { persistently } from "../support/driver.ts";
import { killProcess } from "../support/killProcess.ts";
import { workerdOn } from "../support/workingOn.ts";

/** A running installation, which the process of the tests did not start itself. */
export interface Installation {
  readonly port: number;
  /** Path of its data folder. */
  readonly data: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Kills workerd at once. Settles when another process has taken its place; whether that answers yet is another matter. */
export async function killed(installation: Installation): Promise<void> {
  const pid = workerdOn(installation);
  killProcess(pid);
  await persistently(async () => {
    if ([undefined, pid].includes(workerdOn(installation)))
      throw new Error("no process has taken the place of the killed one");
  });
}
