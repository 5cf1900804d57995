import { beforeEach, describe, expect, test } from "vitest";
import { BACKUPS_MAX, EXPORT_KEPT_MS } from "../../../manifests/bounds/backups.ts";
import type { ArchiveView } from "../../../runtime/backups/views.ts";
import { editingWorld } from "../editing/editingWorld.ts";
import type { World } from "../kernel/world.ts";
import type { TestPowers } from "../kernel/powers.ts";
import { addPicture, pictureDigest } from "./files.ts";
import { Deployment, sha } from "./testDeployment.ts";

let deployment: Deployment;
let world: World;

beforeEach(async () => {
  deployment = new Deployment();
  world = deployment.on((await editingWorld()).powers as TestPowers);
});

const later = (ms = 1): number => (world.powers.clock.now += ms);
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => "done",
    ({ code }: { code: string }) => code,
  );
const remove = (id: string, key?: string): Promise<unknown> => world.run("backup.delete", { backup: id }, key);
const kept = (): number[] => [0, 1, 2].filter((number) => deployment.vault.kept.has(pictureDigest(number)));

describe("a backup that is deleted", () => {
  test("is there for nobody from then on, and gone from storage a moment later", async () => {
    const made = await deployment.back(world);
    expect(await remove(made.id)).toEqual({ id: made.id });
    expect(deployment.vault.archives.has(`backups/${made.id}`)).toBe(true);
    expect(await codeOf(world.run("backup.verify", { backup: made.id }))).toBe("NOT_FOUND");
    expect(await codeOf(remove(made.id))).toBe("NOT_FOUND");
    expect(
      world.kernel.archiveGarbage.without("backups", await deployment.vault.list("backups"), world.powers.now()),
    ).toEqual([]);
    await deployment.removal(world).runDue();
    expect(deployment.vault.archives.size).toBe(0);
    expect(world.kernel.archiveGarbage.nextDue()).toBeUndefined();
  });

  test("is deleted once, however often that is sent, and is in the audit once", async () => {
    const made = await deployment.back(world);
    await remove(made.id, "one key");
    await deployment.removal(world).runDue();
    expect(await remove(made.id, "one key")).toEqual({ id: made.id });
    const outcomes = world.powers.sql
      .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit'")
      .map(({ payload }) => JSON.parse(payload) as { command: string; outcome: string; actor: string })
      .filter(({ command }) => command === "backup.delete");
    expect(outcomes.map(({ outcome, actor }) => [outcome, actor])).toEqual([
      ["done", "member:m1"],
      ["replayed", "member:m1"],
    ]);
  });

  test("that never was, and one of a tenant that is read-only, is not", async () => {
    expect(await codeOf(remove("none"))).toBe("NOT_FOUND");
    const made = await deployment.back(world);
    world.kernel.tenant.setStatus("read_only");
    expect(await codeOf(remove(made.id))).toBe("TENANT_READ_ONLY");
  });

  test("changes nothing of the state: an archive made after it has the same bytes", async () => {
    const made = await deployment.back(world);
    await remove(made.id);
    later();
    expect((await deployment.back(world)).sha256).toBe(made.sha256);
  });

  test("makes room for another where there are as many as there may be", async () => {
    for (let id = 1; id < BACKUPS_MAX; id++) {
      await deployment.vault.store(
        "backups",
        {
          id: String(id),
          sha256: "",
          bytes: 0,
          createdAt: 0,
          createdBy: "",
          submissions: false,
          media: { files: 0, bytes: 0, missing: 0 },
        },
        new Uint8Array(),
      );
    }
    const made = await deployment.back(world);
    expect(deployment.vault.archives.size).toBe(BACKUPS_MAX);
    expect(await codeOf(world.run("backup.create", {}))).toBe("CONFLICT");
    await remove(made.id);
    expect(await codeOf(world.run("backup.create", {}))).toBe("done");
    expect(await codeOf(world.run("backup.create", {}))).toBe("CONFLICT");
  });

  test("is not restored any more, though it lies there still", async () => {
    const made = await deployment.back(world);
    const powers = deployment.fresh(later());
    deployment.on(powers).kernel.archiveGarbage.add("backups", made.id, powers.now());
    expect(await codeOf(deployment.restorer(powers).run(deployment.request(made)))).toBe("NOT_FOUND");
  });
});

