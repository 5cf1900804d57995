/** Attacks by a member who may upload packages, and by a publisher who may sign them. */
import { describe, expect, test } from "vitest";
import { PACKAGE_DOCUMENT_MAX_BYTES, PACKAGE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { PACKAGES_MAX_BYTES, PLUGINS_INSTALLED_MAX } from "../../../manifests/bounds/plugins.ts";
import { SITE, initialiseInput, page, siteOf } from "../../runtime/kernel/world.ts";
import {
  type Managed,
  HTTP,
  STORAGE,
  executableText,
  isActive,
  managedWorld,
  packageText,
  refused,
  skippedOf,
  whyNot,
} from "../../runtime/plugins/manager.ts";
import {
  ACME,
  FILES,
  OTHER,
  STRANGER,
  TEMPLATE,
  documentOf,
  manifestOf,
  signature,
} from "../../vectors/trust/workshop.ts";
import type { TestPowers } from "../../runtime/kernel/powers.ts";
import { platformPowers } from "../kernel/platform.ts";

const NOTICES = "acme.notices";
const TOOL = "acme.tool";

const scoped = JSON.stringify([ACME.jwk, { ...OTHER.jwk, "svc:publishers": ["other"] }]);
const withTemplate = (template: string): string => packageText({}, { files: { ...FILES, "notice.liquid": template } });

function changed(text: string, change: (document: ReturnType<typeof documentOf>) => object): string {
  return JSON.stringify(change(JSON.parse(text) as ReturnType<typeof documentOf>));
}

describe("a package is not installed", () => {
  test.each<[string, string, string]>([
    ["that a stranger signed", packageText({}, { key: STRANGER }), "unknown_key"],
    ["that the key of another publisher signed", packageText({}, { key: OTHER }), "publisher_not_allowed"],
    [
      "that calls itself by the name of a trusted key and is signed by another",
      JSON.stringify(documentOf({ signatures: [signature(manifestOf(), STRANGER, { kid: ACME.kid })] })),
      "wrong_signature",
    ],
    [
      "that brings its own key",
      JSON.stringify(documentOf({ signatures: [signature(manifestOf(), STRANGER, { jwk: STRANGER.jwk })] })),
      "malformed",
    ],
    [
      "that nobody signed",
      JSON.stringify({ ...documentOf(), jws: { ...documentOf().jws, signatures: [] } }),
      "malformed",
    ],
    [
      "whose manifest was changed",
      changed(packageText(), (it) => ({
        ...it,
        jws: { ...it.jws, payload: Buffer.from(manifestOf({ name: "Other" })).toString("base64url") },
      })),
      "wrong_signature",
    ],
    [
      "whose file was changed",
      changed(packageText(), (it) => ({ ...it, files: { ...FILES, "notice.liquid": `${TEMPLATE} ` } })),
      "wrong_digest",
    ],
    [
      "with a file nobody signed",
      changed(packageText(), (it) => ({ ...it, files: { ...FILES, "more.liquid": "" } })),
      "files_refused",
    ],
    ["that is no JSON", "{", "malformed"],
    ["with a member twice", packageText().replace("{", '{"files":{},'), "malformed"],
    ["with __proto__ among its files", packageText().replace('"files":{', '"files":{"__proto__":"",'), "malformed"],
    ["with a capability nobody documented", executableText({ shell: true } as never), "manifest_refused"],
    ["with a capability and no code", packageText({ capabilities: STORAGE }), "manifest_refused"],
    [
      "that asks for an address inside",
      executableText({ http: { hosts: ["169.254.169.254"], methods: ["GET"] } }),
      "manifest_refused",
    ],
    ["whose template has a script, whoever signed it", withTemplate("<script>alert(1)</script>"), "files_not_allowed"],
    ["whose template has a handler", withTemplate('<p onclick="x()">Hi</p>'), "files_not_allowed"],
    ["whose template leads to javascript", withTemplate('<a href="javascript:x()">Hi</a>'), "files_not_allowed"],
    ["whose template no page can show", withTemplate("<p>a <> b</p>"), "files_not_allowed"],
    ["whose template reads other files", withTemplate("{% include 'x' %}"), "files_not_allowed"],
  ])("%s", async (_, text, reason) => {
    const world = await managedWorld({ trustKeys: scoped });
    const before = world.kernel.reads.context(SITE).plugins;
    const { code, detail } = await refused(world.install(text));
    expect([code, detail["reason"]]).toEqual(["PLUGIN_REJECTED", reason]);
    expect(detail["detail"]).toEqual(expect.any(String));
    expect(world.kernel.packages.all()).toEqual([]);
    expect(world.kernel.reads.context(SITE).plugins).toEqual(before);
  });

  test("under the id of a plugin of the deployment, in any version", async () => {
    const world = await managedWorld();
    for (const version of ["0.0.1", "1.0.0", "99.0.0"])
      expect(await whyNot(world.install(packageText({ id: "test.text", version })))).toBe(
        "PLUGIN_REJECTED first_party_id",
      );
  });

  test("that is older than an earlier installed version, or has other bytes under the same version", async () => {
    const world = await managedWorld();
    await world.install(packageText({ version: "2.0.0" }));
    expect(await refused(world.install(packageText({ version: "1.9.9" })))).toMatchObject({
      detail: { reason: "older_than_highest", version: "1.9.9", highest: "2.0.0" },
    });
    expect(await whyNot(world.install(packageText({ version: "2.0.0", name: "Twin" })))).toBe(
      "PLUGIN_REJECTED other_bytes_of_a_version",
    );
    expect(await whyNot(world.install(packageText({ version: "2.0.0", name: "Twin" }), true))).toBe(
      "PLUGIN_REJECTED other_bytes_of_a_version",
    );
    expect((await world.detail(NOTICES)).version).toBe("2.0.0");
  });
});

describe("an update", () => {
  test("cannot get a capability without a grant: neither by requesting it, nor through the earlier version's grant", async () => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    const { digest } = await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    await world.install(executableText({ ...STORAGE, ...HTTP }, { version: "1.0.1" }));
    const { waiting } = world.kernel.pluginReads.view(SITE, TOOL);
    expect(await refused(world.grant(TOOL, STORAGE, waiting?.digest))).toMatchObject({
      code: "CONFLICT",
      detail: { notRequested: [], notGranted: [{ pointer: "/http/hosts" }, { pointer: "/http/methods" }] },
    });
    expect(await whyNot(world.grant(TOOL, { ...STORAGE, ...HTTP }, digest))).toBe("CONFLICT");
    expect(world.kernel.pluginReads.view(SITE, TOOL)).toMatchObject({ version: "1.0.0", active: true });
  });

  test("that arrives between the display and the grant makes the grant fail", async () => {
    const world = await managedWorld();
    const { digest } = await world.install(executableText(STORAGE));
    await world.install(executableText(STORAGE, { version: "1.0.1" }));
    expect(await refused(world.grant(TOOL, STORAGE, digest))).toMatchObject({
      code: "CONFLICT",
      detail: { digest: expect.not.stringContaining(digest) },
    });
  });
});

