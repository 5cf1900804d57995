/** The removal of one site of a workspace: what goes, what stays, what is refused, and what a crash leaves. */
import { beforeEach, describe, expect, test } from "vitest";
import type { ErasedPlaces } from "../../../runtime/backups/erasures.ts";
import { tablesOf, columnsOf } from "../../../runtime/backups/columns.ts";
import { type RemoveSiteInput, SiteRemover } from "../../../runtime/operating/siteRemover.ts";
import type { SiteRemoval } from "../../../runtime/operating/siteRemovals.ts";
import { setTenantStatus } from "../../../runtime/tenancy/tenantStatus.ts";
import { OTHER_SITE, editingWorld } from "../editing/editingWorld.ts";
import { addPicture, pictureDigest } from "../backups/files.ts";
import { Deployment, OPERATOR, TENANT } from "../backups/testDeployment.ts";
import { SITE, initialiseInput, page, siteOf, type World } from "../kernel/world.ts";
import type { TestPowers } from "../kernel/powers.ts";

/** The tenant's part of the public store. Deletes no more than `room` keys before it fails. */
class Store implements ErasedPlaces {
  readonly keys = new Set<string>();
  room = Infinity;

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if ((this.room -= 1) < 0) throw new Error("the store does not answer");
      this.keys.delete(key);
    }
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
  for (const site of [SITE, OTHER_SITE]) await world.kernel.publicContent.refresh(site, 1, store.places);
  addPicture(deployment, world, 1);
});

const set = (status: "active" | "read_only"): void =>
  setTenantStatus({ powers: world.powers, ...world.kernel }, status);
const input = (more: Partial<RemoveSiteInput> = {}): RemoveSiteInput => ({
  tenant: TENANT,
  sites: [SITE, OTHER_SITE],
  site: SITE,
  archive: null,
  confirmation: `REMOVE ${TENANT}/${more.site ?? SITE}`,
  discardSubmissions: false,
  actor: OPERATOR,
  requestId: "removal",
  ...more,
});
const remover = (): SiteRemover =>
  new SiteRemover({ ...world.kernel, powers: world.powers, vaultOf: () => deployment.vault, placesOf: () => store });
/** Removes as the object does: with a kernel that never knew the site, and one turn of the public store. */
async function remove(more: Partial<RemoveSiteInput> = {}): Promise<SiteRemoval> {
  await remover().run(input(more));
  world = deployment.on(world.powers);
  return remover().goOn(input(more));
}
const refusalOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => "done",
    ({ code, detail }: { code: string; detail?: { conflict?: string } }) => detail?.conflict ?? code,
  );
const rowsOf = (site: string): string[] =>
  tablesOf(world.powers.sql)
    .filter((table) => columnsOf(world.powers.sql, table)?.all.includes("site"))
    .filter((table) => world.powers.sql.all(`SELECT 1 FROM "${table}" WHERE site = ? LIMIT 1`, site).length > 0);
const keysOf = (site: string): string[] => [...store.keys].filter((key) => key.startsWith(`sites/${site}/`));