describe("copies of files", () => {
  test("stay as long as any archive names them, and go with the last", async () => {
    addPicture(deployment, world, 0);
    const first = await deployment.back(world);
    addPicture(deployment, world, 1);
    const second = await deployment.back(world);
    const exported = await world.run<ArchiveView>("export.create", {});
    await remove(first.id);
    await deployment.removal(world).runDue();
    expect(kept()).toEqual([0, 1]);
    await remove(second.id);
    await deployment.removal(world).runDue();
    expect(kept()).toEqual([0, 1]);
    later(exported.createdAt + EXPORT_KEPT_MS - world.powers.now());
    await deployment.removal(world).runDue();
    expect([kept(), deployment.vault.archives.size]).toEqual([[], 0]);
  });

  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ["that is something else", () => new TextEncoder().encode("not an archive\n")],
    ["that is empty", () => new Uint8Array()],
    [
      "of a later format",
      (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"version":1', '"version":3')),
    ],
    ["that breaks off", (bytes) => bytes.slice(0, -(bytes.length - bytes.indexOf(10) - 1))],
    [
      "whose files were changed",
      (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replace(pictureDigest(1), pictureDigest(2))),
    ],
    [
      "that says it is huge",
      (bytes) => {
        const [line = "", ...rest] = new TextDecoder().decode(bytes).split("\n");
        const head = JSON.parse(line) as { members: { name: string; bytes: number }[] };
        const members = head.members.map((member) =>
          member.name === "media_objects" ? { ...member, bytes: 2 ** 40 } : member,
        );
        return new TextEncoder().encode([JSON.stringify({ ...head, members }), ...rest].join("\n"));
      },
    ],
  ])("all stay beside an archive %s: nobody knows which it names", async (_, change) => {
    addPicture(deployment, world, 0);
    const first = await deployment.back(world);
    addPicture(deployment, world, 1);
    const second = await deployment.back(world);
    const changed = change(second.bytesOf);
    deployment.vault.archives.set(`backups/${second.id}`, {
      facts: { ...second, sha256: sha(changed) },
      bytes: changed,
    });
    await remove(first.id);
    expect(await deployment.removal(world).runDue()).toEqual({ kind: "backups", id: second.id });
    expect(kept()).toEqual([0, 1]);
    await remove(second.id);
    expect(await deployment.removal(world).runDue()).toBeUndefined();
    expect(kept()).toEqual([]);
  });

  test("of an archive that is just being made are not taken for nobody's", async () => {
    addPicture(deployment, world, 0);
    const before = await deployment.back(world);
    await remove(before.id);
    const removal = deployment.removal(world);
    const seen: unknown[] = [];
    deployment.vault.meanwhile = async () => {
      seen.push(removal.nextDue());
      await removal.runDue();
      seen.push(kept());
    };
    const made = await world.run<ArchiveView>("backup.create", {});
    expect(seen).toEqual([undefined, [0]]);
    expect(made.media).toEqual({ files: 1, bytes: 7, missing: 0 });
    deployment.vault.meanwhile = () => undefined;
    await removal.runDue();
    expect([kept(), deployment.vault.archives.has(`backups/${before.id}`)]).toEqual([[0], false]);
  });
});

describe("an export", () => {
  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])("%i ms from its time is still there: %s", async (more, there) => {
    const { id } = await world.run<ArchiveView>("export.create", {});
    const removal = deployment.removal(world);
    expect(removal.nextDue()).toBe(world.powers.now() + EXPORT_KEPT_MS);
    later(EXPORT_KEPT_MS + more);
    await removal.runDue();
    expect(deployment.vault.archives.has(`exports/${id}`)).toBe(there);
  });

  test("says nothing of its day in an archive", async () => {
    const first = await deployment.back(world);
    await world.run("export.create", {});
    later();
    expect((await deployment.back(world)).sha256).toBe(first.sha256);
  });
});

test("what is due in a workspace nobody has told whose it is stays, because the bucket is every tenant's", async () => {
  const made = await deployment.back(world);
  const powers = deployment.fresh(later());
  const bare = deployment.on(powers);
  bare.kernel.archiveGarbage.add("backups", made.id, 0);
  await deployment.removal(bare).runDue();
  expect(deployment.vault.archives.has(`backups/${made.id}`)).toBe(true);
  bare.kernel.tenant.setName("acme");
  await deployment.removal(bare).runDue();
  expect(deployment.vault.archives.has(`backups/${made.id}`)).toBe(false);
});
