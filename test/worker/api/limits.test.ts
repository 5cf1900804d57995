import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  BATCHES_PER_WINDOW,
  BATCHES_WINDOW_SECONDS,
  EXPORTS_PER_WINDOW,
  EXPORTS_WINDOW_SECONDS,
  READS_PER_WINDOW,
  WRITES_PER_WINDOW,
  WRITES_WINDOW_SECONDS,
} from "../../../manifests/bounds/api.ts";
import { ARCHIVES_PER_WINDOW, ARCHIVES_WINDOW_SECONDS } from "../../../manifests/bounds/backups.ts";
import { PREVIEWS_PER_WINDOW } from "../../../manifests/bounds/editor.ts";
import { INVITATIONS_PER_WINDOW, INVITATIONS_WINDOW_SECONDS } from "../../../manifests/bounds/logins.ts";
import { RATE_POLICIES, type RateName } from "../../../runtime/tenancy/rateLimits.ts";
import { countRead } from "../../../sites/web/api/request/readLimit.ts";
import { migrate, unique, workspaceOf } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf, refused } from "./apiClient.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

/**
 * The rate limits of members. Other tests cover those of actions and webhooks (`hostile/dispatch`), of visitors
 * (`worker/plugins`, `worker/forms`), of readers (`hostile/readers`) and of letters (`runtime/mail`).
 */
type MemberRate = Exclude<
  RateName,
  | "reads"
  | "previews"
  | "actions"
  | "plugin"
  | "plugin-visitor"
  | "webhook"
  | "webhook-unsigned"
  | "form"
  | "form-visitor"
  | "form-room"
  | "mail-site"
  | "mail-tenant"
  | "mail-site-visitors"
  | "mail-tenant-visitors"
  | "mail-site-reviews"
  | "mail-review"
  | "mail-remark"
  | "guest-remarks"
  | "reader-address"
  | "reader-client"
  | "reader-chosen"
  | "reader-feed"
  | "reader-first"
  | "reader-known"
  | "reader-strangers"
  | "mail-address"
  | "mail-invite"
  | "mail-lent"
  | "form-link"
  | "form-links"
  | "mail-plugin"
  | "mail-submitter"
  | "mail-tenant-plugins"
  | "confirm-address"
  | "confirm-visitor"
  | "confirm-site"
>;

const ASKING: Readonly<Record<MemberRate, (editor: Editor) => Promise<Response>>> = {
  writes: (editor) =>
    callApi(editor, "PATCH", "/api/pages/home", { ifMatch: 9, body: { changes: { title: "Never" } } }),
  batches: (editor) =>
    callApi(editor, "POST", "/api/pages/batch", { body: { items: [{ do: "delete", page: "home", expected: 9 }] } }),
  invitations: (editor) =>
    callApi(editor, "POST", "/api/members/invitations", {
      body: { issuer: "https://login.example", subject: unique("guest"), role: "viewer" },
    }),
  exports: (editor) => callApi(editor, "GET", "/api/forms/home.contact/submissions.csv"),
  archives: (editor) => callApi(editor, "POST", "/api/backups/none/verify"),
};

/** Records this many uses of the limit at the current moment, and stops the clock. */
async function used({ site, identity }: Editor, name: MemberRate, times: number): Promise<void> {
  const { quota, windowSeconds } = RATE_POLICIES[name];
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now);
  const freeAt = now + (times * windowSeconds * 1000) / quota;
  await runInDurableObject(workspaceOf(site.name), (_, { storage }) => {
    storage.sql.exec(
      "INSERT OR REPLACE INTO rate_limits (id, free_at) VALUES (?, ?)",
      JSON.stringify([name, `member:${identity}`]),
      freeAt,
    );
  });
}

