import { beforeEach, describe, expect, test } from "vitest";
import { ERASED_AT_ONCE, EXPORT_KEPT_MS } from "../../../manifests/bounds/backups.ts";
import type { EraseInput } from "../../../runtime/backups/eraser.ts";
import { type ErasedPlaces, Erasures } from "../../../runtime/backups/erasures.ts";
import { tablesOf } from "../../../runtime/backups/columns.ts";
import { TABLES, migrate } from "../../../runtime/schema.ts";
import type { ArchiveView } from "../../../runtime/backups/views.ts";
import { setTenantStatus } from "../../../runtime/tenancy/tenantStatus.ts";
import { editingWorld } from "../editing/editingWorld.ts";
import { SITE, initialiseInput, page, siteOf, type World } from "../kernel/world.ts";
import { type TestPowers, testPowers } from "../kernel/powers.ts";
import { addPicture, pictureDigest } from "./files.ts";
import { Deployment, OPERATOR, TENANT, sha } from "./testDeployment.ts";

/** The tenant's part of the public store. */
class Store implements ErasedPlaces {
  readonly keys = new Set<string>();
  calls = 0;

  async delete(keys: readonly string[]): Promise<void> {
    this.calls += keys.length;
    for (const key of keys) this.keys.delete(key);
  }

  async list(cursor: string, most: number): Promise<{ keys: string[]; next: string | null }> {
    const after = [...this.keys].toSorted().filter((key) => key > cursor);
    return { keys: after.slice(0, most), next: after.length > most ? (after[most - 1] ?? null) : null };
  }

  readonly places = {
    put: async (key: string): Promise<void> => void this.keys.add(key),
    delete: async (key: string): Promise<void> => void this.keys.delete(key),
    purge: async (): Promise<void> => undefined,
  };
}

let deployment: Deployment;
let world: World;
let store: Store;

beforeEach(async () => {
  deployment = new Deployment();
  store = new Store();
  world = deployment.on((await editingWorld()).powers as TestPowers);
  await world.kernel.publicContent.refresh(SITE, 1, store.places);
});

const later = (ms = 1): number => (world.powers.clock.now += ms);
const suspend = (): void => setTenantStatus({ powers: world.powers, ...world.kernel }, "suspended");
const request = ({ id, sha256 }: Pick<ArchiveView, "id" | "sha256">, more: Partial<EraseInput> = {}): EraseInput => ({
  tenant: TENANT,
  sites: ["main", "other"],
  kind: "backups",
  backup: id,
  sha256,
  confirmation: `ERASE ${TENANT}`,
  discardSubmissions: false,
  actor: OPERATOR,
  requestId: "erase",
  ...more,
});
const erase = (made: Pick<ArchiveView, "id" | "sha256">, more?: Partial<EraseInput>) =>
  deployment.eraser(world).run(request(made, more));
const outcomeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => "done",
    ({ code, detail }: { code: string; detail: { reason?: string } }) => `${code} ${detail.reason ?? ""}`.trim(),
  );
const holds = ({ sql }: TestPowers, names: readonly string[] = TABLES.namesOf("archived", "submitted")): string[] =>
  names.filter((name) => sql.all(`SELECT 1 FROM "${name}" LIMIT 1`).length > 0);

const CHANGED = "CONFLICT The workspace has changed since the archive was made. Make a new archive.";

