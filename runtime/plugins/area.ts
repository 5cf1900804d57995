import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Wait } from "../area/chore.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Documents } from "../documents/documents.ts";
import type { LetterClocks } from "../mail/letterClocks.ts";
import type { Letters } from "../mail/letters.ts";
import type { Occasions } from "../mail/occasions.ts";
import type { PluginEnclosures } from "../mail/pluginEnclosures.ts";
import type { LetterSources } from "../mail/sources.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { PluginCalls } from "./calls/calls.ts";
import { PluginHealth } from "./calls/health.ts";
import { Invocations } from "./calls/invocations.ts";
import { Probation } from "./calls/probation.ts";
import { SourceMaps } from "./calls/sourceMaps.ts";
import { pluginQuarantine } from "./calls/pluginQuarantine.ts";
import { DeclaredRoutes } from "./calls/declaredRoutes.ts";
import { PluginRoutes } from "./calls/routes.ts";
import { PLUGIN_COMMANDS } from "./commandTable.ts";
import { pluginGrant, pluginRevoke } from "./management/grantCommands.ts";
import { FrameHosts, type FrameHostsWanted } from "./calls/frameHosts.ts";
import { Grants } from "./grants/grants.ts";
import { hookChore } from "./hooks/hookChore.ts";
import { type HookSources, HookRunner } from "./hooks/hookRunner.ts";
import { PluginJobs } from "./hooks/jobs.ts";
import { PluginTimers } from "./hooks/timers.ts";
import { letterChore } from "./letters/letterChore.ts";
import { PluginLetters } from "./letters/pluginLetters.ts";
import { pluginAdd, pluginInstall } from "./management/installCommand.ts";
import { pluginMap } from "./management/mapCommand.ts";
import { type ReadOffer, offered } from "./management/offered.ts";
import { Packages } from "./packages/packages.ts";
import { PackageTrust } from "./packages/packageTrust.ts";
import { MemberPages, type MemberPagesWanted, type MemberPageWanted } from "./pages/memberPages.ts";
import { PluginRecords } from "./packages/records.ts";
import { type AskTrust, TrustChanges } from "./packages/trustChanges.ts";
import { pluginRemove } from "./management/removeCommand.ts";
import { PluginReads } from "./management/pluginReads.ts";
import { DataVersions } from "./migrations/dataVersions.ts";
import { Migrations } from "./migrations/migrations.ts";
import { StagedStorage } from "./migrations/stagedStorage.ts";
import type { Sealing } from "./settings/sealing.ts";
import { PluginSettings } from "./settings/settings.ts";
import { pluginSettingsPut } from "./management/settingsCommand.ts";
import { SettingsStore } from "./settings/settingsStore.ts";
import { indexedTypes, type PublicMoments } from "./states/indexedTypes.ts";
import { OwnContentTypes } from "./states/ownTypes.ts";
import type { OfReader } from "./states/readersText.ts";
import { PluginShelf } from "./states/shelf.ts";
import { type AskLoader, LoaderKnowledge } from "./states/loaderKnowledge.ts";
import { SkipAudit } from "./states/skipAudit.ts";
import { pluginState } from "./management/stateCommand.ts";
import { PluginStates } from "./states/states.ts";
import { PluginUpdates } from "./updates/pluginUpdates.ts";
import { pluginDiscard, pluginsUpdates, pluginUpdates } from "./management/updateCommands.ts";
import { SiteDemands } from "./updates/demands.ts";
import { UpdateRules } from "./updates/updateRules.ts";
import { PLUGIN_TABLES } from "./tables.ts";
import { WebhookDeliveries } from "./webhooks/deliveries.ts";
import { PluginWebhooks } from "./webhooks/webhooks.ts";

interface OfPlugin {
  readonly plugin: string;
}

interface CallsWanted extends OfPlugin {
  /** The number of the last call that the caller knows. */
  readonly after?: number | undefined;
}

interface Reading {
  readonly pluginReads: PluginReads;
  readonly memberPages: MemberPages;
  readonly frameHosts: FrameHosts;
}

const { resolved } = readsFrom<Parameters<typeof offered>[0] & Reading>();

const READS = {
  plugins: resolved(({ pluginReads }, site, { language }: OfReader = {}) => pluginReads.all(site, language)),
  plugin: resolved(({ pluginReads }, site, { plugin }: OfPlugin) => pluginReads.detail(site, plugin)),
  "plugin.invocations": resolved(({ pluginReads }, site, { plugin, after }: CallsWanted) =>
    pluginReads.calls(site, plugin, after),
  ),
  "plugin.offered": resolved((from, site, offer: ReadOffer) => offered(from, site, offer)),
  "plugin.pages": resolved(({ memberPages }, site, wanted: MemberPagesWanted) => memberPages.all(site, wanted)),
  "plugin.page": resolved(({ memberPages }, site, wanted: MemberPageWanted) => memberPages.one(site, wanted)),
  "plugin.page.export": resolved(({ memberPages }, site, wanted: MemberPageWanted) => memberPages.export(site, wanted)),
  "frame.hosts": resolved(({ frameHosts }, site, wanted: FrameHostsWanted) => frameHosts.of(site, wanted)),
  "plugin.settings": resolved(({ pluginReads }, site, { plugin }: OfPlugin) => pluginReads.settings(site, plugin)),
};

