import { beforeAll, describe, expect, test } from "vitest";
import { ARCHIVE_MAX_BYTES } from "../../../manifests/bounds/backups.ts";
import { type ArchiveHead, type ArchiveProblem, readArchive } from "../../../runtime/backups/archive.ts";
import { hashBy } from "../../../runtime/backups/making.ts";
import { TABLES } from "../../../runtime/schema.ts";
import { schemaVersion } from "../../../runtime/database/schema.ts";
import { editingWorld } from "../../runtime/editing/editingWorld.ts";
import { SITE, page, type World } from "../../runtime/kernel/world.ts";
import type { TestPowers } from "../../runtime/kernel/powers.ts";
import { Deployment, TENANT, sha } from "../../runtime/backups/testDeployment.ts";

/**
 * Corrupt archives: by accident, or by an attacker with write access to the bucket. The attacker also forges receipts,
 * so all digests are right and only the content is wrong.
 */
const NOW = Date.UTC(2026, 5, 1);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const deployment = new Deployment();
let world: World;
let bytes: Uint8Array;
let head: ArchiveHead;
/** The rows of each archive member, as text. */
let bodies: string[];

beforeAll(async () => {
  world = deployment.on((await editingWorld()).powers as TestPowers);
  await world.write("home", page("/", { title: "Changed" }));
  world.powers.sql.all(
    "INSERT INTO media_objects VALUES (?, 'a.png', 'image/png', 7, 1, 2, NULL, 'kept')",
    "a".repeat(64),
  );
  world.powers.clock.now += 1;
  bytes = (await deployment.back(world)).bytesOf;
  const lines = decode(bytes).split("\n");
  head = JSON.parse(lines[0] ?? "") as ArchiveHead;
  let at = 1;
  bodies = head.members.map(({ rows }) =>
    lines
      .slice(at, (at += rows))
      .map((line) => `${line}\n`)
      .join(""),
  );
});

/** The number of rows in every table that a restore writes. */
const contentOf = ({ sql }: TestPowers): number =>
  [...TABLES.namesOf("archived", "submitted"), "restored_media", "outbox"].reduce(
    (sum, name) => sum + (sql.all<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)[0]?.n ?? 0),
    0,
  );

const put = (archive: Uint8Array, id = "changed") =>
  deployment.vault.archives.set(`backups/${id}`, {
    facts: {
      id,
      sha256: sha(archive),
      bytes: archive.length,
      createdAt: 0,
      createdBy: "",
      submissions: false,
      media: { files: 0, bytes: 0, missing: 0 },
    },
    bytes: archive,
  });

/** Restores the bytes with a matching receipt. Answers the refusal, and checks that nothing was written. */
async function refusalOf(archive: Uint8Array, receipt = sha(archive)): Promise<string> {
  put(archive);
  const powers = deployment.fresh(NOW);
  const error = await deployment
    .restorer(powers)
    .run(deployment.request({ id: "changed", sha256: receipt }))
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!error) return "restored";
  const { code, detail } = error as {
    code: string;
    detail: { issues?: { pointer: string; found: string }[]; reason?: string };
  };
  expect(contentOf(powers), String(error)).toBe(0);
  const [issue] = detail.issues ?? [];
  return issue ? `${issue.found} at ${issue.pointer}` : `${code} ${detail.reason ?? ""}`.trim();
}

/** An archive with changed content and correct digests. */
function forged(change: {
  head?: Partial<Record<keyof ArchiveHead, unknown>>;
  body?: Readonly<Record<string, string>>;
  line?: (line: string) => string;
}): Uint8Array {
  const changed = head.members.map(({ name }, index) => change.body?.[name] ?? bodies[index] ?? "");
  const members = head.members.map((member, index) => {
    const body = encode(changed[index] ?? "");
    return { ...member, rows: decode(body).split("\n").length - 1, bytes: body.length, sha256: sha(body) };
  });
  const line = JSON.stringify({ ...head, members, ...change.head });
  return encode([change.line ? change.line(line) : line, changed.join("")].join("\n"));
}

