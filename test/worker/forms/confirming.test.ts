import { beforeAll, expect, test } from "vitest";
import { ring } from "../plugins/siteWithPlugin.ts";
import { get, migrate, send } from "../site/harness.ts";
import { MESSAGE, aSiteWithForm, callApi, done, post, submissions, type Editor } from "./siteWithForm.ts";

beforeAll(migrate);

const PATH = "/api/forms/home.contact/confirm";

/** The link of the only letter. This deployment has no mail server, so a member can read it. */
async function linkOf(owner: Editor): Promise<URL> {
  await ring(owner);
  const { letters } = await done<{ letters: { id: string }[] }>(await callApi(owner, "GET", "/api/mail"));
  const { text } = await done<{ text: string }>(await callApi(owner, "GET", `/api/mail/letters/${letters[0]?.id}`));
  return new URL(/https?:\S+/.exec(text)?.[0] ?? "");
}

const press = async ({ site }: Editor, secret: string, headers: Record<string, string> = {}): Promise<Response> => {
  const request = new Request(`${site.origin}${PATH}`, {
    method: "POST",
    headers: {
      origin: site.origin,
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      ...headers,
    },
    body: new URLSearchParams({ secret }),
    redirect: "manual",
  });
  return (await send(request)).response;
};

test("a visitor confirms an address by the button behind the link of a letter", async () => {
  const owner = await aSiteWithForm("drawbridge.forms/contact", { confirmAddress: true });
  const sent = await post(owner);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/api/forms/home.contact/sent#contact"]);
  const { response: told } = await get(`${owner.site.origin}/api/forms/home.contact/sent`);
  expect(await told.text()).toContain("sending you a letter");
  const link = await linkOf(owner);
  expect([link.origin, link.pathname]).toEqual([owner.site.origin, PATH]);

  for (const method of ["HEAD", "GET"]) {
    const { response } = await send(new Request(link, { method }));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin|strict-origin)/);
    if (method === "GET") expect(await response.text()).toContain("Confirm my address");
  }
  expect((await submissions(owner)).items).toMatchObject([{ confirmation: "waiting" }]);

  const secret = link.searchParams.get("secret") ?? "";
  expect((await press(owner, secret, { origin: "https://evil.example" })).status).toBe(403);
  expect((await submissions(owner)).items).toMatchObject([{ confirmation: "waiting" }]);
  const confirmed = await press(owner, secret);
  expect([confirmed.status, await confirmed.text()]).toEqual([
    200,
    expect.stringContaining("Your message has arrived"),
  ]);
  expect((await submissions(owner)).items).toMatchObject([{ confirmation: "confirmed", fields: MESSAGE }]);
  expect((await press(owner, "0".repeat(64))).status).toBe(410);
});

test("the address answers other methods with those that it has", async () => {
  const owner = await aSiteWithForm();
  const { response } = await send(new Request(`${owner.site.origin}${PATH}`, { method: "PUT" }));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
});
