import { ARCHIVE_MAX_BYTES, MEDIA_COPIES_MAX } from "../../../../manifests/bounds/backups.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import { headOf } from "../../../../runtime/backups/archive.ts";
import type {
  ArchiveFacts,
  ArchiveFile,
  ArchiveKind,
  ArchivePiece,
  Copied,
  MediaRef,
  StoredArchive,
  Vault,
} from "../../../../runtime/backups/vault.ts";
import { QUARANTINE } from "../../../../runtime/submissions/quarantine.ts";
import { objectKey, uploadKey } from "../../../../runtime/media/keys.ts";
import type { AuditPayload } from "../../../../runtime/commands/outbox.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { sizedBody } from "../../../platform/stores/sized.ts";
import { bodyInTurns } from "../../../platform/stores/turns.ts";
import { removeAll } from "./removeAll.ts";

type Stores = Pick<WorkspacePowers, "backups" | "media" | "audit">;

const archiveKey = (tenant: string, kind: ArchiveKind, id: string): string => `${tenant}/${kind}/${id}`;
const keptKey = (tenant: string, digest: string): string => `${tenant}/media/${digest}`;

export const vaults =
  (stores: Stores) =>
  (tenant: string): Vault =>
    new TenantVault(stores, tenant);

/**
 * The archives and files of one tenant. Every key begins with the tenant's id, and callers validate each part of a key
 * that comes from a request.
 */
class TenantVault implements Vault {
  readonly #stores: Stores;
  readonly #tenant: string;

  constructor(stores: Stores, tenant: string) {
    this.#stores = stores;
    this.#tenant = tenant;
  }

  async find(kind: ArchiveKind, id: string): Promise<ArchiveFacts | undefined> {
    const found = await this.#stores.backups.head(archiveKey(this.#tenant, kind, id));
    return found ? factsOf(id, found) : undefined;
  }

  async read(kind: ArchiveKind, id: string): Promise<StoredArchive | undefined> {
    const found = await this.#stores.backups.get(archiveKey(this.#tenant, kind, id));
    if (!found) return undefined;
    // An attacker with access to the bucket could otherwise fill this object's memory.
    if (found.size > ARCHIVE_MAX_BYTES) {
      await found.body.cancel();
      throw new Refusal("TOO_LARGE", { bytes: found.size, maxBytes: ARCHIVE_MAX_BYTES });
    }
    return { facts: factsOf(id, found), bytes: await found.bytes() };
  }