describe.each([
  ["writes", WRITES_PER_WINDOW, WRITES_WINDOW_SECONDS, "STALE_VERSION"],
  ["batches", BATCHES_PER_WINDOW, BATCHES_WINDOW_SECONDS, "STALE_VERSION"],
  ["invitations", INVITATIONS_PER_WINDOW, INVITATIONS_WINDOW_SECONDS, "201"],
  ["exports", EXPORTS_PER_WINDOW, EXPORTS_WINDOW_SECONDS, "NOT_FOUND"],
  ["archives", ARCHIVES_PER_WINDOW, ARCHIVES_WINDOW_SECONDS, "NOT_FOUND"],
] as const)("the limit on %s of one member", (name, quota, seconds, normally) => {
  test.each([
    [quota - 2, normally],
    [quota - 1, normally],
    [quota, "RATE_LIMITED"],
  ])("after %i: %s", async (before, code) => {
    const editor = await anEditor();
    await used(editor, name, before);
    expect(await codeOf(await ASKING[name](editor))).toBe(code);
  });

  test("is told with how long to wait, and stops nobody else", async () => {
    const editor = await anEditor();
    const other = await memberOf(editor.site, "owner");
    await used(editor, name, quota);
    const response = await ASKING[name](editor);
    const wait = Number(response.headers.get("retry-after"));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(Math.ceil(seconds / quota));
    expect(response.headers.get("ratelimit-policy")).toBe(`"${name}";q=${quota};w=${seconds}`);
    expect(response.headers.get("ratelimit")).toBe(`"${name}";r=0;t=${wait}`);
    expect(await refused(response)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(await codeOf(await ASKING[name](other))).toBe(normally);
  });
});

describe.each([
  ["reads", READS_PER_WINDOW, (editor: Editor) => callApi(editor, "GET", "/api/site")],
  [
    "previews",
    PREVIEWS_PER_WINDOW,
    (editor: Editor) =>
      callApi(editor, "POST", "/api/pages/home/preview", { body: { theme: { scheme: "dark" } }, key: null }),
  ],
] as const)("the limit on %s of one member", (name, quota, ask) => {
  test("is an isolate's own, stops nobody else, and nothing that is written", async () => {
    const editor = await anEditor();
    const other = await memberOf(editor.site, "owner");
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const member = {
      tenant: editor.site.name,
      site: "main",
      identity: editor.identity,
      role: "owner",
      status: "active",
      loginSession: "",
    } as const;
    for (let read = 0; read < quota - 1; read++) countRead(member, now, name);
    expect(await codeOf(await ask(editor))).toBe("200");
    const response = await ask(editor);
    expect([response.headers.get("ratelimit"), response.headers.get("retry-after")]).toEqual([
      `"${name}";r=0;t=1`,
      "1",
    ]);
    expect(await codeOf(response)).toBe("RATE_LIMITED");
    expect(await codeOf(await ask(other))).toBe("200");
    expect(
      await codeOf(
        await callApi(editor, "PATCH", "/api/pages/home", { ifMatch: 1, body: { changes: { title: unique("t") } } }),
      ),
    ).toBe("200");
    vi.spyOn(Date, "now").mockReturnValue(now + 1_000);
    expect(await codeOf(await ask(editor))).toBe("200");
  });
});

test("previews use up no reads", async () => {
  const editor = await anEditor();
  const member = { ...editor, tenant: editor.site.name, site: "main", role: "owner", status: "active" } as const;
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now);
  for (let asked = 0; asked < PREVIEWS_PER_WINDOW; asked++) countRead({ ...member, loginSession: "" }, now, "previews");
  expect(await codeOf(await callApi(editor, "GET", "/api/site"))).toBe("200");
});
describe("a limit", () => {
  test("is named in every answer it counts, with what is left of it", async () => {
    const editor = await anEditor();
    const left = [];
    for (const version of [1, 2]) {
      const response = await callApi(editor, "PATCH", "/api/pages/home", {
        ifMatch: version,
        body: { changes: { title: unique("t") } },
      });
      expect(response.headers.get("ratelimit-policy")).toBe(
        `"writes";q=${WRITES_PER_WINDOW};w=${WRITES_WINDOW_SECONDS}`,
      );
      left.push(Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]));
      await done(response);
    }
    expect(left[0]).toBe(WRITES_PER_WINDOW - 1);
    expect(left[1]).toBeLessThanOrEqual(WRITES_PER_WINDOW - 1);
  });

  test("on writing does not count reading", async () => {
    const editor = await anEditor();
    await used(editor, "writes", RATE_POLICIES.writes.quota);
    expect(await codeOf(await callApi(editor, "GET", "/api/site"))).toBe("200");
  });
});