describe("an erasure", () => {
  test("empties the workspace and its public places, and what is restored after it makes the same bytes", async () => {
    addPicture(deployment, world, 1);
    const made = await deployment.back(world);
    expect(store.keys.size).toBeGreaterThan(3);
    suspend();
    later();
    const erased = await erase(made);
    expect(erased).toMatchObject({ archive: made.sha256, sites: ["main", "other"], at: world.powers.now() });
    expect(erased.rows).toBeGreaterThan(10);
    expect(holds(world.powers)).toEqual([]);
    const after = world.restart();
    expect([after.kernel.tenant.status, after.kernel.tenant.name]).toEqual(["suspended", TENANT]);
    await after.kernel.erasures.goOn(store);
    expect([after.kernel.erasures.isFinished, store.keys.size]).toEqual([true, 0]);
    await deployment.restorer(world.powers).run(deployment.request(made));
    expect((await deployment.back(deployment.on(activated()))).sha256).toBe(made.sha256);
  });

  function activated(): TestPowers {
    const { kernel, powers } = deployment.on(world.powers);
    setTenantStatus({ powers, ...kernel }, "active");
    return world.powers;
  }

  test("leaves a workspace as a new one is: only what is kept on purpose is there", async () => {
    const made = await deployment.back(world);
    world.powers.sql.all("INSERT INTO media_uploads (id, at) VALUES ('u1', 1)");
    world.powers.sql.all(
      "INSERT INTO media_objects VALUES (?, 'b.png', 'image/png', 7, 1, 2, NULL, 'placed')",
      pictureDigest(2),
    );
    suspend();
    await erase(made);
    const rest = holds(world.powers, tablesOf(world.powers.sql));
    expect(rest).toEqual([
      "erased_public",
      "erasure",
      "media_garbage",
      "media_uploads",
      "outbox",
      "schema_version",
      "tenant",
      "tenant_name",
    ]);
    expect(world.powers.sql.all("SELECT key FROM media_garbage")).toEqual([{ key: `${pictureDigest(2)}/b.png` }]);
    const fresh = testPowers();
    migrate(fresh.sql);
    const schema = ({ sql }: TestPowers) =>
      sql.all("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name");
    expect(schema(world.powers)).toEqual(schema(fresh));
  });

  test("takes files in quarantine along only when that was said, and a restore waits until they are gone", async () => {
    const key = holdFile();
    const made = await deployment.back(world, true);
    suspend();
    expect(await outcomeOf(erase(made))).toContain("CONFLICT No archive contains the files in quarantine");
    await erase(made, { discardSubmissions: true });
    const { formFiles } = deployment.on(world.powers).kernel;
    expect(formFiles.leftovers()).toEqual([key.slice(0, -2)]);
    const restore = () => deployment.restorer(world.powers).run(deployment.request(made));
    expect(await outcomeOf(restore())).toContain("Earlier files are still being removed");
    formFiles.removed(key.slice(0, -2));
    await deployment.on(world.powers).kernel.erasures.goOn(store);
    await restore();
    expect(formFiles.of(1)).toMatchObject([{ name: "a.pdf", parts: 0 }]);
  });

  test.each([
    [true, 1, []],
    [false, 0, ["lost/1"]],
  ])(
    "of the workspace alone leaves a restore the quarantine: with submissions %s",
    async (includeSubmissions, files, left) => {
      const key = holdFile();
      deployment.vault.sent.add(key);
      const made = await deployment.back(world, includeSubmissions);
      const fresh = testPowers();
      await deployment.restorer(fresh).run(deployment.request(made));
      const { formFiles } = deployment.on(fresh).kernel;
      expect([formFiles.held(), formFiles.leftovers()]).toEqual([files, left]);
    },
  );

  /** A submission with a file. Answers the file's bucket key. */
  function holdFile(): string {
    const {
      kernel: { submissions, formFiles },
      powers: { sql },
    } = world;
    const id = submissions.add({
      site: SITE,
      form: "home.contact",
      type: "a.b/c",
      title: "C",
      keptMs: 1e9,
      fields: {},
      personal: [],
    });
    const file = {
      number: 1,
      field: "cv",
      name: "a.pdf",
      type: "application/pdf",
      bytes: 5,
      width: null,
      height: null,
      digest: pictureDigest(9),
      parts: 1,
    } as const;
    formFiles.keep(SITE, id, "lost", [file], []);
    expect(sql.all("SELECT prefix FROM form_files")).toEqual([{ prefix: "lost/1" }]);
    return "lost/1/0";
  }

  test("keeps the audit that has not arrived yet, and tells each site of it", async () => {
    await world.write("home", page("/", { title: "Changed" }));
    const made = await deployment.back(world);
    suspend();
    const before = world.powers.sql
      .all<{ id: string }>("SELECT id FROM outbox WHERE kind = 'audit'")
      .map(({ id }) => id);
    expect(before.length).toBeGreaterThan(1);
    await erase(made);
    const rows = world.powers.sql.all<{ id: string; kind: string; payload: string }>(
      "SELECT id, kind, payload FROM outbox ORDER BY number",
    );
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const told = rows
      .map(({ payload }) => JSON.parse(payload) as { command: string; site: string })
      .filter(({ command }) => command === "tenant.erase");
    expect(told).toMatchObject(
      ["main", "other"].map((site) => ({
        site,
        actor: "operator:provisioning",
        inputDigest: made.sha256,
        outcome: "done",
        requestId: "erase",
      })),
    );
    expect(rows.every(({ kind }) => kind === "audit")).toBe(true);
  });

  test.each(["", "ERASE", "erase acme", "ERASE acme ", "ERASE other", "RESTORE acme", "ERASE ac\u200Bme"])(
    "confirmed with %j is refused",
    async (confirmation) => {
      const made = await deployment.back(world);
      suspend();
      expect(await outcomeOf(erase(made, { confirmation }))).toBe("INVALID_REQUEST");
      expect(holds(world.powers)).toContain("documents");
    },
  );

  test.each(["active", "read_only"] as const)("of a tenant that is %s is refused", async (status) => {
    const made = await deployment.back(world);
    world.kernel.tenant.setStatus(status);
    expect(await outcomeOf(erase(made))).toContain("CONFLICT Only a suspended tenant");
  });

  test("is refused for a backup that is not there, is deleted, is another's, or is not what the digest says", async () => {
    const made = await deployment.back(world);
    const deleted = await deployment.back(world);
    await world.run("backup.delete", { backup: deleted.id });
    suspend();
    expect(await outcomeOf(erase({ ...made, id: "none" }))).toBe("NOT_FOUND");
    expect(await outcomeOf(erase(deleted))).toBe("NOT_FOUND");
    expect(await outcomeOf(erase(made, { kind: "exports" }))).toBe("NOT_FOUND");
    expect(await outcomeOf(erase({ ...made, sha256: "0".repeat(64) }))).toBe("INVALID_REQUEST");
    expect(await outcomeOf(erase(made, { tenant: "other", confirmation: "ERASE other" }))).toBe("INVALID_REQUEST");
    expect(await outcomeOf(erase(made, { sites: ["main"] }))).toContain("CONFLICT The control plane has no record");
    expect(holds(world.powers)).toContain("documents");
  });

  test("is refused when the archive could not be restored, if only for a row of its audit", async () => {
    await world.write("home", page("/", { title: "Changed" }));
    const made = await deployment.back(world);
    const lines = new TextDecoder().decode(made.bytesOf).trimEnd().split("\n");
    const rows = lines
      .slice(1)
      .map((line) => (line.includes('"documents.write"') ? line.replace('","', '", "') : line));
    const head = JSON.parse(lines[0] ?? "") as {
      members: { name: string; rows: number; bytes: number; sha256: string }[];
    };
    let at = 0;
    const members = head.members.map((member) => {
      const body = new TextEncoder().encode(
        rows
          .slice(at, (at += member.rows))
          .map((line) => `${line}\n`)
          .join(""),
      );
      return { ...member, bytes: body.length, sha256: sha(body) };
    });
    const forged = new TextEncoder().encode(`${[JSON.stringify({ ...head, members }), ...rows].join("\n")}\n`);
    deployment.vault.archives.set("backups/forged", { facts: made, bytes: forged });
    suspend();
    expect(await outcomeOf(erase({ id: "forged", sha256: sha(forged) }))).toBe("INVALID_REQUEST");
    expect(holds(world.powers)).toContain("documents");
  });

  test.each<[string, (on: World) => unknown]>([
    ["a page was written", (on) => on.write("home", page("/", { title: "After" }))],
    [
      "a row is gone",
      (on) => on.powers.sql.all("DELETE FROM section_data; ") && on.powers.sql.all("DELETE FROM publications"),
    ],
    [
      "a plugin has stored a byte",
      (on) =>
        on.powers.sql.all("INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'a.b', 'k', '1')", SITE),
    ],
    ["a file was added", (on) => addPicture(deployment, on, 5)],
    [
      "a site was made",
      (on) => on.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/") }), { site: "third" })),
    ],
  ])("is refused when %s since the archive was made", async (_, change) => {
    const made = await deployment.back(world);
    await change(world);
    suspend();
    expect(await outcomeOf(erase(made, { sites: ["main", "other", "third"] }))).toBe(CHANGED);
    expect(holds(world.powers)).toContain("documents");
  });

  test("is refused when something is written while the archive is read", async () => {
    const made = await deployment.back(world);
    suspend();
    const { vault } = deployment;
    const read = vault.read.bind(vault);
    vault.read = async (kind, id) => {
      world.powers.sql.all("INSERT INTO plugin_storage (site, plugin, key, value) VALUES (?, 'a.b', 'k', '1')", SITE);
      return read(kind, id);
    };
    expect(await outcomeOf(erase(made))).toBe(CHANGED);
  });

  test("takes what visitors sent along only when the archive has it, or somebody says that it may go", async () => {
    world.powers.sql.all(
      "INSERT INTO form_submissions (number, site, form, type, at, expires_at, read, fields, personal) VALUES (7, ?, 'home.s1', 'a.b/c', 1, 9, 0, '[]', '{}')",
      SITE,
    );
    const [without, including] = [await deployment.back(world), await deployment.back(world, true)];
    suspend();
    expect(await outcomeOf(erase(without))).toContain(
      "CONFLICT The archive does not contain the visitors' submissions",
    );
    expect(holds(world.powers)).toContain("form_submissions");
    expect(await outcomeOf(erase(including))).toBe("done");
    await world.restart().kernel.erasures.goOn(store);
    await deployment.restorer(world.powers).run(deployment.request(including));
    expect(await outcomeOf(erase(without, { discardSubmissions: true }))).toBe("done");
    expect(holds(world.powers)).toEqual([]);
  });

  test("sent again answers what was done, and of another archive or of nothing is refused", async () => {
    const [made, other] = [await deployment.back(world), await deployment.back(world, true)];
    suspend();
    const first = await erase(made);
    later();
    expect(await erase(made)).toEqual(first);
    expect(await outcomeOf(erase(other))).toBe("CONFLICT This workspace is empty.");
    const bare = deployment.on(deployment.fresh(later()));
    bare.kernel.tenant.setStatus("suspended");
    expect(await outcomeOf(deployment.eraser(bare).run(request(made)))).toBe("CONFLICT This workspace is empty.");
  });

  test("is done once by two that race", async () => {
    const made = await deployment.back(world);
    suspend();
    const [one, other] = await Promise.all([erase(made), erase(made)]);
    expect(one).toEqual(other);
    const told = world.powers.sql
      .all<{ payload: string }>("SELECT payload FROM outbox")
      .filter(({ payload }) => payload.includes("tenant.erase"));
    expect(told).toHaveLength(2);
  });

  test("spares the export it went by", async () => {
    const made = await world.run<ArchiveView>("export.create", {});
    suspend();
    await erase(made, { kind: "exports" });
    later(EXPORT_KEPT_MS);
    await deployment.removal(world.restart()).runDue();
    expect(deployment.vault.archives.has(`exports/${made.id}`)).toBe(true);
  });

  test("that ends in the middle, after any statement, leaves all or nothing", async () => {
    const made = await deployment.back(world);
    suspend();
    const before = holds(world.powers);
    for (let statements = 0; ; statements += 7) {
      const { powers } = world;
      let left = statements;
      const sql = {
        ...powers.sql,
        all: <Row extends object>(query: string, ...values: (string | number | null)[]): Row[] => {
          if ((left -= 1) < 0) throw new Error("the machine has stopped");
          return powers.sql.all<Row>(query, ...values);
        },
      };
      const dying = await Promise.resolve()
        .then(() => deployment.eraser(deployment.on({ ...powers, sql })).run(request(made)))
        .then(() => "done", String);
      const now = holds(powers);
      if (dying === "done") {
        expect(now).toEqual([]);
        break;
      }
      expect([dying, now]).toEqual(["Error: the machine has stopped", before]);
    }
  });
});

