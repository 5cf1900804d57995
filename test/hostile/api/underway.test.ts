import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { LOGIN_KNOWN_MS } from "../../../manifests/bounds/logins.ts";
import type { MediaListView } from "../../../runtime/media/views.ts";
import { pngOfBytes } from "../../support/mediaFiles.ts";
import { MEDIA, aFile, submit } from "../../worker/api/editorBrowser.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "../../worker/api/apiClient.ts";
import { db, mediaBucket, migrate, send, workspaceOf } from "../../worker/site/harness.ts";

/** Members who lose their role or their site while a slow request of theirs is still arriving. */

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const LOST: readonly [how: string, sql: string, status: number, code: string][] = [
  ["is removed", "DELETE FROM memberships WHERE tenant_id = ? AND identity_id = ?", 401, "UNAUTHENTICATED"],
  ["may only look", "UPDATE memberships SET role = 'viewer' WHERE tenant_id = ? AND identity_id = ?", 403, "FORBIDDEN"],
];

/** A body in two halves, with an action between them. */
function halves(bytes: Uint8Array, between: () => Promise<void>): ReadableStream<Uint8Array> {
  const middle = Math.floor(bytes.length / 2);
  const parts = [bytes.slice(0, middle), bytes.slice(middle)].values();
  let sent = 0;
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      if ((sent += 1) === 2) await between();
      const { value } = parts.next();
      if (value) controller.enqueue(value);
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
  }) as ReadableStream<Uint8Array>;
}

async function losing({ site, identity }: Editor, sql: string): Promise<void> {
  await db.prepare(sql).bind(site.name, identity).run();
  const later = Date.now() + LOGIN_KNOWN_MS;
  vi.spyOn(Date, "now").mockReturnValue(later);
}

const sending = async (
  { site, cookie }: Editor,
  path: string,
  body: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Promise<Response> =>
  (
    await send(
      new Request(`${site.origin}${path}`, {
        method: "POST",
        body,
        redirect: "manual",
        headers: {
          cookie,
          origin: site.origin,
          "sec-fetch-site": "same-origin",
          "idempotency-key": crypto.randomUUID(),
          ...headers,
        },
      }),
    )
  ).response;

describe.each(LOST)("a member who %s during an upload", (_, sql, status, code) => {
  test("stores no file", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const png = pngOfBytes(150_000);
    const response = await sending(
      author,
      "/api/media",
      halves(png, () => losing(author, sql)),
      { "content-length": String(png.length) },
    );
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
    vi.restoreAllMocks();
    expect((await done<MediaListView>(await callApi(owner, "GET", "/api/media"))).items).toEqual([]);
    await runDurableObjectAlarm(workspaceOf(owner.site.name));
    expect((await mediaBucket.list({ prefix: `${owner.site.name}/` })).objects).toEqual([]);
  });

  test("gets no page of the site for a form with files", async () => {
    const owner = await anEditor();
    await aFile(owner, pngOfBytes(900), "secret-plan.png");
    const author = await memberOf(owner.site, "author");
    const form = new FormData();
    form.append("key", crypto.randomUUID());
    form.append("file", new File([new Uint8Array(10)], "a.png"));
    form.append("file", new File([new Uint8Array(150_000)], "b.png"));
    const whole = new Response(form);
    const bytes = new Uint8Array(await whole.clone().arrayBuffer());
    const response = await sending(
      author,
      MEDIA,
      halves(bytes, () => losing(author, sql)),
      { "content-type": whole.headers.get("content-type") ?? "", accept: "text/html" },
    );
    const html = await response.text();
    expect([response.status, html.includes(code), html.includes("secret-plan")]).toEqual([status, true, false]);
  });
});

test.each([
  ["text/plain", "x"],
  ["application/x-www-form-urlencoded", Array.from({ length: 500 }, (_, n) => `f${n}=1`).join("&")],
  ["application/x-www-form-urlencoded", "do=remove&do=describe"],
])("a stranger's %s that is no form of the editor is refused as every stranger's request", async (type, body) => {
  const { site } = await anEditor();
  const response = await sending({ site, cookie: "", identity: "" }, MEDIA, new Blob([body]).stream(), {
    "content-type": type,
  });
  expect([response.status, (await response.text()).includes("UNAUTHENTICATED")]).toEqual([401, true]);
  expect((await submit({ site, cookie: "" }, MEDIA, { do: "publish" })).status).toBe(401);
});
