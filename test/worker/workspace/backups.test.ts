import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { WORKSPACE_MAX_BYTES } from "../../../manifests/bounds/commands.ts";
import { ARCHIVE_MAX_BYTES, EXPORT_KEPT_MS } from "../../../manifests/bounds/backups.ts";
import { expectValue, type Answer } from "../../../runtime/commands/answer.ts";
import type { ArchiveView, ErasedView, RestoredView, VerifiedView } from "../../../runtime/backups/views.ts";
import type { Env } from "../../../sites/workers/workspace/bindings/env.ts";
import { PNG } from "../../support/mediaFiles.ts";
import {
  PUBLISH,
  SITE,
  aTenant,
  carriedMarkdown,
  db,
  deliver,
  get,
  message,
  migrate,
  pointerOf,
  publicContent,
  readerOf,
  rewrite,
  run,
  stubOf,
} from "./harness.ts";

beforeAll(migrate);

const { BACKUPS, MEDIA } = env as unknown as Env;

const hex = async (bytes: Uint8Array): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Lists a file as an upload does. */
async function addPicture(
  tenant: string,
  bytes: Uint8Array<ArrayBuffer> = PNG,
): Promise<{ digest: string; key: string }> {
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

/** Empties a workspace, as if its data were lost. */
async function lose(tenant: string): Promise<void> {
  await runInDurableObject(stubOf(tenant), (_, state) => state.storage.deleteAll());
  await evictDurableObject(stubOf(tenant));
  const served = await MEDIA.list({ prefix: `${tenant}/` });
  await MEDIA.delete(served.objects.map(({ key }) => key));
}

const request = (tenant: string, { id, sha256 }: ArchiveView, more: object = {}) => ({
  tenant,
  sites: [SITE],
  kind: "backups" as const,
  backup: id,
  sha256,
  confirmation: `RESTORE ${tenant}`,
  actor: { kind: "operator" as const, id: "provisioning" },
  requestId: "r9",
  ...more,
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
    expect(await run(tenant, "backup.verify", { backup: made.id })).toMatchObject({
      sound: true,
      media: { files: 1, missing: 0 },
    });
    const shown = await (await get(tenant, "/")).text();

    await lose(tenant);
    expect((await get(tenant, "/")).status).toBe(404);
    expect(expectValue(await restore(tenant, made))).toMatchObject({
      tenant,
      sites: [SITE],
      media: { files: 1, copied: 1, missing: 0 },
    });
    expect(await (await get(tenant, "/")).text()).toBe(shown);
    const served = await MEDIA.get(key);
    expect([await hex((await served?.bytes()) ?? new Uint8Array()), served?.httpMetadata?.contentType]).toEqual([
      digest,
      "image/png",
    ]);
    expect((await back(tenant)).sha256).toBe(made.sha256);
    expect(codeOf(await restore(tenant, made))).toBe("CONFLICT");
    await expect.poll(async () => (await pointerOf(tenant))?.sequence).toBe(2);
    const audited = async (): Promise<unknown[]> => {
      const counts = db.prepare("SELECT command, count(*) AS n FROM audit WHERE tenant_id = ? GROUP BY command");
      return (await counts.bind(tenant).all()).results;
    };
    // The outbox delivers after the restore's answer.
    await expect.poll(audited).toEqual(
      expect.arrayContaining([
        { command: "backup.restore", n: 1 },
        { command: "publish", n: 1 },
      ]),
    );
  });

  test("is edited and published on afterwards", async () => {
    const { tenant } = await aTenant("onward");
    const made = await back(tenant);
    await lose(tenant);
    for (const key of ["of-before", "in-parts/0", "in-parts/1"])
      await MEDIA.put(`${tenant}/uploads/${key}`, "half a file");
    expectValue(await restore(tenant, made));
    await expect.poll(leftOver(tenant), { timeout: 5_000 }).toEqual([]);
    await rewrite(tenant, "home", "After", 1);
    await run(tenant, "publish", {});
    expect(await (await get(tenant, "/")).text()).toContain("After");
  });

  test("is restored by one of two that race", async () => {
    const { tenant } = await aTenant("race");
    const made = await back(tenant);
    await lose(tenant);
    expect((await Promise.all([restore(tenant, made), restore(tenant, made)])).map(codeOf).toSorted()).toEqual([
      "CONFLICT",
      "done",
    ]);
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
    expect(await run(tenant, "backup.verify", { backup: made.id })).toMatchObject({
      sound: false,
      problem: { reason: "digest_mismatch" },
    });
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
    // A local run counts its bookmarks up, so the second answer differs from the first.
    expectValue(await readerOf(tenant).read("backups", SITE));
    const { items, platform } = expectValue(await readerOf(tenant).read("backups", SITE));
    expect(items.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(items[0]?.createdAt).toBeGreaterThanOrEqual(items[1]?.createdAt ?? Infinity);
    expect(items).toContainEqual(made[0]);
    expect(platform).toEqual({ available: false, bookmark: null, reason: expect.stringContaining("cannot") });
  });

  test("that somebody put into the bucket is listed and restored by its digest", async () => {
    const { tenant } = await aTenant("brought");
    const made = await back(tenant);
    await BACKUPS.put(`${tenant}/backups/from-a-drawer`, await bytesOf(tenant, made));
    const { items } = expectValue(await readerOf(tenant).read("backups", SITE));
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

describe("a state too large for one file", () => {
  const fill = (tenant: string): Promise<void> =>
    runInDurableObject(stubOf(tenant), (_, { storage }) => {
      for (let key = 0; key < 28; key++)
        storage.sql.exec(
          "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', ?, ?)",
          SITE,
          `k${key}`,
          "x".repeat(1_000_000),
        );
    });

  test("lies in files none of which is larger than one may be, is listed as one, and is restored", async () => {
    const { tenant } = await aTenant("split", ["home"]);
    await fill(tenant);
    const made = await back(tenant);
    const { objects } = await BACKUPS.list({ prefix: `${tenant}/backups/` });
    expect(objects.length).toBeGreaterThan(2);
    expect(Math.max(...objects.map(({ size }) => size))).toBeLessThanOrEqual(ARCHIVE_MAX_BYTES);
    expect(objects.reduce((sum, { size }) => sum + size, 0)).toBe(made.bytes);
    expect(expectValue(await readerOf(tenant).read("backups", SITE)).items).toEqual([made]);
    expect(await run<VerifiedView>(tenant, "backup.verify", { backup: made.id })).toMatchObject({ sound: true });
    await lose(tenant);
    expect(expectValue(await restore(tenant, made)).sites).toEqual([SITE]);
    expect((await back(tenant)).sha256).toBe(made.sha256);
    expect(
      await runInDurableObject(stubOf(tenant), (_, { storage }) =>
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'archive_copy%'").toArray(),
      ),
    ).toEqual([]);
  });

  test("is taken away as one file, whose first line is what the receipt is of", async () => {
    const { tenant } = await aTenant("split", ["home"]);
    await fill(tenant);
    const made = await run<ArchiveView>(tenant, "export.create", {});
    const { body, bytes } = expectValue(await readerOf(tenant).read("export.file", SITE, { id: made.id }));
    const taken = await new Response(body).bytes();
    expect([bytes, taken.length]).toEqual([made.bytes, made.bytes]);
    expect(await hex(taken.slice(0, taken.indexOf(10) + 1))).toBe(made.sha256);
  });

  test("goes with everything that lies beside it", async () => {
    const { tenant } = await aTenant("split", ["home"]);
    await fill(tenant);
    const made = await back(tenant);
    await run(tenant, "backup.delete", { backup: made.id });
    // The alarm is due at once, so the platform may ring it before this line.
    await runDurableObjectAlarm(stubOf(tenant));
    await expect.poll(async () => (await BACKUPS.list({ prefix: `${tenant}/` })).objects).toEqual([]);
  });
});

test("room that is free again counts as room: what was deleted is no part of how full a workspace is", async () => {
  const { tenant } = await aTenant("room", ["home"]);
  const bytes = () => runInDurableObject(stubOf(tenant), (_, { storage }) => storage.sql.databaseSize);
  const before = await bytes();
  await runInDurableObject(
    stubOf(tenant),
    (_, { storage }) =>
      void storage.sql.exec(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', 'k', ?)",
        SITE,
        "x".repeat(1_000_000),
      ),
  );
  expect(await bytes()).toBeGreaterThan(before + 900_000);
  await runInDurableObject(stubOf(tenant), (_, { storage }) => void storage.sql.exec("DELETE FROM plugin_storage"));
  expect(await bytes()).toBeLessThan(before + 100_000);
});

test("a workspace that is more than half full still takes writes, and one that is full says so", async () => {
  const { tenant } = await aTenant("half", ["home"]);
  const pad = (bytes: number) =>
    runInDurableObject(stubOf(tenant), (_, { storage }) => {
      const text = "x".repeat(1_000_000);
      for (let at = 0; at < bytes / 1_000_000; at++)
        storage.sql.exec(
          "INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'acme.pad', ?, ?)",
          SITE,
          `k${bytes}-${at}`,
          text,
        );
    });
  await pad(WORKSPACE_MAX_BYTES / 2);
  await rewrite(tenant, "home", "More", 1);
  await pad(WORKSPACE_MAX_BYTES / 2 + 1);
  const refused = await rewrite(tenant, "home", "Most", 2).catch(({ code }: { code: string }) => code);
  expect(refused).toBe("WORKSPACE_FULL");
});

describe("an object under the name of a backup", () => {
  test.each([
    [0, "digest_mismatch"],
    [1, "TOO_LARGE"],
  ])("that is %i bytes larger than any archive is refused: %s", async (more, outcome) => {
    const { tenant } = await aTenant("bomb");
    await BACKUPS.put(`${tenant}/backups/bomb`, new Uint8Array(ARCHIVE_MAX_BYTES + more));
    const seen = await run<VerifiedView>(tenant, "backup.verify", { backup: "bomb" }).then(
      ({ problem }) => problem?.reason,
      ({ code }: { code: string }) => code,
    );
    expect(seen).toBe(outcome);
  });
});

describe("an export", () => {
  test("is taken away as it was made, for a day", async () => {
    const { tenant } = await aTenant("export");
    const made = await run<ArchiveView>(tenant, "export.create", {});
    const { body, bytes } = expectValue(await readerOf(tenant).read("export.file", SITE, { id: made.id }));
    const taken = await new Response(body).bytes();
    expect([bytes, await hex(taken)]).toEqual([made.bytes, made.sha256]);
    for (const [age, outcome] of [
      [EXPORT_KEPT_MS - 60_000, "done"],
      [EXPORT_KEPT_MS, "NOT_FOUND"],
    ] as const) {
      const facts = JSON.stringify({ ...made, createdAt: Date.now() - age });
      await BACKUPS.put(`${tenant}/exports/${made.id}`, taken, { customMetadata: { facts } });
      const answer = await readerOf(tenant).read("export.file", SITE, { id: made.id });
      expect(codeOf(answer)).toBe(outcome);
      if (answer.ok) await answer.value.body.cancel();
    }
  });

  test("of another tenant, a backup and a key of storage are not found under its address", async () => {
    const { tenant } = await aTenant("export");
    const made = await back(tenant);
    for (const id of [made.id, `../backups/${made.id}`, ""]) {
      expect(codeOf(await readerOf(tenant).read("export.file", SITE, { id }))).toBe("NOT_FOUND");
    }
  });
});

/** Rings the alarm until no work is due. */
async function settle(tenant: string): Promise<void> {
  for (let turns = 0; turns < 5 && (await runDurableObjectAlarm(stubOf(tenant))); turns++) continue;
}

/** The remaining files after the removal, which an alarm may already have begun. */
const leftOver = (tenant: string) => async (): Promise<string[]> => {
  await settle(tenant);
  return keysIn(MEDIA, `${tenant}/`);
};

const keysIn = async (bucket: R2Bucket, prefix: string): Promise<string[]> =>
  (await bucket.list({ prefix })).objects.map(({ key }) => key.slice(prefix.length));

describe("a backup that is deleted", () => {
  test("is out of the list at once and out of the bucket with the alarm, with the files no other names", async () => {
    const { tenant } = await aTenant("delete");
    const { digest } = await addPicture(tenant);
    const made = await back(tenant);
    expect(await keysIn(BACKUPS, `${tenant}/media/`)).toEqual([digest]);
    const other = await back(tenant);
    await run(tenant, "backup.delete", { backup: made.id });
    const { items } = expectValue(await readerOf(tenant).read("backups", SITE));
    expect(items.map(({ id }) => id)).toEqual([other.id]);
    await settle(tenant);
    expect(await keysIn(BACKUPS, `${tenant}/`)).toEqual([`backups/${other.id}`, `media/${digest}`]);
    await run(tenant, "backup.delete", { backup: other.id });
    await settle(tenant);
    expect(await keysIn(BACKUPS, `${tenant}/`)).toEqual([]);
  });
});

const erase = async (tenant: string, made: ArchiveView, more: object = {}): Promise<Answer<ErasedView>> =>
  (await stubOf(tenant).erase({
    tenant,
    sites: [SITE],
    kind: "backups",
    backup: made.id,
    sha256: made.sha256,
    confirmation: `ERASE ${tenant}`,
    discardSubmissions: false,
    actor: { kind: "operator", id: "provisioning" },
    requestId: "r8",
    ...more,
  })) as Answer<ErasedView>;

const setStatus = async (tenant: string, status: "active" | "suspended"): Promise<void> =>
  void expectValue((await stubOf(tenant).setStatus(status)) as Answer<null>);

describe("an erasure on the platform", () => {
  test("empties the workspace and the public store, with what nobody knew of, and no other tenant's", async () => {
    const [{ tenant }, { tenant: other }] = [await aTenant("erase", ["home", "about"]), await aTenant("erase-not")];
    const { key } = await addPicture(tenant);
    await expect.poll(() => carriedMarkdown(tenant, "about")).toContain("Text of about");
    await expect.poll(() => pointerOf(other)).not.toBeNull();
    await publicContent.put(`tenants/${tenant}/sites/${SITE}/pages/forgotten`, "old");
    await publicContent.put("hosts/moved.example", JSON.stringify({ tenant: other, site: SITE }));
    expectValue((await stubOf(tenant).setHostnames(SITE, [`${tenant}.example`, "moved.example"])) as Answer<null>);
    const made = await back(tenant);
    await setStatus(tenant, "suspended");
    expect(expectValue(await erase(tenant, made))).toMatchObject({
      tenant,
      sites: [SITE],
      archive: made.sha256,
      finished: true,
      left: { media: { objects: 1, bytes: PNG.length }, backups: 1, exports: 0 },
    });
    expect((await publicContent.list({ prefix: `tenants/${tenant}/` })).keys).toEqual([]);
    expect(await publicContent.get(`hosts/${tenant}.example`)).toBeNull();
    expect(await publicContent.get("hosts/moved.example", "json")).toMatchObject({ tenant: other });
    expect(await pointerOf(other)).not.toBeNull();
    expect((await get(tenant, "/")).status).toBe(404);
    expect(await MEDIA.head(key)).not.toBeNull();
    const [first, again] = [expectValue(await erase(tenant, made)), expectValue(await erase(tenant, made))];
    expect(again).toEqual(first);
    // A message under way is acknowledged without an effect.
    expect(await deliver(PUBLISH, [message(tenant, 1)])).toEqual({ acked: [0], retried: [] });
    await settle(tenant);
    const audit = await db
      .prepare(
        "SELECT actor, input_digest AS digest, site_id AS site FROM audit WHERE tenant_id = ? AND command = 'tenant.erase'",
      )
      .bind(tenant)
      .all();
    expect(audit.results).toEqual([{ actor: "operator:provisioning", digest: made.sha256, site: SITE }]);
    expect(expectValue(await restore(tenant, made))).toMatchObject({
      rows: expect.any(Number),
      media: { copied: 0, missing: 0 },
    });
    expect(codeOf(await restore(tenant, made))).toBe("CONFLICT");
    await setStatus(tenant, "active");
    await expect.poll(() => carriedMarkdown(tenant, "about")).toContain("Text of about");
    expect((await back(tenant)).sha256).toBe(made.sha256);
  });

  test("whose machine died goes on by its alarm", async () => {
    const { tenant } = await aTenant("erase-dead");
    const made = await back(tenant);
    await setStatus(tenant, "suspended");
    expectValue(await erase(tenant, made));
    await runInDurableObject(stubOf(tenant), async (_, state) => {
      state.storage.sql.exec("UPDATE erasure SET cursor = ''");
      state.storage.sql.exec("INSERT INTO erased_public (key) VALUES ('sites/main/current')");
      await state.storage.deleteAlarm();
    });
    await publicContent.put(`tenants/${tenant}/sites/${SITE}/current`, "{}");
    await evictDurableObject(stubOf(tenant));
    expect(codeOf(await restore(tenant, made))).toBe("CONFLICT");
    await settle(tenant);
    expect(await pointerOf(tenant)).toBeNull();
    expect(codeOf(await restore(tenant, made))).toBe("done");
  });

  test("takes along a file whose last copy comes after it", async () => {
    const { tenant } = await aTenant("erase-late");
    const { upload } = expectValue(
      await stubOf(tenant).beginUpload(SITE, { kind: "member", id: "m1" }, PNG.length, null),
    );
    const facts = { digest: await hex(PNG), type: "image/png" as const, bytes: PNG.length, width: 1, height: 1 };
    const { key } = expectValue(
      await stubOf(tenant).placeUpload(SITE, upload, { ...facts, name: "a.png", preview: null }),
    );
    const made = await back(tenant);
    await setStatus(tenant, "suspended");
    expectValue(await erase(tenant, made));
    await settle(tenant);
    await MEDIA.put(key, PNG);
    expectValue(await stubOf(tenant).endUpload(upload));
    await expect.poll(leftOver(tenant), { timeout: 5_000 }).toEqual([]);
  });

  test("is asked of no other tenant's workspace", async () => {
    const [{ tenant: one }, { tenant: other }] = [await aTenant("erase-mine"), await aTenant("erase-theirs")];
    const made = await back(one);
    await setStatus(other, "suspended");
    expect(
      codeOf(
        (await stubOf(other).erase({
          tenant: one,
          sites: [SITE],
          kind: "backups",
          backup: made.id,
          sha256: made.sha256,
          confirmation: `ERASE ${one}`,
          discardSubmissions: true,
          actor: { kind: "operator", id: "provisioning" },
          requestId: "r8",
        })) as Answer<unknown>,
      ),
    ).toBe("CONFLICT");
  });
});

test("files of a restore that failed in a workspace that was lost are removed again", async () => {
  const { tenant } = await aTenant("abandoned");
  const { key } = await addPicture(tenant);
  const made = await back(tenant);
  const bytes = new TextDecoder().decode(await bytesOf(tenant, made)).replace(/"main",1,/, '"main","x",');
  await lose(tenant);
  // The database refuses the restored state after the files were copied.
  const lines = bytes.trimEnd().split("\n");
  const head = JSON.parse(lines[0] ?? "") as { members: { rows: number; bytes: number; sha256: string }[] };
  let at = 1;
  for (const member of head.members) {
    const body = new TextEncoder().encode(
      lines
        .slice(at, (at += member.rows))
        .map((line) => `${line}\n`)
        .join(""),
    );
    Object.assign(member, { bytes: body.length, sha256: await hex(body) });
  }
  const forged = new TextEncoder().encode(`${[JSON.stringify(head), ...lines.slice(1)].join("\n")}\n`);
  await BACKUPS.put(`${tenant}/backups/forged`, forged);
  expect(codeOf(await restore(tenant, { ...made, id: "forged", sha256: await hex(forged) }))).toBe("INVALID_REQUEST");
  expect(await MEDIA.head(key)).not.toBeNull();
  await settle(tenant);
  expect(await MEDIA.head(key)).toBeNull();
  expect(codeOf(await restore(tenant, made))).toBe("done");
});

test("a workspace that cannot be taken back says so under a code, whatever moment is asked for, and goes on", async () => {
  const { tenant } = await aTenant("rewind");
  await setStatus(tenant, "suspended");
  const plan = (more: object) =>
    stubOf(tenant).planRewind({ tenant, confirmation: `REWIND ${tenant}`, ...more }) as Promise<Answer<unknown>>;
  const bookmark = "00000000-00000005-00000000-00000000000000000000000000000000";
  for (const moment of [{ at: Date.now() }, { bookmark }])
    expect(codeOf(await plan(moment))).toBe("REWIND_UNAVAILABLE");
  expect(codeOf(await plan({ bookmark, confirmation: "REWIND" }))).toBe("INVALID_REQUEST");
  expect(codeOf(await plan({ bookmark, tenant: "other", confirmation: "REWIND other" }))).toBe("CONFLICT");
  expect(codeOf((await stubOf(tenant).rewind({ bookmark })) as Answer<unknown>)).toBe("CONFLICT");
  await setStatus(tenant, "active");
  await rewrite(tenant, "home", "Still here", 1);
});

test("what arrives at a workspace that was taken back to before it began is removed when it has", async () => {
  const { tenant } = await aTenant("rewound");
  await setStatus(tenant, "suspended");
  const upload = { id: crypto.randomUUID(), digest: "d".repeat(64), object: "a.png", at: Date.now() };
  const owed = {
    media: { uploads: [upload], keys: ["e/b.png"] },
    quarantine: [{ prefix: "post", bytes: 5, dueAt: Date.now() + 60_000 }],
  };
  for (const key of ["e/b.png", "uploads/forgotten/0", `uploads/${upload.id}/0`])
    await MEDIA.put(`${tenant}/${key}`, "to be removed");
  expectValue(
    await stubOf(tenant).rewound({
      tenant,
      status: "suspended",
      sites: [{ site: SITE, hostnames: [`${tenant}.example`] }],
      owed,
      inputDigest: "d",
      actor: { kind: "operator", id: "provisioning" },
      requestId: "r7",
    }),
  );
  await expect.poll(leftOver(tenant), { timeout: 5_000 }).toEqual([`uploads/${upload.id}/0`]);
  const late = [`${upload.digest}/a.png`, "quarantine/post/1/0", `uploads/${upload.id}`, `uploads/${upload.id}/1`];
  for (const key of late) await MEDIA.put(`${tenant}/${key}`, "late");
  expectValue(await stubOf(tenant).endUpload(upload.id));
  expectValue(await stubOf(tenant).abandonFormFiles("post"));
  await expect.poll(leftOver(tenant), { timeout: 5_000 }).toEqual([]);
});

describe("an archive somebody has changed where it lies", () => {
  const STEP = 4_096;
  let tenant: string;
  let made: ArchiveView;
  let bytes: Uint8Array;
  let head: { tenant: string; version: number; schema: number; members: { name: string; bytes: number }[] };
  /** The offsets of the ends of the first line and of each member. */
  let ends: number[];
  beforeAll(async () => {
    ({ tenant } = await aTenant("changed"));
    made = await back(tenant);
    bytes = await bytesOf(tenant, made);
    const start = bytes.indexOf(10) + 1;
    head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as typeof head;
    let at = start;
    ends = [start, ...head.members.map((member) => (at += member.bytes))];
    await lose(tenant);
  });

  /** The refusal of a restore. `sha256` is the receipt's, which an attacker may forge. */
  async function refusal(changed: Uint8Array, sha256 = made.sha256): Promise<string> {
    await BACKUPS.put(`${tenant}/backups/changed`, changed);
    const answer = await restore(tenant, { ...made, id: "changed", sha256 });
    if (answer.ok) return "restored";
    const [issue] = answer.refusal.detail.issues ?? [];
    return `${issue?.found} at ${issue?.pointer}`;
  }
  const fitted = async (changed: Uint8Array): Promise<string> => refusal(changed, await hex(changed));
  const flipped = (at: number): Uint8Array => bytes.with(at, (bytes[at] ?? 0) ^ 1);
  const headed = (change: Partial<typeof head>): Uint8Array =>
    new Uint8Array([
      ...new TextEncoder().encode(`${JSON.stringify({ ...head, ...change })}\n`),
      ...bytes.subarray(ends[0]),
    ]);

  test("by one byte anywhere is refused by its digest, and in a member by that member's", async () => {
    const places = [
      ...Array.from({ length: Math.ceil(bytes.length / STEP) }, (_, n) => n * STEP),
      ...ends.filter((at) => at < bytes.length),
    ];
    for (const at of places) expect([at, await refusal(flipped(at))]).toEqual([at, "digest_mismatch at /"]);
    for (const [index, at] of ends.slice(0, -1).entries()) {
      if (head.members[index]?.bytes) expect(await fitted(flipped(at))).toBe(`digest_mismatch at /members/${index}`);
    }
  });

  test("by its end, at any member, is refused", async () => {
    for (const end of new Set(ends.slice(0, -1).filter((one) => one < bytes.length))) {
      expect(await refusal(bytes.subarray(0, end))).toBe("digest_mismatch at /");
      expect(await fitted(bytes.subarray(0, end))).toBe("size_mismatch at /members");
    }
  });

  test.each<[string, () => Partial<typeof head>, string]>([
    ["another tenant's", () => ({ tenant: "other" }), "other_tenant at /tenant"],
    ["of a later format", () => ({ version: head.version + 1 }), "version_unknown at /version"],
    ["of a later schema", () => ({ schema: head.schema + 1 }), "schema_unknown at /schema"],
    [
      "with a name that climbs out",
      () => ({ members: head.members.map((one, n) => (n === 0 ? { ...one, name: "../../secrets" } : one)) }),
      "member_unknown at /members/0/name",
    ],
    [
      "with a member twice",
      () => ({ members: [...head.members.slice(0, 1), ...head.members] }),
      "member_out_of_order at /members/1/name",
    ],
    [
      "of terabytes, as it says",
      () => ({ members: head.members.map((one) => ({ ...one, bytes: 2 ** 40 })) }),
      "size_mismatch at /members",
    ],
  ])("to be %s is refused, under a receipt made for it", async (_, change, says) => {
    expect(await fitted(headed(change()))).toBe(says);
  });

  test("has left the workspace empty: the archive as it was made is restored", async () => {
    expect(await fitted(bytes)).toBe("restored");
    expect((await back(tenant)).sha256).toBe(made.sha256);
  });
});
