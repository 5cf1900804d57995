import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf, routeOf, textSection } from "./apiClient.ts";

beforeAll(migrate);

interface Presence {
  readonly change: number;
  readonly people: readonly { readonly member: string; readonly page: string; readonly self: boolean }[];
  readonly changes: readonly { readonly id: string; readonly sections: readonly string[] | null }[];
}

const poll = async (editor: Editor, query = ""): Promise<Presence> =>
  done<Presence>(await callApi(editor, "GET", `/api/presence${query}`), routeOf("GET", "/api/presence"));

describe("members on one site", () => {
  test("see who is where, and what the other one has changed meanwhile", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    const { change } = await poll(viewer, "?page=home&section=text");
    const seen = await poll(owner, "?page=home");
    expect(seen.people.map(({ member, page, self }) => [member, page, self])).toEqual([
      [owner.identity, "home", true],
      [viewer.identity, "home", false],
    ]);
    const body = { operations: [{ op: "insert", section: textSection("fresh"), at: {} }] };
    await done(await callApi(owner, "POST", "/api/pages/home/operations", { ifMatch: 1, body }));
    const { changes } = await poll(viewer, `?page=home&since=${change}`);
    expect(changes).toMatchObject([{ kind: "page", id: "home", by: `member:${owner.identity}`, sections: ["fresh"] }]);
  });

  test("no longer see a member who was removed", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    await poll(author, "?page=home");
    await done(await callApi(owner, "DELETE", `/api/members/${author.identity}`));
    expect((await poll(owner)).people).toEqual([]);
  });
});
