import type { Local } from "../../sites/local/local.ts";
import { persistently } from "../support/driver.ts";

/** Kills workerd at once. Settles when another process has taken its place; whether that answers yet is another matter. */
export async function killed(local: Local): Promise<void> {
  const { pid } = local;
  if (pid === undefined) throw new Error("workerd is not running");
  process.kill(pid, "SIGKILL");
  await persistently(async () => {
    if (local.pid === pid) throw new Error("the killed process is still the one");
  });
}
