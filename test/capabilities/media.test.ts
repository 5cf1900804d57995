import { describe, expect, test } from "vitest";
import { MEDIA_BATCH_MAX, MEDIA_READ_MAX_BYTES } from "../../manifests/bounds/bridge.ts";
import { fromBase64 } from "../../manifests/bytes/base64.ts";
import { lendMedia } from "../../capabilities/media.ts";
import { MediaFiles } from "../../runtime/media/files.ts";
import { migrate } from "../../runtime/schema.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { askLoan, loanOf } from "./asking.ts";

const idOf = (number: number): string => number.toString(16).padStart(64, "0");

interface Listed {
  readonly files: readonly { readonly id: string }[];
}

function sources(sizes: Readonly<Record<string, readonly number[]>>) {
  const { sql } = testPowers();
  migrate(sql);
  const files = new MediaFiles(sql);
  for (const [site, all] of Object.entries(sizes)) {
    for (const [index, bytes] of all.entries()) {
      sql.all(
        "INSERT OR IGNORE INTO media_objects VALUES (?, 'a.png', 'image/png', ?, 7, 5, NULL, 'kept')",
        idOf(index),
        bytes,
      );
      files.add(
        site,
        { digest: idOf(index), kind: "k", name: `${site}-${index}.png` },
        { actor: "member:secret", at: 0 },
      );
    }
  }
  const asked: string[] = [];
  const read = async ({ path, bytes }: { path: string; bytes: number }) => {
    asked.push(path);
    return path.includes(idOf(9)) ? undefined : new Uint8Array(bytes).fill(7);
  };
  return { files, read, asked };
}

describe("lent media", () => {
  test("are those of the site, newest first, page by page, without who sent them", async () => {
    const media = sources({ a: Array.from({ length: MEDIA_BATCH_MAX + 2 }, () => 10), b: [10] });
    const loan = loanOf(lendMedia(media, "a"));
    const first = (await askLoan(loan, "media.list", {})) as Listed;
    expect(first.files).toHaveLength(MEDIA_BATCH_MAX);
    expect(JSON.stringify(first)).not.toContain("secret");
    const rest = (await askLoan(loan, "media.list", { after: first.files.at(-1)?.id ?? "" })) as Listed;
    expect(rest.files.map(({ id }) => id)).toEqual([idOf(1), idOf(0)]);
    expect(((await askLoan(loan, "media.list", { limit: MEDIA_BATCH_MAX - 1 })) as Listed).files).toHaveLength(
      MEDIA_BATCH_MAX - 1,
    );
    expect(await askLoan(loan, "media.list", { limit: MEDIA_BATCH_MAX + 1 })).toBe("invalid");
    expect(await askLoan(loan, "media.list", { after: "nobody's" })).toBe("invalid");
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("are read up to the largest size %i: %s", async (more, read) => {
    const media = sources({ a: [MEDIA_READ_MAX_BYTES + more] });
    const answer = await askLoan(loanOf(lendMedia(media, "a")), "media.read", { name: idOf(0) });
    if (!read) expect([answer, media.asked]).toEqual(["too_large", []]);
    else
      expect(fromBase64((answer as { body: string }).body)).toEqual(
        new Uint8Array(MEDIA_READ_MAX_BYTES + more).fill(7),
      );
  });

  test("of another site of the tenant, and what is not there, are nothing", async () => {
    const media = sources({ a: [1], b: Array.from({ length: 10 }, () => 1) });
    const [one, other] = [loanOf(lendMedia(media, "a")), loanOf(lendMedia(media, "b"))];
    for (const name of [idOf(5), "../b", "constructor", ""])
      expect(await askLoan(one, "media.read", { name })).toEqual({ file: null });
    expect(media.asked).toEqual([]);
    expect(await askLoan(other, "media.read", { name: idOf(9) })).toEqual({ file: null });
  });
});
