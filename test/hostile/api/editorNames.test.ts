import { beforeAll, describe, expect, test } from "vitest";
import { type Editor, anEditor, callApi, done } from "../../worker/api/apiClient.ts";
import { open } from "../../worker/api/editorBrowser.ts";
import { ASKS, install } from "../../worker/api/packages.ts";
import { migrate, unique } from "../../worker/site/harness.ts";

/** Attacks by names from plugin authors, members and identity providers. */

beforeAll(migrate);

const BAD = [
  ["markup", `<img src=x onerror=alert(1)>"><script>alert(1)</script>`],
  ["an attribute", `" autofocus onfocus=alert(1) x="`],
  ["a single quote", "' onfocus='alert(1)"],
  ["a template of somebody's", "{{ 1 }} ${1} {n} {name} {label}"],
] as const;

/** Finds injected markup in the page's tags, without their quoted attributes. */
function judged(html: string): void {
  const tags = html.replaceAll(/"[^"]*"/g, "").match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => /<img src=x|<script>|\son\w+=/.test(tag))).toEqual([]);
}

/** The status of a page, and whether it contains the words as escaped text. */
async function seen(owner: Editor, path: string, words: string): Promise<[number, boolean]> {
  const response = await open(owner, path);
  const html = await response.text();
  judged(html);
  return [response.status, html.includes(escaped(words))];
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

describe.each(BAD)("a name with %s is shown as text (hazard 5)", (_, words) => {
  test("of a plugin, its description and the reason for what it asks", async () => {
    const owner = await anEditor();
    await install(owner, {
      name: words,
      description: words,
      capabilities: { ...ASKS, storage: { ...ASKS.storage, reason: words } },
    });
    expect(await seen(owner, "/_editor/plugins", words)).toEqual([200, true]);
    expect(await seen(owner, "/_editor/plugins/acme.tool", words)).toEqual([200, true]);
  });

  test("of a person, in the members list and on the person's own page", async () => {
    const owner = await anEditor();
    const body = { issuer: "https://id.example", subject: unique("bad"), name: words, role: "author" };
    const { member } = await done<{ member: { id: string } }>(
      await callApi(owner, "POST", "/api/members/invitations", { body }),
    );
    expect(await seen(owner, "/_editor/people", words)).toEqual([200, true]);
    expect(await seen(owner, `/_editor/people/${member.id}`, words)).toEqual([200, true]);
    judged(await (await open(owner, "/_editor/log")).text());
  });

  test("of a person, as the identity provider states it", async () => {
    const owner = await anEditor();
    const body = { issuer: "https://id.example", subject: words, role: "author" };
    await done(await callApi(owner, "POST", "/api/members/invitations", { body }));
    expect(await seen(owner, "/_editor/people", words)).toEqual([200, true]);
  });
});
