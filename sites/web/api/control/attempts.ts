import { CONTROL_ATTEMPTS } from "../../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";

/** Decides and writes again while others change the same records. `once` answers nothing if its write was refused. */
export async function untilWritten<T>(once: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < CONTROL_ATTEMPTS; attempt++) {
    const done = await once();
    if (done !== undefined) return done;
  }
  throw new Refusal("CONFLICT", {
    conflict: "records_changing",
    reason: "Other members are changing the same data. Try again.",
  });
}

/** Writes a batch, all or nothing; false if a condition in it no longer holds. */
export async function isWritten(db: D1Database, statements: D1PreparedStatement[]): Promise<boolean> {
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (/constraint failed/i.test(String(error))) return false;
    throw error;
  }
}
