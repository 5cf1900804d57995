import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  LIVE_MESSAGE_MAX_BYTES,
  LIVE_MESSAGES_PER_WINDOW,
  LIVE_SOCKETS_PER_MEMBER,
  LIVE_SOCKETS_PER_WORKSPACE,
  LIVE_WINDOW_MS,
} from "../../../manifests/bounds/editor.ts";
import { openLive } from "../../../sites/web/api/live/live.ts";
import type { Env } from "../../../sites/web/powers/env.ts";
import {
  LIVE_ADDRESS,
  LIVE_CALLER,
  LIVE_CLOSED,
  LIVE_PATH,
  type LiveCaller,
} from "../../../sites/platform/live/live.ts";
import type { Attachment } from "../../../sites/workers/workspace/live/attachment.ts";
import { Inbound } from "../../../sites/workers/workspace/live/inbound.ts";
import { LiveSockets } from "../../../sites/workers/workspace/live/liveSockets.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf } from "../../worker/api/apiClient.ts";
import { WAIT, changesIn, closedWith, handshake, listen } from "../../worker/api/liveSocket.ts";
import { SESSION, connect, db, migrate, operator } from "../../worker/site/harness.ts";

/** Attacks on editors' WebSockets: by foreign pages, by strangers, and by members who send more than their place. */

beforeAll(migrate);

const PLACE = JSON.stringify({ page: "home", section: null });

describe("a WebSocket", () => {
  test.each<[string, Record<string, string | null>]>([
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null" }],
    ["a program that names no page", { origin: null }],
    ["a page of another port", { origin: "https://evil.example:8443" }],
    ["a page that lies about its origin but not to the browser", { "sec-fetch-site": "cross-site" }],
  ])("is refused for %s", async (_, headers) => {
    expect(await codeOf(await handshake(await anEditor(), "?page=home", headers))).toBe("ORIGIN_MISMATCH");
  });

  test("is refused for strangers, another site's owner and an ended login", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    for (const cookie of ["", other.cookie, `${editor.cookie}x`])
      expect(await codeOf(await handshake({ site: editor.site, cookie }))).toBe("UNAUTHENTICATED");
    await callApi(editor, "POST", "/api/auth/logout");
    expect(await codeOf(await handshake(editor))).toBe("UNAUTHENTICATED");
  });

  test.each<[string, Record<string, string | null>, string]>([
    ["?page=home", { upgrade: null }, "INVALID_REQUEST"],
    ["?page=home", { upgrade: "h2c" }, "INVALID_REQUEST"],
    ["", {}, "INVALID_REQUEST"],
    [`?page=home&member=${"a".repeat(64)}`, {}, "OTHER_MEMBER"],
    ["?page=home&member=me", {}, "INVALID_REQUEST"],
    ["?page=home&role=owner", {}, "INVALID_REQUEST"],
    ["?page=home&since=-1", {}, "INVALID_REQUEST"],
    ["?page=home&page=about", {}, "INVALID_REQUEST"],
    ["?page=%3Cscript%3E", {}, "INVALID_REQUEST"],
  ])("requested with %s and %j is refused with %s", async (query, headers, code) => {
    expect(await codeOf(await handshake(await anEditor(), query, headers))).toBe(code);
  });

  test("of a suspended site is refused, and an open one is closed", async () => {
    const editor = await anEditor();
    const one = await listen(editor);
    const path = `/api/admin/tenants/${editor.site.name}/status`;
    const init = { method: "PUT", headers: { "content-type": "application/json" }, body: '{"status":"suspended"}' };
    expect((await operator(path, init)).response.status).toBe(200);
    await closedWith(one, LIVE_CLOSED.stopped);
    expect(await codeOf(await handshake(editor))).toBe("TENANT_SUSPENDED");
  });
});

