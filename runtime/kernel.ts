import type { PackedPlugin } from "../manifests/packedPlugin.ts";
import { Refusal } from "../manifests/refusal.ts";
import { SectionDataStore } from "./data/store.ts";
import { backupCreate, backupDelete, backupVerify, exportCreate } from "./backups/commands.ts";
import { Erasures } from "./backups/erasures.ts";
import { ArchiveCopy } from "./backups/copy.ts";
import { ArchiveGarbage } from "./backups/garbage.ts";
import type { ArchiveParts } from "./backups/making.ts";
import type { VaultOf } from "./backups/vault.ts";
import { Claims } from "./claims.ts";
import type { Command, CommandAnswer, Envelope } from "./command.ts";
import { Commands } from "./command.ts";
import type { CommandName, RehearsedName } from "./commandName.ts";
import { REHEARSED } from "./commandName.ts";
import { Dependencies } from "./dependencies.ts";
import { Documents } from "./documents.ts";
import { Draft } from "./editing/draft.ts";
import { History } from "./editing/history.ts";
import type { PageParts } from "./editing/pageCommands.ts";
import { pageCreate, pageDelete, pageUpdate, revisionRestore } from "./editing/pageCommands.ts";
import { Reads } from "./editing/reads.ts";
import { pageEdit } from "./editing/pageEdit.ts";
import { sectionAdd, sectionUpdate, sectionVariant, structureApply } from "./editing/sectionCommands.ts";
import { navigationPut, redirectsPut, settingsPut, themePut } from "./editing/siteCommands.ts";
import { Initialiser } from "./initialise.ts";
import { OneAtATime } from "./oneAtATime.ts";
import { Outbox } from "./outbox.ts";
import { PluginAgents } from "./plugins/agentCalls.ts";
import { Grants } from "./plugins/grants.ts";
import type { PluginCalls } from "./plugins/calls.ts";
import { NO_CALLS } from "./plugins/calls.ts";
import type { WriteDraft } from "./plugins/draftWriting.ts";
import { draftWriting } from "./plugins/draftWriting.ts";
import { PluginHealth } from "./plugins/health.ts";
import { HookRunner } from "./plugins/hookRunner.ts";
import { Invocations } from "./plugins/invocations.ts";
import { PluginRecords } from "./plugins/records.ts";
import { PluginJobs } from "./plugins/jobs.ts";
import type { AskLoader } from "./plugins/loaderKnowledge.ts";
import type { GrantParts } from "./plugins/grantCommands.ts";
import { pluginGrant, pluginRevoke } from "./plugins/grantCommands.ts";
import type { InstallParts } from "./plugins/installCommand.ts";
import { pluginInstall } from "./plugins/installCommand.ts";
import { LoaderKnowledge } from "./plugins/loaderKnowledge.ts";
import { Packages } from "./plugins/packages.ts";
import { PackageTrust } from "./plugins/packageTrust.ts";
import { PluginReads } from "./plugins/pluginReads.ts";
import type { RemoveParts } from "./plugins/removeCommand.ts";
import { pluginRemove } from "./plugins/removeCommand.ts";
import { PluginRoutes } from "./plugins/routes.ts";
import type { Sealing } from "./plugins/sealing.ts";
import { PluginSettings } from "./plugins/settings.ts";
import type { SettingsCommandParts } from "./plugins/settingsCommand.ts";
import { pluginSettingsPut } from "./plugins/settingsCommand.ts";
import type { StateParts } from "./plugins/stateCommand.ts";
import { pluginState } from "./plugins/stateCommand.ts";
import { SettingsStore } from "./plugins/settingsStore.ts";
import type { QuarantineParts } from "./plugins/quarantine.ts";
import { quarantineBy } from "./plugins/quarantine.ts";
import { PluginTimers } from "./plugins/timers.ts";
import { PluginStandings } from "./plugins/standings.ts";
import { PluginStates } from "./plugins/states.ts";
import type { Powers } from "./powers.ts";
import { PublicContent } from "./publicContent.ts";
import { PublicInventory } from "./publicInventory.ts";
import { PublicWords } from "./search/publicWords.ts";
import { publish, restoreRelease } from "./publishing/publishCommands.ts";
import { Published } from "./published.ts";
import { Publisher } from "./publishing/publisher.ts";
import { RateLimits } from "./rateLimits.ts";
import { Room } from "./room.ts";
import { Releases } from "./publishing/releases.ts";
import type { ScheduleParts } from "./publishing/scheduleCommands.ts";
import { scheduleCancel, scheduleCreate } from "./publishing/scheduleCommands.ts";
import type { RoleOf } from "./publishing/scheduleRunner.ts";
import { ScheduleRunner } from "./publishing/scheduleRunner.ts";
import { Schedules } from "./publishing/schedules.ts";
import { mediaCreate, mediaDelete, mediaUpdate } from "./media/commands.ts";
import type { MediaCommandParts } from "./media/commands.ts";
import { MediaFiles } from "./media/files.ts";
import { Galleries } from "./media/galleries.ts";
import { MediaLibrary } from "./media/library.ts";
import { MediaObjects } from "./media/objects.ts";
import { MediaUses } from "./media/uses.ts";
import { SubmissionBox } from "./forms/box.ts";
import type { FormCommandParts } from "./forms/commands.ts";
import { formAccept, formDelete, formMark, formReject } from "./forms/commands.ts";
import { FormFiles } from "./forms/files.ts";
import { FormReceiver } from "./forms/receiver.ts";
import { Submissions } from "./forms/submissions.ts";
import { FormTokens } from "./forms/tokens.ts";
import { migrate } from "./schema.ts";
import { PluginShelf } from "./sitePlugins.ts";
import { Sites } from "./sites.ts";
import type { WorkspaceStatus } from "./status.ts";
import { workspaceStatus } from "./status.ts";
import { Tenant } from "./tenant.ts";
import { writeDocuments } from "./writeCommand.ts";

