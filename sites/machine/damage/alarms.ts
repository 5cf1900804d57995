/**
 * workerd's lists of alarms: one database for each class of objects. An object's own database names its alarm, too, and
 * decides. An object whose file was put back, or whose list was lost, would never ring.
 */
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The name of a list, beside the databases of its objects. */
const LIST = "metadata.sqlite";
const SCHEMA = `CREATE TABLE IF NOT EXISTS _cf_ALARM (
      actor_id TEXT PRIMARY KEY,
      scheduled_time INTEGER,
      actor_name TEXT
    ) WITHOUT ROWID`;
/** An earlier alarm in the list stays: it rings, and the object sets its own again. */
const ADD = `INSERT INTO _cf_ALARM (actor_id, scheduled_time) VALUES (?1, ?2)
  ON CONFLICT (actor_id) DO UPDATE SET scheduled_time = ?2 WHERE scheduled_time > ?2`;

export const nanoseconds = (ms: number): bigint => BigInt(ms) * 1_000_000n;

/**
 * Completes the lists with the alarms that objects' databases name; answers how many were missing. Hold the lock,
 * because workerd reads the lists when it starts.
 */
export function mendAlarms(alarms: ReadonlyMap<string, bigint>): number {
  const byList = Map.groupBy(alarms, ([path]) => join(dirname(path), LIST));
  return [...byList].map(([list, set]) => completed(list, set)).reduce((sum, added) => sum + added, 0);
}

function completed(list: string, set: readonly (readonly [path: string, at: bigint])[]): number {
  using closing = new DisposableStack();
  const database = closing.adopt(new DatabaseSync(list), (opened) => opened.close());
  database.exec(SCHEMA);
  const add = database.prepare(ADD);
  database.exec("BEGIN");
  const added = set.map(([path, at]) => Number(add.run(basename(path, ".sqlite"), at).changes));
  database.exec("COMMIT");
  return added.reduce((sum, one) => sum + one, 0);
}