describe("a removed site", () => {
  test("is nowhere, except in audit and in the archive; the tenant's other site is as it was", async () => {
    const before = [rowsOf(OTHER_SITE), keysOf(OTHER_SITE)];
    expect(keysOf(SITE).length).toBeGreaterThan(3);
    set("read_only");
    const removal = await remove();
    expect(removal).toMatchObject({ site: SITE, files: 1, at: world.powers.now(), finished: true });
    expect(removal.rows).toBeGreaterThan(5);
    expect(rowsOf(SITE)).toEqual(["outbox"]);
    expect(world.powers.sql.all("SELECT kind FROM outbox WHERE site = ? AND kind <> 'audit'", SITE)).toEqual([]);
    expect([rowsOf(OTHER_SITE), keysOf(OTHER_SITE)]).toEqual(before);
    expect(keysOf(SITE)).toEqual([]);
    expect(store.keys.has("hosts/other.example")).toBe(true);
    expect([...store.keys].filter((key) => key.startsWith("hosts/"))).toEqual(["hosts/other.example"]);
    expect(deployment.vault.archives.get(`backups/${removal.backup}`)?.facts).toMatchObject({
      sha256: removal.archive,
      submissions: true,
      createdBy: "operator:provisioning",
    });
  });

  test("gives its files up for removal, but none that another site lists", async () => {
    addPicture(deployment, world, 2, "b.png");
    world.powers.sql.all(
      "INSERT INTO media_files SELECT ?, digest, 1, kind, version, name, alt, focal_x, focal_y, created_by, created_at, changed_by, changed_at, caption, credit, labels, source, replaced_by, audience FROM media_files WHERE digest = ?",
      OTHER_SITE,
      pictureDigest(2),
    );
    set("read_only");
    await remove();
    expect(world.powers.sql.all("SELECT key FROM media_garbage")).toEqual([{ key: `${pictureDigest(1)}/a.png` }]);
    expect(world.kernel.mediaObjects.isKept(pictureDigest(2), "b.png")).toBe(true);
    expect([...deployment.vault.kept].toSorted()).toEqual([pictureDigest(1), pictureDigest(2)].toSorted());
  });

  test("answers a repeat with what was done, and is in audit once", async () => {
    set("read_only");
    const first = await remove();
    world.powers.clock.now += 5_000;
    expect(await remove({ requestId: "again" })).toEqual(first);
    const audited = world.powers.sql
      .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit' AND site = ?", SITE)
      .map(({ payload }) => JSON.parse(payload) as { command: string; actor: string; inputDigest: string })
      .filter(({ command }) => command === "site.remove");
    expect(audited).toMatchObject([{ actor: "operator:provisioning", inputDigest: first.archive }]);
    expect(deployment.vault.archives.size).toBe(1);
  });

  test("that was the last one leaves an empty workspace, which the archive fills", async () => {
    set("read_only");
    await remove({ site: OTHER_SITE });
    const { backup, archive } = await remove({ sites: [SITE] });
    expect(world.kernel.tenant.name).toBe(TENANT);
    world.kernel.mediaObjects.removed(world.kernel.mediaObjects.garbage());
    const named = deployment.request({ id: backup, sha256: archive }, { sites: [SITE] });
    await deployment.restorer(world.powers).run(named);
    world = deployment.on(world.powers);
    expect(world.kernel.documents.get(SITE, "page", "home")?.body.path).toBe("/");
    expect(world.kernel.sites.all().map(({ site }) => site)).toEqual([SITE]);
  });

  test("leaves its id to a new site once its public content is gone, and nothing of it", async () => {
    set("read_only");
    store.room = 2;
    await expect(remove()).rejects.toThrow("the store does not answer");
    set("active");
    const again = () => world.kernel.initialiser.run(initialiseInput(siteOf({ fresh: page("/") })));
    expect(await refusalOf(again())).toBe("erasure_unfinished");
    world = world.restart();
    store.room = Infinity;
    await world.kernel.siteRemovals.goOn(store);
    await world.kernel.initialiser.run(initialiseInput(siteOf({ fresh: page("/") })));
    expect(world.kernel.documents.get(SITE, "page", "about")).toBeUndefined();
    expect(world.kernel.siteRemovals.find(SITE)).toBeUndefined();
  });
});

