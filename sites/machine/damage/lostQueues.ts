import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { DataFolder } from "../state/dataFolder.ts";
import { type ReadDatabase, rowsOfDatabase } from "../state/databases.ts";
import type { Inventory } from "../state/inventory.ts";
import { objectId } from "../state/objectId.ts";
import { PLACES } from "../state/places.ts";
import type { DamagedFile } from "../state/soundness.ts";

/** The queue of the tenants that share one worker. A tenant with its own worker has its own queue. */
const SHARED = "drawbridge-publish";

const queueFile = (queue: string): string => join(PLACES.queues, `${objectId(basename(PLACES.queues), queue)}.sqlite`);

/**
 * Names the queues of publications whose file is missing or empty. A damaged one is named already. Nothing else is
 * needed: a workspace sends a publication again until it is carried out. The shared queue has no file before a
 * publication first fails, so it is not missed.
 */
export function lostQueues(
  { state }: Pick<DataFolder, "state">,
  { workspaces, hosted }: Pick<Inventory, "workspaces" | "hosted">,
  { reading, damaged }: { readonly reading: ReadDatabase; readonly damaged: readonly DamagedFile[] },
): string[] {
  const reported = new Set(damaged.map(({ path }) => path));
  const published = [...workspaces.values()].filter(({ isPublished }) => isPublished);
  const queues = new Set(published.map(({ tenant }) => queueOf(hosted.get(tenant))));
  const lost = [...queues].filter(
    (queue) => !reported.has(queueFile(queue)) && isLost(queue, join(state, queueFile(queue)), reading),
  );
  return lost.map(
    (queue) =>
      `The queue ${queue} was lost (state/${queueFile(queue)}). Workspaces send their waiting publications again within a minute.`,
  );
}

const queueOf = (worker: string | undefined): string => (worker === undefined ? SHARED : `${worker}-queue`);

const isLost = (queue: string, path: string, reading: ReadDatabase): boolean =>
  existsSync(path)
    ? reading(path, (database) => rowsOfDatabase(database, "named", "SELECT queue FROM named")).length === 0
    : queue !== SHARED;
