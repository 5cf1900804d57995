import { chmodSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refuseIfWorkerdCannotRun } from "../../../sites/machine/runner/canRun.ts";
import { testFolder } from "../testFolder.ts";

/** The message of a start with a workerd that is this script. */
async function said(script: string, mode = 0o755): Promise<string> {
  using here = testFolder();
  writeFileSync(here.at("workerd"), script);
  chmodSync(here.at("workerd"), mode);
  return await refuseIfWorkerdCannotRun(() => here.at("workerd")).then(
    () => "",
    (error: Error) => error.message,
  );
}

test("the installed workerd can run", async () => expect(await refuseIfWorkerdCannotRun()).toBeUndefined());

test.each([
  ["without its loader, as on musl", "#!/lib/no-such-loader.so.1\n", /: it needs glibc, which this system lacks/],
  [
    "with an old C library",
    "#!/bin/sh\necho \"workerd: version 'GLIBC_2.35' not found (required by workerd)\" >&2\nexit 1\n",
    /: its C library is too old \(workerd: version 'GLIBC_2\.35' not found .+\)\. Use a system with a newer glibc/,
  ],
  ["on a processor that it does not know", "#!/bin/sh\nkill -ILL $$\n", /: it ended by SIGILL\./],
  ["that says something else", "#!/bin/sh\necho 'out of order' >&2\nexit 3\n", /: out of order$/],
])("a workerd %s is named as the reason, and no data is blamed", async (_, script, says) => {
  const text = await said(script);
  expect(text).toMatch(says);
  expect(text).toMatch(/^workerd, which runs the sites, cannot run on this machine: [^\n]+$/);
  expect(text).not.toMatch(/data|backup|--fresh/);
});

test("a missing workerd is named, whether its file or its whole package is gone", async () => {
  await expect(refuseIfWorkerdCannotRun(() => "/no/such/workerd")).rejects.toThrow(
    /: there is no \/no\/such\/workerd\./,
  );
  const gone = (): never => {
    throw new Error("The package could not be found");
  };
  await expect(refuseIfWorkerdCannotRun(gone)).rejects.toThrow(/is not installed for this system \(\w+ on \w+\)/);
});

test("a workerd that nobody may execute is named", async () => {
  expect(await said("#!/bin/sh\n", 0o644)).toMatch(/ is not executable\. Install the package again/);
});
