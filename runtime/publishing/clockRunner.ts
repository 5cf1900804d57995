import { CLOCK_REFUSED_PAUSE_MAX_MS, CLOCK_RELEASE_PAUSE_MS } from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Chore } from "../area/chore.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Letters } from "../mail/letters.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { ClockRefusals } from "./clockRefusals.ts";
import type { ClockMoments } from "./changes/clockMoments.ts";
import type { Publisher } from "./publisher.ts";
import { CLOCK_NAME } from "./releases/clockActor.ts";
import type { Releases } from "./releases/releases.ts";

interface ClockRunnerParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly outbox: Outbox;
  readonly publisher: Publisher;
  readonly clockMoments: ClockMoments;
  readonly clockRefusals: ClockRefusals;
  readonly letters: Pick<Letters, "add">;
}

/**
 * Publishes what the clock has changed: pages whose lists ask for the time and now have another answer. Each release has
 * the content of the current one, so visitors see nothing of the draft. A moment without a change makes no release.
 */
export function clockChore(parts: ClockRunnerParts): Chore {
  return {
    turn: "publish",
    async run() {
      if (parts.tenant.status !== "active") return;
      for (const site of parts.clockMoments.due()) await runAt(parts, site);
    },
    nextDue: () => (parts.tenant.status === "active" ? parts.clockMoments.nextDue() : undefined),
  };
}

async function runAt(parts: ClockRunnerParts, site: string): Promise<void> {
  const { powers, clockMoments, clockRefusals } = parts;
  const pause = Math.min(CLOCK_RELEASE_PAUSE_MS * 2 ** clockRefusals.timesOf(site), CLOCK_REFUSED_PAUSE_MAX_MS);
  // Delays the site first, so that a crash repeats the run later, and not at once in an endless loop.
  clockMoments.delay(site, powers.now() + pause);
  try {
    await publishAt(parts, site);
    clockRefusals.forget(site);
  } catch (error) {
    // Another publication is running, or the plugins changed meanwhile. The delayed run tries again.
    if (!(error instanceof Refusal)) throw error;
    if (clockRefusals.record(site, error)) await tellRefused(parts, site);
  }
}

/** Says once, in the audit log and by a letter, that a site's lists do not move, because the clock's publications are refused. */
async function tellRefused({ powers, outbox, letters }: ClockRunnerParts, site: string): Promise<void> {
  const now = powers.now();
  const inputDigest = await powers.digest(JSON.stringify([site, now]));
  powers.sql.atomically(() => {
    outbox.audit({
      site,
      actor: CLOCK_NAME,
      command: "release.clock",
      inputDigest,
      outcome: "refused",
      requestId: `clock:${now}`,
    });
    letters.add({ site, kind: "publication", source: `clock:${now}`, member: "" });
  });
}

async function publishAt(
  { powers, sites, releases, outbox, publisher, clockMoments }: ClockRunnerParts,
  site: string,
): Promise<void> {
  const { release: shown } = sites.get(site);
  if (!releases.find(site, shown)) return;
  const now = powers.now();
  const inputDigest = await powers.digest(JSON.stringify([site, shown, now]));
  const commit = await publisher.prepareAgain(site, CLOCK_NAME);
  powers.sql.atomically(() => {
    const { release } = commit();
    clockMoments.set(site, releases.find(site, sites.get(site).release)?.change ?? 0, now);
    if (release === shown) return;
    outbox.audit({
      site,
      actor: CLOCK_NAME,
      command: "release.clock",
      inputDigest,
      outcome: "done",
      requestId: `clock:${now}`,
      about: { release },
    });
  });
}
