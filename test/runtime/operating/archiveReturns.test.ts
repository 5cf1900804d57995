/** An archive that comes back from an operator's copy: only whole, only this tenant's, and nothing is replaced. */
import { beforeEach, describe, expect, test } from "vitest";
import { ARCHIVE_MADE_MS, BACKUPS_MAX } from "../../../manifests/bounds/backups.ts";
import { type ArchiveHead, headLine, headOf } from "../../../runtime/backups/archive.ts";
import { ArchiveReturns, type ReturnInput } from "../../../runtime/operating/archiveReturns.ts";
import { addPicture, pictureDigest } from "../backups/files.ts";
import { Deployment, OPERATOR, TENANT, sha } from "../backups/testDeployment.ts";
import { editingWorld } from "../editing/editingWorld.ts";
import type { TestPowers } from "../kernel/powers.ts";
import type { World } from "../kernel/world.ts";

const ID = "b3c1";

let deployment: Deployment;
let world: World;
/** The whole archive, as an operator copied it before the deployment lost it. */
let copy: Uint8Array;

beforeEach(async () => {
  deployment = new Deployment();
  world = deployment.on((await editingWorld()).powers as TestPowers);
  addPicture(deployment, world, 1);
  copy = (await deployment.back(world)).bytesOf;
  for (const place of [deployment.vault.archives, deployment.vault.kept]) place.clear();
});

const returns = (): ArchiveReturns =>
  new ArchiveReturns({ ...world.kernel, powers: world.powers, vaultOf: () => deployment.vault });
const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => new Blob([bytes.slice()]).stream();
const sent = (bytes: Uint8Array, backup = ID): Promise<boolean> =>
  returns().take(TENANT, { backup, piece: sha(bytes), bytes: bytes.length }, streamOf(bytes));
const sentFile = (number: number): Promise<boolean> =>
  returns().take(TENANT, { file: pictureDigest(number), bytes: 7 }, streamOf(new Uint8Array(7)));
const finished = (sha256: string, more: Partial<ReturnInput> = {}) =>
  returns().finish({
    tenant: TENANT,
    backup: ID,
    sha256,
    withoutFiles: false,
    actor: OPERATOR,
    requestId: "return",
    ...more,
  });
const refusalOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => "done",
    ({ code, detail }: { code: string; detail?: { conflict?: string; issues?: { found: string }[] } }) =>
      detail?.conflict ?? detail?.issues?.[0]?.found ?? code,
  );

/** The same archive in several files: its first line, and each member. */
function split(bytes: Uint8Array): { readonly line: Uint8Array; readonly members: readonly Uint8Array[] } {
  const { head, length } = headOf(bytes);
  const { format: _format, version: _version, ...rest } = head;
  let from = length;
  const members = head.members.map((member) => bytes.subarray(from, (from += member.bytes)));
  return { line: new TextEncoder().encode(headLine(rest, true)), members: members.filter((one) => one.length > 0) };
}

const withHead = (bytes: Uint8Array, more: Partial<ArchiveHead>): Uint8Array => {
  const { head, length } = headOf(bytes);
  const { format: _format, version: _version, ...rest } = head;
  return new TextEncoder().encode(headLine({ ...rest, ...more }) + new TextDecoder().decode(bytes.subarray(length)));
};

