import { DEMO_NAMES, loadDemo } from "../demo/load.ts";
import { emptyDataFolder, forgetConfig, openDataFolder } from "./dataFolder.ts";
import type { DataFolder } from "./dataFolder.ts";
import { installDemoPlugins } from "./demoPlugins.ts";
import { Entrance } from "./entrance.ts";
import { startIdentityProvider } from "./identityProvider.ts";
import type { Application } from "./identityProvider.ts";
import { lock } from "./lock.ts";
import type { Options } from "./options.ts";
import { packForRun } from "./pluginPack.ts";
import type { PluginPack } from "./pluginPack.ts";
import { claimPort } from "./port.ts";
import type { Problem } from "./problem.ts";
import { hasSandbox, PROFILES, runsPlugins, servesAgents } from "./profile.ts";
import { provisionDemo } from "./provisioning.ts";
import type { LocalSite } from "./provisioning.ts";
import { takeInventory } from "./inventory.ts";
import type { Inventory } from "./inventory.ts";
import { lossesIn, lostSecrets, refuseLostControlPlane } from "./losses.ts";
import type { Loss } from "./losses.ts";
import { keepSecrets } from "./secrets.ts";
import type { Secrets } from "./secrets.ts";
import { keepSigningKey } from "./signingKey.ts";
import type { SigningKey } from "./signingKey.ts";
import { Runs } from "./runs.ts";
import { serveRuns } from "./runsAddress.ts";
import { refuseDamage } from "./soundness.ts";
import { diskOf, Space } from "./space.ts";
import { standingOf } from "./standing.ts";
import type { Standing } from "./standing.ts";
import { prepareStorage, shippedPictures } from "./storage.ts";
import { Supervisor } from "./supervisor.ts";
import { trustKeys } from "./trustKeys.ts";
import { committedConfig, readConfig, secretsOf, writeRunConfig } from "./workerConfig.ts";
import { logOf, turnLogs } from "./workers.ts";

export interface LocalOptions extends Omit<Options, "json" | "loader" | "trust">, Partial<Pick<Options, "loader" | "trust">> {
  /** Further wrangler configurations. They come before the project's own workers, so the first of them gets the port. */
  readonly extraWorkers?: readonly string[];
  /** False leaves the control plane empty. */
  readonly demo?: boolean;
  /** Progress, warnings and what the workers say. */
  readonly tell?: (line: string) => void;
}

/** A running installation. */
export interface Local {
  readonly port: number;
  /** Address of the first demo site, or of the machine when there is none. */
  readonly site: string;
  readonly sites: readonly LocalSite[];
  /** What was in the data folder before and is not any more. */
  readonly missing: readonly Loss[];
  readonly folder: DataFolder;
  readonly log: string;
  readonly secrets: Secrets;
  /** What this run can do with plugins. */
  standing(): Promise<Standing>;
  /** Process id of the workerd that runs the workers. It changes when workerd is started again. */
  readonly pid: number | undefined;
  /** Process id of the workerd that listens on the port. */
  readonly frontPid: number | undefined;
  /** Settles when the installation has broken down by itself. */
  readonly broken: Promise<Problem>;
  stop(): Promise<void>;
}

/** Starts everything on one machine, in the order in which a deployment does. Leaves nothing running when it throws. */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const { tell = () => undefined } = options;
  await using running = new AsyncDisposableStack();
  const folder = openDataFolder(options.data);
  const { release } = lock(folder);
  running.defer(release);
  if (options.fresh) emptyDataFolder(folder);
  const { kept, missing } = examine(folder);
  const port = await claimPort(options.port);
  turnLogs(folder);
  tell(`Drawbridge, profile ${options.profile}, data in ${folder.path}`);
  for (const { what, mend } of missing) tell(`${what} ${mend}`);
  const runs = new Runs(folder.runs, Date.now);
  const { configs, secrets, executable, key } = await configure({ folder, port, running, runs }, options, tell);
  tell(await prepareStorage(folder, kept));
  const inner = await claimPort(0);
  const space = running.use(new Space(diskOf(folder.reserve)));
  running.use(await Entrance.open({ port, inner, hasSpace: () => space.isEnough }));
  const supervisor = running.use(new Supervisor({ configs, port: inner, folder, tell, runs, watched: runsPlugins(options) }));
  await supervisor.ready();
  const secret = secrets["PROVISIONING_SECRET"] ?? "";
  const filled = options.demo === false ? [] : provisionDemo({ port, secret, kept, tell });
  const sites = await supervisor.unlessBroken(filled);
  if (sites[0]?.state === "active" && hasSandbox(options.profile)) await supervisor.unlessBroken(installDemoPlugins({ folder, port, plugins: executable, key, tell }));
  const owned = running.move();
  return {
    port, sites, missing, folder, secrets,
    standing: () => standingOf({ port, secret, sites }),
    site: sites[0]?.url ?? `http://localhost:${port}`,
    log: logOf(folder),
    broken: supervisor.broken,
    get pid() { return supervisor.pid; },
    get frontPid() { return supervisor.frontPid; },
    stop: () => owned.disposeAsync(),
  };
}

