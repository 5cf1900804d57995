import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { ARCHIVE_MAX_BYTES, EXPORT_KEPT_MS } from "../../../manifests/bounds.ts";
import { expectValue } from "../../../runtime/answer.ts";
import type { Answer } from "../../../runtime/answer.ts";
import type { ArchiveView, BackupsView, RestoredView, VerifiedView } from "../../../runtime/backups/views.ts";
import type { Env } from "../../../sites/workspace/env.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { SITE, aTenant, db, get, migrate, pointerOf, rewrite, run, stubOf } from "./harness.ts";

beforeAll(migrate);

const { BACKUPS, MEDIA } = env as unknown as Env;

const hex = async (bytes: Uint8Array): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A file that is listed, as an upload leaves it. */
async function addPicture(tenant: string, bytes: Uint8Array<ArrayBuffer> = PNG): Promise<{ digest: string; key: string }> {
  const digest = await hex(bytes);
  const stub = stubOf(tenant);
  const { upload } = expectValue(await stub.beginUpload(SITE, { kind: "member", id: "m1" }, bytes.length, null));
  const facts = { digest, type: "image/png" as const, bytes: bytes.length, width: 1, height: 1 };
  const { key } = expectValue(await stub.placeUpload(SITE, upload, { ...facts, name: "a.png", preview: null }));
  await MEDIA.put(key, bytes, { httpMetadata: { contentType: "image/png" } });
  await run(tenant, "media.create", { ...facts, name: "a.png" });
  expectValue(await stub.endUpload(upload));
  return { digest, key };
}

const back = (tenant: string, key?: string): Promise<ArchiveView> => run(tenant, "backup.create", {}, key);
const bytesOf = async (tenant: string, { id }: ArchiveView): Promise<Uint8Array> => {
  const found = await BACKUPS.get(`${tenant}/backups/${id}`);
  if (!found) throw new Error("no such archive");
  return found.bytes();
};

/** What losing a workspace is: the object is there, and empty. */
async function lose(tenant: string): Promise<void> {
  await runInDurableObject(stubOf(tenant), (_, state) => state.storage.deleteAll());
  await evictDurableObject(stubOf(tenant));
  const served = await MEDIA.list({ prefix: `${tenant}/` });
  await MEDIA.delete(served.objects.map(({ key }) => key));
}

const request = (tenant: string, { id, sha256 }: ArchiveView, more: object = {}) => ({
  tenant, sites: [SITE], kind: "backups" as const, backup: id, sha256, confirmation: `RESTORE ${tenant}`,
  actor: { kind: "operator" as const, id: "provisioning" }, requestId: "r9", ...more,
});

const restore = async (tenant: string, made: ArchiveView, more: object = {}): Promise<Answer<RestoredView>> =>
  (await stubOf(tenant).restore(request(tenant, made, more))) as Answer<RestoredView>;

const codeOf = (answer: Answer<unknown>): string => (answer.ok ? "done" : answer.refusal.code);