describe("a grant", () => {
  test.each<[string, object]>([
    ["of more bytes", { storage: { maxBytes: 1_001, maxKeys: 10 } }],
    ["of fewer bytes", { storage: { maxBytes: 999, maxKeys: 10 } }],
    ["of one thing more", { ...STORAGE, ...HTTP }],
    ["of nothing", {}],
  ])("%s than is requested is refused", async (_, capabilities) => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    await world.state(TOOL, "enabled");
    expect(await whyNot(world.grant(TOOL, capabilities))).toBe("CONFLICT");
    expect((await world.detail(TOOL)).grant).toBeNull();
  });

  test.each<[string, object]>([
    ["with a capability nobody documented", { ...STORAGE, shell: {} }],
    ["with a wildcard", { http: { hosts: ["*.example.com"], methods: ["GET"] } }],
  ])("%s is refused", async (_, capabilities) => {
    const world = await managedWorld();
    await world.install(executableText(STORAGE));
    expect(await whyNot(world.grant(TOOL, capabilities as never))).toBe("INVALID_REQUEST");
  });

  test("is refused for a package that is no longer trusted", async () => {
    const before = await managedWorld();
    await before.install(executableText(STORAGE));
    const world = await before.redeployed({ trustKeys: "[]" });
    expect(await whyNot(world.grant(TOOL, STORAGE))).toBe("CONFLICT");
  });

  test("in one site has no effect in another, as everything else", async () => {
    const world = await managedWorld();
    await world.kernel.initialiser.run(
      initialiseInput(siteOf({ home: page("/") }), {
        site: "second",
        origin: "https://second.example",
        hostnames: ["second.example"],
      }),
    );
    await world.install(executableText(STORAGE));
    await world.grant(TOOL, STORAGE);
    await world.state(TOOL, "enabled");
    const { active, skipped } = world.kernel.plugins.forSite("second").resolution;
    expect([...active, ...skipped].map(({ id }) => id)).not.toContain(TOOL);
    await expect(world.kernel.pluginReads.detail("second", TOOL)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("package rows that were changed in the database", () => {
  const tampered: readonly (readonly [string, string, string])[] = [
    ["a file of the package", `UPDATE plugin_package_parts SET body = replace(body, '<p>', '<b>')`, "digest_mismatch"],
    [
      "a character of the signature",
      `UPDATE plugin_package_parts SET body = replace(body, '"signature":"', '"signature":"A')`,
      "signature_invalid",
    ],
    ["all of the package", "DELETE FROM plugin_package_parts", "signature_invalid"],
    [
      "the digest a grant is compared with",
      "UPDATE plugin_packages SET digest = 'sha256-' || substr(digest, 9) || 'A'",
      "digest_mismatch",
    ],
    ["the id it is installed under", "UPDATE plugin_packages SET plugin = 'acme.other'", "signature_invalid"],
  ];

  test.each(tampered)(
    "%s: the plugin is skipped with a reason, and none of its files is used",
    async (_, sql, reason) => {
      const before = await managedWorld();
      await before.install(packageText());
      await before.state(NOTICES, "enabled");
      before.powers.sql.all(sql);
      const world = await before.redeployed({});
      const { skipped, active } = world.kernel.plugins.forSite(SITE).resolution;
      expect(skipped.filter(({ id }) => id.startsWith("acme.")).map((one) => one.reason)).toEqual([reason]);
      expect(active.map(({ id }) => id).filter((id) => id.startsWith("acme."))).toEqual([]);
      expect(
        world.kernel.plugins.installed(SITE).find(({ plugin }) => plugin.manifest.id.startsWith("acme."))?.plugin.files,
      ).toEqual({});
    },
  );

  test("another valid package in its place is not accepted as the installed one", async () => {
    const before = await managedWorld();
    await before.install(packageText());
    await before.state(NOTICES, "enabled");
    before.powers.sql.all("UPDATE plugin_package_parts SET body = ?", packageText({ version: "1.0.1" }));
    const world = await before.redeployed({});
    expect(skippedOf(world, NOTICES)).toBe("digest_mismatch");
  });
});

describe("sizes", () => {
  const heavy = (bytes: number, change: object = {}): string => {
    const files = { "main.js": `//${"x".repeat(bytes - 2)}` };
    return packageText({ id: TOOL, kind: "executable", main: "main.js", contributes: {}, ...change }, { files });
  };

  test("the largest package fits into rows, is read back unchanged and runs", async () => {
    const world = await managedWorld({}, platformPowers());
    const text = heavy(PACKAGE_MAX_BYTES);
    await world.install(text);
    expect(world.kernel.packages.textOf({ site: SITE, plugin: TOOL })).toBe(text);
    await world.state(TOOL, "enabled");
    expect(isActive(await world.redeployed({}), TOOL)).toBe(true);
  });

  test("so does a package of surrogate pairs at the rows' boundaries", async () => {
    const world = await managedWorld({}, platformPowers());
    const files = { "main.js": `// ${"\u{1f33b}".repeat(250_000)}` };
    const text = packageText({ id: TOOL, kind: "executable", main: "main.js", contributes: {} }, { files });
    await world.install(text);
    expect(world.kernel.packages.textOf({ site: SITE, plugin: TOOL })).toBe(text);
    await world.state(TOOL, "enabled");
    expect(isActive(await world.redeployed({}), TOOL)).toBe(true);
  });

  test.each([
    [-1, "done"],
    [0, "done"],
    [1, "PLUGIN_REJECTED too_large"],
  ])("files of the most bytes and %d: %s", async (more, outcome) => {
    const world = await managedWorld();
    const answer = world.install(heavy(PACKAGE_MAX_BYTES + more));
    expect(outcome === "done" ? (await answer).id : await whyNot(answer)).toBe(outcome === "done" ? TOOL : outcome);
  });

  test.each([
    [-1, "PLUGIN_REJECTED malformed"],
    [0, "PLUGIN_REJECTED malformed"],
    [1, "INVALID_REQUEST"],
  ])("a document of the most bytes and %d is %s", async (more, outcome) => {
    const world = await managedWorld();
    expect(await whyNot(world.install("x".repeat(PACKAGE_DOCUMENT_MAX_BYTES + more)))).toBe(outcome);
  });

  const put = (world: Managed, count: number, bytes: number): void => {
    for (let n = 0; n < count; n++) {
      world.powers.sql.all(
        "INSERT INTO plugin_packages (site, plugin, version, digest, name, document, bytes, actor, at) VALUES ('elsewhere', ?, '1.0.0', 'd', 'n', 'd', ?, 'a', 0)",
        `acme.p${n}`,
        bytes,
      );
    }
  };

  test.each([
    [-1, "done"],
    [0, "done"],
    [1, "PLUGIN_REJECTED no_room"],
  ])("of all packages of a workspace: the most bytes and %d: %s", async (more, outcome) => {
    const world = await managedWorld();
    const text = packageText();
    put(world, 1, PACKAGES_MAX_BYTES - text.length + more);
    const answer = world.install(text);
    expect(outcome === "done" ? (await answer).id : await whyNot(answer)).toBe(outcome === "done" ? NOTICES : outcome);
  });

  test.each([
    [-1, "done"],
    [0, "done"],
    [1, "PLUGIN_REJECTED too_many_plugins"],
  ])("of a site: the most plugins and %d: %s", async (more, outcome) => {
    const world = await managedWorld();
    put(world, PLUGINS_INSTALLED_MAX - 1 + more, 1);
    world.powers.sql.all("UPDATE plugin_packages SET site = ?", SITE);
    const learned = world.kernel.packages.all();
    expect(learned).toHaveLength(PLUGINS_INSTALLED_MAX - 1 + more);
    const again = await world.redeployed({});
    const answer = again.install(packageText());
    expect(outcome === "done" ? (await answer).id : await whyNot(answer)).toBe(outcome === "done" ? NOTICES : outcome);
  });

  test("an update of a package needs no space of its own", async () => {
    const world = await managedWorld();
    const text = packageText();
    await world.install(text);
    put(world, 1, PACKAGES_MAX_BYTES - text.length);
    expect((await world.install(packageText({ version: "1.0.1" }))).version).toBe("1.0.1");
  });

  test("an update of a package is not counted as one more plugin", async () => {
    const world = await managedWorld();
    await world.install(packageText());
    put(world, PLUGINS_INSTALLED_MAX - 1, 1);
    world.powers.sql.all("UPDATE plugin_packages SET site = ?", SITE);
    const again = await world.redeployed({});
    expect((await again.install(packageText({ version: "1.0.1" }))).version).toBe("1.0.1");
  });
});

test("a package that is uploaded while its key is being revoked is trusted no longer than the key", async () => {
  const powers = platformPowers();
  let meanwhile: (() => Promise<unknown>) | undefined;
  const interrupted: TestPowers = {
    ...powers,
    async sha256(bytes) {
      const act = meanwhile;
      meanwhile = undefined;
      await act?.();
      return powers.sha256(bytes);
    },
  };
  const revokedAt = powers.clock.now + 10_000;
  const world = await managedWorld(
    { trustKeys: JSON.stringify([{ ...ACME.jwk, "svc:revokedAt": revokedAt / 1_000 }]) },
    interrupted,
  );
  powers.clock.now = revokedAt - 1;
  meanwhile = async () => {
    powers.clock.now = revokedAt;
    await world.kernel.plugins.prepare();
  };
  await world.install(packageText());
  await world.state(NOTICES, "enabled");
  expect(skippedOf(world, NOTICES)).toBe("untrusted_key");
  expect(isActive(world, NOTICES)).toBe(false);
});