export interface KernelOptions {
  /** The first-party plugins of this deployment. */
  readonly pack: readonly PackedPlugin[];
  readonly askLoader: AskLoader;
  /** The keys whose signatures are believed, as text; see `readKeyring`. */
  readonly trustKeys: string;
  /** Keeps the secrets among plugins' settings. */
  readonly sealing: Sealing;
  /** Where the deployment's public MCP server is, such as https://mcp.example.com. */
  readonly agentsOrigin?: string;
  /** Where archives are kept. When it is left out, none can be made. */
  readonly vaultOf?: VaultOf;
  /** Held while archives are made and removed; of the machine, which may have had another kernel before. */
  readonly archiveTurn?: OneAtATime;
  /** The deployment's public key for the challenge in front of forms. */
  readonly challengeKey?: string;
  /** How large the workspace may become; WORKSPACE_MAX_BYTES when it is left out. */
  readonly maxBytes?: number;
  /** Says what a member may do now. */
  readonly roleOf?: RoleOf;
  /** Makes what calls plugin code of the parts it needs. When it is left out, none can be called. */
  readonly pluginCalls?: (parts: CallParts) => PluginCalls;
}

/** What whoever calls plugins for a workspace needs of it. */
export interface CallParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly tenant: Tenant;
  readonly plugins: PluginShelf;
  readonly pluginSettings: PluginSettings;
  readonly invocations: Invocations;
  readonly pluginHealth: PluginHealth;
  readonly writeDraft: WriteDraft;
  readonly mediaFiles: MediaFiles;
  readonly room: Room;
  /** Where the deployment's public MCP server is; empty without one. */
  readonly agentsOrigin: string;
}

