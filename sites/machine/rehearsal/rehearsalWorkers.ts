/**
 * The workers of one run of an author's tests. Plugin code has its own process, so an endless loop does not block the
 * site. That process is then killed and restarted.
 */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ADDRESS } from "../process/listening.ts";
import { claimPort } from "../names/port.ts";
import { Builds } from "../runner/builds.ts";
import { currentBundle } from "../runner/bundling.ts";
import { endBundler } from "../runner/platform.ts";
import { apart, type RuntimeProcess } from "../runner/prepareRuntime.ts";
import { type RunWorker, writeRuntimeConfig } from "../runner/runtimeConfig.ts";
import { Supervisor, type ProcessRole } from "../runner/supervisor.ts";
import { refuseIfWorkerdCannotRun } from "../runner/canRun.ts";
import { CHECKOUT_BUILDS } from "../runner/sharedBuilds.ts";
import { readConfig } from "../runner/workerConfig.ts";
import type { DataFolder } from "../state/dataFolder.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const REHEARSAL = at("sites/workers/rehearsal/rehearsal.jsonc");
const SANDBOX = at("sandbox/wrangler.jsonc");

/** Charges no plugin for ended processes, because the test itself reports what its plugin did. */
const UNCHARGED: Pick<ProcessRole, "runs" | "trials" | "watch"> = {
  runs: { began: () => undefined, stopped: () => undefined, ended: () => null, killed: () => undefined },
  trials: { restart: () => undefined },
  watch: "nothing",
};

async function bundled(source: string, builds: Builds): Promise<RunWorker> {
  const committed = readConfig(source);
  const config = { ...committed, main: resolve(dirname(source), committed.main) };
  return { config, script: await currentBundle(config, builds), secrets: {} };
}

export class RehearsalWorkers implements AsyncDisposable {
  readonly url: string;
  readonly #site: Supervisor;
  readonly #sandbox: Supervisor;
  #renewing: Promise<void> | undefined;

  private constructor(port: number, site: Supervisor, sandbox: Supervisor) {
    this.url = `http://${ADDRESS}:${port}`;
    this.#site = site;
    this.#sandbox = sandbox;
  }

  static async start(folder: DataFolder): Promise<RehearsalWorkers> {
    await refuseIfWorkerdCannotRun();
    const builds = new Builds(folder.built, CHECKOUT_BUILDS);
    const [site, sandbox] = await Promise.all([bundled(REHEARSAL, builds), bundled(SANDBOX, builds)]);
    const [sandboxProcess, remote] = await apart([sandbox], folder);
    const port = await claimPort(0);
    const config = writeRuntimeConfig({
      workers: [site],
      elsewhere: { [sandbox.config.name]: remote },
      sockets: { entry: { address: `${ADDRESS}:${port}`, worker: site.config.name } },
      folder: folder.config,
      state: folder.state,
      host: undefined,
    });
    await using starting = new AsyncDisposableStack();
    const supervised = (process: RuntimeProcess): Supervisor =>
      starting.use(new Supervisor({ folder, tell: () => undefined, first: { ...UNCHARGED, ...process } }));
    const started = new RehearsalWorkers(port, supervised({ config, port }), supervised(sandboxProcess));
    await Promise.all([started.#site.ready(), started.#sandbox.ready(), endBundler()]);
    starting.move();
    return started;
  }

  /** Kills the sandbox's process, and waits until the next one answers. Concurrent calls share one restart. */
  renewSandbox(): Promise<void> {
    this.#renewing ??= this.#sandbox.renewed().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#site[Symbol.asyncDispose](), this.#sandbox[Symbol.asyncDispose]()]);
  }
}
