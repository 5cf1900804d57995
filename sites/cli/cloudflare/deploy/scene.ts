/** Everything that a deployment works on: the prepared set, the account and the operator's choices. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Profile } from "../../../workers/workers.ts";
import { Trouble } from "../../command/command.ts";
import type { Connection } from "../account/account.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import type { Examined, PreparedWorker } from "../descriptor/check.ts";
import { configHostnames } from "../live/accountChecks.ts";
import { sha256 } from "../../files/sha256.ts";
import type { PreparedSet } from "../descriptor/prepared.ts";
import type { SiteDirectory } from "../descriptor/siteDirectory.ts";
import type { WorkerSecrets } from "./secrets.ts";

export interface Scene {
  readonly profile: Profile;
  readonly connection: Connection;
  readonly descriptor: Descriptor;
  readonly set: PreparedSet;
  readonly workers: readonly PreparedWorker[];
  readonly secrets: WorkerSecrets;
  /** Hostnames that the operator adds to the site worker. */
  readonly hostnames: readonly string[];
  /** True if the operator allows that workers move to other resources. */
  readonly isRetargeting: boolean;
}

/** The account, and the operator's choices. */
export type SceneParts = Pick<Scene, "profile" | "connection" | "secrets" | "hostnames" | "isRetargeting">;

/** Hostnames that this deployment gives a worker. The worker may have others already. */
export const hostnamesOfWorker = ({ hostnames }: Scene, { row, config }: PreparedWorker): string[] => [
  ...new Set([...configHostnames(config), ...(row.key === "site" ? hostnames : [])]),
];

/** Builds the scene from an examination without faults. */
export function readScene({ descriptor, set, workers }: Examined, parts: SceneParts): Scene {
  if (!descriptor || !set) throw new Error("The doctor passed without a descriptor and a prepared set.");
  return { descriptor, set, workers, ...parts };
}

/** The copy is readable by the operator's user alone. */
const OWNER_ONLY = 0o600;

/**
 * A private copy of the prepared set, removed at the end. A concurrent `prepare` removes the set it replaces, but the
 * upload must equal the checked files. The copy holds only recorded files, because wrangler also reads others, such as
 * `.env`.
 */
export class Copy implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "drawbridge-deploy-"));

  constructor(site: SiteDirectory, { record }: PreparedSet) {
    try {
      for (const [path, digest] of Object.entries(record.files)) this.#take(site, path, digest);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  #take({ prepared }: SiteDirectory, path: string, digest: string): void {
    const bytes = readFileSync(join(prepared, path));
    if (sha256(bytes) !== digest)
      throw new Trouble(`${path} was changed after it was prepared. Run svc cloudflare prepare again.`);
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), bytes, { mode: OWNER_ONLY });
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
