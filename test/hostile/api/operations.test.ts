import { beforeAll, describe, expect, test } from "vitest";
import { type Editor, anEditor, callApi, codeOf, done, textSection } from "../../worker/api/apiClient.ts";
import { migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const edit = (editor: Editor, ifMatch: number, operations: readonly object[], key?: string): Promise<Response> =>
  callApi(editor, "POST", "/api/pages/home/operations", {
    ifMatch,
    body: { operations },
    ...(key === undefined ? {} : { key }),
  });
const insert = (id: string, body: string) => ({
  op: "insert",
  section: { ...textSection(id), fields: { body } },
  at: {},
});

describe("the HTML in the answer to an edit", () => {
  test("contains no injected markup, and no forged field mark", async () => {
    const typed = "<script>alert(1)</script><!--[home/title-->forged<!--]--><img src=x onerror=alert(2)>";
    const { sections } = await done<{ sections: readonly { html: string }[] }>(
      await edit(await anEditor(), 1, [insert("typed", typed)]),
    );
    expect(sections[0]?.html).toContain("&lt;script&gt;");
    expect(sections[0]?.html).not.toMatch(/<script|<img|<!--\[home/);
  });

  test("is sent only to the idempotency key's own member, and to nobody without a role", async () => {
    const owner = await anEditor();
    const key = crypto.randomUUID();
    await done(await edit(owner, 1, [insert("mine", "Only once")], key));
    const stranger = await anEditor();
    const theirs = await (await edit(stranger, 1, [insert("theirs", "Other")], key)).text();
    expect(theirs).not.toContain("Only once");
    expect(await codeOf(await edit({ ...owner, cookie: "" }, 1, [insert("mine", "Only once")], key))).toBe(
      "UNAUTHENTICATED",
    );
  });
});
