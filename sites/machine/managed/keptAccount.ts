/**
 * Stores the stand-in provider's account in the data folder. After a restart, every tenant's worker is as it was
 * uploaded.
 */
import { sha256 } from "../../cli/files/sha256.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { Problem } from "../process/problem.ts";
import type { AccountState, StoredQueue, TenantMetadata, TenantScript } from "../provider/state.ts";

const OWNER_ONLY = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Checks only the outline of the file, because only this program writes it. A damaged file still gets a clear error.
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

export class KeptAccount {
  readonly #folder: string;
  readonly #account: AccountState;
  /** Removed scripts and queues whose data is still in the folder. */
  readonly #removed = new Set<string>();
  #named: ReadonlySet<string>;

  /** Fills an account with the state that an earlier run stored. */
  constructor(state: string, account: AccountState) {
    this.#folder = join(state, "provider");
    this.#account = account;
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const kept = this.#read();
    if (kept) this.#fill(kept);
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
    return join(this.#folder, "account.json");
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
    if (!existsSync(this.#file)) return undefined;
    try {
      return outline.parse(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch (error) {
      // The parser's error would quote tenants' secrets.
      throw new Problem(`The file ${this.#file} is damaged. Restore it from a backup of the folder, or remove it.`, {
        cause: error,
      });
    }
  }

  #fill({ buckets, queues, tenants, removed }: Outline): void {
    for (const name of buckets) this.#account.buckets.add(name);
    this.#account.queues.push(...queues);
    for (const { key, modules, ...script } of tenants) {
      const bytes = modules.map(
        ([name, digest]) => [name, new Uint8Array(readFileSync(this.#modulePath(digest)))] as const,
      );
      this.#account.tenants.set(key, { ...script, modules: new Map(bytes) });
    }
    for (const entry of removed) this.#removed.add(entry);
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