const memberAt = (name: string): number => head.members.findIndex((member) => member.name === name);
const bodyOf = (name: string): string => bodies[memberAt(name)] ?? "";

/** The rows of a table, with other values in the first one. */
function withFirst(table: string, values: Readonly<Record<string, unknown>>): string {
  const columns = head.members[memberAt(table)]?.columns ?? [];
  const [first = "[]", ...others] = bodyOf(table).split("\n");
  const row = (JSON.parse(first) as unknown[]).map((value, at) => values[columns[at] ?? ""] ?? value);
  return [JSON.stringify(row), ...others].join("\n");
}

const GONE = '{"from":"/old","status":410}';

/** An archive with redirects in parts, of which it has at most one. */
function withParts(parts: readonly string[], part?: string): Uint8Array {
  const body = JSON.stringify({ parts });
  const row = { kind: "redirects", id: "other", body, path: null, date: null };
  const rows = part === undefined ? "" : `${JSON.stringify([SITE, "one", part])}\n`;
  return forged({ body: { documents: withFirst("documents", row), document_parts: rows } });
}

test("an archive with redirects in a part is restored, so each later refusal has the part as the cause", async () => {
  expect(await refusalOf(withParts(["one"], `[${GONE}]`))).toBe("restored");
});

test("an archive rebuilt without changes equals the original, so each later refusal has its change as the cause", async () => {
  expect(decode(forged({}))).toBe(decode(bytes));
  expect(await refusalOf(bytes)).toBe("restored");
});

describe("an archive with a flipped byte", () => {
  test("is refused at every position, because the receipt's digest differs", async () => {
    const receipt = sha(bytes);
    const powers = deployment.fresh(NOW);
    const restorer = deployment.restorer(powers);
    for (let at = 0; at < bytes.length; at += 64) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 0x01;
      put(flipped);
      const refusal = await restorer.run(deployment.request({ id: "changed", sha256: receipt })).then(
        () => undefined,
        ({ detail }: { detail: object }) => detail,
      );
      expect(refusal, String(at)).toMatchObject({ issues: [{ found: "digest_mismatch", pointer: "/" }] });
    }
    expect(contentOf(powers)).toBe(0);
  });

  test("in a member is refused by the member's digest, even with a receipt that fits the changed bytes", async () => {
    const expected = { tenant: TENANT, schema: schemaVersion(world.powers.sql) };
    const start = bytes.indexOf(10) + 1;
    for (let at = start; at < bytes.length; at += 64) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 0x80;
      const read = await readArchive(
        flipped,
        { ...expected, tables: TABLES, sha256: sha(flipped) },
        hashBy(world.powers),
      );
      expect(read, String(at)).toMatchObject({
        ok: false,
        error: { reason: "digest_mismatch", at: expect.stringMatching(/^\/members\/\d+$/) },
      });
    }
  });
});

describe("an incomplete archive", () => {
  test("at the end of any member, inside it, or in its first line is refused", async () => {
    let end = bytes.indexOf(10) + 1;
    const ends = [0, 1, end - 2, end - 1, end];
    for (const { bytes: length } of head.members) {
      end += length;
      if (end < bytes.length) ends.push(end - 1, end, end + 1);
    }
    for (const length of new Set(ends)) {
      expect(await refusalOf(bytes.slice(0, length), sha(bytes)), String(length)).toBe("digest_mismatch at /");
      expect(await refusalOf(bytes.slice(0, length)), String(length)).toMatch(
        /^(?:no_line|size_mismatch|not_json) at \/(?:members)?$/,
      );
    }
  });

  test("or goes on after its end is refused", async () => {
    expect(await refusalOf(encode(`${decode(bytes)}\n`))).toBe("size_mismatch at /members");
  });
});