/** One workspace, put together. Everything it knows is in the database it is handed. */
export interface Kernel {
  readonly pluginHealth: PluginHealth;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly outbox: Outbox;
  readonly publisher: Publisher;
  readonly published: Published;
  readonly draft: Draft;
  readonly reads: Reads;
  readonly schedules: Schedules;
  readonly scheduleRunner: ScheduleRunner;
  readonly publicContent: PublicContent;
  readonly publicInventory: PublicInventory;
  readonly initialiser: Initialiser;
  readonly plugins: PluginShelf;
  readonly packages: Packages;
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
  readonly pluginSettings: PluginSettings;
  readonly pluginCalls: PluginCalls;
  readonly invocations: Invocations;
  readonly hookRunner: HookRunner;
  readonly pluginRoutes: PluginRoutes;
  readonly pluginAgents: PluginAgents;
  readonly claims: Claims;
  readonly rateLimits: RateLimits;
  readonly tenant: Tenant;
  readonly media: MediaLibrary;
  readonly galleries: Galleries;
  readonly mediaObjects: MediaObjects;
  readonly forms: FormReceiver;
  readonly submissionBox: SubmissionBox;
  readonly submissions: Submissions;
  readonly formFiles: FormFiles;
  readonly formTokens: FormTokens;
  readonly room: Room;
  readonly archiveGarbage: ArchiveGarbage;
  readonly archiveCopy: ArchiveCopy;
  readonly archiveTurn: OneAtATime;
  readonly erasures: Erasures;
  execute(name: CommandName, envelope: Envelope, input: unknown): Promise<CommandAnswer>;
  /** The answer a command would have; nothing is changed. */
  rehearse(name: RehearsedName, envelope: Envelope, input: unknown): Promise<string>;
  status(): WorkspaceStatus;
}

export function createKernel(powers: Powers, options: KernelOptions): Kernel {
  migrate(powers.sql);
  const { sql } = powers;
  const outbox = new Outbox(powers);
  const formFiles = new FormFiles(powers);
  const stored = {
    ...pluginStores(powers, options, outbox),
    powers, documents: new Documents(sql), sites: new Sites(sql), releases: new Releases(sql),
    dependencies: new Dependencies(sql), outbox, claims: new Claims(sql),
    history: new History(sql), schedules: new Schedules(sql), rateLimits: new RateLimits(powers), tenant: new Tenant(sql),
    sectionData: new SectionDataStore(sql), words: new PublicWords(powers), publicInventory: new PublicInventory(powers),
    formFiles, submissions: new Submissions(powers, formFiles), formTokens: new FormTokens(powers),
    archiveGarbage: new ArchiveGarbage(sql), archiveCopy: new ArchiveCopy(sql), archiveTurn: options.archiveTurn ?? new OneAtATime(), erasures: new Erasures(powers),
    mediaFiles: new MediaFiles(sql), mediaObjects: new MediaObjects(powers), mediaUses: new MediaUses(sql),
  };
  const room = new Room(stored, options.maxBytes);
  const all = { ...stored, room };
  // What a machine was copying when it died is nobody's.
  if (!all.archiveTurn.isBusy) all.archiveCopy.drop();
  const health = pluginHealth(all);
  const commands = new Commands(powers, all.claims, all.outbox, all.tenant, room);
  const writeDraft = draftWriting({ ...all, commands });
  const pluginCalls = options.pluginCalls?.({ ...all, ...health, writeDraft }) ?? NO_CALLS;
  const stores = { ...all, ...health, pluginCalls, hookRunner: new HookRunner({ ...all, pluginCalls }) };
  const publisher = new Publisher(stores);
  const published = new Published(stores);
  const { vaultOf } = options;
  const table = new Map([...commandTable(commands, stores, publisher), ...(vaultOf ? archiveCommands(commands, { ...stores, vaultOf }) : [])]);
  return {
    ...stores, publisher, published,
    pluginRoutes: new PluginRoutes(stores),
    pluginAgents: new PluginAgents(stores),
    draft: new Draft(stores),
    reads: new Reads(stores),
    media: new MediaLibrary(stores),
    galleries: new Galleries(stores),
    forms: new FormReceiver({ ...stores, published }),
    submissionBox: new SubmissionBox(stores),
    scheduleRunner: new ScheduleRunner({ ...stores, publisher, commands, roleOf: options.roleOf }),
    publicContent: new PublicContent({ ...stores, published }),
    initialiser: new Initialiser({ ...stores, publisher }),
    async execute(name, envelope, input) {
      await stores.plugins.prepare();
      stores.sites.require(envelope.site);
      const run = table.get(name);
      if (!run) throw new Refusal("NOT_FOUND", { command: name });
      return run.run(envelope, input);
    },
    async rehearse(name, envelope, input) {
      await stores.plugins.prepare();
      stores.sites.require(envelope.site);
      const run = REHEARSED.includes(name) ? table.get(name) : undefined;
      if (!run) throw new Refusal("NOT_FOUND", { command: name });
      return run.rehearse(envelope, input);
    },
    status: () => workspaceStatus(stores),
  };
}

