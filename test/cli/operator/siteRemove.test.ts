/** `svc operator site remove`: it counts first, asks for the words, and goes on until the hostnames are free. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ScriptedSite } from "../scriptedSite.ts";
import { clearDesks, Desk, type Ran } from "../svc.ts";

const script = new ScriptedSite();
let site: string;

beforeAll(async () => {
  site = await script.open();
});
beforeEach(() => {
  script.sent = [];
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  clearDesks();
});

const PLAN = {
  status: "read_only",
  createdAt: 7,
  hostnames: ["www.example.com"],
  members: 3,
  contents: { documentVersions: 12, submissions: 2, files: 0 },
  newest: { id: "b-1", sha256: "c".repeat(64), createdAt: 0 },
};
const DONE = { backup: "b-2", archive: "d".repeat(64), rows: 40, files: 5, at: 1 };

/** Answers the plan, and finishes with this many requests of removal. */
function finishing(after: number, plan: object = PLAN): void {
  let left = after;
  script.answer = ({ method }) => ({ json: method === "GET" ? plan : { ...DONE, finished: (left -= 1) <= 0 } });
}

async function remove(...more: readonly string[]): Promise<Ran> {
  using desk = new Desk();
  return desk.run(["operator", "site", "remove", "acme", "main", ...more], {
    SVC_SITE: site,
    SVC_OPERATOR_TOKEN: "a-secret",
  });
}

const sent = (): readonly unknown[] => script.sent.filter(({ method }) => method === "POST").map(({ body }) => body);
const APPLY = ["--apply", "--confirm", "REMOVE acme/main"];

describe("svc operator site remove", () => {
  test("says what would go, and sends no removal", async () => {
    finishing(1);
    const { code, out } = await remove();
    expect(code).toBe(0);
    expect(out).toMatch(/12 +versions of pages/);
    expect(out).toMatch(/3 +members/);
    expect(out).not.toContain("media files");
    expect(out).toContain("Hostnames that become free: www.example.com.");
    expect(out).toContain("Nothing was changed.");
    expect(sent()).toEqual([]);
  });

  test("removes after the words, keeps a new archive, and waits until the hostnames are free", async () => {
    finishing(2);
    const { code, out } = await remove("--archive", "keeps", ...APPLY);
    expect(code).toBe(0);
    expect(out).toContain("The archive b-2 has them");
    expect(out).toContain("Free again: www.example.com");
    const request = { confirmation: "REMOVE acme/main", createdAt: 7 };
    expect(sent()).toEqual([request, request]);
  });

  test("names an existing archive with its digest, and what may be lost", async () => {
    finishing(1);
    const existing = ["--archive", "b-1", "--sha256", "c".repeat(64), "--discard-submissions"];
    expect((await remove(...existing, ...APPLY)).code).toBe(0);
    expect(sent()).toMatchObject([{ archive: { backup: "b-1", sha256: "c".repeat(64) }, discardSubmissions: true }]);
  });

  test.each([
    [["--apply", "--confirm", "REMOVE acme/main"]],
    [["--archive", "b-1", ...APPLY]],
    [["--archive", "keeps", "--apply", "--confirm", "REMOVE acme"]],
    [["--archive", "keeps", "--apply"]],
  ])("%j is refused, and nothing is removed", async (args) => {
    finishing(1);
    expect((await remove(...args)).code).toBe(2);
    expect(sent()).toEqual([]);
  });
});

