import { describe, expect, test } from "vitest";
import { WRITES_PER_COMMAND } from "../../../manifests/bounds/commands.ts";
import { REVISIONS_KEPT } from "../../../manifests/bounds/documents.ts";
import {
  MEDIA_LABELS_LISTED,
  MEDIA_MAX_BYTES,
  MEDIA_MAX_FILES,
  MEDIA_SWEEP_BATCH,
  MEDIA_UPLOADS_OPEN,
  MEDIA_UPLOAD_MS,
  MEDIA_USES_LISTED,
} from "../../../manifests/bounds/media.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { CopiedMedia } from "../../../runtime/media/hiding.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import { USES_OF_EARLIER_DOCUMENTS } from "../../../runtime/documents/tables.ts";
import { migrate } from "../../../runtime/schema.ts";
import { SITE, filesPlugin, page, plugin, textPlugin, textSection, themePlugin, worldWith } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";

const pictures = plugin(
  "test.pictures",
  {
    media: [
      { name: "small", title: "Small", types: ["image/png"], maxBytes: 100 },
      { name: "large", title: "Large", types: ["image/png", "image/webp"], maxBytes: 1_000 },
    ],
  } as unknown as Contributes,
  {},
);
const PACK = [textPlugin(), themePlugin, filesPlugin, pictures];
const hexDigest = (number: number): string => number.toString(16).padStart(64, "0");
const facts = (number: number, bytes = 50) => ({
  digest: hexDigest(number),
  type: "image/png" as const,
  bytes,
  width: 7,
  height: 5,
});

async function aWorld() {
  const world = await worldWith({ home: page("/") }, PACK);
  const { media, mediaObjects } = world.kernel;
  const place = (number: number, bytes?: number) => {
    const { upload } = media.begin(SITE, 50);
    return { upload, ...media.place(SITE, upload, { ...facts(number, bytes), name: "a.png", preview: null }) };
  };
  const add = async (number: number, bytes?: number, name = "a.png") => {
    const { upload } = place(number, bytes);
    const made = await world.run<MediaView>("media.create", { ...facts(number, bytes), name });
    media.end(upload);
    return made;
  };
  return { ...world, media, mediaObjects, place, add };
}

