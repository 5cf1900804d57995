import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartChecks } from "../../../sites/machine/managed/startChecks.ts";
import type { Binding, TenantScript } from "../../../sites/machine/provider/state.ts";
import { testFolder } from "../testFolder.ts";

interface Uploaded {
  readonly date?: string;
  readonly bindings?: readonly Binding[];
}

const upload = (code: string, { date = "2026-06-01", bindings = [] }: Uploaded = {}): TenantScript => ({
  script: { id: "one", tag: "t", etag: code, tags: [] },
  metadata: { main_module: "index.js", bindings, compatibility_date: date },
  modules: new Map([["index.js", new TextEncoder().encode(code)]]),
  classes: [],
});

const SOUND = "export default { fetch: () => new Response() };";
const SOON_MS = 500;

test.concurrent.each<[string, TenantScript, unknown, number?]>([
  ["sound code", upload(SOUND), undefined],
  ["code that does not parse", upload("export default {"), expect.stringMatching(/^Uncaught SyntaxError/)],
  ["code that throws at its start", upload(`throw new Error("no"); ${SOUND}`), "Uncaught Error: no"],
  ["a module that is not there", upload(`import "node:none"; ${SOUND}`), expect.stringContaining("No such module")],
  ["a date that workerd does not know", upload(SOUND, { date: "2999-01-01" }), expect.stringMatching(/\S/)],
  ["code without an end", upload(`while (true); ${SOUND}`), "it did not start within 0.5 s", SOON_MS],
  [
    "a binding that one machine lacks",
    upload(SOUND, { bindings: [{ type: "ai", name: "AI" }] }),
    "The binding AI has the type ai, which one machine does not support.",
  ],
])("the start of %s is judged", async (_, uploaded, fault, startMs = 20_000) => {
  using here = testFolder();
  const checks = new StartChecks({ config: here.path }, startMs);
  expect(await checks.findFault(uploaded)).toEqual(fault);
  const folder = join(here.path, "checks");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});
