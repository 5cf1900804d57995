import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fillWithDemo } from "../support/filled.ts";
import { nobodyWorksOn } from "../support/workingOn.ts";
import { testFolder } from "./testFolder.ts";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

// `npm start`, with which README.md begins.
test.each(["SIGTERM", "SIGKILL"] as const)("%s to npm alone leaves nothing running", async (signal) => {
  using here = testFolder();
  await fillWithDemo(here.path);
  const npm = spawn(
    "npm",
    ["start", "--silent", "--", "--json", "--port", "0", "--profile", "core", "--data", here.path],
    { cwd: PROJECT, stdio: ["ignore", "pipe", "ignore"] },
  );
  const [line] = (await once(createInterface({ input: npm.stdout }), "line")) as [string];
  expect(JSON.parse(line)).toMatchObject({ ready: true });
  npm.kill(signal);
  await once(npm, "exit");
  // Waits for the check of the parent process, and for the stop after it.
  for (let tries = 0; tries < 10 && !(await nobodyWorksOn(here.path)); tries += 1);
  expect(await nobodyWorksOn(here.path)).toBe(true);
});