export const plugins = defineArea({
  tables: PLUGIN_TABLES,
  needs: {
    powers: needed<Powers>(),
    wait: needed<Wait>(),
    outbox: needed<Outbox>(),
    documents: needed<Documents>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    rateLimits: needed<RateLimits>(),
    pack: needed<readonly PackedPlugin[]>(),
    trustKeys: needed<string>(),
    askTrust: needed<AskTrust>(),
    askLoader: needed<AskLoader>(),
    sealing: needed<Sealing>(),
    agentsOrigin: needed<string>(),
    challengeKey: needed<string>(),
    pluginCalls: needed<PluginCalls>(),
    hookSources: needed<HookSources>(),
    packages: needed<Packages>(),
    waiting: needed<Packages>(),
    updateRules: needed<UpdateRules>(),
    siteDemands: needed<SiteDemands>(),
    pluginUpdates: needed<PluginUpdates>(),
    storageQuota: needed<StorageQuota>(),
    dataVersions: needed<DataVersions>(),
    stagedStorage: needed<StagedStorage>(),
    migrations: needed<Migrations>(),
    packageTrust: needed<PackageTrust>(),
    records: needed<PluginRecords>(),
    grants: needed<Grants>(),
    states: needed<PluginStates>(),
    skipAudit: needed<SkipAudit>(),
    loaderKnowledge: needed<LoaderKnowledge>(),
    settingsStore: needed<SettingsStore>(),
    pluginSettings: needed<PluginSettings>(),
    invocations: needed<Invocations>(),
    sourceMaps: needed<SourceMaps>(),
    probation: needed<Probation>(),
    pluginJobs: needed<PluginJobs>(),
    pluginTimers: needed<PluginTimers>(),
    plugins: needed<PluginShelf>(),
    ownContentTypes: needed<OwnContentTypes>(),
    publicMoments: needed<PublicMoments>(),
    pluginReads: needed<PluginReads>(),
    declaredRoutes: needed<DeclaredRoutes>(),
    memberPages: needed<MemberPages>(),
    frameHosts: needed<FrameHosts>(),
    webhookDeliveries: needed<WebhookDeliveries>(),
    hookRunner: needed<HookRunner>(),
    letters: needed<Letters>(),
    pluginEnclosures: needed<PluginEnclosures>(),
    occasions: needed<Occasions>(),
    letterClocks: needed<LetterClocks>(),
    letterSources: needed<LetterSources>(),
    pluginLetters: needed<PluginLetters>(),
  },
  open(from) {
    const { powers, outbox } = from;
    const [packages, waiting, states, invocations, probation, shelf] = [
      new Packages(powers.sql),
      new Packages(powers.sql, "waiting"),
      new PluginStates(powers.sql),
      new Invocations(powers),
      new Probation(powers),
      new PluginShelf(from),
    ];
    const pluginLetters = new PluginLetters(from);
    return {
      packages,
      waiting,
      updateRules: new UpdateRules(powers.sql),
      siteDemands: new SiteDemands(powers.sql),
      pluginUpdates: new PluginUpdates(from),
      dataVersions: new DataVersions(powers.sql),
      stagedStorage: new StagedStorage(powers),
      migrations: new Migrations(from),
      states,
      invocations,
      sourceMaps: new SourceMaps(powers.sql),
      probation,
      plugins: shelf,
      ownContentTypes: new OwnContentTypes(from.documents),
      definedTypes: (site: string, at?: number) => shelf.forSite(site, at).entryTypes,
      drawnSections: (site: string, at?: number) => shelf.forSite(site, at).renderer,
      entryTypes: indexedTypes(shelf, (site) => from.publicMoments(site)),
      packageTrust: new PackageTrust(powers, [packages, waiting], {
        trustKeys: from.trustKeys,
        trustChanges: new TrustChanges(powers.sql, from.askTrust),
      }),
      records: new PluginRecords(powers.sql),
      grants: new Grants(powers.sql),
      skipAudit: new SkipAudit(from),
      loaderKnowledge: new LoaderKnowledge(from.askLoader, () => powers.now()),
      settingsStore: new SettingsStore(powers.sql),
      pluginSettings: new PluginSettings(from),
      pluginJobs: new PluginJobs(powers),
      pluginTimers: new PluginTimers(powers.sql),
      pluginHealth: new PluginHealth({
        powers,
        invocations,
        probation,
        quarantine: pluginQuarantine({ powers, states, outbox, plugins: shelf }),
      }),
      pluginReads: new PluginReads(from),
      declaredRoutes: new DeclaredRoutes(from),
      pluginRoutes: new PluginRoutes(from),
      webhookDeliveries: new WebhookDeliveries(powers),
      pluginWebhooks: new PluginWebhooks(from),
      memberPages: new MemberPages(from),
      frameHosts: new FrameHosts(from),
      pluginLetters,
      pluginMail: pluginLetters,
      hookRunner: new HookRunner(from),
    };
  },
  commands: PLUGIN_COMMANDS,
  makers: {
    "plugin.install": pluginInstall,
    "plugin.add": pluginAdd,
    "plugin.grant": pluginGrant,
    "plugin.revoke": pluginRevoke,
    "plugin.state": pluginState,
    "plugin.map": pluginMap,
    "plugin.settings": pluginSettingsPut,
    "plugin.updates": pluginUpdates,
    "plugins.updates": pluginsUpdates,
    "plugin.discard": pluginDiscard,
    "plugin.remove": pluginRemove,
  },
  reads: READS,
  chores: (from) => [hookChore(from), letterChore(from)],
  tidy: ({ stagedStorage, webhookDeliveries }, now) => {
    stagedStorage.sweep();
    webhookDeliveries.sweep(now);
  },
});
