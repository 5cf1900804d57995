import { describe, expect, test } from "vitest";
import { ROOM_REVISIONS_KEPT } from "../../../manifests/bounds/commands.ts";
import { StorageQuota } from "../../../runtime/tenancy/storageQuota.ts";
import { MEMBER, SITE, page } from "../kernel/world.ts";
import { editingWorld } from "../editing/editingWorld.ts";

const MAX_BYTES = 1_000;

/**
 * A workspace that shrinks to `MAX_BYTES` once only `enough` versions of each document are kept. Records the tried
 * numbers.
 */
async function lookedFor(enough: number): Promise<{ readonly asked: number[]; readonly isFull: boolean }> {
  const { kernel, powers } = await editingWorld();
  const asked: number[] = [];
  const bytes = (): number => MAX_BYTES + (asked.some((kept) => kept <= enough) ? 0 : 1);
  const quota = new StorageQuota(
    {
      powers: { ...powers, sql: { ...powers.sql, bytes } },
      sites: kernel.sites,
      retention: { forgetUnseen: (site, kept) => void (site === SITE && asked.push(kept)) },
      archiveCopy: { bytes: 0 },
    },
    MAX_BYTES,
  );
  try {
    quota.requireAfter(MEMBER);
    return { asked, isFull: false };
  } catch {
    return { asked, isFull: true };
  }
}

describe("a workspace that is full", () => {
  test.each(ROOM_REVISIONS_KEPT.map((kept, index) => [kept, index + 1] as const))(
    "forgets no more once %i versions of each document leave room",
    async (kept, looks) => {
      expect(await lookedFor(kept)).toEqual({ asked: ROOM_REVISIONS_KEPT.slice(0, looks), isFull: false });
    },
  );

  test("refuses the command when the last look leaves no room", async () => {
    const last = ROOM_REVISIONS_KEPT.at(-1) ?? 0;
    expect(await lookedFor(last - 1)).toEqual({ asked: ROOM_REVISIONS_KEPT, isFull: true });
  });

  test.each(ROOM_REVISIONS_KEPT.flatMap((kept) => [-1, 0, 1].map((more) => [kept, kept + more] as const)))(
    "keeps the newest %i of %i versions that nothing shows",
    async (kept, written) => {
      const world = await editingWorld();
      for (let n = 0; n < written; n++) await world.write("draft", page("/draft", { title: `Title ${n}` }));
      world.kernel.retention.forgetUnseen(SITE, kept);
      const left = world.powers.sql.all<{ version: number }>(
        "SELECT version FROM documents WHERE site = ? AND id = 'draft' ORDER BY version",
        SITE,
      );
      const first = Math.max(1, written - kept + 1);
      expect(left.map(({ version }) => version)).toEqual(
        Array.from({ length: Math.min(kept, written) }, (_, n) => first + n),
      );
    },
  );
});
