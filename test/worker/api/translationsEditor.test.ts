import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, textSection } from "./apiClient.ts";
import { formOf, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const LIST = `${START}/translations`;
const settingsOf = (id: string): string => `${START}/pages/${id}`;

interface Read<T> {
  readonly version: number;
  readonly body: T;
}
const read = async <T>(editor: Editor, path: string): Promise<Read<T>> =>
  done<Read<T>>(await callApi(editor, "GET", path));

/** A site in English and German with a page, which visitors see. */
async function inTwoLanguages(): Promise<Editor> {
  const editor = await anEditor();
  const { version, body } = await read<object>(editor, "/api/settings");
  const languages = [
    { tag: "en", name: "English" },
    { tag: "de", name: "Deutsch", prefix: "/de" },
  ];
  await done(
    await callApi(editor, "PUT", "/api/settings", { ifMatch: version, body: { body: { ...body, languages } } }),
  );
  const page = { path: "/boats", title: "Boats", sections: [textSection("text", "We build boats.")] };
  await done(await callApi(editor, "POST", "/api/pages", { body: { id: "boats", body: page } }));
  return editor;
}

/** Sends the first form of that name with other values. */
async function fill(
  editor: Editor,
  path: string,
  name: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return submit(editor, path, { ...formOf(await pageOf(editor, path), name), ...fields });
}

async function translated(editor: Editor, name = "translate"): Promise<string> {
  const made = await fill(editor, settingsOf("boats"), name, { title: "Boote", path: "/de/boote" });
  expect(made.status).toBe(303);
  return /pages\/([a-z0-9-]+)\?done=translated$/.exec(made.headers.get("location") ?? "")?.[1] ?? "";
}

async function rewrite(editor: Editor, text: string): Promise<void> {
  const { version } = await read<Page>(editor, "/api/pages/boats");
  const operations = [{ op: "set", section: "text", fields: { body: text } }];
  await done(await callApi(editor, "POST", "/api/pages/boats/operations", { ifMatch: version, body: { operations } }));
}

describe("the translations of a page, without a script", () => {
  test("are nowhere on a site with one language", async () => {
    const editor = await anEditor();
    expect(await pageOf(editor, settingsOf("home"))).not.toContain("Language and translations");
    expect(await pageOf(editor, LIST)).toContain("There is nothing in this list.");
  });

  test("begin as a copy that names its source, at the address that the form proposes", async () => {
    const editor = await inTwoLanguages();
    expect(formOf(await pageOf(editor, settingsOf("boats")), "translate")).toMatchObject({ path: "/de/boats" });
    const id = await translated(editor);
    const { body } = await read<Page>(editor, `/api/pages/${id}`);
    expect(body).toMatchObject({
      path: "/de/boote",
      title: "Boote",
      language: "de",
      translationOf: "boats",
      translatedFrom: { page: "boats", version: 1 },
      sections: [{ id: "text" }],
    });
    const html = await pageOf(editor, settingsOf(id));
    expect(html).toMatch(/English.*?Source.*?\/boats.*?Deutsch.*?This page/s);
    // A page below one with a translation is proposed an address below that translation.
    const below = { path: "/boats/small", title: "Small", sections: [] };
    await done(await callApi(editor, "POST", "/api/pages", { body: { id: "small", body: below } }));
    expect(formOf(await pageOf(editor, settingsOf("small")), "translate")).toMatchObject({ path: "/de/boote/small" });
  });

  test("begin empty, with what the page says about itself", async () => {
    const editor = await inTwoLanguages();
    const id = await translated(editor, "translate-empty");
    const { body } = await read<Page>(editor, `/api/pages/${id}`);
    expect(body).toMatchObject({
      language: "de",
      translationOf: "boats",
      translatedFrom: { page: "boats" },
      sections: [],
    });
  });

  test("refused, keep what was typed in the form of their language", async () => {
    const editor = await inTwoLanguages();
    const refused = await fill(editor, settingsOf("boats"), "translate", { title: "Boote", path: "/boote" });
    const html = await refused.text();
    expect([refused.status, html.includes('value="Boote"'), html.includes("/de or a path below it")]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test("are listed by state, with what changed in the source, until a member says that they are still right", async () => {
    const editor = await inTwoLanguages();
    expect(await pageOf(editor, `${LIST}?language=de&state=missing`)).toMatch(/Missing \(3\).*?Boats.*?Translate/s);
    const id = await translated(editor);
    await rewrite(editor, "We mend boats.");
    const outdated = `${LIST}?language=de&state=outdated`;
    expect(await pageOf(editor, outdated)).toMatch(/Source changed \(1\).*?Boats.*?Source changed: 1 text/s);
    expect(await pageOf(editor, settingsOf("boats"))).toContain("Source changed: 1 text");
    const compared = await pageOf(editor, `${LIST}/${id}`);
    expect(compared).toMatch(/<del>build<\/del>.*?<ins>mend<\/ins>/s);
    const form = formOf(compared, "still-right");
    await rewrite(editor, "We sell boats.");
    // The member has not seen the last change, so the translation stays outdated for it.
    const stamped = await submit(editor, outdated, form);
    expect(stamped.headers.get("location")).toBe(`${outdated}&done=stamped`);
    expect(await pageOf(editor, `${LIST}/${id}`)).toMatch(/<del>mend<\/del>.*?<ins>sell<\/ins>/s);
    await fill(editor, `${LIST}/${id}`, "still-right");
    expect(await pageOf(editor, outdated)).toContain("Source changed (0)");
  });

  test("are found among all pages by their language", async () => {
    const editor = await inTwoLanguages();
    await translated(editor);
    const [german, english] = await Promise.all(
      ["de", "en"].map((tag) => pageOf(editor, `${START}/pages?language=${tag}`)),
    );
    expect([german?.includes("/de/boote"), german?.includes(">/boats<")]).toEqual([true, false]);
    expect([english?.includes("/de/boote"), english?.includes(">/boats<")]).toEqual([false, true]);
  });

  test("are joined and parted by the language of a page and the page that it translates", async () => {
    const editor = await inTwoLanguages();
    const page = { path: "/boote", title: "Boote", sections: [] };
    await done(await callApi(editor, "POST", "/api/pages", { body: { id: "boote", body: page } }));
    const joined = await fill(editor, settingsOf("boote"), "language", { language: "de", translates: "/boats" });
    expect(joined.status).toBe(303);
    expect((await read<Page>(editor, "/api/pages/boote")).body).toMatchObject({
      path: "/de/boote",
      language: "de",
      translationOf: "boats",
    });
    expect((await fill(editor, settingsOf("boote"), "language", { language: "de", translates: "" })).status).toBe(303);
    expect((await read<Page>(editor, "/api/pages/boote")).body).not.toHaveProperty("translationOf");
    const nowhere = await fill(editor, settingsOf("boote"), "language", { language: "de", translates: "/nowhere" });
    expect([nowhere.status, await nowhere.text()]).toEqual([400, expect.stringContaining("the address of a page")]);
  });
});