describe("a WebSocket whose member", () => {
  /** Checks that later changes do not reach the socket. */
  const deaf = async (one: Awaited<ReturnType<typeof listen>>, owner: Editor): Promise<void> => {
    const heard = one.heard.length;
    const body = { changes: { title: "Not for them" } };
    await done(await callApi(owner, "PATCH", "/api/pages/home", { ifMatch: 1, body }));
    const later = await listen(owner, "?page=home&since=0");
    expect(changesIn(later)).toContainEqual(["home", 2]);
    expect(one.heard).toHaveLength(heard);
  };

  test("has logged out receives nothing more", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    const one = await listen(viewer);
    await callApi(viewer, "POST", "/api/auth/logout");
    await closedWith(one, LIVE_CLOSED.ended);
    await deaf(one, owner);
    expect(one.closed()).toBe(LIVE_CLOSED.ended);
  });

  test("was removed receives nothing more", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const one = await listen(author);
    await done(await callApi(owner, "DELETE", `/api/members/${author.identity}`));
    await closedWith(one, LIVE_CLOSED.ended);
    await deaf(one, owner);
    expect(one.closed()).toBe(LIVE_CLOSED.ended);
  });

  test("has lost all logins receives nothing more, and another member's login stays", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const [one, other] = [await listen(author), await listen(owner)];
    await done(await callApi(owner, "DELETE", `/api/members/${author.identity}/logins`));
    await closedWith(one, LIVE_CLOSED.ended);
    expect(other.closed()).toBeUndefined();
    await deaf(one, owner);
  });

  test("has a new role is closed, and reconnects with that role", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const one = await listen(author);
    await done(await callApi(owner, "PATCH", `/api/members/${author.identity}`, { body: { role: "viewer" } }));
    await closedWith(one, LIVE_CLOSED.changed);
    expect((await listen(author)).closed()).toBeUndefined();
  });

  test("belongs to another tenant receives nothing of this tenant", async () => {
    const [ours, theirs] = [await anEditor(), await anEditor()];
    const one = await listen(theirs);
    const body = { changes: { title: "Ours" } };
    await done(await callApi(ours, "PATCH", "/api/pages/home", { ifMatch: 1, body }));
    await done(await callApi(theirs, "PATCH", "/api/pages/about", { ifMatch: 1, body }));
    await vi.waitFor(() => expect(changesIn(one)).toEqual([["about", 2]]), WAIT);
    expect(JSON.stringify(one.heard)).not.toMatch(new RegExp(`Ours|${ours.identity}`));
  });
});

describe("over a WebSocket", () => {
  test.each<[string, string | ArrayBuffer]>([
    ["bytes", new TextEncoder().encode(PLACE).buffer as ArrayBuffer],
    ["no JSON", "home"],
    ["somebody else's place", JSON.stringify({ page: "home", section: null, member: "a".repeat(64) })],
    ["a member twice", '{"page":"home","page":"about","section":null}'],
    ["an id that is none", JSON.stringify({ page: "../home", section: null })],
    ["a change of the draft", JSON.stringify({ operations: [] })],
    ["a prototype", '{"page":"home","section":null,"__proto__":{}}'],
  ])("%s closes it", async (_, message) => {
    const one = await listen(await anEditor());
    one.socket.send(message);
    await vi.waitFor(() => expect(one.closed()).toBe(LIVE_CLOSED.misread), WAIT);
  });

  test.each([
    [LIVE_MESSAGE_MAX_BYTES - 1, undefined],
    [LIVE_MESSAGE_MAX_BYTES, undefined],
    [LIVE_MESSAGE_MAX_BYTES + 1, LIVE_CLOSED.misread],
  ])("a message of %i bytes closes it with %s", async (bytes, code) => {
    const editor = await anEditor();
    const one = await listen(editor);
    one.socket.send(JSON.stringify({ page: "home", section: "far" }).padEnd(bytes, " "));
    if (code !== undefined) return closedWith(one, code);
    await vi.waitFor(() => expect(one.heard.at(-1)?.people[0]?.section).toBe("far"), WAIT);
    expect(one.closed()).toBeUndefined();
  });

  test("a flood of messages closes it", async () => {
    const one = await listen(await anEditor());
    await vi.waitFor(() => {
      if (one.closed() === undefined) one.socket.send(PLACE);
      expect(one.closed()).toBe(LIVE_CLOSED.flooded);
    }, WAIT);
  });

  test.each([
    [LIVE_MESSAGES_PER_WINDOW - 1, true],
    [LIVE_MESSAGES_PER_WINDOW, true],
    [LIVE_MESSAGES_PER_WINDOW + 1, false],
  ])("%i messages in a window are accepted: %s", (count, isTaken) => {
    const [inbound, socket] = [new Inbound(), {} as WebSocket];
    for (let before = 1; before < count; before += 1) inbound.take(socket, 0);
    expect([inbound.take(socket, LIVE_WINDOW_MS - 1), inbound.take({} as WebSocket, 0)]).toEqual([isTaken, true]);
    expect(inbound.take(socket, LIVE_WINDOW_MS)).toBe(true);
  });
});

