import { describe, expect, test } from "vitest";
import {
  FORM_LEFTOVER_MS,
  QUARANTINE_MAX_BYTES,
  QUARANTINE_MAX_FILES,
  QUARANTINE_SWEPT,
} from "../../../manifests/bounds/forms.ts";
import { FormFiles, type ReceivedFile } from "../../../runtime/submissions/files.ts";
import { migrate } from "../../../runtime/schema.ts";
import { testPowers } from "../kernel/powers.ts";

function aQuarantine() {
  const powers = testPowers();
  migrate(powers.sql);
  return { powers, files: new FormFiles(powers) };
}

const received = (number: number, bytes = 10, parts = 1): ReceivedFile => ({
  number,
  field: "cv",
  name: "a.pdf",
  type: "application/pdf",
  bytes,
  width: null,
  height: null,
  digest: "0".repeat(64),
  parts,
});

/** A submission with this many stored files. Answers their keys. */
function kept(files: FormFiles, submission: number, count: number, parts = 1): string[] {
  const { post } = files.begin(100);
  files.keep(
    "main",
    submission,
    post,
    Array.from({ length: count }, (_, n) => received(n + 1, 10, parts)),
    [],
  );
  return Array.from({ length: count * parts }, (_, n) => `${post}/${Math.floor(n / parts) + 1}/${n % parts}`);
}

describe("room", () => {
  test.each([
    [-1, 100],
    [0, 100],
    [1, 0],
  ])("with %i bytes beside what is left", (beside, room) => {
    const { files } = aQuarantine();
    files.begin(QUARANTINE_MAX_BYTES - 100 + beside);
    expect(files.begin(100).bytes).toBe(room);
  });

  test.each([
    [QUARANTINE_MAX_FILES - 1, 100],
    [QUARANTINE_MAX_FILES, 0],
    [QUARANTINE_MAX_FILES + 1, 0],
  ])("with %i files", (count, room) => {
    const { files } = aQuarantine();
    kept(files, 1, count);
    expect(files.begin(100).bytes).toBe(room);
  });

  test("is there again when what was in it has been removed, and no sooner", () => {
    const { files } = aQuarantine();
    const { post } = files.begin(QUARANTINE_MAX_BYTES);
    files.abandon(post);
    expect(files.begin(1).bytes).toBe(0);
    for (const prefix of files.leftovers()) files.removed(prefix);
    expect(files.begin(1).bytes).toBe(1);
  });
});

describe("what arrives", () => {
  test.each([
    [FORM_LEFTOVER_MS - 1, true],
    [FORM_LEFTOVER_MS, false],
    [FORM_LEFTOVER_MS + 1, false],
    [-1, false],
  ])("is waited for, %i ms after it began: %s", (later, isOpen) => {
    const { powers, files } = aQuarantine();
    const { post } = files.begin(1);
    powers.clock.now += later;
    expect([files.isOpen(post), files.leftovers().length === 0]).toEqual([isOpen, isOpen]);
  });

  test("is kept with what belongs to it, and the rest of it is left over", () => {
    const { files } = aQuarantine();
    const { post } = files.begin(100);
    files.keep("main", 7, post, [received(1), received(3)], [received(2)]);
    expect(files.of(7).map(({ number, prefix }) => [number, prefix])).toEqual([
      [1, `${post}/1`],
      [3, `${post}/3`],
    ]);
    expect(files.leftovers()).toEqual([`${post}/2`]);
    files.abandon(post);
    expect(files.leftovers()).toEqual([`${post}/2`]);
  });
});

test.each([QUARANTINE_SWEPT - 1, QUARANTINE_SWEPT, QUARANTINE_SWEPT + 1])(
  "of %i left over, as many go at once as fit",
  (count) => {
    const { files } = aQuarantine();
    for (let n = 0; n < count; n += 1) files.abandon(files.begin(1).post);
    expect(files.leftovers()).toHaveLength(Math.min(count, QUARANTINE_SWEPT));
  },
);

test("what storage and database do not both have is gone from both", () => {
  const { files } = aQuarantine();
  const [whole, half, lost] = [kept(files, 1, 1, 2), kept(files, 2, 1, 2), kept(files, 3, 1)];
  files.reconcile([...whole, half[0] ?? "", "stranger/1/0", "stranger/2/0"]);
  expect([1, 2, 3].map((submission) => files.of(submission)[0]?.parts)).toEqual([2, 0, 0]);
  expect(files.leftovers().toSorted()).toEqual([half[0]?.slice(0, -2), "stranger/1", "stranger/2"].toSorted());
  expect(lost).toHaveLength(1);
});
