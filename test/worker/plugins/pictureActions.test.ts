/** Plugin actions on a picture, on the file's page without script, with the real loader. */
import { beforeAll, describe, expect, test } from "vitest";
import type { MediaView } from "../../../runtime/media/views.ts";
import { memberOf } from "../api/apiClient.ts";
import { aFile, formOf, MEDIA, open, pageOf, submit } from "../api/editorBrowser.ts";
import { db, migrate } from "../site/harness.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { type Editor, aSiteWith, callApi, codeOf, done, PLUGIN, ring } from "./siteWithPlugin.ts";

const FORM = {
  type: "object",
  properties: {
    how: { type: "string", title: "How", enum: ["see", "good", "nothing", "rename", "outside", "long", "throws"] },
    words: { $ref: "drawbridge:text", title: "Words", default: "A boat" },
  },
  required: ["how"],
  additionalProperties: false,
};
const PICTURE = { reads: ["alt", "focal", "name", "size", "bytes"], proposes: ["alt", "focal"] };
const CONTRIBUTES = {
  actions: [
    { name: "describe", title: "Describe", description: "Says what it shows.", input: FORM, on: { picture: PICTURE } },
    { name: "elsewhere", title: "Elsewhere", on: { page: { reads: ["title"], proposes: ["title"] } } },
  ],
};
const CAPABILITIES = { actions: { on: ["picture", "page"], bytes: true, reason: "to describe" } };
const SOURCE = `const answers = {
  see: ({ version, picture }) => ({ version, summary: Object.keys(picture).join(" "), picture: { alt: JSON.stringify({ ...picture, body: picture.body.length }) } }),
  good: ({ version, input }) => ({ version, summary: "<b>done</b>", picture: { alt: input.words + " <i>on</i> land", focal: { x: 0.333, y: 0.5 } } }),
  nothing: ({ version, picture }) => ({ version, picture: { alt: picture.alt } }),
  rename: ({ version }) => ({ version, picture: { name: "mine.png" } }),
  outside: ({ version }) => ({ version, picture: { focal: { x: 2, y: 0 } } }),
  long: ({ version }) => ({ version, picture: { alt: "x".repeat(5000) } }),
  throws: () => { throw new Error("<script>obey</script>"); },
};
export const actions = { describe: (asked) => answers[asked.input.how](asked), elsewhere: ({ version }) => ({ version, operations: [] }) };`;

let owner: Editor;
let file: MediaView;
let here = "";

beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, { contributes: CONTRIBUTES, capabilities: CAPABILITIES });
  file = await aFile(owner, PNG, "boat.png");
  here = `${MEDIA}/${file.id}`;
});

const now = async (): Promise<MediaView> => done<MediaView>(await callApi(owner, "GET", `/api/media/${file.id}`));

/** Sends the action's form. Answers the page with the proposal. */
async function proposed(how: string, more: Record<string, string> = {}): Promise<string> {
  const form = { ...formOf(await pageOf(owner, here), "propose"), "set.how": how, ...more };
  return (await submit(owner, here, form)).text();
}

/** The code of a refusal on a page; undefined without one. */
const refusalIn = (html: string): string | undefined =>
  /role="alert"><p>[^<]*<\/p>.*?<code>(\w+)<\/code>/s.exec(html)?.[1];
const refusalOf = async (response: Promise<Response>): Promise<string | undefined> =>
  refusalIn(await (await response).text());

const lastVia = async (): Promise<string | null> => {
  await ring(owner);
  const query = "SELECT via FROM audit WHERE tenant_id = ? AND command = 'media.update' ORDER BY id DESC LIMIT 1";
  return (await db.prepare(query).bind(owner.site.name).first<{ via: string | null }>())?.via ?? null;
};