describe("a backup on the platform", () => {
  test("is restored into the empty workspace of its tenant, files and all, and makes the same bytes again", async () => {
    const { tenant } = await aTenant("backup", ["home", "about"]);
    const { digest, key } = await addPicture(tenant);
    await rewrite(tenant, "home", "Changed", 1);
    await run(tenant, "publish", {});
    const made = await back(tenant);
    expect(made.media).toEqual({ files: 1, bytes: PNG.length, missing: 0 });
    const bytes = await bytesOf(tenant, made);
    expect([await hex(bytes), bytes.length]).toEqual([made.sha256, made.bytes]);
    expect(await run(tenant, "backup.verify", { backup: made.id })).toMatchObject({ sound: true, media: { files: 1, missing: 0 } });
    const shown = await (await get(tenant, "/")).text();

    await lose(tenant);
    expect((await get(tenant, "/")).status).toBe(404);
    expect(expectValue(await restore(tenant, made))).toMatchObject({ tenant, sites: [SITE], media: { files: 1, copied: 1, missing: 0 } });
    expect(await (await get(tenant, "/")).text()).toBe(shown);
    const served = await MEDIA.get(key);
    expect([await hex((await served?.bytes()) ?? new Uint8Array()), served?.httpMetadata?.contentType]).toEqual([digest, "image/png"]);
    expect((await back(tenant)).sha256).toBe(made.sha256);
    expect(codeOf(await restore(tenant, made))).toBe("CONFLICT");
    await expect.poll(async () => (await pointerOf(tenant))?.sequence, { timeout: 10_000 }).toBe(2);
    const audit = await db.prepare("SELECT command, count(*) AS n FROM audit WHERE tenant_id = ? GROUP BY command ORDER BY command").bind(tenant).all();
    expect(audit.results).toContainEqual({ command: "backup.restore", n: 1 });
    expect(audit.results).toContainEqual({ command: "publish", n: 1 });
  });

  test("is edited and published on afterwards", async () => {
    const { tenant } = await aTenant("onward");
    const made = await back(tenant);
    await lose(tenant);
    expectValue(await restore(tenant, made));
    await rewrite(tenant, "home", "After", 1);
    await run(tenant, "publish", {});
    expect(await (await get(tenant, "/")).text()).toContain("After");
  });

  test("is restored by one of two that race", async () => {
    const { tenant } = await aTenant("race");
    const made = await back(tenant);
    await lose(tenant);
    expect((await Promise.all([restore(tenant, made), restore(tenant, made)])).map(codeOf).toSorted()).toEqual(["CONFLICT", "done"]);
  });

  test("is refused for any other tenant, also by whoever asks that tenant's workspace for it", async () => {
    const [{ tenant: one }, { tenant: other }] = [await aTenant("mine"), await aTenant("theirs")];
    const made = await back(one);
    await BACKUPS.put(`${other}/backups/${made.id}`, await bytesOf(one, made));
    await lose(other);
    expect(codeOf(await restore(other, made))).toBe("INVALID_REQUEST");
    expect(codeOf((await stubOf(other).restore(request(one, made))) as Answer<unknown>)).toBe("CONFLICT");
    expect((await get(other, "/")).status).toBe(404);
  });

  test("of which a byte was changed where it lies is found when it is verified, and not restored", async () => {
    const { tenant } = await aTenant("rotten");
    const made = await back(tenant);
    const bytes = await bytesOf(tenant, made);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    const { customMetadata } = (await BACKUPS.head(`${tenant}/backups/${made.id}`)) ?? {};
    await BACKUPS.put(`${tenant}/backups/${made.id}`, bytes, { customMetadata: customMetadata ?? {} });
    expect(await run(tenant, "backup.verify", { backup: made.id })).toMatchObject({ sound: false, problem: { reason: "digest_mismatch" } });
    await lose(tenant);
    expect(codeOf(await restore(tenant, made))).toBe("INVALID_REQUEST");
  });

  test("whose files were damaged says so and serves none that is not what it was", async () => {
    const { tenant } = await aTenant("damaged");
    const { digest, key } = await addPicture(tenant);
    const made = await back(tenant);
    await BACKUPS.put(`${tenant}/media/${digest}`, "other bytes");
    await lose(tenant);
    expect(expectValue(await restore(tenant, made)).media).toEqual({ files: 1, copied: 0, missing: 1 });
    expect(await MEDIA.head(key)).toBeNull();
  });

  test("is listed with those of its tenant only, newest first, and the platform's own way back is not claimed", async () => {
    const [{ tenant }, { tenant: other }] = [await aTenant("list"), await aTenant("list")];
    const made = [await back(tenant), await back(tenant)];
    await back(other);
    const { items, platform } = expectValue((await stubOf(tenant).backups(SITE)) as Answer<BackupsView>);
    expect(items.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(items[0]?.createdAt).toBeGreaterThanOrEqual(items[1]?.createdAt ?? Infinity);
    expect(items).toContainEqual(made[0]);
    expect(platform).toEqual({ available: false, bookmark: null, reason: expect.stringContaining("cannot") });
  });

  test("that somebody put into the bucket is listed and restored by its digest", async () => {
    const { tenant } = await aTenant("brought");
    const made = await back(tenant);
    await BACKUPS.put(`${tenant}/backups/from-a-drawer`, await bytesOf(tenant, made));
    const { items } = expectValue((await stubOf(tenant).backups(SITE)) as Answer<BackupsView>);
    expect(items).toContainEqual(expect.objectContaining({ id: "from-a-drawer", sha256: "", bytes: made.bytes }));
    await lose(tenant);
    expect(codeOf(await restore(tenant, { ...made, id: "from-a-drawer" }))).toBe("done");
  });

  test("sent again under its key is one archive, though the first answer was lost", async () => {
    const { tenant } = await aTenant("again");
    const key = crypto.randomUUID();
    const first = await back(tenant, key);
    await runInDurableObject(stubOf(tenant), (_, state) => void state.storage.sql.exec("DELETE FROM claims"));
    expect(await back(tenant, key)).toEqual(first);
    expect((await BACKUPS.list({ prefix: `${tenant}/backups/` })).objects).toHaveLength(1);
  });
});

describe("an object under the name of a backup", () => {
  test.each([[0, "digest_mismatch"], [1, "TOO_LARGE"]])("that is %i bytes larger than any archive is refused: %s", async (more, outcome) => {
    const { tenant } = await aTenant("bomb");
    await BACKUPS.put(`${tenant}/backups/bomb`, new Uint8Array(ARCHIVE_MAX_BYTES + more));
    const seen = await run<VerifiedView>(tenant, "backup.verify", { backup: "bomb" }).then(({ problem }) => problem?.reason, ({ code }: { code: string }) => code);
    expect(seen).toBe(outcome);
  });
});

describe("an export", () => {
  test("is taken away as it was made, for a day", async () => {
    const { tenant } = await aTenant("export");
    const made = await run<ArchiveView>(tenant, "export.create", {});
    const { body, bytes } = expectValue(await stubOf(tenant).exportFile(SITE, made.id) as Answer<{ body: ReadableStream; bytes: number }>);
    const taken = await new Response(body).bytes();
    expect([bytes, await hex(taken)]).toEqual([made.bytes, made.sha256]);
    for (const [age, outcome] of [[EXPORT_KEPT_MS - 60_000, "done"], [EXPORT_KEPT_MS, "NOT_FOUND"]] as const) {
      const facts = JSON.stringify({ ...made, createdAt: Date.now() - age });
      await BACKUPS.put(`${tenant}/exports/${made.id}`, taken, { customMetadata: { facts } });
      const answer = await stubOf(tenant).exportFile(SITE, made.id) as Answer<{ body: ReadableStream }>;
      expect(codeOf(answer)).toBe(outcome);
      if (answer.ok) await answer.value.body.cancel();
    }
  });

  test("of another tenant, a backup and a key of storage are not found under its address", async () => {
    const { tenant } = await aTenant("export");
    const made = await back(tenant);
    for (const id of [made.id, `../backups/${made.id}`, ""]) {
      expect(codeOf((await stubOf(tenant).exportFile(SITE, id)) as Answer<unknown>)).toBe("NOT_FOUND");
    }
  });
});
