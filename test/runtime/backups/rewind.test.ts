import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, backup } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  REWIND_ATTEMPTS,
  REWIND_BACK_MAX_MS,
  REWIND_END_MS,
  REWIND_WORDS_MAX_CHARS,
} from "../../../manifests/bounds/backups.ts";
import { FORM_LEFTOVER_MS } from "../../../manifests/bounds/forms.ts";
import {
  type OwedFiles,
  type Recovery,
  type RewindInput,
  type RewindParts,
  type RewoundInput,
  Rewinder,
} from "../../../runtime/backups/rewinder.ts";
import { rewindRequest, type RewoundView } from "../../../runtime/backups/views.ts";
import { settledWorkspace } from "../../../runtime/backups/settled.ts";
import { SITE, initialiseInput, page, siteOf, type World } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";
import { addPicture, pictureDigest } from "./files.ts";
import { Deployment, OPERATOR, TENANT } from "./testDeployment.ts";

/** Plays the platform: stores the database at each bookmark, and restores it between two sessions. */
class Platform {
  readonly folder = mkdtempSync(join(tmpdir(), "drawbridge-rewind-"));
  readonly #live = join(this.folder, "live.sqlite");
  #database = new DatabaseSync(this.#live);
  #next: string | undefined;
  #moments = 0;
  powers = testPowers(this.#database);
  ended = 0;

  readonly recovery: Recovery = {
    present: async () => ({ bookmark: await this.moment() }),
    at: async () => {
      throw new Error(`not reached ${"x".repeat(REWIND_WORDS_MAX_CHARS)}`);
    },
    returnTo: async (bookmark) => {
      const before = await this.moment();
      this.#next = bookmark;
      return before;
    },
    end: () => {
      this.ended += 1;
      this.begin();
      throw new Error("this session is over");
    },
  };

  async moment(): Promise<string> {
    const name = `moment-${(this.#moments += 1)}`;
    await backup(this.#database, join(this.folder, name));
    return name;
  }

  /** Starts another session, with the requested earlier database if there is one. */
  begin(): void {
    const now = this.powers.clock.now;
    this.#database.close();
    if (this.#next !== undefined) copyFileSync(join(this.folder, this.#next), this.#live);
    this.#next = undefined;
    this.#database = new DatabaseSync(this.#live);
    this.powers = testPowers(this.#database);
    this.powers.clock.now = now;
  }

  close(): void {
    this.#database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let deployment: Deployment;
let platform: Platform;
let rewinder: Rewinder;

const world = (): World => deployment.on(platform.powers);
const session = (recovery = platform.recovery): Rewinder =>
  new Rewinder({ ...world().kernel, powers: platform.powers, vaultOf: () => deployment.vault, recovery });

beforeEach(async () => {
  deployment = new Deployment();
  platform = new Platform();
  await world().kernel.initialiser.run(initialiseInput(siteOf({ home: page("/") })));
  rewinder = session();
});
afterEach(() => platform.close());

const request = (more: Partial<RewindInput> = {}): RewindInput => ({
  tenant: TENANT,
  bookmark: "moment-1",
  confirmation: `REWIND ${TENANT}`,
  ...more,
});
const NOTHING: OwedFiles = { media: { uploads: [], keys: [] }, quarantine: [] };
const after: RewoundInput = {
  owed: NOTHING,
  tenant: TENANT,
  status: "read_only",
  sites: [
    { site: SITE, hostnames: ["acme.example", "www.acme.example"] },
    { site: "later", hostnames: [] },
  ],
  inputDigest: "d",
  actor: OPERATOR,
  requestId: "rewind",
};
const refusalOf = (answer: Promise<unknown>): Promise<{ code: string; detail: Record<string, unknown> }> =>
  answer.then(
    () => ({ code: "done", detail: {} }),
    ({ code, detail }: { code: string; detail: Record<string, unknown> }) => ({ code, detail }),
  );
const codeOf = async (answer: Promise<unknown>): Promise<string> => (await refusalOf(answer)).code;

/** Completes a rewind as the site worker does. */
const settle = (owed = NOTHING): Promise<RewoundView> =>
  settledWorkspace(
    async (input) => {
      try {
        return { ok: true, value: await rewinder.settle(input) };
      } catch (error) {
        rewinder = session();
        throw error;
      }
    },
    { ...after, owed },
  );

describe("a workspace that is taken back", () => {
  test("is what it was then, believes what the control plane says now, and can be brought back again", async () => {
    const then = await platform.moment();
    await world().write("home", page("/", { title: "Changed since" }));
    await world().run("publish", {});
    world().kernel.tenant.setStatus("read_only");
    expect(await rewinder.plan(request({ bookmark: then }))).toEqual({ bookmark: then });
    const { undo } = await rewinder.begin({ bookmark: then });
    expect(await world().html("/")).toContain("Changed since");
    expect(await settle()).toMatchObject({
      tenant: TENANT,
      sites: [SITE],
      missing: ["later"],
      media: { files: 0, copied: 0, left: 0, missing: 0 },
    });
    expect(platform.ended).toBe(1);
    const { kernel } = world();
    expect(await world().html("/")).not.toContain("Changed since");
    expect([kernel.tenant.status, kernel.sites.get(SITE)]).toMatchObject([
      "read_only",
      { hostnames: ["acme.example", "www.acme.example"], release: 1, refreshed: 0 },
    ]);

    await rewinder.begin({ bookmark: undo });
    await settle();
    expect(await world().html("/")).toContain("Changed since");
  });

  test("does not bring back a site that was removed since", async () => {
    const then = await platform.moment();
    const { siteRemovals } = world().kernel;
    siteRemovals.begin({ site: SITE, backup: "b", archive: "a", rows: 1, files: 0, at: 1 }, []);
    world().kernel.tenant.setStatus("suspended");
    const { owed } = await rewinder.begin({ bookmark: then });
    const { sites } = await settle(owed);
    expect(sites).not.toContain(SITE);
    const query = "SELECT count(*) AS n FROM outbox WHERE site = ? AND kind = 'publication'";
    expect(platform.powers.sql.all(query, SITE)).toEqual([{ n: 0 }]);
  });

  test("is carried to the public places anew, and each site is told", async () => {
    await world().kernel.publicContent.refresh(SITE, 1, {
      put: async () => undefined,
      delete: async () => undefined,
      purge: async () => undefined,
    });
    const then = await platform.moment();
    world().kernel.tenant.setStatus("suspended");
    await rewinder.begin({ bookmark: then });
    await settle();
    const owed = platform.powers.sql
      .all<{ kind: string; payload: string }>("SELECT kind, payload FROM outbox ORDER BY number")
      .map(({ kind, payload }) => [kind, JSON.parse(payload)]);
    expect(owed).toContainEqual(["publication", { site: SITE, release: 1, sequence: 1 }]);
    expect(owed).toContainEqual([
      "audit",
      expect.objectContaining({
        site: SITE,
        command: "tenant.rewind",
        actor: "operator:provisioning",
        inputDigest: "d",
        requestId: "rewind",
      }),
    ]);
    expect(platform.powers.sql.all("SELECT * FROM public_pages")).toEqual([]);
  });

  test("gets back no link to a draft, which a member may have taken back since", async () => {
    const { id } = await world().run<{ id: string }>("share.create", { name: "A client", days: 30 });
    const then = await platform.moment();
    await world().run("share.remove", { link: id });
    world().kernel.tenant.setStatus("read_only");
    await rewinder.begin({ bookmark: then });
    await settle();
    expect(platform.powers.sql.all("SELECT id FROM share_links")).toEqual([]);
  });

  test("gets back files that were removed since, from beside the backups", async () => {
    addPicture(deployment, world(), 1);
    addPicture(deployment, world(), 2);
    deployment.vault.kept.add(pictureDigest(1));
    const then = await platform.moment();
    deployment.vault.served.clear();
    world().kernel.tenant.setStatus("read_only");
    await rewinder.begin({ bookmark: then });
    expect((await settle()).media).toEqual({ files: 2, copied: 1, left: 0, missing: 1 });
    expect([...deployment.vault.served]).toEqual([`${pictureDigest(1)}/a.png`]);
  });

  test("is not asked for ever whether it has begun again", async () => {
    let asked = 0;
    const dead = settledWorkspace(async () => {
      asked += 1;
      throw new Error("no answer");
    }, after);
    await expect(dead).rejects.toThrow("no answer");
    expect(asked).toBe(REWIND_ATTEMPTS);
  });

  test.each([
    [-1, "done"],
    [0, "no answer"],
  ])("and is asked %i times more than that: %s", async (more, outcome) => {
    let left = REWIND_ATTEMPTS + more;
    const view: RewoundView = {
      tenant: TENANT,
      sites: [],
      missing: [],
      media: { files: 0, copied: 0, left: 0, missing: 0 },
    };
    const rewound = async () => {
      if ((left -= 1) >= 0) throw new Error("no answer");
      return { ok: true, value: view } as const;
    };
    expect(
      await settledWorkspace(rewound, after).then(
        () => "done",
        ({ message }: Error) => message,
      ),
    ).toBe(outcome);
  });
});

/** Rewinds to a bookmark, after the operator has stopped the tenant. */
async function taken(then: string): Promise<World["kernel"]> {
  world().kernel.tenant.setStatus("read_only");
  const { owed } = await rewinder.begin({ bookmark: then });
  await settle(owed);
  return world().kernel;
}

describe("what was on its way when a workspace was taken back to before it began", () => {
  const file = (number: number) =>
    ({
      number,
      field: "cv",
      name: "a.pdf",
      type: "application/pdf",
      bytes: 5,
      width: null,
      height: null,
      digest: "d",
      parts: 1,
    }) as const;
  const PLACED = {
    digest: pictureDigest(1),
    type: "image/png",
    bytes: 1,
    width: 1,
    height: 1,
    name: "a.png",
    preview: null,
  } as const;
  const OBJECT = `${PLACED.digest}/a.png`;

  test("as files of a form is removed when it breaks off, with what came after", async () => {
    const then = await platform.moment();
    const { post } = world().kernel.formFiles.begin(1_000);
    deployment.vault.sent.add(`${post}/1/0`);
    const { formFiles } = await taken(then);
    expect(formFiles.leftovers()).toEqual([`${post}/1`]);
    expect(formFiles.isOpen(post)).toBe(true);
    formFiles.abandon(post);
    expect(formFiles.leftovers().toSorted()).toEqual([post, `${post}/1`]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])(
    "as files of a form is removed when nobody can be sending it any more, and %i ms: not before",
    async (more, removed) => {
      const then = await platform.moment();
      const { post } = world().kernel.formFiles.begin(1_000);
      const begun = platform.powers.clock.now;
      const { formFiles } = await taken(then);
      platform.powers.clock.now = begun + FORM_LEFTOVER_MS + more;
      expect(formFiles.leftovers()).toEqual([post].slice(0, removed));
    },
  );

  test("and has become a submission's at that moment stays", async () => {
    const { post } = world().kernel.formFiles.begin(1_000);
    world().kernel.formFiles.keep(SITE, 7, post, [file(1), file(2)], []);
    for (const number of [1, 2]) deployment.vault.sent.add(`${post}/${number}/0`);
    const then = await platform.moment();
    world().kernel.formFiles.forget(7);
    const { formFiles } = await taken(then);
    expect([formFiles.leftovers(), formFiles.of(7).map(({ parts }) => parts)]).toEqual([[], [1, 1]]);
  });

  test("as an upload is removed when it ends, also the copy it had a place for", async () => {
    const then = await platform.moment();
    const [first, second] = [world().kernel.media.begin(SITE, 1).upload, world().kernel.media.begin(SITE, 1).upload];
    world().kernel.media.place(SITE, second, PLACED);
    const { media, mediaObjects } = await taken(then);
    expect(mediaObjects.garbage()).toEqual([]);
    for (const upload of [first, second]) media.end(upload);
    expect(mediaObjects.garbage().toSorted()).toEqual(
      [OBJECT, ...[first, second].map((upload) => `uploads/${upload}`)].toSorted(),
    );
  });

  test("as an upload nobody knows of any more is removed at once, and not one that is", async () => {
    const then = await platform.moment();
    const { upload } = world().kernel.media.begin(SITE, 1);
    for (const id of [upload, "forgotten"]) deployment.vault.begun.add(id);
    expect((await taken(then)).mediaObjects.garbage()).toEqual(["uploads/forgotten"]);
  });

  test("as an upload is given no place any more once the tenant is stopped", () => {
    const { kernel } = world();
    const { upload } = kernel.media.begin(SITE, 1);
    kernel.tenant.setStatus("read_only");
    expect(() => kernel.media.place(SITE, upload, PLACED)).toThrow("TENANT_READ_ONLY");
  });

  test("out of storage goes on its way, but for what that moment has", async () => {
    addPicture(deployment, world(), 1);
    const then = await platform.moment();
    for (const key of [OBJECT, `${pictureDigest(2)}/b.png`])
      platform.powers.sql.all("INSERT INTO media_garbage (key) VALUES (?)", key);
    expect((await taken(then)).mediaObjects.garbage()).toEqual([`${pictureDigest(2)}/b.png`]);
  });
});

describe("going back is refused", () => {
  test("to a tenant that still writes, at once and when it is begun", async () => {
    expect(await codeOf(rewinder.plan(request()))).toBe("CONFLICT");
    expect(await codeOf(rewinder.begin({ bookmark: "moment-1" }))).toBe("CONFLICT");
  });

  test.each(["", "REWIND", "rewind acme", "REWIND acme ", "ERASE acme", "REWIND other"])(
    "confirmed with %j",
    async (confirmation) => {
      world().kernel.tenant.setStatus("read_only");
      expect(await codeOf(rewinder.plan(request({ confirmation })))).toBe("INVALID_REQUEST");
    },
  );

  test("by a platform that cannot, with its reason", async () => {
    world().kernel.tenant.setStatus("read_only");
    const without = session({ ...platform.recovery, present: async () => ({ reason: "no log" }) });
    expect(await refusalOf(without.plan(request()))).toEqual({
      code: "REWIND_UNAVAILABLE",
      detail: { reason: "no log" },
    });
  });

  test.each([
    [-REWIND_BACK_MAX_MS - 1, "INVALID_REQUEST"],
    [-REWIND_BACK_MAX_MS, "done"],
    [-REWIND_BACK_MAX_MS + 1, "done"],
    [-1, "done"],
    [0, "done"],
    [1, "INVALID_REQUEST"],
  ])("to a moment %i ms from now: %s", async (more, outcome) => {
    world().kernel.tenant.setStatus("read_only");
    const asking = session({ ...platform.recovery, at: async (ms) => `at ${ms}` });
    const at = platform.powers.now() + more;
    expect(await codeOf(asking.plan(request({ bookmark: undefined, at })))).toBe(outcome);
  });

  test("to a moment the platform does not know, in its words, but not all of them", async () => {
    world().kernel.tenant.setStatus("read_only");
    const { code, detail } = await refusalOf(
      rewinder.plan(request({ bookmark: undefined, at: platform.powers.now() })),
    );
    expect([code, String(detail["platform"]).slice(0, 18), String(detail["platform"]).length]).toEqual([
      "CONFLICT",
      "Error: not reached",
      REWIND_WORDS_MAX_CHARS,
    ]);
    const deaf = session({
      ...platform.recovery,
      returnTo: async () => {
        throw new Error("unknown");
      },
    });
    expect(await refusalOf(deaf.begin({ bookmark: "moment-9" }))).toMatchObject({
      code: "CONFLICT",
      detail: { platform: "Error: unknown" },
    });
  });

  test("and ends no session then", async () => {
    world().kernel.tenant.setStatus("read_only");
    const deaf = session({
      ...platform.recovery,
      returnTo: async () => {
        throw new Error("unknown");
      },
    });
    await codeOf(deaf.begin({ bookmark: "moment-9" }));
    await deaf.settle(after);
    expect(platform.ended).toBe(0);
  });
});

test("a request for it names a moment in one way and not in two", () => {
  const bookmark = "0000007b-0000b26e-00001538-0c3e87bb37b3db5cc52eedb93cd3b96b";
  const takes = (value: object): boolean => rewindRequest.safeParse({ confirmation: "", ...value }).success;
  expect([takes({ bookmark }), takes({ at: 1 })]).toEqual([true, true]);
  for (const value of [
    {},
    { bookmark, at: 1 },
    { bookmark: "now" },
    { bookmark: `${bookmark}0` },
    { at: 1.5 },
    { at: "1" },
    { at: 1, more: 1 },
  ])
    expect([value, takes(value)]).toEqual([value, false]);
});

test("a session that is to begin again ends by itself after the bound, and no sooner", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waits: number[] = [];
  let ended = 0;
  const recovery = { end: () => void (ended += 1) } as Recovery;
  const wait = (ms: number): Promise<void> => (waits.push(ms), promise);
  const ending = new Rewinder({ wait, recovery } as RewindParts).endLater();
  await Promise.resolve();
  expect([waits, ended]).toEqual([[REWIND_END_MS], 0]);
  resolve();
  await ending;
  expect(ended).toBe(1);
});