describe("an action at a picture", () => {
  test("stands in the page of the file with its form, and one for other places does not", async () => {
    const html = await pageOf(owner, here);
    expect(html).toContain("What plugins propose");
    expect(html).toMatch(/<h3><bdi[^>]*>Describe<\/bdi><\/h3>/);
    expect(html).toContain("From the plugin Tool. Nothing changes until you apply the proposal.");
    expect(html).toMatch(/<select[^>]*name="set\.how"/);
    expect(html).not.toContain("Elsewhere");
    // A field named `action` would hide the form's own `action` from scripts.
    expect(html).not.toMatch(/<input[^>]*name="action"/);
  });

  test("is handed what its manifest names, and its proposal changes nothing", async () => {
    const before = await now();
    const html = await proposed("see");
    expect(html).toContain("id alt focal name type width height body");
    expect(await now()).toEqual(before);
  });

  test("shows a proposal before and after as text, and a member applies it, of which audit names the plugin", async () => {
    const html = await proposed("good", { "set.words": "Two boats" });
    expect(html).toContain("&lt;b&gt;done&lt;/b&gt;");
    expect(html).toContain("Two boats &lt;i&gt;on&lt;/i&gt; land");
    expect(html).toContain("33.3 %, 50 %");
    expect((await now()).alt).toBe("");
    const applied = await submit(owner, here, formOf(html, "apply"));
    expect([applied.status, applied.headers.get("location")]).toEqual([303, `${here}?done=saved`]);
    expect(await now()).toMatchObject({ alt: "Two boats <i>on</i> land", focal: { x: 0.333, y: 0.5 } });
    expect(await lastVia()).toBe(`${PLUGIN}/describe 1.0.0`);
  });

  test("says that it proposes nothing, and offers nothing to apply", async () => {
    const html = await proposed("nothing");
    expect(html).toContain("The plugin proposes no change.");
    expect(html).not.toContain('data-form="apply"');
  });

  test.each([
    ["renames the file", "rename"],
    ["puts the point outside", "outside"],
    ["is longer than a description", "long"],
  ])("that %s is refused whole", async (_, how) => {
    const before = await now();
    const html = await proposed(how);
    expect(refusalIn(html)).toBe("PROPOSAL_REFUSED");
    expect(html).not.toContain('data-form="apply"');
    expect(await now()).toEqual(before);
  });

  test("that throws says so without the plugin's words, and keeps what was typed", async () => {
    const html = await proposed("throws", { "set.words": "kept words" });
    expect(refusalIn(html)).toBe("PLUGIN_UNAVAILABLE");
    expect(html).not.toContain("obey<");
    expect(html).toContain('value="kept words"');
  });

  test("is stale where the file has changed meanwhile, before the proposal and after it", async () => {
    const form = { ...formOf(await pageOf(owner, here), "propose"), "set.how": "good" };
    const html = await proposed("good");
    const { version } = await now();
    const body = { changes: { alt: "Written by hand" } };
    await done(await callApi(owner, "PATCH", `/api/media/${file.id}`, { ifMatch: version, body }));
    expect(await refusalOf(submit(owner, here, form))).toBe("STALE_VERSION");
    expect(await refusalOf(submit(owner, here, formOf(html, "apply")))).toBe("STALE_VERSION");
    expect((await now()).alt).toBe("Written by hand");
  });

  test("cannot be named for other values, or by a proof of nobody: that is the member's own change", async () => {
    for (const change of [{ changes: '{"alt":"Other words"}' }, { proof: "x".repeat(80) }]) {
      const form = formOf(await proposed("good"), "apply");
      expect((await submit(owner, here, { ...form, ...change })).status).toBe(303);
      expect(await lastVia()).toBeNull();
    }
    const form = formOf(await proposed("good", { "set.words": "Another" }), "apply");
    for (const changes of ["[]", "no JSON", '"alt"'])
      expect(await refusalOf(submit(owner, here, { ...form, changes }))).toBe("INVALID_REQUEST");
  });

  test("runs for nobody who may not change files, at no action of another place, and at no other file", async () => {
    const form = { ...formOf(await pageOf(owner, here), "propose"), "set.how": "good" };
    const author = await memberOf(owner.site, "viewer");
    expect((await open(author, here)).status).toBe(403);
    expect((await submit(author, here, form)).status).toBe(403);
    for (const change of [{ wanted: "elsewhere" }, { plugin: "acme.nobody" }])
      expect(await refusalOf(submit(owner, here, { ...form, ...change }))).toBe("NOT_FOUND");
    expect(await refusalOf(submit(owner, here, { ...form, stranger: "1" }))).toBe("INVALID_REQUEST");
    const text = await aFile(owner, Uint8Array.from(new TextEncoder().encode("a,b\n1,2\n")), "table.csv");
    expect(await pageOf(owner, `${MEDIA}/${text.id}`)).not.toContain("What plugins propose");
  });

  test("is gone as soon as its owner takes the grant back", async () => {
    const form = { ...formOf(await pageOf(owner, here), "propose"), "set.how": "good" };
    await done(await callApi(owner, "DELETE", `/api/plugins/${PLUGIN}/grant`));
    expect(await codeOf(await callApi(owner, "GET", "/api/actions"))).toBe("200");
    expect(await pageOf(owner, here)).not.toContain("What plugins propose");
    expect(await refusalOf(submit(owner, here, form))).toBe("NOT_FOUND");
  });
});
