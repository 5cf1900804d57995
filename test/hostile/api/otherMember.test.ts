import { beforeAll, describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { SENDER_HEADER } from "../../../sites/requests/senderHeader.ts";
import { EXAMPLES, addressOf, sentOf } from "../../worker/api/examples.ts";
import { type Editor, WRITES, anEditor, callApi, codeOf, memberOf, nameOf } from "../../worker/api/apiClient.ts";
import { formOf, pageOf, submit } from "../../worker/api/editorBrowser.ts";
import { db, migrate, readerOf } from "../../worker/site/harness.ts";

/**
 * Two people share one browser: the first one's page is still open, and sends its changes after the second has logged
 * in.
 */

beforeAll(migrate);

let first: Editor;
let second: Editor;
beforeAll(async () => {
  first = await anEditor();
  second = await memberOf(first.site, "owner");
});

const SETTINGS = "/_editor/settings";
const named = ({ identity }: Editor): Record<string, string> => ({ [SENDER_HEADER]: identity });
const change = async (): Promise<number> => expectValue(await readerOf(first.site.name).read("context", "main")).change;

async function refusalsOnRecord({ site, identity }: Editor): Promise<number> {
  const count = "SELECT count(*) AS n FROM audit WHERE tenant_id = ? AND actor = ? AND outcome = 'refused'";
  const row = await db.prepare(count).bind(site.name, `member:${identity}`).first<{ n: number }>();
  return row?.n ?? -1;
}

describe("a page that was opened by another member (hazard 15)", () => {
  test.each(WRITES.map((route) => [nameOf(route), route] as const))("changes nothing by %s", async (name, route) => {
    const example = (await EXAMPLES[name]?.(first, second)) ?? {};
    const before = await change();
    const address = addressOf(route.path, example.params);
    const answer = await callApi(second, route.method, address, sentOf(example, { headers: named(first) }));
    expect([answer.status, await codeOf(answer)]).toEqual([403, "OTHER_MEMBER"]);
    expect(await change()).toBe(before);
  });

  test("writes no refusal to the audit log of the second member", async () => {
    expect(await refusalsOnRecord(second)).toBe(0);
  });

  test("is refused for the other member before permissions are checked", async () => {
    const viewer = await memberOf(first.site, "viewer");
    const answer = await callApi(viewer, "POST", "/api/publish", { ifMatch: 1, headers: named(first) });
    expect(await codeOf(answer)).toBe("OTHER_MEMBER");
  });

  test("cannot submit a list's form, but its own member can", async () => {
    const before = await change();
    const fields = formOf(await pageOf(first, SETTINGS), "settings");
    const theirs = await submit(second, SETTINGS, fields, named(first));
    expect([theirs.status, await theirs.text()]).toEqual([403, expect.stringContaining('data-refused="OTHER_MEMBER"')]);
    expect(await change()).toBe(before);
    const own = await submit(first, SETTINGS, { ...fields, tagline: "Mine" }, named(first));
    expect([own.status, await change()]).toEqual([303, before + 1]);
  });
});