describe("what is still being erased", () => {
  const pending = async (): Promise<{ made: ArchiveView; after: World }> => {
    const made = await deployment.back(world);
    suspend();
    await erase(made);
    return { made, after: world.restart() };
  };

  test("keeps a restore and a new site waiting, and nothing after it", async () => {
    const { made, after } = await pending();
    expect(after.kernel.erasures.nextDue()).toBe(world.powers.now());
    expect(await outcomeOf(deployment.restorer(world.powers).run(deployment.request(made)))).toContain(
      "CONFLICT The erased content is still being removed",
    );
    setTenantStatus({ powers: world.powers, ...after.kernel }, "active");
    const provisioning = () => after.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/") })));
    expect(await outcomeOf(provisioning())).toContain("CONFLICT The erased content is still being removed");
    await after.kernel.erasures.goOn(store);
    expect(after.kernel.erasures.nextDue()).toBeUndefined();
    expect(await outcomeOf(provisioning())).toBe("done");
    expect(after.kernel.erasures.last()).toBeUndefined();
  });

  test("is gone on with by another machine, and again where it broke off", async () => {
    const { after } = await pending();
    const broken: ErasedPlaces = {
      ...store,
      list: (cursor, most) => store.list(cursor, most),
      delete: async () => {
        throw new Error("the store is away");
      },
    };
    await expect(after.kernel.erasures.goOn(broken)).rejects.toThrow("away");
    expect(after.kernel.erasures.isFinished).toBe(false);
    const other = after.restart();
    await other.kernel.erasures.goOn(store);
    expect([other.kernel.erasures.isFinished, store.keys.size]).toEqual([true, 0]);
  });

  test("is also what no table knew of", async () => {
    store.keys.add("sites/main/pages/forgotten/1");
    store.keys.add("sites/gone/current");
    const { after } = await pending();
    await after.kernel.erasures.goOn(store);
    expect(store.keys.size).toBe(0);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("takes as many turns as there are keys: with %i more than one takes, %i", async (more, turns) => {
    const powers = testPowers();
    migrate(powers.sql);
    const erasures = new Erasures(powers);
    const known = Array.from({ length: ERASED_AT_ONCE + more }, (_, number) => `k${number}`);
    erasures.begin({ archive: "a", sites: [], rows: 0, at: 0 }, known);
    let taken = 0;
    for (; !erasures.isFinished; taken++) await erasures.goOn(store);
    expect(taken).toBe(turns);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("and as many as it finds: with %i more than one takes, %i", async (more, turns) => {
    const powers = testPowers();
    migrate(powers.sql);
    const erasures = new Erasures(powers);
    store.keys.clear();
    for (let number = 0; number < ERASED_AT_ONCE + more; number++)
      store.keys.add(`k${String(number).padStart(4, "0")}`);
    erasures.begin({ archive: "a", sites: [], rows: 0, at: 0 }, []);
    let taken = 0;
    for (; !erasures.isFinished; taken++) await erasures.goOn(store);
    expect([taken, store.keys.size]).toEqual([turns, 0]);
  });
});

test("a workspace restored while its tenant is suspended is carried whole when the tenant is back", async () => {
  const made = await deployment.back(world);
  suspend();
  await erase(made);
  await world.restart().kernel.erasures.goOn(store);
  await deployment.restorer(world.powers).run(deployment.request(made));
  const after = deployment.on(world.powers);
  const carry = () => after.kernel.publicContent.refresh(SITE, after.kernel.sites.get(SITE).sequence, store.places);
  await carry();
  expect([...store.keys]).toEqual([]);
  setTenantStatus({ powers: world.powers, ...after.kernel }, "active");
  expect(after.kernel.outbox.due("publication").map(({ site }) => site)).toContain(SITE);
  await carry();
  const pages = [...store.keys].filter((key) => key.includes("/pages/"));
  expect(pages).toHaveLength(after.powers.sql.all("SELECT page FROM public_pages WHERE site = ?", SITE).length);
  expect(pages.length).toBeGreaterThan(1);
  expect([...store.keys]).toContain(`sites/${SITE}/current`);
});