const code = (action: () => unknown): string => {
  try {
    action();
    return "done";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe("a picture in a text", () => {
  const withText = (text: string): Page => page("/", { sections: [textSection(text)] });

  test("has its size on the published page, by the files of its own site", async () => {
    const world = await aWorld();
    const { path, id } = await world.add(1);
    await world.write("home", withText(`![Quay](${path})`));
    await world.run("publish", {});
    expect(await world.html("/")).toContain(`<img src="${path}" alt="Quay" width="7" height="5"`);
    expect(world.kernel.mediaFiles.pictureSize("another", path)).toBeUndefined();
    expect(world.kernel.mediaFiles.pictureSize(SITE, `${path}/w320`)).toBeUndefined();
    expect(world.kernel.mediaFiles.pictureSize(SITE, `/media/${hexDigest(2)}/a.png`)).toBeUndefined();
    expect(world.kernel.mediaFiles.pictureSize(SITE, `/media/${id}/a.png`)).toEqual({ width: 7, height: 5 });
  });
});

describe("a file of media", () => {
  test("is of the first kind that takes it, and of none when none does", async () => {
    const { add } = await aWorld();
    const kinds = [];
    for (const bytes of [99, 100, 101, 999, 1_000]) kinds.push((await add(bytes, bytes)).kind);
    expect(kinds).toEqual([
      "test.pictures/small",
      "test.pictures/small",
      "test.pictures/large",
      "test.pictures/large",
      "test.pictures/large",
    ]);
    await expect(add(1_001, 1_001)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  test("is never listed before its bytes have a place", async () => {
    const { run, add } = await aWorld();
    await expect(run("media.create", { ...facts(1), name: "a.png" })).rejects.toMatchObject({ code: "CONFLICT" });
    await add(1);
    await expect(run("media.create", { ...facts(1, 51), name: "a.png" })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("has labels, of which the list names the first by letter", async () => {
    const { powers, media, add } = await aWorld();
    await add(1);
    const labelled = (count: number): number => {
      const labels = Array.from({ length: count }, (_, index) => `l${String(index).padStart(4, "0")}`);
      powers.sql.all("UPDATE media_files SET labels = ?", JSON.stringify(labels));
      const listed = media.list(SITE, {}, null, null).labels;
      expect(listed.map(({ label }) => label)).toEqual(labels.slice(0, MEDIA_LABELS_LISTED));
      return listed.length;
    };
    expect([-1, 0, 1].map((more) => labelled(MEDIA_LABELS_LISTED + more))).toEqual([
      MEDIA_LABELS_LISTED - 1,
      MEDIA_LABELS_LISTED,
      MEDIA_LABELS_LISTED,
    ]);
  });

  test("gets a name of its own while another is being removed under the one it would have", async () => {
    const { powers, place } = await aWorld();
    powers.sql.all("INSERT INTO media_garbage VALUES (?), (?)", `${hexDigest(1)}/a.png`, `${hexDigest(1)}/a-2.png`);
    expect(place(1).key).toMatch(/\/a-3\.png$/);
  });
});

describe("an upload", () => {
  test("may be as large as the bound, and there may be so many files and open uploads, and no more", async () => {
    const { media, powers, add } = await aWorld();
    expect([-1, 0, 1].map((more) => code(() => media.begin(SITE, MEDIA_MAX_BYTES + more)))).toEqual([
      "done",
      "done",
      "TOO_LARGE",
    ]);
    const open = (count: number) => {
      powers.sql.all("DELETE FROM media_uploads");
      powers.sql.all(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO media_uploads (id, at) SELECT 'u' || i, 0 FROM n",
        count,
      );
      return code(() => media.begin(SITE, 1));
    };
    expect([MEDIA_UPLOADS_OPEN - 2, MEDIA_UPLOADS_OPEN - 1, MEDIA_UPLOADS_OPEN].map(open)).toEqual([
      "done",
      "done",
      "CONFLICT",
    ]);
    powers.sql.all("DELETE FROM media_uploads");
    await add(1);
    const files = (count: number) => {
      powers.sql.all("DELETE FROM media_files WHERE number > 1");
      powers.sql.all(
        `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO media_files (site, digest, number, kind, version, name, alt, focal_x, focal_y, created_by, created_at, changed_by, changed_at) SELECT site, printf('%064x', i), i, kind, 1, name, alt, NULL, NULL, '', 0, '', 0 FROM n, media_files WHERE number = 1`,
        count,
      );
      return code(() => media.begin(SITE, 1));
    };
    expect([MEDIA_MAX_FILES - 2, MEDIA_MAX_FILES - 1, MEDIA_MAX_FILES].map(files)).toEqual([
      "done",
      "done",
      "TOO_LARGE",
    ]);
  });

  test("may take as long as the bound; then what it stored is removed, also when the clock was set back", async () => {
    for (const sign of [1, -1]) {
      const world = await aWorld();
      const { upload } = world.media.begin(SITE, 50);
      const started = world.powers.clock.now;
      const after = (ms: number) => {
        world.powers.clock.now = started + sign * ms;
        world.mediaObjects.expire();
        return world.mediaObjects.garbage();
      };
      expect(after(MEDIA_UPLOAD_MS - 1)).toEqual([]);
      expect(code(() => world.media.place(SITE, upload, { ...facts(1), name: "a.png", preview: null }))).toBe("done");
      expect(after(MEDIA_UPLOAD_MS)).toEqual([`uploads/${upload}`]);
      expect(code(() => world.media.place(SITE, upload, { ...facts(1), name: "a.png", preview: null }))).toBe(
        "CONFLICT",
      );
    }
  });

  test("is looked after by the alarm from its beginning", async () => {
    const { media, mediaObjects, powers } = await aWorld();
    expect(mediaObjects.nextDue()).toBeUndefined();
    const { upload } = media.begin(SITE, 50);
    expect(mediaObjects.nextDue()).toBe(powers.clock.now + MEDIA_UPLOAD_MS);
    media.end(upload);
    expect(mediaObjects.nextDue()).toBe(powers.clock.now);
    mediaObjects.removed(mediaObjects.garbage());
    expect(mediaObjects.nextDue()).toBeUndefined();
  });

  test("of a site that is stopped, or that is not there, does not begin", async () => {
    const { media, kernel } = await aWorld();
    expect(code(() => media.begin("other", 50))).toBe("NOT_FOUND");
    kernel.tenant.setStatus("read_only");
    expect(code(() => media.begin(SITE, 50))).toBe("TENANT_READ_ONLY");
  });
});

describe("the sweep", () => {
  test("removes what was placed and never listed, not while its upload is open", async () => {
    const { place, media, mediaObjects } = await aWorld();
    const { upload } = place(1);
    mediaObjects.sweep();
    expect(mediaObjects.garbage()).toEqual([]);
    media.end(upload);
    mediaObjects.sweep();
    expect(mediaObjects.garbage().toSorted()).toEqual([`${hexDigest(1)}/a.png`, `uploads/${upload}`].toSorted());
  });

  test("leaves what any version of a document shows that can be gone back to, and takes it when the last is forgotten", async () => {
    const world = await aWorld();
    const { path } = await world.add(1);
    const text = (words: string) => ({
      ...page("/shown"),
      sections: [{ id: "t", type: "test.text/text", fields: { text: words } }],
    });
    await world.write("shown", text(`![A square](${path})`));
    await world.run("publish", {});
    await world.write("shown", text("Gone"));
    await world.run("publish", {});
    await world.run("media.delete", { media: hexDigest(1), expected: 1 });
    const swept = () => {
      world.mediaObjects.sweep();
      return world.mediaObjects.garbage().filter((key) => !key.startsWith("uploads/"));
    };
    expect(swept()).toEqual([]);
    for (let count = 0; count < REVISIONS_KEPT; count++) await world.write("shown", text(`Version ${count}`));
    world.kernel.retention.prune(SITE, world.kernel.documents.change(SITE));
    expect(swept()).toEqual([`${hexDigest(1)}/a.png`]);
  });

  test("takes no more at once than one turn of the alarm removes", async () => {
    const { place, media, mediaObjects, powers } = await aWorld();
    for (let number = 1; number <= MEDIA_SWEEP_BATCH + 1; number++) media.end(place(number).upload);
    powers.sql.all("DELETE FROM media_garbage");
    mediaObjects.sweep();
    expect(mediaObjects.garbage()).toHaveLength(MEDIA_SWEEP_BATCH);
    mediaObjects.removed(mediaObjects.garbage());
    mediaObjects.sweep();
    expect(mediaObjects.garbage()).toHaveLength(1);
  });
});

test("an upload that arrives after it took too long is removed as well", async () => {
  const { media, mediaObjects, powers } = await aWorld();
  const { upload, key } = media.begin(SITE, 50);
  powers.clock.now += MEDIA_UPLOAD_MS;
  mediaObjects.expire();
  mediaObjects.removed(mediaObjects.garbage());
  media.end(upload);
  expect([key.endsWith(`/uploads/${upload}`), mediaObjects.garbage()]).toEqual([true, [`uploads/${upload}`]]);
});

describe("the last copy of an upload that comes after a removal", () => {
  const KEY = `${hexDigest(1)}/a.png`;
  const removedFrom = ({ mediaObjects }: Awaited<ReturnType<typeof aWorld>>): string[] => {
    const keys = mediaObjects.garbage();
    mediaObjects.removed(keys);
    return keys.filter((key) => !key.startsWith("uploads/"));
  };

  test("by force is removed as well", async () => {
    const world = await aWorld();
    const late = world.place(1);
    await world.add(1);
    await world.run("media.delete", { media: hexDigest(1), expected: 1, force: true });
    expect(removedFrom(world)).toEqual([KEY]);
    world.media.end(late.upload);
    expect(removedFrom(world)).toEqual([KEY]);
  });

  test("stays where the file is listed anew", async () => {
    const world = await aWorld();
    const late = world.place(1);
    await world.add(1);
    await world.run("media.delete", { media: hexDigest(1), expected: 1, force: true });
    removedFrom(world);
    expect((await world.add(1)).path).toBe(`/media/${KEY}`);
    world.media.end(late.upload);
    expect(removedFrom(world)).toEqual([]);
  });
});

describe("where a file is used", () => {
  test("is known of every place in every document, and listed up to the bound", async () => {
    const world = await aWorld();
    const { path, id } = await world.add(1);
    const writes = Array.from({ length: MEDIA_USES_LISTED + 1 }, (_, n) => ({
      kind: "page",
      id: `p${n}`,
      expected: 0,
      body: { ...page(`/p/${n}`), description: `See ${path} and ${path}.` },
    }));
    for (const count of [MEDIA_USES_LISTED - 1, 1, 1])
      await world.run("documents.write", { writes: writes.splice(0, count) });
    const { used, uses } = world.media.detail(SITE, id);
    expect([used, uses.length]).toEqual([MEDIA_USES_LISTED + 1, MEDIA_USES_LISTED]);
  });

  test("is known of the versions between the first and the last that name it, and again of later ones", async () => {
    const world = await aWorld();
    const { path, id } = await world.add(1);
    const rows = () =>
      world.powers.sql.all("SELECT version, ended FROM media_uses WHERE digest = ? ORDER BY version", id);
    const usedInDraft = () => world.media.detail(SITE, id).uses.some(({ draft }) => draft);
    const seen: [unknown[], boolean][] = [];
    for (const words of [`See ${path}.`, `Look at ${path}.`, "Nothing.", `See ${path} again.`]) {
      await world.write("shown", { ...page("/shown"), description: words });
      seen.push([rows(), usedInDraft()]);
    }
    const open = Number.MAX_SAFE_INTEGER;
    expect(seen).toEqual([
      [[{ version: 1, ended: open }], true],
      [[{ version: 1, ended: open }], true],
      [[{ version: 1, ended: 3 }], false],
      [
        [
          { version: 1, ended: 3 },
          { version: 4, ended: open },
        ],
        true,
      ],
    ]);
    await world.write("shown", null);
    expect(usedInDraft()).toBe(false);
  });

  test("is found in documents that were there before anybody asked", () => {
    const powers = testPowers();
    migrate(powers.sql);
    const twice = JSON.stringify({
      a: `/media/${hexDigest(1)}/a.png`,
      b: [`(/media/${hexDigest(2)}/b.png) /media/ /media/short/`],
      c: `/media/${hexDigest(1)}/a.png/w640`,
    });
    powers.sql.all(
      "INSERT INTO documents (site, kind, id, version, change, until, deleted, body, listed, actor, at) VALUES ('s', 'page', 'p', 3, 1, 9, 0, ?, 1, 'm', 0)",
      twice,
    );
    powers.sql.all(USES_OF_EARLIER_DOCUMENTS);
    const rows = powers.sql.all("SELECT digest, kind, id, version FROM media_uses ORDER BY digest");
    expect(rows).toEqual([1, 2].map((number) => ({ digest: hexDigest(number), kind: "page", id: "p", version: 3 })));
  });
});

describe("a file in the place of another", () => {
  const picture = (file: MediaView) => ({
    src: file.path,
    alt: "Quay",
    width: 7,
    height: 5,
    focal: { x: 0.2, y: 0.3 },
  });
  const replaced = async (world: Awaited<ReturnType<typeof aWorld>>, old: MediaView, next: MediaView) => {
    const { version } = world.kernel.mediaFiles.get(SITE, old.id);
    return world.run<MediaView & { readonly changed: number }>("media.replace", {
      media: old.id,
      expected: version,
      by: next.id,
    });
  };

  test("is shown wherever the other one was, and the other one comes back the same way", async () => {
    const world = await aWorld();
    const [old, next, later] = [await world.add(1), await world.add(2), await world.add(3)];
    await world.run("media.update", { media: old.id, expected: 1, changes: { alt: "The quay", labels: ["sea"] } });
    const body = page("/", {
      image: picture(old),
      sections: [textSection(`![Quay](${old.path}) and [again](${old.path}/w320), not ${later.path}`)],
    });
    await world.write("home", body);
    await world.run("publish", {});
    const done = await replaced(world, old, next);
    expect([done.changed, done.id, done.alt, done.labels, done.name]).toEqual([
      1,
      next.id,
      "The quay",
      ["sea"],
      "a.png",
    ]);
    const { documents } = world.kernel;
    const draft = (): Page | undefined => documents.get(SITE, "page", "home")?.body;
    expect(draft()?.image).toEqual({ ...picture(next) });
    expect(JSON.stringify(draft())).not.toContain(old.id);
    expect(JSON.stringify(draft())).toContain(`[again](${next.path}/w320), not ${later.path}`);
    // Visitors see the old one until the draft is published.
    expect(await world.html("/")).toContain(old.path);
    expect(world.media.list(SITE, {}, null, null).items.map(({ id }) => id)).toEqual([later.id, next.id]);
    await replaced(world, next, later);
    expect(
      world.media
        .detail(SITE, later.id)
        .earlier.map(({ id }) => id)
        .toSorted(),
    ).toEqual([old.id, next.id]);
    await replaced(world, later, old);
    expect(draft()?.image).toEqual(picture(old));
    expect(world.media.list(SITE, {}, null, null).items.map(({ id }) => id)).toEqual([old.id]);
    await world.run("media.delete", {
      media: old.id,
      expected: world.kernel.mediaFiles.get(SITE, old.id).version,
      force: true,
    });
    expect(world.media.list(SITE, {}, null, null).items.map(({ id }) => id)).toEqual([later.id, next.id]);
  });

  test("is of its kind, another one, and at the version that the member saw", async () => {
    const world = await aWorld();
    const [old, next] = [await world.add(1), await world.add(2)];
    await expect(replaced(world, old, old)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await expect(replaced(world, old, { ...next, id: hexDigest(9) })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(world.run("media.replace", { media: old.id, expected: 2, by: next.id })).rejects.toMatchObject({
      code: "STALE_VERSION",
    });
    world.powers.sql.all("UPDATE media_objects SET width = NULL, height = NULL WHERE digest = ?", next.id);
    await expect(replaced(world, old, next)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("in another shape loses the focal point of the other one", async () => {
    const world = await aWorld();
    const [old, next] = [await world.add(1), await world.add(2)];
    world.powers.sql.all("UPDATE media_objects SET width = 5, height = 7 WHERE digest = ?", next.id);
    await world.write("home", page("/", { image: picture(old) }));
    await replaced(world, old, next);
    const { focal: _focal, ...image } = picture(next);
    expect(world.kernel.documents.get(SITE, "page", "home")?.body.image).toEqual({ ...image, width: 5, height: 7 });
  });

  test.each([-1, 0, 1])("is shown by at most as many documents as one command writes, %d more", async (more) => {
    const world = await aWorld();
    const [old, next] = [await world.add(1), await world.add(2)];
    await world.write("home", page("/", { image: picture(old) }));
    const values = `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO media_uses (digest, site, kind, id, version, ended) SELECT ?, ?, 'page', 'gone-' || i, 1, 9007199254740991 FROM n`;
    world.powers.sql.all(values, WRITES_PER_COMMAND + more, old.id, SITE);
    const done = replaced(world, old, next).then(
      ({ changed }) => changed,
      (error: Refusal) => error.code,
    );
    expect(await done).toBe(more > 0 ? "INVALID_REQUEST" : 1);
  });

  test("of the site's settings is put there by members who may change them", async () => {
    const world = await aWorld();
    const [old, next] = [await world.add(1), await world.add(2)];
    const { body, version } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { body: { ...body, logo: picture(old) }, expected: version });
    const as = async (role: string): Promise<string> => {
      const envelope = {
        site: SITE,
        actor: { kind: "member", id: "ann" },
        key: `as-${role}-key`,
        requestId: "r",
        role,
      } as const;
      return world.kernel.execute("media.replace", envelope, { media: old.id, expected: 1, by: next.id }).then(
        () => "done",
        (error: Refusal) => error.code,
      );
    };
    expect([await as("author"), await as("editor")]).toEqual(["FORBIDDEN", "done"]);
    expect(world.kernel.documents.only(SITE, "settings").body).toMatchObject({ logo: { src: next.path } });
  });
});

describe("a file for readers", () => {
  const hidden = (number: number): string => `t1/${hexDigest(number)}/readers/kept/a.png`;

  async function kept(copy: (file: CopiedMedia) => Promise<void> = async () => undefined) {
    const copied: [string, string][] = [];
    const copyMedia = async (file: CopiedMedia): Promise<void> => {
      copied.push([file.from, file.to]);
      await copy(file);
    };
    const world = await worldWith({ home: page("/") }, PACK, { copyMedia });
    const { media, mediaObjects, mediaFiles } = world.kernel;
    const add = async (number: number): Promise<MediaView> => {
      const { upload } = media.begin(SITE, 50);
      media.place(SITE, upload, { ...facts(number), name: "a.png", preview: null });
      const made = await world.run<MediaView>("media.create", { ...facts(number), name: "a.png" });
      media.end(upload);
      return made;
    };
    const set = (number: number, expected: number, audience: string[] | null) =>
      world.run<MediaView>("media.audience", { media: hexDigest(number), expected, audience });
    return { ...world, media, mediaObjects, mediaFiles, copied, add, set };
  }

  test("is copied before it is hidden, and its address stays while its place is garbage", async () => {
    const { copied, add, set, mediaObjects, kernel } = await kept();
    const { path } = await add(1);
    const tenant = kernel.sites.get(SITE).tenant;
    const before = mediaObjects.garbage();
    expect(await set(1, 1, ["paid"])).toMatchObject({ path, version: 2, audience: ["paid"] });
    const [from, to] = [path.replace("/media/", `${tenant}/`), hidden(1).replace("t1/", `${tenant}/`)];
    expect(copied).toEqual([[from, to]]);
    expect(mediaObjects.garbage().toSorted()).toEqual([...before, `${hexDigest(1)}/a.png`].toSorted());
    expect(mediaObjects.settled()).toMatchObject([{ digest: hexDigest(1), object: "readers/kept/a.png" }]);
    expect([mediaObjects.isKept(hexDigest(1), "a.png"), mediaObjects.isKept(hexDigest(1), "b.png")]).toEqual([
      true,
      false,
    ]);
  });

  test("is copied once, however often its readers change", async () => {
    const { copied, add, set, mediaObjects } = await kept();
    await add(1);
    await set(1, 1, ["paid"]);
    expect(await set(1, 2, null)).toMatchObject({ audience: null });
    await set(1, 3, ["press"]);
    expect(copied).toHaveLength(1);
    expect(mediaObjects.settled()).toMatchObject([{ object: "readers/kept/a.png" }]);
  });

  test("stays open if it cannot be copied, at a version that is gone, and for no group", async () => {
    const { add, set, mediaObjects } = await kept(async () => {
      throw new Error("the bucket is away");
    });
    await add(1);
    await expect(set(1, 1, ["paid"])).rejects.toThrow("the bucket is away");
    await expect(set(1, 2, ["paid"])).rejects.toMatchObject({ code: "STALE_VERSION" });
    await expect(set(1, 1, [])).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await expect(set(2, 1, ["paid"])).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(mediaObjects.settled()).toMatchObject([{ object: "a.png" }]);
  });

  test("is not hidden if another file of the same bytes came meanwhile, whose bytes stand elsewhere", async () => {
    const { add, set, run, mediaFiles, mediaObjects } = await kept(async () => {
      await run("media.delete", { media: hexDigest(1), expected: 1, force: true });
      await add(1);
    });
    await add(1);
    await expect(set(1, 1, ["paid"])).rejects.toMatchObject({ code: "STALE_VERSION" });
    expect(mediaObjects.settled()).toMatchObject([{ object: "a-2.png" }]);
    expect(mediaFiles.get(SITE, hexDigest(1)).audience).toBeNull();
  });

  test("gives its readers to the file that takes its place, which is hidden, too", async () => {
    const { copied, add, set, run, mediaObjects } = await kept();
    await add(1);
    await add(2);
    await set(1, 1, ["paid"]);
    const next = await run<MediaView>("media.replace", { media: hexDigest(1), expected: 2, by: hexDigest(2) });
    expect(next.audience).toEqual(["paid"]);
    expect(copied).toHaveLength(2);
    expect(mediaObjects.settled().map(({ object }) => object)).toEqual(["readers/kept/a.png", "readers/kept/a.png"]);
  });

  test("is not copied for a file whose place it cannot take", async () => {
    const { copied, add, set, run } = await kept();
    await add(1);
    await set(1, 1, ["paid"]);
    await expect(run("media.replace", { media: hexDigest(1), expected: 2, by: hexDigest(1) })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
    expect(copied).toHaveLength(1);
  });

  test("takes the files with it whose place it has taken, however many", async () => {
    const { copied, add, set, run, mediaFiles, mediaObjects } = await kept();
    for (let number = 1; number <= 23; number++) await add(number);
    for (let number = 1; number < 23; number++)
      await run("media.replace", {
        media: hexDigest(number),
        expected: mediaFiles.get(SITE, hexDigest(number)).version,
        by: hexDigest(number + 1),
      });
    await set(23, mediaFiles.get(SITE, hexDigest(23)).version, ["paid"]);
    expect(copied).toHaveLength(23);
    expect(new Set(mediaObjects.settled().map(({ object }) => object))).toEqual(new Set(["readers/kept/a.png"]));
    for (let number = 1; number <= 23; number++)
      expect(mediaFiles.get(SITE, hexDigest(number)).audience).toEqual(["paid"]);
  });

  test("is removed from where it stands", async () => {
    const { add, set, run, mediaObjects } = await kept();
    await add(1);
    await set(1, 1, ["paid"]);
    await run("media.delete", { media: hexDigest(1), expected: 2, force: true });
    expect(mediaObjects.garbage()).toContain(`${hexDigest(1)}/readers/kept/a.png`);
  });
});