describe("sockets at once", () => {
  /** A workspace with this many open sockets, of one member or of as many members. */
  function withOpen(count: number, ofOne: boolean) {
    const closed: number[] = [];
    const socketOf = (index: number): WebSocket => {
      let at: Attachment | null = {
        site: "main",
        member: ofOne ? "m" : `m${index}`,
        login: `l${index}`,
        role: "author",
        page: "home",
        section: null,
        change: 1,
        checkedAt: 0,
        openedAt: index,
      };
      return {
        deserializeAttachment: () => at,
        serializeAttachment: (next: Attachment | null) => (at = next),
        send: () => undefined,
        close: () => void closed.push(index),
      } as unknown as WebSocket;
    };
    const sockets = Array.from({ length: count }, (_, index) => socketOf(index));
    const live = new LiveSockets({
      state: {
        acceptWebSocket: (socket) => socket.accept(),
        getWebSockets: () => sockets,
        setWebSocketAutoResponse: () => undefined,
        waitUntil: () => undefined,
      },
      heldLogins: async (logins) => logins.map((login) => ({ login, role: "author", status: "active" })),
      now: () => 0,
      news: () => ({ change: 1, people: [], changes: [], more: false }),
    });
    const caller: LiveCaller = {
      site: "main",
      member: "m",
      login: "new",
      role: "author",
      page: "home",
      section: null,
      since: null,
    };
    const headers = { upgrade: "websocket", [LIVE_CALLER]: JSON.stringify(caller) };
    return { closed, open: () => live.open(new Request(LIVE_ADDRESS, { headers })).status };
  }

  test.each([
    [LIVE_SOCKETS_PER_MEMBER - 2, []],
    [LIVE_SOCKETS_PER_MEMBER - 1, []],
    [LIVE_SOCKETS_PER_MEMBER, [0]],
  ])("of a member who has %i leave room for one more, and close %j", (count, ended) => {
    const { open, closed } = withOpen(count, true);
    expect([open(), closed]).toEqual([101, ended]);
  });

  test.each([
    [LIVE_SOCKETS_PER_WORKSPACE - 2, 101],
    [LIVE_SOCKETS_PER_WORKSPACE - 1, 101],
    [LIVE_SOCKETS_PER_WORKSPACE, 503],
  ])("of %i other members leave a new member %i, and no other member's is closed", (count, status) => {
    const { open, closed } = withOpen(count, false);
    expect([open(), closed]).toEqual([status, []]);
  });
});

test("nobody receives anything while the control plane cannot confirm their login", async () => {
  const sent: string[] = [];
  let change = 1;
  let isDown = true;
  let at: Attachment | null = {
    site: "main",
    member: "m",
    login: "l",
    role: "author",
    page: "home",
    section: null,
    change,
    checkedAt: 0,
    openedAt: 0,
  };
  const socket = {
    deserializeAttachment: () => at,
    serializeAttachment: (next: Attachment | null) => (at = next),
    send: (text: string) => void sent.push(text),
    close: () => undefined,
  } as unknown as WebSocket;
  const live = new LiveSockets({
    state: {
      acceptWebSocket: () => undefined,
      getWebSockets: () => [socket],
      setWebSocketAutoResponse: () => undefined,
      waitUntil: () => undefined,
    },
    heldLogins: async (logins) => {
      if (isDown) throw new Error("no database");
      return logins.map((login) => ({ login, role: "author", status: "active" }));
    },
    now: () => 1_000_000,
    news: () => ({ change, people: [], changes: [], more: false }),
  });
  change = 2;
  await live.recheck();
  expect(sent).toEqual([]);
  isDown = false;
  await live.recheck();
  expect(sent.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ change: 2 }]);
});

test("the address answers only WebSocket requests with GET", async () => {
  const { site, cookie } = await anEditor();
  const post = new Request(`${site.origin}${LIVE_PATH}?page=home`, {
    method: "POST",
    headers: { cookie, origin: site.origin },
  });
  expect(await codeOf(await connect(post))).toBe("INVALID_REQUEST");
});

test("workspaces behind another worker open no WebSocket", async () => {
  const { site, cookie } = await anEditor();
  const headers = { upgrade: "websocket", cookie, origin: site.origin };
  const opening = openLive({
    request: new Request(`${site.origin}${LIVE_PATH}?page=home`, { headers }),
    env: { DB: db, SESSION_SECRET: SESSION } as unknown as Env,
    ctx: { waitUntil: () => undefined },
    requestId: "r1",
    segments: {},
  });
  await expect(opening).rejects.toMatchObject({ code: "NOT_FOUND" });
});
