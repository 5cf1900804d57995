import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const SVC = join(import.meta.dirname, "../../../sites/svc.ts");

/** Runs the real program in a shell. Answers its own exit code, whatever reads its output. */
function shell(after: string): { readonly code: number | null; readonly talk: string } {
  const { status, stderr } = spawnSync(
    "bash",
    ["-c", `"$0" "$1" --help ${after}; exit "\${PIPESTATUS[0]}"`, process.execPath, SVC],
    {
      encoding: "utf8",
    },
  );
  return { code: status, talk: stderr };
}

test("a reader who leaves at once is no fault of the command", () => {
  expect(shell("| true")).toEqual({ code: 0, talk: "" });
});

test.runIf(process.platform === "linux")("output that a full disk loses is no success", () => {
  expect(shell("> /dev/full")).toEqual({
    code: 1,
    talk: expect.stringMatching(/^The output could not be written: [^\n]+\n$/) as string,
  });
});
