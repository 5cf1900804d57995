import { VERSIONS_RAW_MS } from "../../manifests/bounds/documents.ts";
import { ROOM_FOR_RELEASES } from "../../manifests/bounds/publishing.ts";
import { defineArea, needed } from "../area/area.ts";
import type { Wait } from "../area/chore.ts";
import type { Commands } from "../commands/commands.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Documents } from "../documents/documents.ts";
import type { EntryIndex } from "../documents/lists/entryIndex.ts";
import type { History } from "../documents/history.ts";
import type { Retention } from "../documents/retention.ts";
import type { Timeline } from "../documents/timeline.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Letters } from "../mail/letters.ts";
import type { Powers } from "../powers/powers.ts";
import type { PinnedParts } from "../snapshots/pinned.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { buildChore } from "./buildChore.ts";
import { PUBLISHING_COMMANDS } from "./commandTable.ts";
import { ClockMoments } from "./changes/clockMoments.ts";
import { ClockRefusals } from "./clockRefusals.ts";
import { clockChore } from "./clockRunner.ts";
import { Dependencies } from "./changes/dependencies.ts";
import { isInUse } from "./inUse.ts";
import { Publications } from "./publications.ts";
import { deleteRelease, publish, restoreRelease } from "./publishCommands.ts";
import { Publisher } from "./publisher.ts";
import type { ReviewGate } from "./reviewGate.ts";
import { publicMoments } from "./releases/publicMoments.ts";
import { PublishTurns } from "./publishTurns.ts";
import { type ForgetfulFiles, ReleaseRetention } from "./releases/releaseRetention.ts";
import { Releases } from "./releases/releases.ts";
import { Unpublished } from "./releases/unpublished.ts";
import { scheduleCancel, scheduleCreate, scheduleMove } from "./scheduleCommands.ts";
import { type RoleOf, ScheduleRunner } from "./scheduleRunner.ts";
import { Schedules } from "./schedules.ts";
import { PUBLISHING_TABLES } from "./tables.ts";

export const publishing = defineArea({
  tables: PUBLISHING_TABLES,
  needs: {
    powers: needed<Powers>(),
    wait: needed<Wait>(),
    roleOf: needed<RoleOf | undefined>(),
    reviewGate: needed<ReviewGate>(),
    pluginCalls: needed<PluginCalls>(),
    commands: needed<Commands>(),
    outbox: needed<Outbox>(),
    memberLanguages: needed<MemberLanguages>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    documents: needed<Documents>(),
    mediaFiles: needed<PinnedParts["mediaFiles"]>(),
    entries: needed<EntryIndex>(),
    history: needed<History>(),
    timeline: needed<Timeline>(),
    retention: needed<Retention>(),
    plugins: needed<PluginShelf>(),
    sectionData: needed<SectionDataStore>(),
    storageQuota: needed<StorageQuota>(),
    maxBytes: needed<number>(),
    derivedFiles: needed<ForgetfulFiles>(),
    releases: needed<Releases>(),
    publications: needed<Publications>(),
    releaseRetention: needed<ReleaseRetention>(),
    dependencies: needed<Dependencies>(),
    letters: needed<Letters>(),
    clockMoments: needed<ClockMoments>(),
    clockRefusals: needed<ClockRefusals>(),
    schedules: needed<Schedules>(),
    publisher: needed<Publisher>(),
    publishTurns: needed<PublishTurns>(),
    scheduleRunner: needed<ScheduleRunner>(),
  },
  open: (from) => ({
    isInUse,
    releases: new Releases(from.powers.sql),
    unpublished: new Unpublished(from.powers.sql),
    publicMoments: publicMoments(from),
    publications: new Publications(from.powers.sql),
    releaseRetention: new ReleaseRetention(from),
    dependencies: new Dependencies(from.powers.sql),
    clockMoments: new ClockMoments(from),
    clockRefusals: new ClockRefusals(),
    schedules: new Schedules(from.powers.sql),
    publisher: new Publisher(from),
    publishTurns: new PublishTurns(from),
    scheduleRunner: new ScheduleRunner(from),
  }),
  commands: PUBLISHING_COMMANDS,
  makers: {
    publish,
    "release.restore": restoreRelease,
    "release.delete": deleteRelease,
    "schedule.create": scheduleCreate,
    "schedule.move": scheduleMove,
    "schedule.cancel": scheduleCancel,
  },
  chores: (from) => [
    buildChore(from),
    clockChore(from),
    { turn: "publish", run: () => from.scheduleRunner.runDue(), nextDue: () => from.scheduleRunner.nextDue() },
  ],
  tidy({ sites, releaseRetention, publications, retention, schedules, maxBytes }, now) {
    const all = sites.all();
    for (const { site, release, refreshed } of all) {
      const neededFrom = releaseRetention.prune(site, release, (maxBytes * ROOM_FOR_RELEASES) / all.length);
      if (neededFrom !== undefined) retention.prune(site, neededFrom, now - VERSIONS_RAW_MS);
      publications.prune(site, refreshed);
      retention.gatherSittings(site, now);
      schedules.prune(site);
    }
  },
});