describe("a removal", () => {
  test("counts first what goes, and changes nothing", () => {
    const changes = world.powers.sql.all("SELECT change FROM sites");
    expect(remover().contents(SITE)).toMatchObject({ files: 1, submissions: 0, releases: 1 });
    expect(remover().contents(SITE)?.publicValues).toBe(keysOf(SITE).length + 1);
    expect(remover().contents("nobody")).toBeNull();
    expect(world.powers.sql.all("SELECT change FROM sites")).toEqual(changes);
  });

  test("needs the words, a site that exists, and a tenant in which nobody writes", async () => {
    expect(await refusalOf(remove())).toBe("tenant_not_stopped");
    set("read_only");
    expect(await refusalOf(remove({ confirmation: `REMOVE ${TENANT}` }))).toBe("INVALID_REQUEST");
    expect(await refusalOf(remove({ confirmation: `ERASE ${TENANT}` }))).toBe("INVALID_REQUEST");
    expect(await refusalOf(remove({ site: "nobody" }))).toBe("NOT_FOUND");
    expect(rowsOf(SITE)).toContain("documents");
  });

  test("that meets a write while it archives changes nothing", async () => {
    set("read_only");
    const other = deployment.vault.store.bind(deployment.vault);
    deployment.vault.store = async (...given) => {
      await other(...given);
      world.powers.sql.all("UPDATE documents SET title = title || '!' WHERE site = ? AND id = 'home'", SITE);
    };
    expect(await refusalOf(remove())).toBe("archive_outdated");
    expect(rowsOf(SITE)).toContain("documents");
    await deployment.removal(world).runDue();
    expect(deployment.vault.archives.size).toBe(0);
  });

  test("makes another archive for a publication that was still on its way, and keeps that one alone", async () => {
    set("read_only");
    let writes = 0;
    const store = deployment.vault.store.bind(deployment.vault);
    deployment.vault.store = async (...given) => {
      await store(...given);
      if ((writes += 1) < 3)
        world.powers.sql.all("UPDATE documents SET title = ? WHERE site = ? AND id = 'home'", String(writes), SITE);
    };
    const { backup } = await remove();
    await deployment.removal(world).runDue();
    expect([...deployment.vault.archives.keys()]).toEqual([`backups/${backup}`]);
  });

  test("that becomes active meanwhile changes nothing", async () => {
    set("read_only");
    deployment.vault.meanwhile = () => set("active");
    expect(await refusalOf(remove())).toBe("tenant_not_stopped");
    expect(rowsOf(SITE)).toContain("documents");
  });

  test("that dies at any step before its transaction changes nothing, and a repeat ends it", async () => {
    set("read_only");
    const broken = new Error("the process ends");
    for (const step of ["keepMedia", "list", "store", "part"] as const) {
      const whole = deployment.vault[step];
      Object.assign(deployment.vault, { [step]: () => Promise.reject(broken) });
      await expect(remove({ requestId: step })).rejects.toThrow("the process ends");
      Object.assign(deployment.vault, { [step]: whole });
      world = world.restart();
      expect(rowsOf(SITE)).toContain("documents");
    }
    expect(await remove()).toMatchObject({ finished: true });
  });

  test("waits for an archive that is being made", async () => {
    set("read_only");
    const order: string[] = [];
    const { archiveTurn } = world.kernel;
    const archiving = archiveTurn.run(async () => {
      await Promise.resolve();
      order.push("archive");
    });
    await Promise.all([
      archiving,
      remover()
        .run(input())
        .then(() => order.push("removal")),
    ]);
    expect(order).toEqual(["archive", "removal"]);
  });

  test("takes an older archive that the operator names, and loses no submission unsaid", async () => {
    const made = await deployment.back(world);
    const archive = { kind: "backups", backup: made.id, sha256: made.sha256 } as const;
    world.powers.sql.all("UPDATE documents SET title = 'Later' WHERE site = ? AND id = 'home'", SITE);
    world.powers.sql.all(
      "INSERT INTO form_submissions (number, site, form, type, at, expires_at, read, fields, personal) VALUES (1, ?, 'f', 'a.b/c', 1, 9e15, 0, '[]', '[]')",
      SITE,
    );
    set("read_only");
    expect(await refusalOf(remove({ archive }))).toBe("submissions_left");
    expect(await refusalOf(remove({ archive: { ...archive, sha256: "0".repeat(64) }, discardSubmissions: true }))).toBe(
      "INVALID_REQUEST",
    );
    expect(await remove({ archive, discardSubmissions: true })).toMatchObject({
      backup: made.id,
      archive: made.sha256,
    });
  });

  test("refuses an archive that lacks the site", async () => {
    set("read_only");
    const { backup, archive: sha256 } = await remove({ site: OTHER_SITE });
    set("active");
    await world.kernel.initialiser.run(
      initialiseInput(siteOf({ home: page("/") }), { site: "third", origin: "https://third.example", hostnames: [] }),
    );
    set("read_only");
    const named = { kind: "backups", backup, sha256 } as const;
    const third = { site: "third", sites: [SITE, OTHER_SITE, "third"], archive: named };
    expect(await refusalOf(remove(third))).toBe("archive_lacks_site");
  });
});
