import { expect, test } from "vitest";
import { TEMPORARY_LEAST_BYTES, withTemporaryFiles } from "../../../sites/machine/process/temporaryFiles.ts";

test.each([
  [TEMPORARY_LEAST_BYTES - 1, undefined],
  [TEMPORARY_LEAST_BYTES, "/dev/shm"],
  [TEMPORARY_LEAST_BYTES + 1, "/dev/shm"],
])("with %i free bytes in memory, temporary files go to %s", (bytes, folder) => {
  const environment = withTemporaryFiles({ HOME: "/home" }, () => bytes);
  expect(environment).toEqual({ HOME: "/home", ...(folder && { SQLITE_TMPDIR: folder }) });
});

test("the folder that an operator names stays", () => {
  const named = { SQLITE_TMPDIR: "/mnt/fast" };
  expect(withTemporaryFiles(named, () => TEMPORARY_LEAST_BYTES)).toBe(named);
});

test.runIf(process.platform === "linux")("the real folder is taken only with room", () => {
  expect([undefined, "/dev/shm"]).toContain(withTemporaryFiles({})["SQLITE_TMPDIR"]);
});
