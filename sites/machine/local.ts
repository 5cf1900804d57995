import { beginAsking } from "./asking.ts";
import { countOf } from "../../manifests/refusals/countOf.ts";
import { MachineTrials } from "./watchdog/trials.ts";
import { Builds } from "./runner/builds.ts";
import { CHECKOUT_BUILDS } from "./runner/sharedBuilds.ts";
import { buildStaticFiles, canBuildStaticFiles, STATIC_FOLDER } from "../bundles/staticFiles.ts";
import { sweepCounters } from "./state/counters.ts";
import { emptyDataFolder, forgetConfig, openDataFolder, type DataFolder } from "./state/dataFolder.ts";
import { installDemoPlugins } from "./provisioning/demoPlugins.ts";
import { healthOf } from "./health/healthOf.ts";
import { runLog } from "./logs/eventLog.ts";
import { openControl } from "./control/control.ts";
import { Entrance } from "./entrance/entrance.ts";
import { openMachineLogin, soonAdvised, type MachineLogin } from "./logins.ts";
import { firstOwnerAddress } from "./people/firstOwner.ts";
import { agentOrigins, FRONT_NAME, realOrigins } from "./names/agentOrigins.ts";
import { THIS_MACHINE } from "./names/listenAddress.ts";
import { AT_HOME, namesOf, type Serving } from "./names/serving.ts";
import { lock } from "./state/lock.ts";
import { type RunOptions, switchedBy } from "./options.ts";
import { packForRun, type PluginPack } from "./provisioning/pluginPack.ts";
import { claimPort, claimPorts } from "./names/port.ts";
import type { Problem } from "./process/problem.ts";
import { foldersOf, hasSandbox, runsPlugins } from "./process/profile.ts";
import { provisionDemo, type LocalSite, type ProvisioningInput } from "./provisioning/provisioning.ts";
import type { Inventory } from "./state/inventory.ts";
import { examineFolder } from "./damage/examining.ts";
import type { MendedState } from "./damage/mending.ts";
import type { Loss } from "./state/losses.ts";
import { keepVersion } from "./state/dataVersion.ts";
import { keepSecrets, type FolderSecrets } from "./state/secrets.ts";
import { keepSigningKey, type FolderSigningKey } from "./state/signingKey.ts";
import { Separation } from "./state/separation.ts";
import { Runs } from "./watchdog/runs.ts";
import type { WatchTime } from "./watchdog/watchTime.ts";
import { serveRuns } from "./watchdog/runsAddress.ts";
import { readDisk, Space } from "./state/space.ts";
import { pluginAvailability, type PluginAvailability } from "./provisioning/pluginAvailability.ts";
import { dispatchSeeds } from "./managed/dispatchKeys.ts";
import { hostTenants, notHostedTold } from "./managed/hostedTenants.ts";
import { ManagedMachine } from "./managed/machine.ts";
import { ARTIFACT, managedFolders } from "./managed/managedRun.ts";
import { prepareTenants } from "./managed/prepareTenants.ts";
import { refuseIfWorkerdCannotRun } from "./runner/canRun.ts";
import { prepareStorage, shippedPictures } from "./runner/storage.ts";
import { Processes } from "./runner/processPair.ts";
import { trustKeys } from "./state/trustKeys.ts";
import { type Runtimes, prepareRuntime } from "./runner/prepareRuntime.ts";
import { committedConfig, readConfig, configSecrets } from "./runner/workerConfig.ts";
import { damagedTold, type DamagedBlob } from "./blobs/damagedBlob.ts";
import { tenantOfValue, valueTold } from "./blobs/damagedValue.ts";
import { BlobKeeper } from "./blobs/keeper.ts";
import { proofsIn } from "./blobs/proofs.ts";
import { startMail } from "./mail/startMail.ts";
import { ordering } from "./authority/ordering.ts";
import { Recopying } from "./blobs/recopying.ts";
import { readRunning } from "./state/databases.ts";
import { Aside } from "./damage/aside.ts";
import { isMadeAgain } from "./damage/wanted.ts";
import { KnownLosses } from "./state/knownLosses.ts";
import { startHost, type Host } from "./host/host.ts";
import { logOf, turnLogs } from "./logs/workersLog.ts";

export interface LocalOptions
  extends
    Omit<RunOptions, "json" | "loader" | "isolate" | "trust" | "host" | "serving">,
    Partial<Pick<RunOptions, "loader" | "isolate" | "trust" | "host" | "serving">> {
  /** Further wrangler configurations, before the project's own workers. The first gets the visitors' port. */
  readonly extraWorkers?: readonly string[];
  /** False leaves the control plane empty. */
  readonly demo?: boolean;
  /** A folder with the built static files of the site worker; by default the run builds its own. */
  readonly staticFiles?: string;
  /** Receives progress, warnings and the workers' output. */
  readonly tell?: (line: string) => void;
  /** The clock of the watchdogs; by default the system's. */
  readonly watchTime?: WatchTime;
}

