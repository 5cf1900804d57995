import { beforeAll, expect, test } from "vitest";
import { NOTICE_LISTENERS_MAX } from "../../../manifests/bounds.ts";
import type { ChangeNotices } from "../../../sites/public-mcp/env.ts";
import { bindings, fetchWorker, migrate, MODERN, pageOf, publish } from "./kit.ts";
import type { Published } from "./kit.ts";

beforeAll(migrate);

const listening = {
  jsonrpc: "2.0", id: 1, method: "subscriptions/listen",
  params: {
    notifications: { resourcesListChanged: true, toolsListChanged: true },
    _meta: { "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} },
  },
};

async function listen({ url }: Published): Promise<ReadableStreamDefaultReader<string>> {
  const { body } = await fetchWorker(new Request(url, {
    method: "POST", body: JSON.stringify(listening),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": MODERN, "mcp-method": "subscriptions/listen" },
  }));
  if (!body) throw new Error("nothing to listen to");
  return body.pipeThrough(new TextDecoderStream()).getReader();
}

/** What has been said when these words come. */
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

test("not more than the bound listen to one site", async () => {
  const namespace = bindings.CHANGE_NOTICES;
  const object = namespace.get(namespace.idFromName("crowd")) as unknown as ChangeNotices;
  const streams: (ReadableStream | undefined)[] = [];
  for (let n = 0; n < NOTICE_LISTENERS_MAX + 1; n++) streams.push(await object.listen("crowd", "main"));
  expect(streams.map((stream) => stream !== undefined).lastIndexOf(true)).toBe(NOTICE_LISTENERS_MAX - 1);
  expect(streams.filter((stream) => stream === undefined)).toHaveLength(1);
  await Promise.all(streams.map((stream) => stream?.cancel()));
});
