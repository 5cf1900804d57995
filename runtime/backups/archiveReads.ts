import { EXPORT_KEPT_MS } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { ArchiveGarbage } from "./garbage.ts";
import type { Recovery } from "./rewinder.ts";
import type { ArchivedName, ArchiveFile, VaultOf } from "./vault.ts";
import type { BackupsView } from "./views.ts";

/** The vault and the tables from which archives are listed and downloaded. */
export interface ArchiveReadParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly archiveGarbage: ArchiveGarbage;
  readonly vaultOf: VaultOf;
  readonly recovery: Recovery;
}

/** Reads of archives, for the members who manage backups. */
export class ArchiveReads {
  readonly #parts: ArchiveReadParts;

  constructor(parts: ArchiveReadParts) {
    this.#parts = parts;
  }

  backups(site: string): Promise<BackupsView> {
    return this.kept(this.#parts.sites.get(site).tenant);
  }

  /** A tenant's backups, available even while its workspace is empty. */
  async kept(tenant: string): Promise<BackupsView> {
    const { powers, archiveGarbage, vaultOf, recovery } = this.#parts;
    const all = await vaultOf(tenant).list("backups");
    const present = await recovery.present();
    return {
      items: archiveGarbage.without("backups", all, powers.now()),
      platform:
        "reason" in present
          ? { available: false, bookmark: null, reason: present.reason }
          : { available: true, bookmark: present.bookmark, reason: null },
    };
  }

  /** Opens a backup, its members after it, or a media file beside the backups. It is for an operator's own copy. */
  async archived(tenant: string, asked: ArchivedName): Promise<ArchiveFile> {
    const { powers, archiveGarbage, vaultOf } = this.#parts;
    const vault = vaultOf(tenant);
    if ("file" in asked) return (await vault.openMedia(asked.file)) ?? absent("file", asked.file);
    const isGone = archiveGarbage.isDue("backups", asked.backup, powers.now());
    const found = isGone ? undefined : await vault.open("backups", asked.backup);
    return found ? { body: found.body, bytes: found.facts.bytes } : absent("backup", asked.backup);
  }

  /** Opens an export for download, until it expires. */
  async exported(site: string, id: string): Promise<ArchiveFile> {
    const { powers, sites, vaultOf } = this.#parts;
    const found = await vaultOf(sites.get(site).tenant).open("exports", id);
    if (found && powers.now() - found.facts.createdAt < EXPORT_KEPT_MS)
      return { body: found.body, bytes: found.facts.bytes };
    await found?.body.cancel();
    throw new Refusal("NOT_FOUND", { export: id });
  }
}

function absent(kind: string, id: string): never {
  throw new Refusal("NOT_FOUND", { kind, id });
}
