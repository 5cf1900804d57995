import { beforeAll, describe, expect, test } from "vitest";
import { UNFINISHED_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf } from "../../worker/api/apiClient.ts";
import { get, migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const PATH = "/api/pages/home/unfinished";
const SECRET = "Nobody knows yet";
const begun = (text: string): object => ({ base: 1, operations: [{ op: "set", fields: { text } }] });
const put = (editor: Editor, body: unknown): Promise<Response> => callApi(editor, "PUT", PATH, { ifMatch: 0, body });

describe("another member's unfinished work", () => {
  test("is read, replaced and removed by nobody, the owner included", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const { version } = await done<{ version: number }>(await put(author, begun(SECRET)));
    expect(await (await callApi(owner, "GET", PATH)).text()).not.toContain(SECRET);
    expect(await (await callApi(owner, "GET", "/api/unfinished")).text()).not.toContain("home");
    const spoofed = { ...begun("theirs"), member: author.identity, page: "about" };
    expect(await codeOf(await put(owner, spoofed))).toBe("INVALID_REQUEST");
    expect(await codeOf(await callApi(owner, "GET", `${PATH}?member=${author.identity}`))).toBe("INVALID_REQUEST");
    expect(await codeOf(await callApi(owner, "DELETE", PATH, { ifMatch: version }))).toBe("STALE_VERSION");
    expect(await (await callApi(author, "GET", PATH)).text()).toContain(SECRET);
  });

  test("is in no answer of the draft, of changes, of a preview or of the site", async () => {
    const owner = await anEditor();
    await done(await put(owner, begun(SECRET)));
    const answers = await Promise.all([
      callApi(owner, "GET", "/api/pages/home"),
      callApi(owner, "GET", "/api/changes"),
      callApi(owner, "GET", "/?svc_mode=edit"),
      callApi(owner, "POST", "/api/pages/home/preview", { body: { theme: {} }, key: null }).catch(() => new Response()),
      get(`${owner.site.origin}/?fresh`).then(({ response }) => response),
    ]);
    expect((await Promise.all(answers.map((answer) => answer.text()))).join()).not.toContain(SECRET);
  });

  test("of another tenant's page cannot be begun, and viewers begin none", async () => {
    expect(await codeOf(await callApi(await anEditor("viewer"), "GET", PATH))).toBe("FORBIDDEN");
    const path = "/api/pages/not-ours/unfinished";
    expect(await codeOf(await callApi(await anEditor(), "PUT", path, { ifMatch: 0, body: begun("x") }))).toBe(
      "NOT_FOUND",
    );
  });
});

describe("too much unfinished work", () => {
  const around = JSON.stringify((begun("") as { operations: unknown }).operations).length;

  test.each([
    [-1, "200"],
    [0, "200"],
    [1, "TOO_LARGE"],
  ])("of the bound and %i bytes: %s", async (more, code) => {
    const text = "x".repeat(UNFINISHED_MAX_BYTES - around + more);
    expect(await codeOf(await put(await anEditor(), begun(text)))).toBe(code);
  });

  test("is refused before it is read whole", async () => {
    const text = "x".repeat(2 * UNFINISHED_MAX_BYTES);
    expect(await codeOf(await put(await anEditor(), begun(text)))).toBe("TOO_LARGE");
  });
});