/** What is in the folder and what is not any more, before any of it is touched. */
function examine(folder: DataFolder): { readonly kept: Inventory; readonly missing: readonly Loss[] } {
  refuseDamage(folder);
  const kept = takeInventory(folder);
  refuseLostControlPlane(kept, folder);
  return { kept, missing: [...lossesIn(kept, shippedPictures()), ...lostSecrets(folder, kept)] };
}

type Tell = (line: string) => void;

interface Start {
  readonly folder: DataFolder;
  readonly port: number;
  readonly running: AsyncDisposableStack;
  readonly runs: Runs;
}

interface Configured {
  readonly configs: string[];
  readonly secrets: Secrets;
  readonly key: SigningKey;
  /** Plugins that are to be installed. */
  readonly executable: PluginPack["executable"];
}

/** What the workers are started with: secrets, the identity provider, plugins, and a configuration for each of them. */
async function configure({ folder, port, running, runs }: Start, options: LocalOptions, tell: Tell): Promise<Configured> {
  forgetConfig(folder);
  const sources = [...(options.extraWorkers ?? []), ...PROFILES[options.profile].map(committedConfig)];
  const configs = sources.map(readConfig);
  const secrets = keepSecrets(folder.secrets, [...new Set(configs.flatMap(secretsOf))]);
  const [application, members] = [siteApplication(port, secrets), membersApplication(port, secrets)];
  const identity = await startIdentityProvider([application, ...(servesAgents(options.profile) ? [members] : [])]);
  running.defer(() => identity.stop());
  const served = await serveRuns(runs);
  running.defer(() => served.stop());
  const pack = packForRun(folder, options.plugins);
  tell(`${pack.count} plugins packed.`);
  const key = await keepSigningKey(folder.signingKey);
  const settings = {
    ...identity.settings, OIDC_CLIENT_ID: application.id, PLUGIN_TRUST_KEYS: await trustKeys(key, options.trust ?? []),
    PROCESS_RUNS: served.address,
    MCP_ORIGIN: servesAgents(options.profile) ? `http://localhost:${port}` : "",
    MEMBERS_MCP_ORIGIN: membersMcpOrigin(port), CLIENT_REGISTRATION: "yes",
  };
  const ownSettings = { "drawbridge-private-mcp": { OIDC_CLIENT_ID: members.id } };
  const workers = new Set(configs.map(({ name }) => name));
  const input = { folder, secrets, pluginPack: pack.path, settings, ownSettings, workers, loader: options.loader ?? true };
  return { secrets, key, executable: pack.executable, configs: sources.map((source) => writeRunConfig(source, input)) };
}

/** The site worker as the identity provider knows it, with the address of each demo site to come back to. */
const siteApplication = (port: number, secrets: Secrets): Application => ({
  id: "drawbridge-site",
  secret: secrets["OAUTH_CLIENT_SECRET"] ?? "",
  callbacks: DEMO_NAMES.map((name) => `http://${loadDemo(name).domain.hostname}:${port}/api/auth/callback`),
});

/** An origin of its own: the site has names here, and the public server has `localhost`. */
export const membersMcpOrigin = (port: number): string => `http://127.0.0.1:${port}`;

/** The private MCP worker as the identity provider knows it: another application, with another secret. */
const membersApplication = (port: number, secrets: Secrets): Application => ({
  id: "drawbridge-private-mcp",
  secret: secrets["MEMBERS_MCP_OAUTH_CLIENT_SECRET"] ?? "",
  callbacks: [`${membersMcpOrigin(port)}/auth/callback`],
});
