/** `svc operator backup-return`: a dry run first, each file by its digest, and nothing is sent of a damaged copy. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LACKING_MAX } from "../../../manifests/bounds/backups.ts";
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

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const [PICTURE, FILM] = ["the bytes of a picture", "the bytes of a film"];
const [DIGEST, OTHER] = [sha(PICTURE), sha(FILM)];

function archiveOf(version: 1 | 2, digests: readonly string[], tenant = "acme"): string {
  const rows = digests.map((digest) => `${JSON.stringify([digest, "pier.webp", "image/webp", 9])}\n`).join("");
  const columns = ["digest", "object", "type", "bytes"];
  const members = [{ name: "media_objects", columns, rows: digests.length, bytes: rows.length, sha256: sha(rows) }];
  const rest = { schema: 70, tenant, sites: ["main"], submissions: true, members };
  return `${JSON.stringify({ format: "drawbridge.archive", version, ...rest })}\n${rows}`;
}

const WHOLE = archiveOf(1, [DIGEST, OTHER]);
const SPLIT = archiveOf(2, [DIGEST, OTHER]);
const [LINE = "", ...ROWS] = SPLIT.split(/(?<=\n)/);
const AT = "/api/admin/tenants/acme";

interface Folder {
  readonly archive?: string;
  readonly name?: string;
  readonly media?: Readonly<Record<string, string>>;
}

const MEDIA = { [DIGEST]: PICTURE, [OTHER]: FILM };

/** Runs the command on a copy in a folder, at a deployment that has these files already. */
async function bring(
  args: readonly string[],
  { archive = WHOLE, name = "acme-b-2.jsonl", media = MEDIA }: Folder = {},
  has: readonly string[] = [],
): Promise<Ran> {
  script.answer = ({ method, path, body }) => {
    if (method === "POST")
      return { json: { digests: (body as { digests: string[] }).digests.filter((digest) => !has.includes(digest)) } };
    return path === `${AT}/backups/b-2` ? { status: 201, json: {} } : { json: { taken: true } };
  };
  using desk = new Desk();
  mkdirSync(join(desk.path, "kept", "media"), { recursive: true });
  writeFileSync(join(desk.path, "kept", name), archive);
  for (const [digest, text] of Object.entries(media)) writeFileSync(join(desk.path, "kept", "media", digest), text);
  const line = ["operator", "backup-return", "acme", "--archive", `kept/${name}`, ...args];
  return await desk.run(line, { SVC_SITE: site, SVC_OPERATOR_TOKEN: "a-secret" });
}

const puts = (): string[] =>
  script.sent.flatMap(({ method, path }) => (method === "PUT" ? [path.replace(AT, "")] : []));
const APPLY = ["--sha256", sha(WHOLE), "--apply"];

describe("svc operator backup-return", () => {
  test("says what it would send, and sends nothing", async () => {
    const { code, out } = await bring([], {}, [OTHER]);
    expect([code, puts()]).toEqual([0, []]);
    expect(out).toContain("Files: 2. 1 there already, 1 to send.");
    expect(out).toContain(`Nothing was sent. To send: --sha256 ${sha(WHOLE)} --apply`);
  });

  test("sends each file by its digest, then the archive, and then makes the backup", async () => {
    const { code, out, talk } = await bring(APPLY);
    expect([code, puts()]).toEqual([
      0,
      [`/backups/files/${DIGEST}`, `/backups/files/${OTHER}`, `/backups/b-2/pieces/${sha(WHOLE)}`, "/backups/b-2"],
    ]);
    expect(out).toContain("The backup b-2 of acme is back.");
    expect(out + talk).toContain(`svc operator restore acme --backup b-2 --sha256 ${sha(WHOLE)}`);
  });

  test("sends an archive in several parts as it is stored: each member, and then its first line", async () => {
    await bring(["--sha256", sha(LINE), "--apply"], { archive: SPLIT });
    expect(puts().slice(2)).toEqual([
      `/backups/b-2/pieces/${sha(ROWS.join(""))}`,
      `/backups/b-2/pieces/${sha(LINE)}`,
      "/backups/b-2",
    ]);
  });

  test("sends no file again that arrived before an interruption", async () => {
    await bring(APPLY, {}, [DIGEST]);
    expect(puts()).not.toContain(`/backups/files/${DIGEST}`);
    expect(puts()).toContain(`/backups/files/${OTHER}`);
  });

  test("names missing and damaged files, and sends nothing without a word of the operator", async () => {
    const folder = { media: { [OTHER]: "other bytes" } };
    const { code, out } = await bring(APPLY, folder);
    expect([code, puts()]).toEqual([1, []]);
    expect(out).toMatch(new RegExp(`Missing: .*${DIGEST}`));
    expect(out).toMatch(new RegExp(`Damaged: .*${OTHER} has other bytes`));
    expect((await bring([...APPLY, "--without-files"], folder)).code).toBe(0);
    expect(puts()).toEqual([`/backups/b-2/pieces/${sha(WHOLE)}`, "/backups/b-2"]);
    expect(script.sent.at(-1)?.body).toEqual({ sha256: sha(WHOLE), withoutFiles: true });
  });

  test.each<[string, Folder]>([
    ["with another row", { archive: WHOLE.replace("pier", "pear") }],
    ["that ends early", { archive: WHOLE.slice(0, -3) }],
    ["with more after it", { archive: `${WHOLE}[]\n` }],
    ["of no archive", { archive: "<html></html>" }],
    ["of another tenant", { archive: archiveOf(1, [], "other") }],
  ])("asks and sends nothing for a copy %s", async (_, folder) => {
    expect((await bring(APPLY, folder)).code).toBe(1);
    expect(script.sent).toEqual([]);
  });

  test("sends nothing if the receipt has another digest", async () => {
    const { code, out, talk } = await bring(["--sha256", sha("other"), "--apply"]);
    expect([code, script.sent]).toEqual([1, []]);
    expect(out + talk).toContain(`The archive has the digest ${sha(WHOLE)}`);
  });

  test("needs the digest to send, and the id of a renamed copy", async () => {
    expect((await bring(["--apply"])).code).toBe(2);
    expect((await bring([], { name: "copy.jsonl" })).code).toBe(2);
    expect((await bring(["--backup", "b-2"], { name: "copy.jsonl" })).code).toBe(0);
  });

  test.each([
    [LACKING_MAX - 1, 1],
    [LACKING_MAX, 1],
    [LACKING_MAX + 1, 2],
  ])("asks about %i files in %i requests", async (most, requests) => {
    const digests = Array.from({ length: most }, (_, number) => sha(String(number)));
    await bring([], { archive: archiveOf(1, digests) }, digests);
    expect(script.sent.length).toBe(requests);
  });
});
