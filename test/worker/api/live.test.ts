import { evictDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { PING, PONG } from "../../../sites/platform/live/live.ts";
import { migrate, workspaceOf } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "./apiClient.ts";
import { WAIT, changesIn, listen, peopleIn } from "./liveSocket.ts";

beforeAll(migrate);

const retitle = async (editor: Editor, version: number): Promise<void> => {
  const body = { changes: { title: `Title ${version}` } };
  await done(await callApi(editor, "PATCH", "/api/pages/home", { ifMatch: version, body }));
};

describe("members with an open socket", () => {
  test("hear each change once, with its author, and those they missed when they come back", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    const one = await listen(viewer);
    expect(one.heard[0]).toMatchObject({ changes: [], more: false });
    await retitle(owner, 1);
    await retitle(owner, 2);
    await vi.waitFor(() => expect(changesIn(one).at(-1)).toEqual(["home", 3]), WAIT);
    expect(one.heard.at(-1)?.changes[0]?.by).toBe(`member:${owner.identity}`);
    expect(new Set(changesIn(one).map(String)).size).toBe(changesIn(one).length);
    one.socket.close();
    await retitle(owner, 3);
    const again = await listen(viewer, `?page=home&since=${one.heard.at(-1)?.change}`);
    expect(changesIn(again)).toEqual([["home", 4]]);
    await retitle(owner, 4);
    await vi.waitFor(
      () =>
        expect(changesIn(again)).toEqual([
          ["home", 4],
          ["home", 5],
        ]),
      WAIT,
    );
  });

  test("see who is where on their page, also those who poll, and no longer who has left", async () => {
    const owner = await anEditor();
    const [viewer, author] = [await memberOf(owner.site, "viewer"), await memberOf(owner.site, "author")];
    const one = await listen(owner, "?page=home&section=a");
    const other = await listen(viewer);
    const elsewhere = await listen(author, "?page=about");
    other.socket.send(JSON.stringify({ page: "home", section: "b" }));
    const both = [`${owner.identity} a`, `${viewer.identity} b`].toSorted();
    await vi.waitFor(() => expect([peopleIn(one), peopleIn(other)]).toEqual([both, both]), WAIT);
    expect(peopleIn(elsewhere)).toEqual([`${author.identity} `]);
    await done(await callApi(author, "GET", "/api/presence?page=home&section=c"));
    const all = [...both, `${author.identity} c`].toSorted();
    await vi.waitFor(() => expect(peopleIn(one)).toEqual(all), WAIT);
    const { people } = await done<{ people: { member: string; section: string | null }[] }>(
      await callApi(author, "GET", "/api/presence"),
    );
    expect(people.map(({ member, section }) => `${member} ${section ?? ""}`)).toEqual(expect.arrayContaining(all));
    other.socket.close();
    await vi.waitFor(() => expect(peopleIn(one)).not.toContain(`${viewer.identity} b`), WAIT);
  });

  test("stay while the workspace sleeps, and are answered without waking it", async () => {
    const owner = await anEditor();
    const one = await listen(owner, "?page=home&section=a");
    await evictDurableObject(workspaceOf(owner.site.name), { webSockets: "hibernate" });
    const pongs: string[] = [];
    one.socket.addEventListener("message", ({ data }) => void (data === PONG && pongs.push(PONG)));
    one.socket.send(PING);
    await vi.waitFor(() => expect(pongs).toEqual([PONG]), WAIT);
    await retitle(owner, 1);
    await vi.waitFor(() => expect(changesIn(one)).toEqual([["home", 2]]), WAIT);
    expect(peopleIn(one)).toEqual([`${owner.identity} a`]);
  });

  test("are closed when the workspace ends, and catch up from the change they know", async () => {
    const owner = await anEditor();
    const one = await listen(owner);
    await evictDurableObject(workspaceOf(owner.site.name), { webSockets: "close" });
    await vi.waitFor(() => expect(one.closed()).toBeDefined(), WAIT);
    await retitle(owner, 1);
    expect(changesIn(await listen(owner, `?page=home&since=${one.heard[0]?.change}`))).toEqual([["home", 2]]);
  });
});