/** A running installation. */
export interface Local {
  readonly port: number;
  /** The address of the first demo site or real name; without either, of this machine. */
  readonly site: string;
  /** The demo's sites. */
  readonly sites: readonly LocalSite[];
  /** The names and proxies of this run. */
  readonly serving: Serving;
  /** Parts of the data that existed before, and are missing or damaged now. */
  readonly missing: readonly Loss[];
  readonly folder: DataFolder;
  readonly log: string;
  readonly secrets: FolderSecrets;
  /** Only in a run with one worker for each tenant: the deployer's address, and the provider of this machine. */
  readonly hosting: Pick<ManagedMachine, "deployer" | "provider"> | undefined;
  /** The address at which a person makes the first site; undefined if there is one, or nobody may. */
  readonly begin: string | undefined;
  /** The address at which people with accounts of this machine log in. */
  readonly login: string | undefined;
  /** Reports the plugins of this run, and whether plugin code runs. */
  standing(): Promise<PluginAvailability>;
  /** Process id of the workerd that serves visitors. A restart changes it. */
  readonly pid: number | undefined;
  /** Process id of the workerd that runs plugin code. Another process only if plugin code is isolated. */
  readonly sandboxPid: number | undefined;
  /** Resolves if the installation fails on its own. */
  readonly broken: Promise<Problem>;
  stop(): Promise<void>;
}

/** Starts everything on one machine, in the order of a deployment. Stops everything again if it throws. */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const { host, serving, hasDemo, ...asked } = completed(options);
  await using running = new AsyncDisposableStack();
  const port = await beforeTheFolder(options.port, host, serving);
  const folder = openDataFolder(options.data);
  running.defer(lock(folder).release);
  if (options.fresh) emptyDataFolder(folder);
  const tell = logging(folder, asked.tell);
  running.use(sweepCounters(folder, Date.now));
  const { kept, known, recopying, keeper } = examined(folder, options, tell);
  const runs = new Runs(folder.runs, Date.now);
  const [trials, inner] = [new MachineTrials(runs), await claimPort(0)];
  const services = running.use(await startHost({ keeper, tell, onValue: valuesOf({ kept, recopying, tell }) }));
  const { runtimes, secrets, executable, leftOut, key, managed, own, advised } = await configure(
    { folder, kept, port, inner, host: services, running, runs, trials, known },
    options,
    tell,
  );
  tell(await prepareStores(folder, kept, options));
  const [space, secret] = [running.use(new Space(readDisk(folder.reserve))), secrets["PROVISIONING_SECRET"] ?? ""];
  const [names, hasSpace, losses] = [namesOf(serving, host), () => space.isEnough, () => known.all.length];
  const tls = ordering(serving, { folder, names, tell });
  const door = { host, port, inner, names, hasSpace, login: own?.people, tls, tell };
  const health = healthOf({ inner, secret, space, losses, wantsLoader: runsPlugins(options) });
  const entrance = running.use(await Entrance.open({ ...door, health, pages: services.pages }));
  const [separation, hasPlugins] = [new Separation(folder, options.isolate), runsPlugins(options)];
  const watched = { runs, trials, runsPlugins: hasPlugins, watchTime: options.watchTime };
  const supervisor = running.use(await Processes.start({ runtimes, folder, tell, separation, ...watched }));
  await Promise.all([supervisor.ready(), advised]);
  const hosting = { runtimes, secrets, processes: supervisor, known, tell };
  const left = await supervisor.unlessBroken(hosted(managed, hosting));
  const demo = { folder, port, secret, kept, left, plugins: executable, key, tell };
  const sites = await supervisor.unlessBroken(hasDemo ? demoSites(demo, options) : []);
  running.use(beginAsking(recopying, services.pages, { port, inner, secret }));
  running.use(await openControl({ folder, port, processes: supervisor, hold: own?.hold, tell }));
  const owned = running.move();
  return {
    port,
    sites,
    get missing() {
      return known.all;
    },
    folder,
    secrets,
    hosting: managed,
    ...accountsOf(own, kept),
    standing: () => pluginAvailability({ port, secret, sites, leftOut }),
    site: firstAddress(sites, serving, port),
    serving,
    log: logOf(folder),
    broken: supervisor.broken,
    get pid() {
      return supervisor.pid;
    },
    get sandboxPid() {
      return supervisor.sandboxPid;
    },
    stop: () => entrance.drain().then(() => owned.disposeAsync()),
  };
}

/** The address of the accounts' login, and the one at which an empty machine begins. */
const accountsOf = (own: MachineLogin["own"], { sites }: Inventory): Pick<Local, "login" | "begin"> => ({
  login: own?.origin,
  begin: own && firstOwnerAddress(own, { hasSites: sites.length > 0, now: Date.now() }),
});

