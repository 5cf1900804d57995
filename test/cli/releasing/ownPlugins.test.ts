import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { afterAll, expect, test } from "vitest";
import { PROVENANCE_FORMAT } from "../../../manifests/distribution/provenance.ts";
import { OWN_PLUGINS } from "../../../sites/cli/packing/packFile.ts";
import { packPlugins } from "../../../sites/cli/packing/pluginFolder.ts";
import { readIndexFile } from "../../../sites/cli/plugin/index/documents.ts";
import { importKey } from "../../../sites/cli/plugin/signed/signing.ts";
import { folderAt } from "../../../sites/cli/releasing/folder.ts";
import { packProject } from "../../../sites/tools/firstParty.ts";
import { releaseOf } from "../../../sites/tools/released.ts";
import { releasePlugins } from "../../../sites/tools/releasePlugins.ts";

const folder = mkdtempSync(join(tmpdir(), "drawbridge-plugins-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = Date.UTC(2026, 10, 30);
const ORIGIN = { source: { uri: "git+https://code.example/drawbridge", commit: "c0ffee" }, builder: "urn:test" };

test("the project's plugins are released as the deployment has them, and a repeat changes nothing", async () => {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  const release = {
    place: folderAt(join(folder, "public")),
    key: await importKey(await exportJWK(privateKey)),
    wish: {
      name: "drawbridge",
      base: "https://plugins.example/",
      now: NOW,
      expires: NOW / 1000 + 86_400,
      record: () => join(folder, "record.json"),
    },
    origin: ORIGIN,
  };
  const plugins = packPlugins([OWN_PLUGINS]);
  await releasePlugins(plugins, release);
  const { index } = readIndexFile(join(folder, "public/index.json"));
  const listed = Object.fromEntries(
    Object.entries(index.plugins).flatMap(([id, { versions }]) =>
      Object.entries(versions).map(([version, { digest }]) => [id, { version, digest }] as const),
    ),
  );
  // The table of a release, and what the workers of a deployment import.
  expect(listed).toEqual(releaseOf("", plugins).plugins);
  const { firstParty, executable } = packProject();
  expect(releaseOf("", [...firstParty, ...executable]).plugins).toEqual(listed);
  const names = readdirSync(join(folder, "public"));
  expect(names.filter((name) => name.endsWith(".provenance.json"))).toHaveLength(plugins.length);
  expect(names).toHaveLength(plugins.length * 2 + 1);
  expect(
    readFileSync(join(folder, "public", names.find((name) => name.includes("provenance")) ?? ""), "utf8"),
  ).toContain(PROVENANCE_FORMAT);
  const again = await releasePlugins(plugins, { ...release, origin: { ...ORIGIN, builder: "urn:later" } });
  expect([again.isThere, readdirSync(join(folder, "public"))]).toEqual([true, names]);
});
