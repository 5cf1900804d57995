/** `svc operator site remove`: it counts first, asks for the words, and goes on until the hostnames are free. */
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
