import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DATA_FOLDERS, isPackageData } from "../../sites/tools/packageData.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Files of the project that code never reads from the package, or that the build makes something else of. */
const LEFT_OUT =
  /\.(?:ts|tsx|mjs)$|README\.md$|^plugins\/released(?:-drawbridge)?\.json$|^sites\/(?:editor|visitor|cli\/editors)\/|\/routes\.generated\.txt$/;

/** The files of a new plugin, which the package has as they are. */
const SCAFFOLDS = "sites/cli/plugin/scaffolds/files/";
const isLeftOut = (path: string): boolean => LEFT_OUT.test(path) && !path.startsWith(SCAFFOLDS);

const files = execFileSync("git", ["ls-files", "--", ...DATA_FOLDERS], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "");

test("the package has every file that its code reads, and no other", () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((path) => isPackageData(path) === isLeftOut(path))).toEqual([]);
});

test.each([
  "plugins/poll/acme.key.json",
  "plugins/poll/locales/.env",
  "plugins/poll/sections/deploy.sh",
  "plugins/poll/backup.zip",
  "plugins/.env",
  "sites/cli/plugin/scaffolds/files/theme/.env",
  "sites/cli/plugin/scaffolds/files/theme/acme.key.json",
  "sites/cli/plugin/scaffolds/files/stray.js",
  "sites/machine/service/key.pem",
  "sites/demo/saltmarrow/pages/secrets.txt",
  "sites/demo/media/saltmarrow/original.jpg",
  "sites/cli/cloudflare/descriptor.json",
  "sites/workers/site/.dev.vars",
  "sites/wrangler.jsonc",
  "sandbox/trust.json",
  "migrations/dump.sqlite",
  "migrations/0001_control_plane.sql.orig",
  "manifests/plugin.schema.json.bak",
  "secret/manifests/plugin.schema.json",
])("a stray file stays out: %s", (path) => expect(isPackageData(path)).toBe(false));
