import { beforeAll, describe, expect, test } from "vitest";
import { type CommandName, isRehearsed } from "../../../runtime/commandNames.ts";
import { migrate, send } from "../site/harness.ts";
import {
  type Editor,
  type Sent,
  WRITES,
  anEditor,
  callApi,
  codeOf,
  done,
  refused,
  routeOf,
  textSection,
} from "./apiClient.ts";

beforeAll(migrate);

interface Edited {
  readonly versions: readonly { readonly version: number }[];
  readonly changed: readonly string[];
  readonly change: number;
  readonly order: readonly string[];
  readonly sections: readonly { readonly id: string; readonly html: string | null }[];
  readonly beyond: boolean;
}

const OPERATIONS = "/api/pages/home/operations";
const insert = (id: string) => ({ op: "insert", section: textSection(id), at: {} });
const set = (section: string, body: string) => ({ op: "set", section, fields: { body } });
const edit = (editor: Editor, ifMatch: number, operations: readonly object[], more: Sent = {}): Promise<Response> =>
  callApi(editor, "POST", OPERATIONS, { ifMatch, body: { operations }, ...more });
const edited = async (answer: Promise<Response>): Promise<Edited> =>
  done<Edited>(await answer, routeOf("POST", "/api/pages/{page}/operations"));

const draft = async ({ site, cookie }: Editor): Promise<string> => {
  const asked = new Request(`${site.origin}/?svc_mode=edit`, { headers: { cookie } });
  return (await send(asked)).response.text();
};

describe("an edit of a page", () => {
  test("answers the draft's own HTML of what changed, its order and its change", async () => {
    const editor = await anEditor("author");
    await edited(edit(editor, 1, [insert("first"), insert("second")]));
    const answer = await edited(edit(editor, 2, [set("second", "Told **at once**")]));
    const shown = await draft(editor);
    expect(answer).toMatchObject({ changed: ["second"], sections: [{ id: "second" }], beyond: false });
    expect(answer.order.slice(-2)).toEqual(["first", "second"]);
    expect(answer.sections[0]?.html).toContain("<strong>at once</strong>");
    expect(shown).toContain(answer.sections[0]?.html);
    expect(shown).toContain(`<meta name="svc-draft-change" content="${answer.change}">`);
  });

  test("that is sent again answers the same while the page is as it left it, and sends to the draft afterwards", async () => {
    const editor = await anEditor();
    const key = crypto.randomUUID();
    const first = await edited(edit(editor, 1, [insert("again")], { key }));
    expect(await edited(edit(editor, 1, [insert("again")], { key }))).toEqual(first);
    await edited(edit(editor, 2, [set("again", "Later")]));
    const late = await edited(edit(editor, 1, [insert("again")], { key }));
    expect(late).toMatchObject({ versions: first.versions, changed: ["again"], beyond: true });
    expect(late.sections).toEqual([{ id: "again", html: null }]);
  });

  test("that is only tried is checked whole, answers what would change, and leaves nothing", async () => {
    const editor = await anEditor();
    const [key, operations] = [crypto.randomUUID(), [insert("tried")]];
    const dry = await callApi(editor, "POST", `${OPERATIONS}?dryRun=true`, { ifMatch: 1, key, body: { operations } });
    expect([dry.status, dry.headers.get("etag")]).toEqual([200, null]);
    const found = await dry.json<Edited>();
    expect(routeOf("POST", "/api/pages/{page}/operations").rehearsal?.safeParse(found)).toMatchObject({
      success: true,
    });
    expect(found).toMatchObject({ versions: [{ kind: "page", id: "home", version: 2 }], changed: ["tried"] });
    const stored = await done<{ version: number }>(await callApi(editor, "GET", "/api/pages/home"));
    expect(stored.version).toBe(1);
    // The key is still unused, and `false` requests the change itself.
    const real = await callApi(editor, "POST", `${OPERATIONS}?dryRun=false`, { ifMatch: 1, key, body: { operations } });
    expect(await edited(Promise.resolve(real))).toMatchObject({ versions: found.versions, changed: ["tried"] });
  });

  test.each<[query: string, sent: Sent, code: string]>([
    ["?dryRun=true", { ifMatch: 9 }, "STALE_VERSION"],
    ["?dryRun=true", { ifMatch: 1, key: null }, "IDEMPOTENCY_KEY_MISSING"],
    ["?dryRun=true", { ifMatch: 1, headers: { origin: "https://elsewhere.example" } }, "ORIGIN_MISMATCH"],
    ["?dryRun=true", { ifMatch: 1, body: { operations: [set("nobody", "x")] } }, "INVALID_REQUEST"],
    ["?dryRun=1", { ifMatch: 1 }, "INVALID_REQUEST"],
    ["?dryrun=true", { ifMatch: 1 }, "INVALID_REQUEST"],
    ["?dryRun=true&dryRun=false", { ifMatch: 1 }, "INVALID_REQUEST"],
  ])("that is only tried with %s and %j is refused with %s", async (query, sent, code) => {
    const editor = await anEditor();
    const body = { operations: [insert("tried")] };
    expect(await codeOf(await callApi(editor, "POST", `${OPERATIONS}${query}`, { body, ...sent }))).toBe(code);
  });

  test("cannot be tried by a viewer, nor can a change that asks plugins be tried at all", async () => {
    const viewer = await anEditor("viewer");
    const body = { operations: [insert("tried")] };
    expect(await codeOf(await callApi(viewer, "POST", `${OPERATIONS}?dryRun=true`, { ifMatch: 1, body }))).toBe(
      "FORBIDDEN",
    );
    const rehearsed = WRITES.filter(({ query }) => "dryRun" in query).map(({ command }) => command);
    expect(rehearsed).toEqual(WRITES.map(({ command }) => command).filter((name) => isRehearsed(name as CommandName)));
    expect(rehearsed).not.toContain("publish");
  });

  test("that is refused answers no HTML", async () => {
    const editor = await anEditor();
    const answer = await edit(editor, 1, [set("nobody", "x")]);
    expect(await refused(answer)).toMatchObject({ code: "INVALID_REQUEST" });
  });
});
