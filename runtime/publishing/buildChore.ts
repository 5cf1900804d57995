import { PUBLISH_STEP_ATTEMPTS, PUBLISH_TURN_MS } from "../../manifests/bounds/publishing.ts";
import type { Chore, Wait } from "../area/chore.ts";
import type { Powers } from "../powers/powers.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Publisher } from "./publisher.ts";
import type { ReleaseRow } from "./releaseRow.ts";
import type { Releases } from "./releases.ts";

/** The publisher, and the sites whose publications continue. */
interface BuildParts {
  readonly powers: Powers;
  readonly wait: Wait;
  readonly tenant: Tenant;
  readonly releases: Releases;
  readonly publisher: Publisher;
}

/** Continues publications that have begun: as many steps as fit in one turn, and the rest at the next alarm. */
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

/** Lists unfinished publications. If an operator has stopped the tenant, they wait until it is active again. */
const building = ({ tenant, releases }: BuildParts): readonly ReleaseRow[] =>
  tenant.status === "active" ? releases.allBuilding() : [];

/**
 * Runs one step. A step that keeps failing must not block the site's publications for ever. The attempt is therefore
 * counted before the step, because a step may end the whole object. The wait stores the count. It also lets visitors'
 * requests in, because rendering itself never waits.
 */
async function step({ publisher, releases, wait }: BuildParts, site: string): Promise<boolean> {
  if (releases.attempt(site) >= PUBLISH_STEP_ATTEMPTS) {
    publisher.giveUp(site);
    return true;
  }
  await wait(0);
  return publisher.step(site);
}