describe("a forged archive", () => {
  const members = () => head.members;
  const swapped = () => [...members().slice(1, 2), ...members().slice(0, 1), ...members().slice(2)];

  test.each<[string, () => Uint8Array, string]>([
    ["of another tenant", () => forged({ head: { tenant: "other" } }), "other_tenant at /tenant"],
    [
      "of another tenant, relabelled as ours",
      () => forged({ body: { sites: bodyOf("sites").replaceAll('"acme"', '"other"') } }),
      "other_tenant at /sites",
    ],
    ["of a later format", () => forged({ head: { version: 2 } }), "version_unknown at /version"],
    ["of a later schema", () => forged({ head: { schema: 999 } }), "schema_unknown at /schema"],
    ["of a schema before the first", () => forged({ head: { schema: 0 } }), "head_malformed at /schema"],
    ["that is something else", () => encode("PK\u0003\u0004 not an archive\n"), "not_json at /"],
    ["that is another kind of JSON", () => encode("[]\n"), "not_an_archive at /format"],
    [
      "with a member that climbs out",
      () => forged({ head: { members: [{ ...members()[0], name: "../../etc/passwd" }] } }),
      "member_unknown at /members/0/name",
    ],
    [
      "with a member that is a statement",
      () => forged({ head: { members: [{ ...members()[0], name: 'sites"; DROP TABLE sites; --' }] } }),
      "member_unknown at /members/0/name",
    ],
    [
      "with a table that is not archived",
      () => forged({ head: { members: [{ ...members()[0], name: "claims" }] } }),
      "member_unknown at /members/0/name",
    ],
    [
      "with a property of every object as member",
      () => forged({ head: { members: [{ ...members()[0], name: "__proto__" }] } }),
      "member_unknown at /members/0/name",
    ],
    [
      "with a member twice",
      () => forged({ head: { members: [...members().slice(0, 1), ...members()] } }),
      "member_out_of_order at /members/1/name",
    ],
    [
      "with members in another order",
      () => forged({ head: { members: swapped() } }),
      "member_out_of_order at /members/1/name",
    ],
    [
      "without its last member",
      () => forged({ head: { members: members().slice(0, -1) } }),
      "size_mismatch at /members",
    ],
    [
      "that says it is smaller",
      () => forged({ head: { members: members().map((one) => ({ ...one, bytes: 0 })) } }),
      "size_mismatch at /members",
    ],
    [
      "that says it is huge",
      () => forged({ head: { members: members().map((one) => ({ ...one, bytes: 2 ** 40 })) } }),
      "size_mismatch at /members",
    ],
    [
      "whose sizes cancel each other out",
      () => forged({ head: { members: members().map((one, at) => ({ ...one, bytes: at === 0 ? -1 : one.bytes })) } }),
      "head_malformed at /members/0/bytes",
    ],
    [
      "whose sizes are past all counting",
      () => forged({ head: { members: members().map((one) => ({ ...one, bytes: Number.MAX_SAFE_INTEGER })) } }),
      "size_mismatch at /members",
    ],
    [
      "that says it has more rows",
      () => forged({ head: { members: membersWith("sites", { rows: 3 }) } }),
      "rows_missing at /members/0",
    ],
    [
      "with a member its head does not have room for",
      () => forged({ line: (line) => line.replace('"format"', '"extra":1,"format"') }),
      "head_malformed at /",
    ],
    [
      "whose head says a thing twice",
      () => forged({ line: (line) => line.replace('"tenant":"acme"', '"tenant":"other","tenant":"acme"') }),
      "head_malformed at /",
    ],
    ["whose head is spaced out", () => forged({ line: (line) => line.replace("{", "{ ") }), "head_malformed at /"],
    ["with a mark before its first line", () => forged({ line: (line) => `\uFEFF${line}` }), "not_json at /"],
    [
      "with a row that is no row",
      () => forged({ body: { blobs: '{"digest":"x"}\n' } }),
      "row_malformed at /members/4/0",
    ],
    [
      "with a row that is too long",
      () => forged({ body: { blobs: '["x","y","z"]\n' } }),
      "row_malformed at /members/4/0",
    ],
    [
      "with a row inside a row",
      () => forged({ body: { blobs: '["x",["y"],null,null]\n' } }),
      "row_malformed at /members/4/0",
    ],
    [
      "with a row that is written otherwise",
      () => forged({ body: { blobs: '["x", "y",null,null]\n' } }),
      "row_malformed at /members/4/0",
    ],
    [
      "with a number no row has",
      () => forged({ body: { blobs: '["x",1e999,null,null]\n' } }),
      "row_malformed at /members/4/0",
    ],
    [
      "with a text where a number belongs",
      () => forged({ body: { publications: '["main","first",1,"a",1]\n' } }),
      "row_refused at /members",
    ],
    [
      "with a text that is no JSON in a column that an index reads",
      () => forged({ body: { documents: withFirst("documents", { date: "2026-01-01", summary: "{" }) } }),
      "row_refused at /members",
    ],
    ["with redirects whose parts it lacks", () => withParts(["one"]), "row_refused at /members"],
    [
      "with redirects that name one part so often that they are too long",
      () =>
        withParts(
          Array.from({ length: 100 }, () => "one"),
          `[${GONE.replace("old", "x".repeat(90_000))}]`,
        ),
      "row_refused at /members",
    ],
    ["with a part that begins behind a space", () => withParts(["one"], ` [${GONE}]`), "row_refused at /members"],
    ["with a part that is no JSON", () => withParts(["one"], `[${GONE}`), "row_refused at /members"],
    ["with a part that ends the list itself", () => withParts(["one"], `[${GONE}],"x":[1]`), "row_refused at /members"],
    ["with a part without redirects", () => withParts(["one"], "[]"), "row_refused at /members"],
    [
      "with a part of other values",
      () => withParts(["one"], `[${GONE},{"from":7,"status":410}]`),
      "row_refused at /members",
    ],
    [
      "with a row twice",
      () => forged({ body: { blobs: '["x","y",null,null]\n["x","z",null,null]\n' } }),
      "row_refused at /members",
    ],
    [
      "with a row of a site it does not have",
      () => forged({ body: { installs: '["elsewhere","a.b","enabled",null,1,null]\n' } }),
      "other_site at /members/11",
    ],
    ["with a site its head does not name", () => forged({ head: { sites: ["main"] } }), "other_site at /members/0"],
    [
      "of a site the control plane does not have",
      () => forged({ head: { sites: ["main", "other", "third"] } }),
      "CONFLICT The control plane has no record of these sites for this tenant.",
    ],
    [
      "with columns of another table",
      () => forged({ head: { members: membersWith("blobs", { columns: ["digest", 'body" --', "common", "own"] }) } }),
      "columns_other at /members/4/columns",
    ],
    [
      "with columns in another order",
      () => forged({ head: { members: membersWith("blobs", { columns: ["body", "digest", "common", "own"] }) } }),
      "columns_other at /members/4/columns",
    ],
    [
      "with a file whose name climbs out",
      () => forged({ body: { media_objects: mediaRow("../../other/x.png") } }),
      "media_malformed at /members/21/0",
    ],
    [
      "with a file of a type no site serves",
      () => forged({ body: { media_objects: mediaRow("a.html", "text/html") } }),
      "media_malformed at /members/21/0",
    ],
    [
      "with audit of a site it does not have",
      () => forged({ body: { audit: '["a","elsewhere","member:m","c","d","done","r",1]\n' } }),
      "row_malformed at /members/45/0",
    ],
    [
      "with audit of another kind",
      () => forged({ body: { audit: '["a","main","member:m","c","d","perhaps","r",1]\n' } }),
      "row_malformed at /members/45/0",
    ],
  ])("%s is refused, and the workspace stays empty", async (_, make, refusal) => {
    expect(await refusalOf(make())).toBe(refusal);
  });

  function membersWith(name: string, change: Partial<ArchiveHead["members"][number]>): ArchiveHead["members"] {
    return head.members.map((member) => (member.name === name ? { ...member, ...change } : member));
  }

  const mediaRow = (object: string, type = "image/png"): string =>
    `${JSON.stringify(["a".repeat(64), object, type, 7, 1, 2, null, "kept"])}\n`;

  test.each([
    [0, "digest_mismatch"],
    [1, "too_large"],
  ])("larger by %i bytes than the bound is refused for %s", async (more, reason) => {
    const read = await readArchive(
      new Uint8Array(ARCHIVE_MAX_BYTES + more),
      { sha256: "", tenant: TENANT, schema: 1, tables: TABLES },
      hashBy(world.powers),
    );
    expect(read).toEqual({ ok: false, error: { reason, at: "/" } });
  });

  test("with a row of invalid UTF-8 is refused", async () => {
    const made = forged({});
    const at = made.length - 2;
    made[at] = 0xff;
    const changed = JSON.parse(decode(made.slice(0, made.indexOf(10)))) as ArchiveHead;
    const last = changed.members.at(-1);
    const body = made.slice(made.length - (last?.bytes ?? 0));
    const line = encode(
      `${JSON.stringify({ ...changed, members: changed.members.map((one) => (one === last ? { ...one, sha256: sha(body) } : one)) })}\n`,
    );
    const whole = new Uint8Array([...line, ...made.slice(made.indexOf(10) + 1)]);
    expect(await refusalOf(whole)).toBe("not_utf8 at /members/45/0");
  });

  test("is also detected by a verification, which shows nothing of its content", async () => {
    put(forged({ body: { blobs: '["x","a secret text", 1]\n' } }), "forged");
    const answer = await world.run<{ problem: ArchiveProblem }>("backup.verify", { backup: "forged" });
    expect(answer).toMatchObject({ sound: false, problem: { reason: "row_malformed", at: "/members/4/0" } });
    expect(JSON.stringify(answer)).not.toContain("secret");
  });
});

