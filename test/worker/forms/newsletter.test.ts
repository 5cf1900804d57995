/** The plugin of the release for newsletters: a visitor subscribes, gets a letter, and unsubscribes as mail programs do. */
import { beforeAll, expect, test } from "vitest";
import { aVisitor, ring, sqlOf } from "../plugins/siteWithPlugin.ts";
import { migrate, send } from "../site/harness.ts";
import { callApi, done, post } from "./siteWithForm.ts";
import { aSiteWithShipped } from "./siteWithShipped.ts";

beforeAll(migrate);

const PLUGIN = "drawbridge.newsletter";

test("a visitor subscribes by a link, gets the letter that a member sends, and unsubscribes by one request", async () => {
  const owner = await aSiteWithShipped(PLUGIN, { id: "news", type: `${PLUGIN}/signup`, fields: {} });
  const fields = { email: "robin@example.com" };
  expect((await post(owner, { form: "home.news", json: { fields } })).status).toBe(201);
  await ring(owner);
  const sendNow = (body: object) => callApi(owner, "POST", `/api/plugins/${PLUGIN}/routes/send`, { body });
  expect((await sendNow({ intro: "Hello." })).status).toBe(409);
  const [asked] = await sqlOf<{ secret: string }>(owner, "SELECT secret FROM form_confirmations");
  const visit = async (path: string, method = "GET", more: RequestInit = {}) => {
    const headers = { "cf-connecting-ip": aVisitor(), ...(more.headers as Record<string, string>) };
    const { response } = await send(new Request(`${owner.site.origin}${path}`, { method, ...more, headers }));
    return response;
  };
  const secret = new URLSearchParams({ secret: asked?.secret ?? "" });
  const origin = { origin: owner.site.origin };
  expect((await visit("/api/forms/home.news/confirm", "POST", { body: secret, headers: origin })).status).toBe(200);

  expect(await done(await sendNow({ subject: "Tides", intro: "Hello." }))).toEqual({ readers: 1 });
  await ring(owner);
  const { letters } = await done<{ letters: { id: string; kind: string; member: string | null }[] }>(
    await callApi(owner, "GET", "/api/mail"),
  );
  // This deployment has no mail server, so the letter is listed, and goes to nobody.
  expect(letters[0]).toMatchObject({ kind: "plugin", member: null });
  const { text } = await done<{ text: string }>(await callApi(owner, "GET", `/api/mail/letters/${letters[0]?.id}`));
  expect(text).toContain("Hello.");

  const [row] = await sqlOf<{ number: number }>(owner, "SELECT number FROM form_submissions");
  await sqlOf(owner, "UPDATE form_submissions SET secret = ?", "s".repeat(36));
  const path = `/api/forms/home.news/leave?secret=${row?.number}.${"s".repeat(36)}`;
  for (const method of ["HEAD", "GET"]) {
    const opened = await visit(path, method);
    expect([opened.status, opened.headers.get("cache-control")]).toEqual([200, "no-store"]);
  }
  const cross = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await visit(path, "POST", { headers: cross })).status).toBe(403);
  expect(await sqlOf(owner, "SELECT count(*) AS n FROM form_submissions")).toEqual([{ n: 1 }]);
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  expect((await visit(path, "POST", { body })).status).toBe(200);
  expect(await sqlOf(owner, "SELECT count(*) AS n FROM form_submissions")).toEqual([{ n: 0 }]);
  expect((await visit(path, "POST", { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })).status).toBe(
    410,
  );
});
