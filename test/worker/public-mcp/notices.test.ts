import { beforeAll, expect, test } from "vitest";
import { NOTICE_LISTENERS_MAX, NOTICE_LISTENERS_PER_CLIENT } from "../../../manifests/bounds/agents.ts";
import type { ChangeNotices } from "../../../sites/workers/public-mcp/env.ts";
import { bindings, fetchWorker, migrate, MODERN, pageOf, publish, type Published } from "./publishedSite.ts";

beforeAll(migrate);

const listening = {
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: {
    notifications: { resourcesListChanged: true, toolsListChanged: true },
    _meta: { "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} },
  },
};

const ask = ({ url }: Published, message: object): Promise<Response> =>
  fetchWorker(
    new Request(url, {
      method: "POST",
      body: JSON.stringify(message),
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": MODERN,
        "mcp-method": "subscriptions/listen",
      },
    }),
  );

async function listen(site: Published): Promise<ReadableStreamDefaultReader<string>> {
  const { body } = await ask(site, listening);
  if (!body) throw new Error("nothing to listen to");
  return body.pipeThrough(new TextDecoderStream()).getReader();
}

/** Reads notices until these words have arrived. */
async function heard(reader: ReadableStreamDefaultReader<string>, words: string): Promise<string> {
  let all = "";
  while (!all.includes(words)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`it ended after ${all}`);
    all += value;
  }
  return all;
}

test("who listens hears of a publication, and only of what has changed", async () => {
  const site = await publish("heard");
  const reader = await listen(site);
  await heard(reader, "notifications/subscriptions/acknowledged");
  const { id: _, ...page } = pageOf("more");
  await site.write("more", page, 0);
  await site.run("publish", {});
  await site.carry();
  expect(await heard(reader, "notifications/resources/list_changed")).not.toContain("notifications/tools/list_changed");
  await reader.cancel();
});

test("who subscribes to resources hears of each that changed, and of no page that did not", async () => {
  const site = await publish("subscribed");
  const uris = ["page/", "page/more", "sitemap"].map((address) => `site://${site.hostname}/${address}`);
  const notifications = { resourceSubscriptions: uris };
  const { body } = await ask(site, { ...listening, params: { ...listening.params, notifications } });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("nothing to listen to");
  await heard(reader, "notifications/subscriptions/acknowledged");
  const { id: _, ...page } = pageOf("more");
  await site.write("more", page, 0);
  await site.run("publish", {});
  await site.carry();
  const all = await heard(reader, "/sitemap");
  expect(all).toContain("notifications/resources/updated");
  expect(all).toContain(`"uri":"${uris[1]}"`);
  expect(all).not.toContain(`"uri":"${uris[0]}"`);
  expect(all).not.toContain("list_changed");
  await reader.cancel();
});

/** The notice object of a new site, with listeners. */
function crowd(name: string) {
  const namespace = bindings.CHANGE_NOTICES;
  const object = namespace.get(namespace.idFromName(name)) as unknown as ChangeNotices;
  const streams: ReadableStream[] = [];
  return {
    streams,
    async join(client: string): Promise<boolean> {
      const stream = await object.listen(name, "main", client);
      if (stream) streams.push(stream);
      return stream !== undefined;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(streams.map((stream) => stream.cancel().catch(() => undefined)));
    },
  };
}

const answers = async (count: number, ask: (n: number) => Promise<boolean>): Promise<number> => {
  let taken = 0;
  for (let n = 0; n < count; n++) taken += Number(await ask(n));
  return taken;
};

test.each([[NOTICE_LISTENERS_MAX - 1], [NOTICE_LISTENERS_MAX], [NOTICE_LISTENERS_MAX + 1]])(
  "of %d clients as many listen to one site as may",
  async (clients) => {
    await using site = crowd(`crowd-${clients}`);
    expect(await answers(clients, (n) => site.join(`192.0.2.${n}`))).toBe(Math.min(clients, NOTICE_LISTENERS_MAX));
  },
);

test.each([[NOTICE_LISTENERS_PER_CLIENT - 1], [NOTICE_LISTENERS_PER_CLIENT], [NOTICE_LISTENERS_PER_CLIENT + 1]])(
  "of %d listeners of one client as many stay as it may have, and others come in",
  async (listeners) => {
    await using site = crowd(`greedy-${listeners}`);
    expect(await answers(listeners, () => site.join("192.0.2.1"))).toBe(
      Math.min(listeners, NOTICE_LISTENERS_PER_CLIENT),
    );
    expect(await site.join("192.0.2.2")).toBe(true);
  },
);

test("a few clients that hold all places make room for another, one place each time, until all have as many", async () => {
  await using site = crowd("full");
  const greedy = NOTICE_LISTENERS_MAX / NOTICE_LISTENERS_PER_CLIENT;
  expect(await answers(NOTICE_LISTENERS_MAX, (n) => site.join(`192.0.2.${n % greedy}`))).toBe(NOTICE_LISTENERS_MAX);
  const [first] = site.streams;
  expect(await site.join("198.51.100.1")).toBe(true);
  expect(await first?.getReader().read()).toEqual({ done: true, value: undefined });
  const taken = await answers(NOTICE_LISTENERS_PER_CLIENT, () => site.join("198.51.100.1"));
  // One more would equal the client with the most listeners.
  expect(taken).toBe(NOTICE_LISTENERS_PER_CLIENT - 2);
});

test("a client that gets no place is told so, and a message that is refused takes none", async () => {
  const site = await publish("told");
  const readers: ReadableStreamDefaultReader<string>[] = [];
  for (let n = 0; n < NOTICE_LISTENERS_PER_CLIENT; n++) {
    const nonsense = await ask(site, { ...listening, params: { ...listening.params, notifications: 7 } });
    expect(await nonsense.json()).toMatchObject({ error: { code: expect.any(Number) } });
    readers.push(await listen(site));
  }
  const refusal = await ask(site, listening);
  expect([refusal.status, Number(refusal.headers.get("retry-after"))]).toEqual([429, 60]);
  await Promise.all(readers.map((reader) => reader.cancel()));
});
