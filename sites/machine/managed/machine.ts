/**
 * The additional parts of a run with one worker for each tenant. These are the stand-in for the provider, the
 * deployer's port, and the workers made from uploads.
 */
import { join } from "node:path";
import { TENANT_CLASS } from "../../platform/tenants/bindings.ts";
import { TENANT_NAMESPACE } from "../../cli/cloudflare/descriptor/managed.ts";
import { DISPATCHER } from "../../platform/tenants/names.ts";
import { ADDRESS } from "../process/listening.ts";
import { claimPort } from "../names/port.ts";
import { reason } from "../process/problem.ts";
import { ROOT } from "../provider/api.ts";
import { StandIn } from "../provider/standIn.ts";
import { type AccountState, emptyAccount } from "../provider/state.ts";
import { scriptNamed } from "../provider/workerRoutes.ts";
import type { Processes } from "../runner/processPair.ts";
import type { RunFamily } from "../runner/prepareRuntime.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { objectId } from "../state/objectId.ts";
import type { FolderSecrets } from "../state/secrets.ts";
import { type DispatchKeys, dispatchKeys } from "./dispatchKeys.ts";
import { type OperatorDoor, openDoor } from "./door.ts";
import { KeptAccount, removeFolder } from "./keptAccount.ts";
import { DEPLOYER, managedConfig, managedWorkers, shapeOf, STORE } from "./managedRun.ts";
import { StartChecks } from "./startChecks.ts";
import { releaseStore } from "./releaseStore.ts";

/** The made-up account id: 32 hexadecimal digits, as at the provider. */
const ACCOUNT = "0".repeat(32);
/** Uploads within this time cause one restart, in milliseconds, because each restart interrupts every request. */
const TOGETHER_MS = 150;

interface Inner {
  readonly deployer: number;
  readonly store: number;
}

interface Parts {
  readonly folder: DataFolder;
  readonly account: AccountState;
  readonly kept: KeptAccount;
  readonly keys: DispatchKeys;
  readonly inner: Inner;
  readonly door: OperatorDoor;
}

/** The parts that restart the workers with the uploaded code. */
export interface Renewing {
  /** Writes the workers' configuration again. */
  rewrite(): void;
  readonly processes: Pick<Processes, "renew">;
  readonly tell: (line: string) => void;
}

export class ManagedMachine implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #open = new AsyncDisposableStack();
  #provider: StandIn | undefined;
  #renewing: Renewing | undefined;
  /** A description of the account in the running configuration. */
  #running = "";
  #waiting: NodeJS.Timeout | undefined;
  /** Resolves when the workers have stopped for the latest upload. */
  #taken = Promise.withResolvers<void>();

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#open.use(parts.door);
  }

  static async open(folder: DataFolder, secrets: FolderSecrets, tell: Renewing["tell"]): Promise<ManagedMachine> {
    const inner = { deployer: await claimPort(0), store: await claimPort(0) };
    const objects = releaseStore({ port: inner.store, word: secrets["STORE_WORD"] ?? "", state: folder.state });
    const checks = new StartChecks(folder);
    const account = emptyAccount(ACCOUNT, "This machine", {
      token: secrets["PROVIDER_TOKEN"] ?? "",
      objects,
      startFault: async (uploaded) => {
        const fault = await checks.findFault(uploaded);
        if (fault !== undefined)
          tell(`The uploaded code of the worker ${uploaded.script.id} does not start, so it is refused: ${fault}`);
        return fault;
      },
    });
    account.dispatch = new Set([TENANT_NAMESPACE]);
    account.scripts.set(DISPATCHER, scriptNamed(DISPATCHER));
    account.buckets.add("drawbridge-releases").add("drawbridge-archives");
    const kept = new KeptAccount({ folder, account, tell });
    await kept.leaveOut((uploaded) => checks.findFault(uploaded));
    const door = await openDoor(inner.deployer);
    const machine = new ManagedMachine({ folder, account, kept, keys: await dispatchKeys(secrets), inner, door });
    machine.#provider = machine.#open.use(await StandIn.start(account, () => machine.#changed()));
    machine.#sweep();
    return machine;
  }

  /** The deployer's address for the operator. */
  get deployer(): string {
    return this.#parts.door.address;
  }

  /** Variables that make wrangler use this machine's stand-in. Its token is among the secrets. */
  get provider(): { readonly api: string; readonly account: string } {
    return { api: `${this.#provider?.origin ?? ""}${ROOT}`, account: ACCOUNT };
  }

  /** Variables of workers that depend on this machine, by worker. */
  get settings(): Readonly<Record<string, Readonly<Record<string, string>>>> {
    const { api, account } = this.provider;
    return {
      [DEPLOYER]: { PROVIDER_API: api, ACCOUNT_ID: account, DISPATCH_KEYS: this.#parts.keys.public },
    };
  }

  get family(): RunFamily {
    const { account, keys, inner, folder } = this.#parts;
    return {
      config: managedConfig,
      workers: (workers) => {
        this.#running = shapeOf(account);
        return managedWorkers(workers, { account, keys, folder: join(folder.config, "uploaded") });
      },
      sockets: {
        deployer: { address: `${ADDRESS}:${inner.deployer}`, worker: DEPLOYER },
        store: { address: `${ADDRESS}:${inner.store}`, worker: STORE },
      },
    };
  }

  /** From this call on, uploads restart the workers. */
  follow(renewing: Renewing): void {
    this.#renewing = renewing;
    this.#begin();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#renewing = undefined;
    clearTimeout(this.#waiting);
    this.#taken.resolve();
    await this.#open.disposeAsync();
  }

  /**
   * Stores the account before the stand-in answers. If the workers must change, it waits until they have stopped. A
   * client then never relies on code that does not run, or on data that will be deleted.
   */
  async #changed(): Promise<void> {
    this.#parts.kept.keep();
    if (this.#begin()) await this.#taken.promise;
  }

  /** Schedules a restart. False if the running configuration is already current. */
  #begin(): boolean {
    if (!this.#renewing || shapeOf(this.#parts.account) === this.#running) return false;
    this.#waiting ??= setTimeout(() => this.#renew(), TOGETHER_MS);
    return true;
  }

  #renew(): void {
    this.#waiting = undefined;
    if (!this.#renewing) return;
    const { rewrite, processes, tell } = this.#renewing;
    try {
      rewrite();
    } catch (error) {
      tell(`The uploaded worker does not run here: ${reason(error)}`);
      return this.#answer();
    }
    processes.renew({
      why: "The workers restart with the uploaded code.",
      between: () => {
        this.#sweep();
        this.#answer();
      },
    });
  }

  #answer(): void {
    this.#taken.resolve();
    this.#taken = Promise.withResolvers();
  }

  /** Deletes the data of removed tenants. Call it only while no worker runs, because workers hold the files open. */
  #sweep(): void {
    const objects = join(this.#parts.folder.state, "v3/do");
    const place = {
      script: (name: string) => [join(objects, `${name}-${TENANT_CLASS}`)],
      queue: (name: string) => {
        const file = join(objects, QUEUES, `${objectId(QUEUES, name)}.sqlite`);
        return [file, `${file}-wal`, `${file}-shm`];
      },
    };
    this.#parts.kept.sweep((kind, name) => {
      for (const path of place[kind](name)) removeFolder(path);
    });
  }
}

/** The folder of the queue objects. */
const QUEUES = "drawbridge-queues-Queue";