describe("a request for a restore", () => {
  const attempt = async (powers: TestPowers, more: object): Promise<string> => {
    put(bytes);
    return deployment
      .restorer(powers)
      .run(deployment.request({ id: "changed", sha256: sha(bytes) }, more))
      .then(
        () => "restored",
        ({ code }: { code: string }) => code,
      );
  };

  test.each([
    ["", "INVALID_REQUEST"],
    ["RESTORE", "INVALID_REQUEST"],
    ["RESTORE acme ", "INVALID_REQUEST"],
    ["restore acme", "INVALID_REQUEST"],
    ["RESTORE Acme", "INVALID_REQUEST"],
    ["RESTORE other", "INVALID_REQUEST"],
    ["RESTORE ac\u200Bme", "INVALID_REQUEST"],
  ])("confirmed with %j is refused", async (confirmation, code) => {
    const powers = deployment.fresh(NOW);
    expect(await attempt(powers, { confirmation })).toBe(code);
    expect(contentOf(powers)).toBe(0);
  });

  test("for another tenant than the archive's is refused", async () => {
    expect(await attempt(deployment.fresh(NOW), { tenant: "other", confirmation: "RESTORE other" })).toBe(
      "INVALID_REQUEST",
    );
  });

  test("is refused by a workspace that is not empty, and changes nothing", async () => {
    for (const name of TABLES.namesOf("archived", "submitted")) {
      const powers = deployment.fresh(NOW);
      deployment.on(powers);
      const columns = powers.sql.all<{ name: string; type: string }>(
        "SELECT name, type FROM pragma_table_info(?)",
        name,
      );
      powers.sql.all(
        `INSERT INTO "${name}" VALUES (${columns.map(({ type }) => (type === "TEXT" ? `'"x"'` : "1")).join(", ")})`,
      );
      expect([name, await attempt(powers, {}), contentOf(powers)]).toEqual([name, "CONFLICT", 1]);
    }
  });

  test("is refused a second time", async () => {
    const powers = deployment.fresh(NOW);
    expect(await attempt(powers, {})).toBe("restored");
    const before = contentOf(powers);
    expect([await attempt(powers, {}), contentOf(powers)]).toEqual(["CONFLICT", before]);
  });

  test("is refused while old files are being removed, because a restored file could be among them", async () => {
    const powers = deployment.fresh(NOW);
    deployment.on(powers);
    powers.sql.all("INSERT INTO media_garbage VALUES ('x')");
    expect(await attempt(powers, {})).toBe("CONFLICT");
  });

  test("succeeds once of two concurrent ones, and never if a site is made meanwhile", async () => {
    put(bytes);
    const powers = deployment.fresh(NOW);
    const restorer = deployment.restorer(powers);
    const request = deployment.request({ id: "changed", sha256: sha(bytes) });
    const codes = await Promise.all(
      [1, 2, 3].map(() =>
        restorer.run(request).then(
          () => "restored",
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(codes.toSorted()).toEqual(["CONFLICT", "CONFLICT", "restored"]);
    const other = deployment.fresh(NOW);
    deployment.vault.meanwhile = () => {
      other.sql.all("INSERT INTO installs (site, plugin, state) VALUES (?, 'a.b', 'enabled')", SITE);
    };
    expect([await attempt(other, {}), contentOf(other)]).toEqual(["CONFLICT", 1]);
    deployment.vault.meanwhile = () => undefined;
  });
});

describe("an archive of an earlier schema, whose publications must be copied to the public stores again", () => {
  /** The next schema step queued every publication. */
  const SCHEMA = 19;
  /** Columns and tables of later schema steps. */
  const LATER: Readonly<Record<string, readonly string[]>> = {
    installs: ["place", "agreed"],
    schedules: ["chosen", "request", "past_review"],
    plugin_highest: ["origin"],
    releases: ["bytes", "restarts", "joined"],
    media_files: ["caption", "credit", "labels", "source", "replaced_by", "audience"],
    sites: ["beginning_digest", "first_origin"],
    blobs: ["common", "own"],
    form_submissions: ["secret"],
    plugin_storage: ["revision"],
    documents: [
      "held_back",
      "shown_from",
      "shown_until",
      "language",
      "translation_of",
      "made_from",
      "made_from_version",
    ],
  };
  const LATER_TABLES = [
    "held",
    "kept_versions",
    "assets",
    "plugin_waiting",
    "plugin_waiting_parts",
    "plugin_update_rules",
    "plugin_data",
    "page_parts",
    "clock_moments",
    "member_languages",
    "form_confirmations",
    "review_rules",
    "publication_requests",
    "request_steps",
    "remarks",
    "remark_words",
    "pageless_types",
    "document_parts",
    "mail_plugin_occasions",
    "plugin_demands",
    "readers",
    "media_former_paths",
  ];

  /** The rows of a table without its later columns. */
  function rowsOf(table: string): string {
    const columns = head.members[memberAt(table)]?.columns ?? [];
    const kept = columns.flatMap((name, index) => (LATER[table]?.includes(name) ? [] : [index]));
    const rows = bodyOf(table)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown[]);
    return rows.map((row) => `${JSON.stringify(kept.map((index) => row[index]))}\n`).join("");
  }

  /** The archive as the earlier release would have made it. */
  function earlier(): Uint8Array {
    const line = (text: string): string => {
      const forgedHead = JSON.parse(text) as { members: { name: string; columns: string[] }[] };
      const members = forgedHead.members
        .filter(({ name }) => !LATER_TABLES.includes(name))
        .map((one) => ({ ...one, columns: one.columns.filter((name) => !LATER[one.name]?.includes(name)) }));
      return JSON.stringify({ ...forgedHead, members });
    };
    const body = Object.fromEntries([
      ...Object.keys(LATER).map((table) => [table, rowsOf(table)] as const),
      ...LATER_TABLES.map((table) => [table, ""] as const),
    ]);
    return forged({ head: { schema: SCHEMA }, body, line });
  }

  test.each([0, 1, 3])("is restored while %i audit rows still wait for delivery", async (waiting) => {
    const archive = earlier();
    put(archive);
    const powers = deployment.fresh(NOW);
    const { outbox } = deployment.on(powers).kernel;
    const owed = Array.from({ length: waiting }, (_, n) => `owed-${n}`);
    for (const id of owed) {
      outbox.add("audit", SITE, id, {
        id,
        site: SITE,
        actor: "operator:x",
        command: "tenant.erase",
        inputDigest: "",
        outcome: "done",
        requestId: "r",
        at: NOW,
      });
    }
    await deployment.restorer(powers).run(deployment.request({ id: "changed", sha256: sha(archive) }));
    const ids = powers.sql.all<{ id: string }>("SELECT id FROM outbox ORDER BY number").map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...owed, `publication:${SITE}`]));
    expect(ids.filter((id) => id.startsWith("owed-"))).toEqual(owed);
  });
});

