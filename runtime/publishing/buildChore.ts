import { PUBLISH_STEP_ATTEMPTS, PUBLISH_TURN_MS } from "../../manifests/bounds/publishing.ts";
import type { Chore, Wait } from "../area/chore.ts";
import type { EntryIndex } from "../documents/lists/entryIndex.ts";
import type { Powers } from "../powers/powers.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Publisher } from "./publisher.ts";
import type { ReleaseRow } from "./releases/releaseRow.ts";
import type { Releases } from "./releases/releases.ts";

interface BuildParts {
  readonly powers: Powers;
  readonly wait: Wait;
  readonly tenant: Tenant;
  readonly releases: Releases;
  readonly publisher: Publisher;
  readonly entries: EntryIndex;
}

/** Continues unfinished publications: as many steps as fit in one turn. The next alarm does the rest. */
export const buildChore = (parts: BuildParts): Chore => ({
  turn: "publish",
  async run() {
    const { powers } = parts;
    const end = powers.now() + PUBLISH_TURN_MS;
    for (const { site } of building(parts)) {
      while (powers.now() < end && !(await step(parts, site))) continue;
    }
  },
  nextDue: () => (building(parts).length > 0 ? parts.powers.now() : undefined),
});

/** Lists unfinished publications that can go on. None can while an operator has stopped the tenant. */
const building = ({ tenant, releases, entries }: BuildParts): readonly ReleaseRow[] =>
  tenant.status === "active" ? releases.allBuilding().filter(({ site }) => !entries.isMaking(site)) : [];

/**
 * Runs one step. A step that always fails must not block the site's publications for ever. So the attempt is counted
 * before the step, because a step may crash the object. The wait makes the count durable. It also lets other requests
 * run, because rendering never waits.
 */
async function step({ publisher, releases, wait }: BuildParts, site: string): Promise<boolean> {
  if (releases.attempt(site) >= PUBLISH_STEP_ATTEMPTS) {
    publisher.giveUp(site);
    return true;
  }
  await wait(0);
  return publisher.step(site);
}
