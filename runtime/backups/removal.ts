import type { OneAtATime } from "../area/oneAtATime.ts";
import type { Powers } from "../powers/powers.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { ArchiveGarbage, DueArchive } from "./garbage.ts";
import { hashBy } from "./making.ts";
import { mediaNamed } from "./mediaIn.ts";
import { archivePlace } from "./named.ts";
import { type ArchiveKind, type Vault, type VaultOf, ARCHIVE_KINDS } from "./vault.ts";

/** The vault and the record of archives that are to be removed. */
export interface RemovalParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly archiveGarbage: ArchiveGarbage;
  readonly archiveTurn: OneAtATime;
  readonly vaultOf: VaultOf;
}

/** Removes expired archives, and the copies of files that no other archive names. */
export class ArchiveRemoval {
  readonly #parts: RemovalParts;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  /**
   * Removes due archives. It does not run while an archive is made, because no archive names the copied files yet. If
   * it finds an unreadable archive, it answers that archive and keeps every copied file, because the archive may name
   * any of them.
   */
  async runDue(): Promise<DueArchive | undefined> {
    const { archiveGarbage, archiveTurn, powers, tenant, vaultOf } = this.#parts;
    const due = archiveGarbage.due(powers.now());
    if (due.length === 0 || archiveTurn.isBusy || tenant.name === undefined) return undefined;
    const vault = vaultOf(tenant.name);
    return archiveTurn.run(async () => {
      for (const kind of ARCHIVE_KINDS)
        await vault.remove(
          kind,
          due.flatMap((one) => (one.kind === kind ? [one.id] : [])),
        );
      const unreadable = await this.#sweep(vault);
      archiveGarbage.removed(due);
      return unreadable;
    });
  }

  nextDue(): number | undefined {
    return this.#parts.archiveTurn.isBusy ? undefined : this.#parts.archiveGarbage.nextDue();
  }

  async #sweep(vault: Vault): Promise<DueArchive | undefined> {
    const unnamed = new Set(await vault.keptMedia());
    for (const kind of ARCHIVE_KINDS) {
      for (const { id } of unnamed.size > 0 ? await vault.list(kind) : []) {
        const named = await this.#named(vault, kind, id);
        if (!named) return { kind, id };
        for (const digest of named) unnamed.delete(digest);
      }
    }
    await vault.removeMedia([...unnamed]);
    return undefined;
  }

  #named(vault: Vault, kind: ArchiveKind, id: string): Promise<readonly string[] | undefined> {
    return mediaNamed(archivePlace(vault, kind, id), hashBy(this.#parts.powers));
  }
}