describe("an interrupted restore", () => {
  const files = () => ({ key: `${"a".repeat(64)}/a.png` });

  /** A database on which every statement after this number fails, as after a power cut. */
  function mortal(powers: TestPowers, statements: number): TestPowers {
    let left = statements;
    return {
      ...powers,
      sql: {
        ...powers.sql,
        all: (query, ...values) => {
          if ((left -= 1) < 0) throw new Error("the machine has stopped");
          return powers.sql.all(query, ...values);
        },
      },
    };
  }

  test("after any statement leaves everything or nothing, and no file that the workspace does not know", async () => {
    put(bytes);
    const outcomes = new Set<string>();
    deployment.vault.kept.add("a".repeat(64));
    for (let statements = 0; ; statements += 3) {
      deployment.vault.served.clear();
      const powers = deployment.fresh(NOW);
      deployment.on(powers);
      const dying = mortal(powers, statements);
      const outcome = await Promise.resolve()
        .then(() => deployment.restorer(dying).run(deployment.request({ id: "changed", sha256: sha(bytes) })))
        .then(
          () => "all",
          () => "nothing",
        );
      // A new machine starts on the same database.
      deployment.restorer(powers);
      outcomes.add(outcome);
      const garbage = powers.sql.all("SELECT key FROM media_garbage");
      if (outcome === "all") {
        expect(garbage).toEqual([]);
        break;
      }
      expect(
        TABLES.namesOf("archived").every((name) => powers.sql.all(`SELECT 1 FROM ${name} LIMIT 1`).length === 0),
      ).toBe(true);
      if (deployment.vault.served.size > 0) expect(garbage).toEqual([files()]);
    }
    expect([...outcomes]).toEqual(["nothing", "all"]);
  });

  test("can be followed by another archive's restore, which removes the first one's files", async () => {
    put(bytes);
    deployment.vault.served.clear();
    const powers = deployment.fresh(NOW);
    deployment.on(powers);
    const restorer = deployment.restorer(powers);
    powers.sql.all("INSERT INTO restored_media VALUES ('other/b.png')");
    await restorer.run(deployment.request({ id: "changed", sha256: sha(bytes) }));
    expect(powers.sql.all("SELECT key FROM media_garbage")).toEqual([{ key: "other/b.png" }]);
    expect(powers.sql.all("SELECT key FROM restored_media")).toEqual([]);
  });
});
