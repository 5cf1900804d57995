import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal, type LocalReply } from "../../sites/machine/process/request.ts";
import { persistently } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { testFolder } from "./testFolder.ts";

/** The shipped plugins with code on the demo, in the sandbox, with their owner's grants. */
const SHIPPED = [
  "announcement",
  "bookings",
  "comments",
  "link-check",
  "newsletter",
  "poll",
  "reading",
  "translate",
  "webhook",
].map((name) => `drawbridge.${name}`);
const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html,application/xhtml+xml" };

interface Shown {
  readonly id: string;
  readonly source: string;
  readonly active: boolean;
  readonly signedBy: readonly string[];
  readonly requested: object;
  readonly grant: { readonly capabilities: object } | null;
}

const { hostname: host } = loadDemo("saltmarrow").domain;
const data = testFolder();
let local: Local;
let owner: Owner;

beforeAll(async () => {
  await fillWithDemo(data.path);
  local = await startLocal({ port: 0, data: data.path, fresh: false, profile: "plugins", plugins: [] });
  owner = await Owner.logIn({ port: local.port, hostname: host, subject: "ottilie-marchbank" });
});

afterAll(async () => {
  await local?.stop();
  data[Symbol.dispose]();
});

/** Requests a page past the cache. */
const page = async (path: string): Promise<string> =>
  (await requestLocal({ port: local.port, host, path: `${path}?now` })).text;

/** Submits the form of a page as a browser without script does. */
const vote = (fields: Record<string, string>): Promise<LocalReply> => {
  const headers = { ...FORM, origin: `http://${host}:${local.port}`, "sec-fetch-site": "same-origin" };
  return requestLocal({
    port: local.port,
    host,
    path: "/api/plugins/drawbridge.poll/routes/vote",
    method: "POST",
    headers,
    body: new URLSearchParams(fields).toString(),
  });
};

/** Changes a page and publishes it. Unchanged pages are not rendered again. */
async function publish(): Promise<void> {
  const { version } = await owner.read<{ version: number }>("/api/pages/questions");
  await owner.done({
    method: "POST",
    path: "/api/pages/questions/sections",
    version,
    body: { section: { id: `line-${version}`, type: "drawbridge.basics/divider", fields: {} } },
  });
  const { change } = await owner.read<{ change: number }>("/api/changes");
  await owner.done({ method: "POST", path: "/api/publish", version: change });
}

/** The outcomes of a hook's calls, newest first. */
const outcomes = async (plugin: string, hook: string): Promise<(string | null)[]> =>
  (await owner.read<{ items: { name: string; outcome: string | null }[] }>(`/api/plugins/${plugin}/invocations`)).items
    .filter(({ name }) => name === hook)
    .map(({ outcome }) => outcome);

test("the first-party plugins with code are installed, signed with this machine's key, granted and active", async () => {
  const { items, trust } = await owner.read<{ items: Shown[]; trust: { keys: string[] } }>("/api/plugins");
  const shipped = items.filter(({ source }) => source === "installed").toSorted((a, b) => a.id.localeCompare(b.id));
  expect(shipped.map(({ id, active }) => [id, active])).toEqual(SHIPPED.map((id) => [id, true]));
  expect(trust.keys).toHaveLength(1);
  for (const { signedBy, grant, requested } of shipped)
    expect([signedBy, grant?.capabilities]).toEqual([trust.keys, requested]);
});

test("a poll works without a script, and its page shows the votes after the next publication", async () => {
  const before = await page("/questions");
  const [, answer = ""] = /name="answer" value="([^"]+)"/.exec(before) ?? [];
  expect(before).not.toContain("votes so far");
  const { status, headers } = await vote({
    page: "questions",
    section: "poll",
    answer,
    return: "/questions#poll-thanks",
  });
  expect([status, headers.location]).toEqual([303, expect.stringMatching(/\/questions#poll-thanks$/)]);
  await vote({ page: "questions", section: "poll", answer: "Nobody offered this" });
  const { text } = await requestLocal({
    port: local.port,
    host,
    path: "/api/plugins/drawbridge.poll/routes/counts?page=questions&section=poll",
  });
  expect(JSON.parse(text)).toEqual({ counts: { [answer]: 1 } });
  await publish();
  await persistently(async () => expect(await page("/questions")).toContain("1 votes so far"));
});

test("reading times and related articles are on the articles' pages", async () => {
  const html = await page("/journal/quiet-launch");
  expect(html).toMatch(/\d+ min read <span class="words">\((?:[2-9]\d|\d{3,}) words\)/);
  expect(html).toMatch(/<ul class="pages">\s*<li>\s*<a href="\/journal\/(?!quiet-launch)/);
});

test("links are checked after a publication, and members can read the result", async () => {
  await persistently(async () => {
    const report = await owner.read<object>("/api/plugins/drawbridge.link-check/routes/findings");
    expect(report).toMatchObject({ release: expect.any(Number), found: 0, findings: [] });
    expect(report).not.toMatchObject({ links: 0 });
  });
  const { status } = await requestLocal({
    port: local.port,
    host,
    path: "/api/plugins/drawbridge.link-check/routes/findings",
  });
  expect(status).toBe(401);
});

test.each([
  ["drawbridge.webhook", "afterPublish"],
  ["drawbridge.announcement", "scheduled"],
])("%s is called by its hook %s, and does nothing until its owner configures an address", async (plugin, hook) => {
  await persistently(async () => expect(await outcomes(plugin, hook)).toContain("ok"));
  expect(new Set(await outcomes(plugin, hook))).toEqual(new Set(["ok"]));
});

/** A page as visitors get it: from the cache, if it is there. */
const visited = async (path: string): Promise<string> => (await requestLocal({ port: local.port, host, path })).text;

/** Names the site anew, which every page shows, and publishes that. */
async function publishName(name: string): Promise<void> {
  const { version, body } = await owner.read<{ version: number; body: object }>("/api/settings");
  await owner.done({ method: "PUT", path: "/api/settings", version, body: { body: { ...body, name } } });
  const { change } = await owner.read<{ change: number }>("/api/changes");
  await owner.done({ method: "POST", path: "/api/publish", version: change });
  // A change of so many pages is published in steps, and visitors see it with the last.
  await persistently(async () => {
    const { items } = await owner.read<{ items: readonly { state: string }[] }>("/api/releases");
    expect(items[0]?.state).toBe("ready");
  });
}

test("visitors see a change of every page once it is published, and never an earlier page after it", async () => {
  const paths = ["/", "/questions", "/journal/quiet-launch"];
  const names = ["First name", "Second name", "Third name", "Fourth name"];
  const orderIn = (html: string): number => names.findIndex((name) => html.includes(name));
  let acknowledged = -1;
  const over = new AbortController();
  const reader = async (path: string): Promise<readonly [asked: number, got: number][]> => {
    const reads: [number, number][] = [];
    while (!over.signal.aborted) {
      const asked = acknowledged;
      reads.push([asked, orderIn(await visited(path))]);
    }
    return reads;
  };
  const readers = [...paths, ...paths].map(reader);
  for (const [order, name] of names.entries()) {
    await publishName(name);
    acknowledged = order;
    for (const path of paths) expect(orderIn(await visited(path))).toBe(order);
  }
  over.abort();
  for (const reads of await Promise.all(readers)) {
    expect(reads.length).toBeGreaterThan(names.length);
    expect(reads.filter(([asked, got]) => got < asked)).toEqual([]);
    const seen = reads.map(([, got]) => got);
    expect(seen).toEqual(seen.toSorted((one, two) => one - two));
  }
});