  async open(kind: ArchiveKind, id: string): Promise<{ facts: ArchiveFacts; body: ArchiveFile["body"] } | undefined> {
    const found = await this.#stores.backups.get(archiveKey(this.#tenant, kind, id));
    if (!found) return undefined;
    const facts = factsOf(id, found);
    return { facts, body: facts.bytes === found.size ? found.body : this.#withMembers(kind, id, await found.bytes()) };
  }

  async part(kind: ArchiveKind, id: string, offset: number, length: number): Promise<Uint8Array | undefined> {
    const key = archiveKey(this.#tenant, kind, id);
    const there = await this.#stores.backups.head(key);
    // The store throws for a range past the end.
    if (there && offset >= there.size) return new Uint8Array();
    return (there && (await this.#stores.backups.get(key, { range: { offset, length } })))?.bytes();
  }

  async storeMember(kind: ArchiveKind, id: string, sha256: string, bytes: Uint8Array): Promise<void> {
    await this.#stores.backups.put(this.#memberKey(kind, id, sha256), bodyInTurns(bytes), {
      sha256,
      httpMetadata: { contentType: "application/jsonl" },
    });
  }

  async member(kind: ArchiveKind, id: string, sha256: string): Promise<Uint8Array | undefined> {
    const found = await this.#stores.backups.get(this.#memberKey(kind, id, sha256));
    if (!found || found.size <= ARCHIVE_MAX_BYTES) return found?.bytes();
    await found.body.cancel();
    throw new Refusal("TOO_LARGE", { bytes: found.size, maxBytes: ARCHIVE_MAX_BYTES });
  }

  async take(piece: ArchivePiece, body: ReadableStream<Uint8Array>): Promise<boolean> {
    const { backups } = this.#stores;
    const [key, sha256] =
      "file" in piece
        ? [keptKey(this.#tenant, piece.file), piece.file]
        : [this.#memberKey("backups", piece.backup, piece.piece), piece.piece];
    if (await backups.head(key)) {
      await body.cancel();
      return false;
    }
    try {
      await backups.put(key, sizedBody(body, piece.bytes), { onlyIf: { etagDoesNotMatch: "*" }, sha256 });
      return true;
    } catch (error) {
      throw isDamage(error) ? altered() : error;
    }
  }

  async dropMember(kind: ArchiveKind, id: string, sha256: string): Promise<void> {
    await this.#stores.backups.delete(this.#memberKey(kind, id, sha256));
  }

  async store(kind: ArchiveKind, { id, sha256, ...facts }: ArchiveFacts, bytes: Uint8Array): Promise<void> {
    await this.#stores.backups.put(archiveKey(this.#tenant, kind, id), bodyInTurns(bytes), {
      // A repeated request must not replace the archive that the first one reported.
      onlyIf: { etagDoesNotMatch: "*" },
      sha256,
      httpMetadata: { contentType: "application/jsonl" },
      customMetadata: { facts: JSON.stringify({ ...facts, sha256, beside: facts.bytes - bytes.length }) },
    });
  }

  async list(kind: ArchiveKind): Promise<ArchiveFacts[]> {
    const prefix = archiveKey(this.#tenant, kind, "");
    const all = await everything(this.#stores.backups, prefix, ["customMetadata"]);
    const files = all.filter(({ key }) => !key.includes("/", prefix.length));
    return files
      .map((object) => factsOf(object.key.slice(prefix.length), object))
      .toSorted((one, other) => other.createdAt - one.createdAt);
  }

  async remove(kind: ArchiveKind, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      // The archive goes first, because readers find its members only through it.
      await removeAll(this.#stores.backups, [archiveKey(this.#tenant, kind, id)]);
      await removeAll(
        this.#stores.backups,
        (await everything(this.#stores.backups, this.#memberKey(kind, id, ""))).map(({ key }) => key),
      );
    }
  }

  async keepMedia(files: readonly MediaRef[]): Promise<Copied> {
    const { media, backups } = this.#stores;
    const [kept, served] = [await this.keptMedia(), await this.#servedKeys()];
    const wanted = files.filter(({ digest }) => !kept.has(digest));
    return copyAll(
      wanted,
      (file) => served.has(this.#mediaKey(file)),
      (file) => copy(file, media, this.#mediaKey(file), backups, keptKey(this.#tenant, file.digest)),
    );
  }

  async openMedia(digest: string): Promise<ArchiveFile | undefined> {
    const found = await this.#stores.backups.get(keptKey(this.#tenant, digest));
    return found ? { body: found.body, bytes: found.size } : undefined;
  }

  async keptMedia(): Promise<ReadonlySet<string>> {
    const prefix = keptKey(this.#tenant, "");
    return new Set((await everything(this.#stores.backups, prefix)).map(({ key }) => key.slice(prefix.length)));
  }

  async removeMedia(digests: readonly string[]): Promise<void> {
    await removeAll(
      this.#stores.backups,
      digests.map((digest) => keptKey(this.#tenant, digest)),
    );
  }

  async bringMedia(files: readonly MediaRef[], writing: (files: readonly MediaRef[]) => void): Promise<Copied> {
    const { media, backups } = this.#stores;
    const [kept, served] = [await this.keptMedia(), await this.#servedKeys()];
    const wanted = files.filter((file) => !served.has(this.#mediaKey(file)));
    writing(wanted);
    return copyAll(
      wanted,
      ({ digest }) => kept.has(digest),
      (file) => copy(file, backups, keptKey(this.#tenant, file.digest), media, this.#mediaKey(file)),
    );
  }

  async quarantined(): Promise<readonly string[]> {
    const prefix = `${this.#tenant}/${QUARANTINE}`;
    return (await everything(this.#stores.media, prefix)).map(({ key }) => key.slice(prefix.length));
  }

  async uploads(): Promise<readonly string[]> {
    const prefix = `${this.#tenant}/${uploadKey("")}`;
    const all = await everything(this.#stores.media, prefix);
    // An uploaded archive in parts has several objects below one name.
    return [...new Set(all.map(({ key }) => key.slice(prefix.length).split("/", 1).join("")))];
  }

  async servedMedia(): Promise<{ objects: number; bytes: number }> {
    const quarantine = `${this.#tenant}/${QUARANTINE}`;
    const all = (await everything(this.#stores.media, `${this.#tenant}/`)).filter(
      ({ key }) => !key.startsWith(quarantine),
    );
    return { objects: all.length, bytes: all.reduce((sum, { size }) => sum + size, 0) };
  }

  async #servedKeys(): Promise<ReadonlySet<string>> {
    return new Set((await everything(this.#stores.media, `${this.#tenant}/`)).map(({ key }) => key));
  }

  audit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]> {
    return this.#stores.audit.read(this.#tenant, sites, before, most);
  }

  #memberKey(kind: ArchiveKind, id: string, sha256: string): string {
    return `${archiveKey(this.#tenant, kind, id)}/${sha256}`;
  }

  /** Streams the archive's head and members as one file, with one member in memory at a time. */
  #withMembers(kind: ArchiveKind, id: string, line: Uint8Array): ReadableStream<Uint8Array> {
    const members = headOf(line).head.members.filter(({ bytes }) => bytes > 0);
    let next: Uint8Array | undefined = line;
    return new ReadableStream({
      type: "bytes",
      pull: async (controller) => {
        if (!next) throw new Refusal("NOT_FOUND", { archive: id });
        controller.enqueue(next.slice());
        const member = members.shift();
        if (!member) return controller.close();
        next = await this.member(kind, id, member.sha256);
      },
    });
  }

  #mediaKey({ digest, object }: MediaRef): string {
    return `${this.#tenant}/${objectKey(digest, object)}`;
  }
}

/** Reads an archive's facts. For an object without them, only name, size and age are known. */
function factsOf(id: string, { size, uploaded, customMetadata }: R2Object): ArchiveFacts {
  const { beside = 0, ...facts } = JSON.parse(customMetadata?.["facts"] ?? "{}") as Partial<ArchiveFacts> & {
    readonly beside?: number;
  };
  const unknown = {
    sha256: "",
    createdAt: uploaded.getTime(),
    createdBy: "",
    submissions: false,
    media: { files: 0, bytes: 0, missing: 0 },
  };
  return { ...unknown, ...facts, id, bytes: size + beside };
}

async function everything(bucket: R2Bucket, prefix: string, include: "customMetadata"[] = []): Promise<R2Object[]> {
  const all: R2Object[] = [];
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ prefix, include, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.objects);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return all;
}

type Test = (file: MediaRef) => boolean;

/**
 * Copies files one after the other, up to the limit of one request. Two large files at once would need twice the memory
 * without being faster. Missing files do not count towards the limit.
 */
async function copyAll(
  files: readonly MediaRef[],
  isThere: Test,
  copyOne: (file: MediaRef) => Promise<boolean>,
): Promise<Copied> {
  const missing = files.filter((file) => !isThere(file)).map(({ digest }) => digest);
  const there = files.filter(isThere);
  const now = there.slice(0, MEDIA_COPIES_MAX);
  let copied = 0;
  for (const file of now) {
    if (await copyOne(file)) copied += 1;
    else missing.push(file.digest);
  }
  return { copied, left: there.length - now.length, missing };
}

/** True for a store's error about bytes that have another digest. */
const isDamage = (error: unknown): boolean => /checksum|\(10037\)/i.test(String(error));

const altered = (): Refusal =>
  new Refusal("CONFLICT", { conflict: "archive_altered", reason: "The bytes that arrived have another digest." });

/** Streams a file into the other bucket, which compares the digest. False if the file is missing or damaged. */
async function copy(
  { digest, type }: MediaRef,
  from: R2Bucket,
  fromKey: string,
  to: R2Bucket,
  toKey: string,
): Promise<boolean> {
  const found = await from.get(fromKey);
  if (!found) return false;
  try {
    await to.put(toKey, found.body, { sha256: digest, httpMetadata: { contentType: type } });
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    console.error(visibleJson({ event: "damaged_file", key: fromKey }));
    return false;
  }
}