type DemoInput = ProvisioningInput & Parameters<typeof installDemoPlugins>[0];

/** Provisions the demo's sites. The first of them gets the plugins, if plugin code runs. */
async function demoSites(input: DemoInput, { profile }: LocalOptions): Promise<LocalSite[]> {
  const sites = await provisionDemo(input);
  if (sites[0]?.state === "active" && hasSandbox(profile)) await installDemoPlugins(input);
  return sites;
}

/**
 * Completes the options. The demo belongs to invented people, so it exists only where they log in.
 */
const completed = ({ tell = () => undefined, host = THIS_MACHINE, serving = AT_HOME, demo = true }: LocalOptions) => ({
  tell,
  host,
  serving,
  hasDemo: demo && serving.people === "invented" && serving.identity === undefined,
});

interface Examined extends Pick<MendedState, "kept"> {
  readonly known: KnownLosses;
  readonly recopying: Recopying;
  readonly keeper: BlobKeeper;
}

/** Examines and mends the data folder, and tells what was found. */
function examined(folder: DataFolder, { managed = false, profile }: LocalOptions, tell: Tell): Examined {
  const found = examineFolder(folder, { isManaged: managed, shipped: shippedPictures(), now: Date.now });
  tell(`Drawbridge, profile ${profile}, data in ${folder.path}`);
  for (const line of [...found.losses.map(({ what, mend }) => `${what} ${mend}`), ...found.lines]) tell(line);
  const known = new KnownLosses(folder.losses, found.losses);
  const recopying = new Recopying({ tell, onLost: (loss) => known.add(loss) });
  return { kept: found.kept, known, recopying, keeper: keeperOf(folder, { known, tell }) };
}

/** Checks what needs no folder, and claims the port. So a taken port neither empties a folder nor leaves half of one. */
async function beforeTheFolder(port: number, host: string, { tls }: Serving): Promise<number> {
  await refuseIfWorkerdCannotRun();
  return claimPorts(port, host, tls);
}

/** Begins new logs. Every message to the terminal also goes into the run's log. */
function logging(folder: DataFolder, tell: Tell): Tell {
  const log = runLog(folder);
  log.turn();
  turnLogs(folder);
  return (line) => {
    log.write(line);
    tell(line);
  };
}

const firstAddress = (sites: readonly LocalSite[], { origins }: Serving, port: number): string =>
  sites[0]?.url ?? origins[0]?.origin ?? `http://localhost:${port}`;

/** Migrates the stores to this release. Answers a description of the changes. */
async function prepareStores(folder: DataFolder, kept: Inventory, { managed }: LocalOptions): Promise<string> {
  const done = await prepareStorage(folder, kept);
  if (managed) await prepareTenants(folder);
  keepVersion(folder);
  return done;
}

type Tell = (line: string) => void;

interface Keeping extends Omit<Examined, "keeper"> {
  readonly tell: Tell;
}

/** The tenants that may have stored a value. A hostname's value names none. */
const tenantsOf = (key: string, { sites }: Inventory): ReadonlySet<string> =>
  new Set([tenantOfValue(key) ?? sites.map(({ tenant }) => tenant)].flat());

/** Lets the tenant of a damaged value of the public store copy its content again. */
const valuesOf =
  ({ kept, recopying, tell }: Omit<Keeping, "known">) =>
  (key: string): void => {
    const loss = valueTold(key);
    tell(`${loss.what} ${loss.mend}`);
    for (const tenant of tenantsOf(key, kept)) recopying.want(tenant, loss);
  };

/** Keeps the files of the stores, and tells of each that it finds damaged. */
function keeperOf(folder: DataFolder, { known, tell }: Pick<Keeping, "known" | "tell">): BlobKeeper {
  const onDamage = (damaged: DamagedBlob): void => {
    const loss = damagedTold(damaged);
    tell(`${loss.what} ${loss.mend}`);
    if (!isMadeAgain(damaged.key)) known.add(loss);
  };
  return new BlobKeeper({
    state: folder.state,
    proofs: () => proofsIn(folder.state, readRunning),
    aside: new Aside(folder, Date.now()),
    onDamage,
  });
}

interface Start extends Pick<MendedState, "kept"> {
  readonly folder: DataFolder;
  readonly port: number;
  /** The port on which the workers listen. */
  readonly inner: number;
  readonly host: Host;
  readonly running: AsyncDisposableStack;
  readonly runs: Runs;
  readonly trials: MachineTrials;
  readonly known: KnownLosses;
}

