/**
 * Stores the stand-in provider's account in the data folder. After a restart, every tenant's worker is as it was
 * uploaded.
 */
import { sha256 } from "../../cli/files/sha256.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { Aside } from "../damage/aside.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { stateIn } from "../state/stateFile.ts";
import type { AccountState, StoredQueue, TenantMetadata, TenantScript } from "../provider/state.ts";

const OWNER_ONLY = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Checks only the outline of the file, because only this program writes it.
 */
const outline = z.object({
  buckets: z.array(z.string()),
  queues: z.array(z.custom<StoredQueue>()),
  tenants: z.array(
    z.object({
      key: z.string(),
      script: z.custom<TenantScript["script"]>(),
      metadata: z.custom<TenantMetadata>(),
      classes: z.array(z.string()),
      modules: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
  removed: z.array(z.string()),
});
type Outline = z.infer<typeof outline>;

export interface KeptAccountInput {
  readonly folder: Pick<DataFolder, "path" | "state" | "aside">;
  readonly account: AccountState;
  readonly tell: (line: string) => void;
}

/** The folder below the state folder. */
const PLACE = "provider";
const FILE = "account.json";
const AGAIN = "deployed again from its release";

export class KeptAccount {
  readonly #folder: string;
  readonly #account: AccountState;
  readonly #tell: (line: string) => void;
  readonly #aside: Aside;
  /** Removed scripts and queues whose data is still in the folder. */
  readonly #removed = new Set<string>();
  #named: ReadonlySet<string>;

  /**
   * Fills an account with the state that an earlier run stored. What is damaged is set aside and told; the deployer
   * deploys the tenants again.
   */
  constructor({ folder, account, tell }: KeptAccountInput) {
    this.#folder = join(folder.state, PLACE);
    this.#account = account;
    this.#tell = tell;
    this.#aside = new Aside(folder, Date.now());
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const kept = this.#read();
    if (kept) this.#fill(kept);
    this.#named = this.#names();
  }

  /**
   * Takes each worker away whose code does not start, and tells. Its data stays, and the deployer deploys it again. An
   * earlier release of this program has accepted such code.
   */
  async leaveOut(faultOf: (uploaded: TenantScript) => Promise<string | undefined>): Promise<void> {
    for (const [key, uploaded] of this.#account.tenants) {
      const fault = await faultOf(uploaded);
      if (fault === undefined) continue;
      this.#account.tenants.delete(key);
      this.#tell(
        `The code of the worker ${uploaded.script.id} does not start: ${fault.replace(/\.$/, "")}. If its last deployment succeeded, it is ${AGAIN}.`,
      );
    }
    this.#named = this.#names();
  }

  /** Stores the account atomically. */
  keep(): void {
    const named = this.#names();
    for (const name of this.#named) if (!named.has(name)) this.#removed.add(name);
    this.#named = named;
    this.#write();
  }

  /**
   * Deletes the data of removed scripts and queues: a script's objects, a queue's messages. Call it only while no
   * worker runs.
   */
  sweep(remove: (kind: "script" | "queue", name: string) => void): void {
    if (this.#removed.size === 0) return;
    for (const entry of this.#removed) {
      const [kind = "", name = ""] = entry.split(" ");
      remove(kind === "queue" ? "queue" : "script", name);
    }
    this.#removed.clear();
    this.#write();
  }

  get #file(): string {
    return join(this.#folder, FILE);
  }

  #modulePath(digest: string): string {
    return join(this.#folder, `${digest}.js`);
  }

  #names(): ReadonlySet<string> {
    const { tenants, queues } = this.#account;
    return new Set([
      ...[...tenants.values()].map(({ script }) => `script ${script.id}`),
      ...queues.map(({ queue_name }) => `queue ${queue_name}`),
    ]);
  }

  #read(): Outline | undefined {
    const kept = stateIn(this.#file, outline);
    // The parser's error would quote tenants' secrets.
    if (kept.found === undefined && kept.why === "damaged")
      this.#tell(
        `The record of the tenants' workers (state/${PLACE}/${FILE}) was damaged. It is kept as ${this.#aside.move(join(PLACE, FILE))}. Every tenant's worker is ${AGAIN}.`,
      );
    return kept.found;
  }

  #fill({ buckets, queues, tenants, removed }: Outline): void {
    for (const name of buckets) this.#account.buckets.add(name);
    this.#account.queues.push(...queues);
    for (const { key, modules, ...script } of tenants) {
      const whole = this.#modulesOf(script.script.id, modules);
      if (whole) this.#account.tenants.set(key, { ...script, modules: whole });
    }
    for (const entry of removed) this.#removed.add(entry);
  }

  /** The code of a worker by module; undefined, and told, if a part is missing or damaged. */
  #modulesOf(worker: string, modules: Outline["tenants"][number]["modules"]): Map<string, Uint8Array> | undefined {
    const found = modules.map(([name, digest]) => [name, this.#moduleOf(digest)] as const);
    const whole = found.flatMap(([name, bytes]) => (bytes ? [[name, bytes] as const] : []));
    if (whole.length === found.length) return new Map(whole);
    this.#tell(`The code of the worker ${worker} was missing or damaged in state/${PLACE}. The worker is ${AGAIN}.`);
    return undefined;
  }

  /** The code with a digest, if the file has it. A file with other bytes is set aside. */
  #moduleOf(digest: string): Uint8Array | undefined {
    const path = this.#modulePath(digest);
    if (!existsSync(path)) return undefined;
    const bytes = new Uint8Array(readFileSync(path));
    if (sha256(bytes) === digest) return bytes;
    this.#aside.move(join(PLACE, `${digest}.js`));
    return undefined;
  }

  #write(): void {
    const { buckets, queues, tenants } = this.#account;
    const kept: Outline = {
      buckets: [...buckets],
      queues: [...queues],
      tenants: [...tenants].map(([key, { modules, ...script }]) => ({
        key,
        ...script,
        classes: [...script.classes],
        modules: [...modules].map(([name, bytes]): [string, string] => [name, this.#keepModule(bytes)]),
      })),
      removed: [...this.#removed],
    };
    writeWhole(this.#file, JSON.stringify(kept), OWNER_ONLY);
  }

  /** Stores code by its digest, so that tenants of one release share one file. */
  #keepModule(bytes: Uint8Array): string {
    const digest = sha256(bytes);
    const path = this.#modulePath(digest);
    if (existsSync(path)) return digest;
    writeWhole(path, bytes, OWNER_ONLY);
    return digest;
  }
}

/** Deletes a file or folder, if it exists. */
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });
