import { EXPORT_KEPT_MS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Powers } from "../powers.ts";
import type { Sites } from "../sites.ts";
import type { ArchiveGarbage } from "./garbage.ts";
import type { Recovery } from "./rewinder.ts";
import type { ArchiveFile, VaultOf } from "./vault.ts";
import type { BackupsView } from "./views.ts";

export interface ArchiveReadParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly archiveGarbage: ArchiveGarbage;
  readonly vaultOf: VaultOf;
  readonly recovery: Recovery;
}

/** What those who keep archives read of them. */
export class ArchiveReads {
  readonly #parts: ArchiveReadParts;

  constructor(parts: ArchiveReadParts) {
    this.#parts = parts;
  }

  async backups(site: string): Promise<BackupsView> {
    const { powers, sites, archiveGarbage, vaultOf, recovery } = this.#parts;
    const all = await vaultOf(sites.get(site).tenant).list("backups");
    const present = await recovery.present();
    return {
      items: archiveGarbage.without("backups", all, powers.now()),
      platform: "reason" in present ? { available: false, bookmark: null, reason: present.reason } : { available: true, bookmark: present.bookmark, reason: null },
    };
  }

  /** An export to be taken away, which can be done for a time. */
  async exported(site: string, id: string): Promise<ArchiveFile> {
    const { powers, sites, vaultOf } = this.#parts;
    const found = await vaultOf(sites.get(site).tenant).open("exports", id);
    if (found && powers.now() - found.facts.createdAt < EXPORT_KEPT_MS) return { body: found.body, bytes: found.facts.bytes };
    await found?.body.cancel();
    throw new Refusal("NOT_FOUND", { export: id });
  }
}