interface Configured extends Pick<MachineLogin, "own"> {
  /** Ends when the identity provider was asked, and its faults are told. */
  readonly advised: Promise<void>;
  readonly runtimes: Runtimes;
  readonly secrets: FolderSecrets;
  readonly key: FolderSigningKey;
  /** Only in a run with one worker for each tenant: the provider and the deployer's address. */
  readonly managed: ManagedMachine | undefined;
  /** Plugins that the demo installs. */
  readonly executable: PluginPack["executable"];
  readonly leftOut: PluginPack["leftOut"];
}

/** Prepares the workers' start: secrets, the identity provider, plugins and configurations. */
async function configure(
  { folder, kept, port, inner, host, running, runs, trials, known }: Start,
  options: LocalOptions,
  tell: Tell,
): Promise<Configured> {
  forgetConfig(folder);
  const serving = options.serving ?? AT_HOME;
  const sources = [...(options.extraWorkers ?? []), ...foldersFor(options, serving).map(committedConfig)];
  const configs = sources.map(readConfig);
  const made = keepSecrets(folder.secrets, [
    ...new Set([...configs.flatMap(configSecrets), ...(options.managed ? dispatchSeeds() : [])]),
  ]);
  const managed = options.managed ? running.use(await ManagedMachine.open(folder, made, tell)) : undefined;
  const asking = { folder, kept, port, inner, serving, profile: options.profile, secrets: made, tell };
  const { login, own, troubles } = await openMachineLogin(asking, running);
  const advised = soonAdvised(troubles, tell);
  const secrets = { ...made, ...login.secrets };
  const served = await serveRuns({ runs, trials, losses: () => known.all });
  running.defer(() => served.stop());
  const pack = await packForRun(folder, options.plugins);
  tell(`${countOf(pack.count, "plugin")} packed.`);
  for (const line of pack.leftOut.flatMap(({ lines }) => lines)) tell(`A plugin is left out. ${line}`);
  const key = await keepSigningKey(folder.signingKey);
  const agents = agentOrigins({ port, profile: options.profile, serving });
  const settings = {
    ...login.settings,
    ...agents,
    SITE_ORIGINS: serving.origins.map(({ origin }) => origin).join(" "),
    PLUGIN_TRUST_KEYS: await trustKeys(key, options.trust ?? []),
    PROCESS_RUNS: served.address,
    MACHINE_MAIL: await startMail(serving, running),
    CLIENT_REGISTRATION: "yes",
    ...switchedBy(options),
  };
  const ownSettings = {
    "drawbridge-private-mcp": login.membersSettings,
    [FRONT_NAME]: realOrigins(serving),
    ...managed?.settings,
  };
  const builds = new Builds(folder.built, CHECKOUT_BUILDS);
  const place = { folder, inner, host: host.services, builds, identityCa: login.ca };
  const runtimes = await prepareRuntime(
    sources,
    {
      secrets,
      pluginPack: pack.path,
      staticFiles: options.staticFiles ?? (await staticFilesForRun(builds)),
      settings,
      ownSettings,
      workers: new Set(configs.map(({ name }) => name)),
      loader: options.loader ?? true,
    },
    { ...place, ...(managed ? { family: managed.family } : {}) },
  );
  return { secrets, key, executable: pack.executable, leftOut: pack.leftOut, runtimes, managed, own, advised };
}

interface Hosted {
  readonly runtimes: Runtimes;
  readonly secrets: FolderSecrets;
  readonly processes: Processes;
  readonly known: KnownLosses;
  readonly tell: Tell;
}

/** Deploys each tenant's worker, in a run with one worker for each tenant. Answers the tenants that it left out. */
async function hosted(
  managed: ManagedMachine | undefined,
  { runtimes: { rewrite, scripts }, secrets, processes, known, tell }: Hosted,
): Promise<ReadonlySet<string>> {
  if (!managed) return new Set();
  managed.follow({ rewrite, processes, tell });
  const { deployer, provider } = managed;
  const left = await hostTenants({
    deployer,
    bearer: secrets["OPERATOR_TOKEN"] ?? "",
    provider: { ...provider, token: secrets["PROVIDER_TOKEN"] ?? "" },
    artifact: scripts.get(ARTIFACT) ?? "",
  });
  for (const loss of left.map(notHostedTold)) {
    tell(`${loss.what} ${loss.mend}`);
    known.add(loss);
  }
  return new Set(left.map(({ tenant }) => tenant));
}

const foldersFor = ({ managed = false, profile }: LocalOptions, serving: Serving): readonly string[] =>
  managed ? managedFolders() : foldersOf(profile, serving);

/**
 * The folder of the static files. A checkout builds them into the data folder, so that two runs never share one; the
 * installed package contains them.
 */
async function staticFilesForRun(builds: Builds): Promise<string> {
  if (!canBuildStaticFiles()) return STATIC_FOLDER;
  const make = async (folder: string): Promise<readonly string[]> => (await buildStaticFiles(folder)).inputs;
  return builds.makeFolder({ name: "static", settings: null, make });
}