describe("with a folder for a copy", () => {
  const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
  const PICTURE = "the bytes of a picture";
  const DIGEST = sha(PICTURE);
  const FOUND = "the bytes of a film";
  const LOST = sha(FOUND);
  const rows = [DIGEST, LOST]
    .map((digest) => `${JSON.stringify(["main", digest, "pier.webp", "image/webp"])}\n`)
    .join("");
  const member = { name: "media_objects", columns: ["site", "digest", "object", "type"], rows: 2 };
  const head = (version: 1 | 2): string => {
    const members = [{ ...member, bytes: rows.length, sha256: sha(rows) }];
    const rest = { schema: 70, tenant: "acme", sites: ["main"], submissions: true, members };
    return `${JSON.stringify({ format: "drawbridge.archive", version, ...rest })}\n`;
  };
  const whole = (version: 1 | 2 = 1): string => head(version) + rows;
  const receipt = (version: 1 | 2): string => sha(version === 1 ? whole() : head(2));

  interface Deployed {
    readonly version?: 1 | 2;
    readonly archive?: string;
    readonly picture?: string;
    readonly hasLost?: boolean;
    /** The text of the file that is lost otherwise. */
    readonly found?: string;
  }

  /** True once a request has finished the removal. Its hostnames are free already, as on a repeat after 40 seconds. */
  let isFinished = false;

  /** A deployment that has removed the site, and answers its archive and the files of it. */
  function holding({
    version = 1,
    archive = whole(version),
    picture = PICTURE,
    hasLost = false,
    found,
  }: Deployed = {}): void {
    isFinished = false;
    const none = { status: 404, json: { code: "NOT_FOUND" } };
    const files: Readonly<Record<string, object>> = {
      "/api/admin/tenants/acme/backups/b-2": { text: archive },
      [`/api/admin/tenants/acme/backups/files/${DIGEST}`]: { text: picture },
      [`/api/admin/tenants/acme/backups/files/${LOST}`]: hasLost ? { text: PICTURE } : found ? { text: found } : none,
    };
    script.answer = ({ method, path, body }) => {
      if (method === "POST") {
        isFinished ||= (body as { readonly keepsRecords?: true }).keepsRecords !== true;
        return { json: { ...DONE, archive: receipt(version), finished: isFinished } };
      }
      if (isFinished) return none;
      return files[path] ?? { json: PLAN };
    };
  }

  async function copying(
    prepare: (folder: string) => void = () => undefined,
  ): Promise<Ran & { readonly names: string[] }> {
    using desk = new Desk();
    const folder = join(desk.path, "kept");
    prepare(folder);
    const args = ["operator", "site", "remove", "acme", "main", "--archive", "keeps", "--folder", "kept", ...APPLY];
    const ran = await desk.run(args, { SVC_SITE: site, SVC_OPERATOR_TOKEN: "a-secret" });
    const names =
      existsSync(folder) && statSync(folder).isDirectory()
        ? readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()
        : [];
    if (names.includes("acme-b-2.jsonl"))
      expect(readFileSync(join(folder, "acme-b-2.jsonl"), "utf8")).toMatch(/^\{"format":"drawbridge\.archive"/);
    return { ...ran, names };
  }

  test.each([1, 2] as const)(
    "copies the archive and its files, in format %i, before the site's records go",
    async (version) => {
      holding({ version, found: FOUND });
      const { code, out, names } = await copying();
      expect(names).toEqual([
        "acme-b-2.jsonl",
        "media",
        ...[DIGEST, LOST].map((name) => join("media", name)).toSorted(),
      ]);
      expect(out).toContain("with 2 files beside it.");
      expect([code, isFinished]).toEqual([0, true]);
      const asked = script.sent.map(({ method, path }) =>
        method === "POST" ? "remove" : path.includes("/backups/") ? "copy" : "plan",
      );
      expect(asked).toEqual(["plan", "remove", "copy", "copy", "copy", "remove"]);
    },
  );

  test("stops before the records go if the deployment lacks a file, and finishes without a folder", async () => {
    holding();
    const { code, out, names } = await copying();
    expect([code, isFinished]).toEqual([1, false]);
    expect(names).toEqual(["acme-b-2.jsonl", "media", join("media", DIGEST)]);
    expect(out).toContain("with 1 file beside it. The deployment lacks 1 file that the archive names.");
    expect(out).toContain(`The archive b-2 (sha256 ${receipt(1)}) keeps the site.`);
    expect((await remove("--archive", "keeps", ...APPLY)).code).toBe(0);
    expect(isFinished).toBe(true);
  });

  test.each<[string, Deployed]>([
    ["an archive with another row", { archive: whole().replace("pier", "pear") }],
    ["an archive that ends early", { archive: whole().slice(0, -3) }],
    ["an archive with more after it", { archive: `${whole()}[]\n` }],
    ["what is no archive", { archive: "<html></html>" }],
    ["another file", { picture: "the bytes of another" }],
    ["another file for a lost one", { hasLost: true }],
  ])("keeps no copy of %s, and the site's records stay for another try", async (_, deployed) => {
    holding(deployed);
    const { code, out, talk, names } = await copying();
    expect(code).toBe(1);
    expect(out + talk).toContain("did not arrive as it was stored. Run the same command again.");
    expect(names).not.toContain("acme-b-2.jsonl");
    expect(out + talk).toContain(`The archive b-2 (sha256 ${receipt(1)}) keeps the site.`);
    expect([sent().length, isFinished]).toEqual([1, false]);
  });

  test("copies any backup by a command of its own", async () => {
    holding();
    using desk = new Desk();
    const args = ["operator", "backup-copy", "acme", "--backup", "b-2", "--sha256", receipt(1), "--folder", "kept"];
    const { code, out } = await desk.run(args, { SVC_SITE: site, SVC_OPERATOR_TOKEN: "a-secret" });
    expect([code, out]).toEqual([1, expect.stringContaining("with 1 file beside it.") as string]);
    expect(readFileSync(join(desk.path, "kept", "acme-b-2.jsonl"), "utf8")).toBe(whole());
    expect(sent()).toEqual([]);
    const other = await desk.run([...args.slice(0, 4), "b-9", ...args.slice(5)], {
      SVC_SITE: site,
      SVC_OPERATOR_TOKEN: "a-secret",
    });
    expect([other.code, other.out + other.talk]).toEqual([1, expect.stringContaining("did not arrive") as string]);
  });

  test("goes on after an interruption, and fetches no file again that is whole", async () => {
    holding();
    const { names } = await copying((folder) => {
      mkdirSync(join(folder, "media"), { recursive: true });
      writeFileSync(join(folder, "media", DIGEST), PICTURE);
    });
    expect(names).toContain("acme-b-2.jsonl");
    expect(script.sent.some(({ path }) => path.endsWith(DIGEST))).toBe(false);
  });

  test("removes nothing if the folder is a link to nothing", async () => {
    holding();
    const { code } = await copying((folder) => symlinkSync(`${folder}-gone`, folder));
    expect([code, sent()]).toEqual([1, []]);
  });

  test("removes nothing if the folder is a file", async () => {
    holding();
    const { code, out, talk } = await copying((folder) => writeFileSync(folder, ""));
    expect([code, sent()]).toEqual([1, []]);
    expect(out + talk).toContain("Nothing can be written into");
  });
});
