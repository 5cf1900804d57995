import { persistently } from "../support/driver.ts";
import { killProcess } from "../support/killProcess.ts";
import { workerdOn } from "../support/workingOn.ts";

/** A running installation that the global setup started. */
export interface Installation {
  readonly port: number;
  /** Path of its data folder. */
  readonly data: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Kills workerd. Resolves when another process has replaced it, which may not answer yet. */
export async function killed(installation: Installation): Promise<void> {
  const pid = workerdOn(installation);
  killProcess(pid);
  await persistently(async () => {
    if ([undefined, pid].includes(workerdOn(installation)))
      throw new Error("no process has taken the place of the killed one");
  });
}
