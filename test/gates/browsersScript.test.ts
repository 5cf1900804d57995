import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "../browser/engines/run.ts");

test("npm run browsers says what is missing where there is no further engine, and starts nothing", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { encoding: "utf8", env: { PATH: "" } });
  expect({ status, stderr, lines: stdout.trim().split("\n") }).toEqual({
    status: 0,
    stderr: "",
    lines: [
      "WebKit: WebKitWebDriver is not installed (webkit2gtk-driver).",
      "Firefox: firefox-esr is not installed (firefox-esr).",
      "Nothing was tried: this machine has no further engine.",
    ],
  });
});