describe("a returned archive", () => {
  test("is a backup with the facts of its rows, and restores", async () => {
    expect([await sentFile(1), await sent(copy)]).toEqual([true, true]);
    const { created, facts } = await finished(sha(copy));
    expect([created, facts]).toEqual([
      true,
      {
        id: ID,
        sha256: sha(copy),
        bytes: copy.length,
        createdAt: world.powers.now(),
        createdBy: "operator:provisioning",
        submissions: false,
        media: { files: 1, bytes: 7, missing: 0 },
      },
    ]);
    expect(deployment.bytes(ID)).toEqual(copy);
    const restored = await deployment.restored({ id: ID, sha256: sha(copy) }, world.powers.now());
    expect((await deployment.back(restored)).bytesOf).toEqual(copy);
  });

  test("in several files is the same backup, with its members beside it", async () => {
    const { line, members } = split(copy);
    await sentFile(1);
    for (const member of members) await sent(member);
    await sent(line);
    const { facts } = await finished(sha(line));
    expect(facts).toMatchObject({
      sha256: sha(line),
      bytes: line.length + members.reduce((sum, { length }) => sum + length, 0),
    });
    const restored = await deployment.restored({ id: ID, sha256: sha(line) }, world.powers.now());
    expect((await deployment.back(restored)).bytesOf).toEqual(copy);
  });

  test("is in the audit of each of its sites, once", async () => {
    await sentFile(1);
    await sent(copy);
    await finished(sha(copy));
    await finished(sha(copy));
    const rows = world.powers.sql
      .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit'")
      .map(({ payload }) => JSON.parse(payload) as { command: string; site: string; inputDigest: string })
      .filter(({ command }) => command === "backup.return");
    expect(rows.map(({ site }) => site).toSorted()).toEqual(["main", "other"]);
    expect(new Set(rows.map(({ inputDigest }) => inputDigest))).toEqual(new Set([sha(copy)]));
  });

  test("that is there already stays as it is, and a second one may not have its id", async () => {
    await sentFile(1);
    await sent(copy);
    await finished(sha(copy));
    const other = withHead(copy, { sites: ["main"] });
    await sent(other);
    expect((await finished(sha(copy))).created).toBe(false);
    expect(await refusalOf(finished(sha(other)))).toBe("archive_id_taken");
    expect(deployment.bytes(ID)).toEqual(copy);
  });

  test("needs its files, unless the operator goes on without them", async () => {
    await sent(copy);
    expect(await returns().lacking(TENANT, [pictureDigest(1)])).toEqual([pictureDigest(1)]);
    expect(await refusalOf(finished(sha(copy)))).toBe("archive_file_missing");
    expect(deployment.vault.archives.size).toBe(0);
    expect((await finished(sha(copy), { withoutFiles: true })).facts.media).toEqual({ files: 1, bytes: 7, missing: 1 });
    await sentFile(1);
    expect(await returns().lacking(TENANT, [pictureDigest(1)])).toEqual([]);
  });

  test("leaves no piece behind, and pieces of one that never follows are removed after an hour", async () => {
    await sentFile(1);
    await sent(copy);
    await sent(copy, "never");
    await finished(sha(copy));
    expect([...deployment.vault.members.keys()]).toEqual([`backups/never/${sha(copy)}`]);
    world.powers.clock.now += ARCHIVE_MADE_MS;
    await deployment.removal(world).runDue();
    expect([...deployment.vault.members.keys()]).toEqual([]);
    expect(deployment.vault.archives.size).toBe(1);
  });

  test("stays when one of its pieces arrives once more while it is made", async () => {
    await sentFile(1);
    await sent(copy);
    const { vault } = deployment;
    const find = vault.find.bind(vault);
    vault.find = async (kind, id) => {
      vault.find = find;
      const before = await find(kind, id);
      await finished(sha(copy));
      return before;
    };
    await sent(copy);
    world.powers.clock.now += ARCHIVE_MADE_MS;
    await deployment.removal(world).runDue();
    expect(vault.archives.size).toBe(1);
  });

  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ["digest_mismatch", (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"A"', '"B"'))],
    ["size_mismatch", (bytes) => bytes.subarray(0, -2)],
    ["not_json", () => new TextEncoder().encode("<html></html>\n")],
    ["other_tenant", (bytes) => withHead(bytes, { tenant: "other" })],
    ["schema_unknown", (bytes) => withHead(bytes, { schema: 100_000 })],
  ])("is refused as %s, and is no backup", async (reason, altered) => {
    const bytes = altered(copy);
    await sentFile(1);
    await sent(bytes);
    expect(await refusalOf(finished(sha(bytes)))).toBe(reason);
    expect(deployment.vault.archives.size).toBe(0);
  });

  test("whose pieces lack one is refused", async () => {
    const { line, members } = split(copy);
    await sentFile(1);
    for (const member of members.slice(1)) await sent(member);
    expect(await refusalOf(finished(sha(line)))).toBe("NOT_FOUND");
    await sent(line);
    expect(await refusalOf(finished(sha(line)))).toBe("member_missing");
  });

  test.each([
    [BACKUPS_MAX - 1, "done"],
    [BACKUPS_MAX, "archives_full"],
  ])("beside %i backups is %s", async (most, answer) => {
    await sentFile(1);
    await sent(copy);
    const facts = {
      sha256: "",
      bytes: 0,
      createdAt: 0,
      createdBy: "",
      submissions: false,
      media: { files: 0, bytes: 0, missing: 0 },
    };
    for (let number = 0; number < most; number++)
      await deployment.vault.store("backups", { ...facts, id: `n${number}` }, new Uint8Array());
    expect(await refusalOf(finished(sha(copy)))).toBe(answer);
  });
});
