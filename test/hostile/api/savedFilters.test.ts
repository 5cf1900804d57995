/** Saved filters of other members, and those that they share with bad intent. */
import { beforeAll, describe, expect, test } from "vitest";
import { callApi, done, anEditor, memberOf } from "../../worker/api/apiClient.ts";
import { pageOf } from "../../worker/api/editorBrowser.ts";
import { migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const FILTERS = "/api/saved-filters";
const LIST = "/_editor/pages";

describe("another member's filter", () => {
  test("is neither listed nor removed, whatever the role", async () => {
    const author = await anEditor("author");
    const owner = await memberOf(author.site, "owner");
    const body = { list: "pages", name: "My own plan", query: "text=secret", shared: false };
    const { filter } = await done<{ filter: string }>(await callApi(author, "POST", FILTERS, { body }));
    expect(await (await callApi(owner, "GET", FILTERS)).text()).not.toContain("secret");
    expect(await pageOf(owner, LIST)).not.toContain("My own plan");
    expect((await callApi(owner, "DELETE", `${FILTERS}/${filter}`)).status).toBe(404);
    expect(await pageOf(author, LIST)).toContain("My own plan");
  });

  test("is none of a viewer, and none of another site", async () => {
    const author = await anEditor("author");
    const viewer = await memberOf(author.site, "viewer");
    const elsewhere = await anEditor("owner");
    const body = { list: "pages", name: "Shared", query: "", shared: true };
    const { filter } = await done<{ filter: string }>(await callApi(author, "POST", FILTERS, { body }));
    expect((await callApi(viewer, "GET", FILTERS)).status).toBe(403);
    expect((await callApi(viewer, "POST", FILTERS, { body })).status).toBe(403);
    expect(await (await callApi(elsewhere, "GET", FILTERS)).text()).not.toContain("Shared");
    expect((await callApi(elsewhere, "DELETE", `${FILTERS}/${filter}`)).status).toBe(404);
  });
});

describe("a shared filter", () => {
  test.each([
    ["claims that something was done", "done=removed&text=a"],
    ["is an address elsewhere", "//evil.example/?text=a"],
    ["leaves the query", 'text=a#x"><script>alert(1)</script>'],
    ["chooses all pages for a change", "all=pages&do=change&text=a"],
    ["has another page of the list", "cursor=zzz&text=a"],
  ])("that %s leads to a filter of its list alone", async (name, query) => {
    const author = await anEditor("author");
    const owner = await memberOf(author.site, "owner");
    const shared = { list: "pages", name: `<b>${name}</b>`, query, shared: true };
    await done(await callApi(author, "POST", FILTERS, { body: shared }));
    const markup = await pageOf(owner, LIST);
    const [, href] = /<nav class="filter" aria-label="Saved filters"><a href="([^"]*)"/.exec(markup) ?? [];
    expect(href === LIST || /^\/_editor\/pages\?text=[^&<>"]*$/.test(href ?? "")).toBe(true);
    expect(markup).not.toContain("<b>");
    expect(markup).not.toContain("<script>alert");
  });
});
