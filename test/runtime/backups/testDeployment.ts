import { createHash } from "node:crypto";
import type { Actor } from "../../../runtime/area/actor.ts";
import type { ErasedPlaces } from "../../../runtime/backups/erasures.ts";
import { Eraser } from "../../../runtime/backups/eraser.ts";
import { ArchiveRemoval } from "../../../runtime/backups/removal.ts";
import { Restorer, type RestoreInput } from "../../../runtime/backups/restorer.ts";
import type {
  ArchiveFacts,
  ArchiveKind,
  ArchivePiece,
  Copied,
  MediaRef,
  StoredArchive,
  Vault,
} from "../../../runtime/backups/vault.ts";
import type { ArchiveView } from "../../../runtime/backups/views.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Deployment as KernelDeployment } from "../../../runtime/deployment.ts";
import { PACK, worldOf, type World } from "../kernel/world.ts";
import { type TestPowers, testPowers } from "../kernel/powers.ts";

export const TENANT = "acme";
export const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
export const OPERATOR: Actor = { kind: "operator", id: "provisioning" };

const servedKey = ({ digest, object }: MediaRef): string => `${digest}/${object}`;

/** The buckets and the audit of one tenant in memory. */
export class MemoryVault implements Vault {
  readonly archives = new Map<string, StoredArchive>();
  /** Stored objects other than archives. */
  readonly members = new Map<string, Uint8Array>();
  /** Called before such an object is stored. */
  storing: () => void | Promise<void> = () => undefined;
  readonly kept = new Set<string>();
  readonly served = new Set<string>();
  /** Keys in quarantine. */
  readonly sent = new Set<string>();
  /** Ids of stored uploads. */
  readonly begun = new Set<string>();
  audited: AuditPayload[] = [];
  /** The number of files that one request copies. */
  copies = Infinity;
  /** Called while files are copied. */
  meanwhile: () => void | Promise<void> = () => undefined;

  async find(kind: ArchiveKind, id: string): Promise<ArchiveFacts | undefined> {
    return this.archives.get(`${kind}/${id}`)?.facts;
  }

  async read(kind: ArchiveKind, id: string): Promise<StoredArchive | undefined> {
    return this.archives.get(`${kind}/${id}`);
  }

  async open(
    kind: ArchiveKind,
    id: string,
  ): Promise<{ facts: ArchiveFacts; body: ReadableStream<Uint8Array> } | undefined> {
    const found = this.archives.get(`${kind}/${id}`);
    return found && { facts: found.facts, body: new Blob([found.bytes.slice()]).stream() };
  }

  async part(kind: ArchiveKind, id: string, from: number, length: number): Promise<Uint8Array | undefined> {
    return this.archives.get(`${kind}/${id}`)?.bytes.subarray(from, from + length);
  }

  async store(kind: ArchiveKind, facts: ArchiveFacts, bytes: Uint8Array): Promise<void> {
    this.archives.set(`${kind}/${facts.id}`, { facts, bytes });
  }

  async storeMember(kind: ArchiveKind, id: string, sha256: string, bytes: Uint8Array): Promise<void> {
    await this.storing();
    this.members.set(`${kind}/${id}/${sha256}`, bytes.slice());
  }

  async member(kind: ArchiveKind, id: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.members.get(`${kind}/${id}/${sha256}`);
  }

  async take(piece: ArchivePiece, body: ReadableStream<Uint8Array>): Promise<boolean> {
    const bytes = await new Response(body).bytes();
    const [set, key]: [Set<string> | Map<string, Uint8Array>, string] =
      "file" in piece ? [this.kept, piece.file] : [this.members, `backups/${piece.backup}/${piece.piece}`];
    if (set.has(key)) return false;
    if (set instanceof Map) set.set(key, bytes);
    else set.add(key);
    return true;
  }

  async dropMember(kind: ArchiveKind, id: string, sha256: string): Promise<void> {
    this.members.delete(`${kind}/${id}/${sha256}`);
  }

  async list(kind: ArchiveKind): Promise<ArchiveFacts[]> {
    return [...this.archives].flatMap(([key, { facts }]) => (key.startsWith(`${kind}/`) ? [facts] : []));
  }

