import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ScriptedSite } from "../scriptedSite.ts";
import { clearDesks, Desk, oneLine, type Ran } from "../svc.ts";

const script = new ScriptedSite();
const ISSUERS = ["--from", "https://old.example", "--to", "https://login.example"];
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

interface Body {
  readonly subjects: readonly { readonly from: string; readonly to: string }[];
  readonly apply: boolean;
}

const bodies = (): readonly Body[] => script.sent.map(({ body }) => body as Body);

/** A site that knows these people by these states, and as many further members. */
function knowing(states: Readonly<Record<string, string>>, others = 0): void {
  script.answer = ({ body }) => {
    const { subjects, apply } = body as Body;
    const items = subjects.map((one) => ({ ...one, state: states[one.from] ?? "moves" }));
    const named = new Set(subjects.map(({ from }) => from));
    const unnamed = Object.entries(states).filter(([from, state]) => state === "moves" && !named.has(from)).length;
    return { json: { items, left: others + unnamed, applied: apply } };
  };
}

async function move(table: string, ...more: readonly string[]): Promise<Ran> {
  using desk = new Desk();
  desk.write("people.tsv", table);
  return desk.run(["operator", "identities", "move", "people.tsv", ...ISSUERS, ...more], {
    SVC_SITE: site,
    SVC_OPERATOR_TOKEN: "a-secret",
  });
}

describe("svc operator identities move", () => {
  test("says what would happen, and writes nothing", async () => {
    knowing({ a: "moves", b: "unknown", c: "done" }, 2);
    const { code, out } = await move("# our people\na\ta2\nb\tb 2\r\nc\tc2\n");
    expect(code).toBe(0);
    expect(out).toContain("Left alone, because the table does not name them: 2 members of the old issuer.");
    expect(out).toContain("Nothing was changed. To move them: --apply");
    expect(bodies().map(({ apply }) => apply)).toEqual([false]);
    expect(bodies()[0]?.subjects[1]).toEqual({ from: "b", to: "b 2" });
  });

  test("applies after a confirmation, and only then", async () => {
    knowing({ a: "moves" });
    expect((await move("a\ta2\n", "--apply")).code).not.toBe(0);
    expect(bodies().map(({ apply }) => apply)).toEqual([false]);
    script.sent = [];
    const { code, out } = await move("a\ta2\n", "--apply", "--confirm", "MOVE https://login.example");
    expect([code, bodies().map(({ apply }) => apply)]).toEqual([0, [false, true]]);
    expect(out).toContain("moved");
  });

  test("stops the whole table at a new subject of another member", async () => {
    knowing({ a: "moves", b: "taken" });
    const { code, out } = await move("a\ta2\nb\tb2\n", "--apply", "--confirm", "MOVE https://login.example");
    expect([code, bodies().map(({ apply }) => apply)]).toEqual([1, [false]]);
    expect(out).toContain("TAKEN");
  });

  test("asks for 201 people in two portions, and counts nobody of them as left", async () => {
    const people = Array.from({ length: 201 }, (_, at) => `p${at}`);
    knowing(Object.fromEntries(people.map((one) => [one, "moves"])), 3);
    const { out } = await move(people.map((one) => `${one}\tnew-${one}`).join("\n"), "--json");
    expect(bodies().map(({ subjects }) => subjects.length)).toEqual([200, 1]);
    expect(oneLine(out)).toMatchObject({ left: 3, applied: false });
  });

  test.each([
    ["nobody", "# none\n"],
    ["a line without a tab", "a a2\n"],
    ["a line with two tabs", "a\ta2\ta3\n"],
    ["a person twice", "a\ta2\na\ta3\n"],
    ["two people with one new subject", "a\tx\nb\tx\n"],
  ])("refuses a table with %s before it asks", async (_, table) => {
    knowing({});
    expect([(await move(table)).code, script.sent]).toEqual([2, []]);
  });
});
