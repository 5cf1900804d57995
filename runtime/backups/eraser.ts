import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Actor, actorName } from "../area/actor.ts";
import type { FormFiles } from "../submissions/files.ts";
import type { PublicContent } from "../serving/publicContent.ts";
import type { PublicInventory } from "../serving/publicInventory.ts";
import { type Schema, schemaVersion } from "../database/schema.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { type ArchiveHead, problemIn } from "./archive.ts";
import { copied, countedRows, requireSame, requireVisitorsKept } from "./copied.ts";
import type { ErasedPlaces, Erasure, Erasures } from "./erasures.ts";
import type { ArchiveParts } from "./making.ts";
import { type NamedArchive, namedArchive, refusalFor, requireConfirmation } from "./named.ts";
import { startAgain } from "./startAgain.ts";
import type { Vault } from "./vault.ts";
import type { ErasedView } from "./views.ts";

/** The operator's erasure: the archive with its digest, and the typed confirmation. */
export interface EraseInput extends NamedArchive {
  /** Must be exactly `ERASE <tenant>`. */
  readonly confirmation: string;
  /** True if visitors' submissions may be lost although the archive lacks them. */
  readonly discardSubmissions: boolean;
  readonly actor: Actor;
  readonly requestId: string;
}

export interface EraseParts extends ArchiveParts {
  readonly schema: Schema;
  readonly tenant: Tenant;
  readonly formFiles: FormFiles;
  readonly publicContent: PublicContent;
  readonly publicInventory: PublicInventory;
  readonly erasures: Erasures;
  /** Opens a tenant's public store, by the tenant's id. */
  readonly placesOf: (tenant: string) => ErasedPlaces;
}

/**
 * Empties a workspace in one transaction, if an archive contains all of it byte for byte. The public store is emptied
 * afterwards. If the machine stops meanwhile, the workspace continues at its next start.
 */
export class Eraser {
  readonly #parts: EraseParts;

  constructor(parts: EraseParts) {
    this.#parts = parts;
  }

  /** Erases the workspace, or answers the earlier erasure with the same archive. */
  async run(input: EraseInput): Promise<Erasure> {
    requireConfirmation("ERASE", input.tenant, input.confirmation);
    this.#requireSuspended();
    if (this.#isEmpty()) return this.#before(input);
    return this.#parts.archiveTurn.run(() => this.#compared(input));
  }

  /** Empties the public store, as far as one turn allows. The alarm continues. */
  async goOn(tenant: string, erasure: Erasure): Promise<ErasedView> {
    const { erasures, placesOf, vaultOf } = this.#parts;
    await erasures.goOn(placesOf(tenant));
    return { tenant, ...erasure, finished: erasures.isFinished, left: await leftIn(vaultOf(tenant)) };
  }

  async #compared(input: EraseInput): Promise<Erasure> {
    const { archiveCopy, powers, publicContent, vaultOf } = this.#parts;
    const archive = await namedArchive(this.#parts, vaultOf(input.tenant), input);
    try {
      const problem = await problemIn(async () => void (await copied(this.#parts, archive)));
      if (problem) throw refusalFor(problem);
      while (publicContent.isRunning) await publicContent.settled();
      return powers.sql.atomically(() => {
        const erasure = this.#erase(archive.head, input);
        archiveCopy.drop();
        return erasure;
      });
    } catch (error) {
      archiveCopy.drop();
      throw error;
    }
  }

  #erase(archive: ArchiveHead, input: EraseInput): Erasure {
    // Each of these facts may have changed while the archive was read, so it is checked again.
    this.#requireSuspended();
    if (this.#isEmpty()) return this.#before(input);
    this.#requireKept(archive, input);
    const { powers, sites, tenant, mediaObjects, formFiles, publicInventory, erasures, archiveGarbage } = this.#parts;
    const all = sites.all();
    const rows = countedRows(this.#parts, this.#parts.tables.namesOf("archived", "submitted"));
    const erasure = { archive: input.sha256, sites: all.map(({ site }) => site), rows, at: powers.now() };
    const keys = all.flatMap((row) => publicInventory.keysOf(row));
    mediaObjects.abandon();
    formFiles.abandonAll();
    startAgain(this.#parts, schemaVersion(powers.sql), () => undefined);
    tenant.setName(input.tenant);
    erasures.begin(erasure, keys);
    // An export that is now the only copy must not expire.
    archiveGarbage.spare(input.kind, input.backup);
    this.#audit(erasure, input);
    return erasure;
  }

  #requireSuspended(): void {
    if (this.#parts.tenant.status !== "suspended")
      throw new Refusal("CONFLICT", {
        conflict: "tenant_not_suspended",
        reason:
          "Only a suspended tenant can be erased, so that nobody reads or writes meanwhile. Suspend the tenant first.",
      });
  }

  #requireKept(archive: ArchiveHead, { discardSubmissions }: EraseInput): void {
    const { tables, formFiles } = this.#parts;
    const submissions = archive.submissions ? 0 : countedRows(this.#parts, tables.namesOf("submitted"));
    requireVisitorsKept({ submissions, files: formFiles.held() }, discardSubmissions);
    requireSame(this.#parts, archive);
  }

  #isEmpty(): boolean {
    return countedRows(this.#parts, this.#parts.tables.namesOf("archived", "submitted")) === 0;
  }

  #before({ sha256 }: EraseInput): Erasure {
    const last = this.#parts.erasures.last();
    if (last?.archive !== sha256)
      throw new Refusal("CONFLICT", { conflict: "workspace_empty", reason: "This workspace is empty." });
    return last;
  }

  /** Writes an audit row about the erasure for each site. */
  #audit({ sites, archive, at }: Erasure, { actor, requestId }: EraseInput): void {
    const { outbox } = this.#parts;
    for (const site of sites) {
      outbox.audit({
        site,
        actor: actorName(actor),
        command: "tenant.erase",
        inputDigest: archive,
        outcome: "done",
        requestId,
        at,
      });
    }
  }
}

async function leftIn(vault: Vault): Promise<ErasedView["left"]> {
  const [media, backups, exported] = [
    await vault.servedMedia(),
    await vault.list("backups"),
    await vault.list("exports"),
  ];
  return { media, backups: backups.length, exports: exported.length };
}