/** What a workspace knows of plugins. */
function pluginStores(powers: Powers, { pack, trustKeys, askLoader, sealing, agentsOrigin = "", challengeKey = "" }: KernelOptions, outbox: Outbox) {
  const { sql } = powers;
  const packages = new Packages(sql);
  const settingsStore = new SettingsStore(sql);
  const sites = new Sites(sql);
  const shelf = {
    sites, standings: new PluginStandings({ powers, outbox }), invocations: new Invocations(powers),
    pack, packages, records: new PluginRecords(sql), packageTrust: new PackageTrust(powers, packages, trustKeys), grants: new Grants(sql), states: new PluginStates(sql),
    loaderKnowledge: new LoaderKnowledge(askLoader, () => powers.now()), settingsStore, agentsOrigin, challengeKey,
    pluginJobs: new PluginJobs(powers), pluginTimers: new PluginTimers(sql),
  };
  const stores = { ...shelf, sealing, plugins: new PluginShelf(shelf), pluginSettings: new PluginSettings({ sites, sealing, settingsStore }) };
  return { ...stores, pluginReads: new PluginReads(stores) };
}

interface HealthNeeds extends QuarantineParts {
  readonly invocations: Invocations;
}

const pluginHealth = ({ powers, states, outbox, plugins, invocations }: HealthNeeds) =>
  ({ pluginHealth: new PluginHealth({ powers, invocations, quarantine: quarantineBy({ powers, states, outbox, plugins }) }) });

type CommandParts = PageParts & ScheduleParts & InstallParts & GrantParts & StateParts & SettingsCommandParts & RemoveParts & MediaCommandParts & FormCommandParts;

interface Run {
  run(envelope: Envelope, input: unknown): Promise<CommandAnswer>;
  rehearse(envelope: Envelope, input: unknown): Promise<string>;
}

type Entry = <Input, Output>(command: Command<Input, Output>) => [string, Run];

const entryOf = (commands: Commands): Entry => (command) => [command.name, {
  run: (envelope, input) => commands.run(command, envelope, input),
  rehearse: (envelope, input) => commands.rehearse(command, envelope, input),
}];

function archiveCommands(commands: Commands, parts: ArchiveParts): [string, Run][] {
  const entry = entryOf(commands);
  return [entry(backupCreate(parts)), entry(backupVerify(parts)), entry(backupDelete(parts)), entry(exportCreate(parts))];
}

/** One line a command: adding one touches its file and this list. */
function commandTable(commands: Commands, parts: CommandParts, publisher: Publisher): [string, Run][] {
  const entry = entryOf(commands);
  return [
    entry(writeDocuments(parts)),
    entry(pageCreate(parts)),
    entry(pageUpdate(parts)),
    entry(pageDelete(parts)),
    entry(revisionRestore(parts)),
    entry(sectionAdd(parts)),
    entry(sectionUpdate(parts)),
    entry(sectionVariant(parts)),
    entry(structureApply(parts)),
    entry(pageEdit(parts)),
    entry(navigationPut(parts)),
    entry(redirectsPut(parts)),
    entry(themePut(parts)),
    entry(settingsPut(parts)),
    entry(publish(publisher, parts.documents)),
    entry(restoreRelease(publisher)),
    entry(scheduleCreate(parts)),
    entry(scheduleCancel(parts)),
    entry(pluginInstall(parts)),
    entry(pluginGrant(parts)),
    entry(pluginRevoke(parts)),
    entry(pluginState(parts)),
    entry(pluginSettingsPut(parts)),
    entry(pluginRemove(parts)),
    entry(mediaCreate(parts)),
    entry(mediaUpdate(parts)),
    entry(mediaDelete(parts)),
    entry(formMark(parts)),
    entry(formDelete(parts)),
    entry(formAccept(parts)),
    entry(formReject(parts)),
  ];
}