  async remove(kind: ArchiveKind, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.archives.delete(`${kind}/${id}`);
      for (const key of this.members.keys()) if (key.startsWith(`${kind}/${id}/`)) this.members.delete(key);
    }
  }

  async openMedia(): Promise<undefined> {
    return undefined;
  }

  async keptMedia(): Promise<ReadonlySet<string>> {
    return this.kept;
  }

  async removeMedia(digests: readonly string[]): Promise<void> {
    for (const digest of digests) this.kept.delete(digest);
  }

  async quarantined(): Promise<readonly string[]> {
    return [...this.sent];
  }

  async uploads(): Promise<readonly string[]> {
    return [...this.begun];
  }

  async servedMedia(): Promise<{ objects: number; bytes: number }> {
    return { objects: this.served.size, bytes: 0 };
  }

  async keepMedia(files: readonly MediaRef[]): Promise<Copied> {
    const wanted = files.filter(({ digest }) => !this.kept.has(digest));
    return this.#copy(
      wanted,
      (file) => this.served.has(servedKey(file)),
      ({ digest }) => this.kept.add(digest),
    );
  }

  async bringMedia(files: readonly MediaRef[], writing: (files: readonly MediaRef[]) => void): Promise<Copied> {
    const wanted = files.filter((file) => !this.served.has(servedKey(file)));
    writing(wanted);
    return this.#copy(
      wanted,
      ({ digest }) => this.kept.has(digest),
      (file) => this.served.add(servedKey(file)),
    );
  }

  async audit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]> {
    const rows = this.audited.filter(({ site, at }) => sites.includes(site) && at < before);
    return rows.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1)).slice(0, most);
  }

  async #copy(
    files: readonly MediaRef[],
    isThere: (file: MediaRef) => boolean,
    take: (file: MediaRef) => void,
  ): Promise<Copied> {
    await this.meanwhile();
    const there = files.filter(isThere);
    const now = there.slice(0, this.copies);
    for (const file of now) take(file);
    return {
      copied: now.length,
      left: there.length - now.length,
      missing: files.filter((file) => !isThere(file)).map(({ digest }) => digest),
    };
  }
}

/** A public store with nothing in it. */
const NO_PLACES: ErasedPlaces = { delete: async () => undefined, list: async () => ({ keys: [], next: null }) };

/** A deployment whose workspaces are replaced while its vault stays. */
export class Deployment {
  readonly vault = new MemoryVault();
  readonly #pack: readonly PackedPlugin[];
  readonly #more: Partial<KernelDeployment>;

  constructor(pack: readonly PackedPlugin[] = PACK, more: Partial<KernelDeployment> = {}) {
    this.#pack = pack;
    this.#more = more;
  }

  on(powers: TestPowers): World {
    return worldOf(powers, this.#pack, { vaultOf: () => this.vault, ...this.#more });
  }

  /** Delivers all pending audit rows to the control plane. */
  drain({ sql }: TestPowers): void {
    const rows = sql.all<{ id: string; payload: string }>("SELECT id, payload FROM outbox WHERE kind = 'audit'");
    const known = new Set(this.vault.audited.map(({ id }) => id));
    this.vault.audited.push(
      ...rows.flatMap(({ id, payload }) => (known.has(id) ? [] : [JSON.parse(payload) as AuditPayload])),
    );
    sql.all("DELETE FROM outbox WHERE kind = 'audit'");
  }

  async back(world: World, includeSubmissions = false): Promise<ArchiveView & { bytesOf: Uint8Array }> {
    const made = await world.run<ArchiveView>("backup.create", { includeSubmissions });
    return { ...made, bytesOf: this.bytes(made.id) };
  }

  bytes(id: string): Uint8Array {
    return this.vault.archives.get(`backups/${id}`)?.bytes ?? new Uint8Array();
  }

  /** The chore that removes due archives. */
  removal({ kernel, powers }: World): ArchiveRemoval {
    return new ArchiveRemoval({ ...kernel, powers, vaultOf: () => this.vault });
  }

  eraser({ kernel, powers }: World): Eraser {
    return new Eraser({ ...kernel, powers, vaultOf: () => this.vault, placesOf: () => NO_PLACES });
  }

  restorer(powers: TestPowers): Restorer {
    return new Restorer({ ...this.on(powers).kernel, powers, vaultOf: () => this.vault });
  }

  request({ id, sha256 }: Pick<ArchiveView, "id" | "sha256">, more: Partial<RestoreInput> = {}): RestoreInput {
    return {
      tenant: TENANT,
      sites: ["main", "other"],
      kind: "backups",
      backup: id,
      sha256,
      confirmation: `RESTORE ${TENANT}`,
      actor: OPERATOR,
      requestId: "restore",
      ...more,
    };
  }

  /** A new empty machine, with other ids than the earlier one. */
  fresh(now: number): TestPowers {
    const powers = testPowers();
    powers.clock.now = now;
    return { ...powers, newId: () => `new-${powers.newId()}` };
  }

  async restored(made: Pick<ArchiveView, "id" | "sha256">, now: number): Promise<World> {
    const powers = this.fresh(now);
    await this.restorer(powers).run(this.request(made));
    return this.on(powers);
  }
}
