import { expect, test } from "vitest";
import { editingWorld } from "../editing/editingWorld.ts";
import { page, SITE } from "../kernel/world.ts";

const LINE = '<meta name="svc-editor-endpoint" content="/_editor">\n';

test("every published page leads to the editor with the same line, until the settings leave it out", async () => {
  const world = await editingWorld({ home: page("/"), about: page("/about") });
  const paths = ["/", "/about", "/nothing"];
  const published = async (path: string) => world.kernel.published.answer(SITE, path, null);
  const before = await Promise.all(paths.map(published));
  for (const { body } of before) expect(body?.split(LINE)).toHaveLength(2);
  expect(JSON.stringify(await published("/about.md"))).not.toContain("svc-");

  const { version, body } = world.kernel.documents.only(SITE, "settings");
  await world.run("settings.put", { expected: version, body: { ...body, editorEntry: false } });
  expect(await world.run("publish", {})).toMatchObject({ state: "ready" });
  const after = await Promise.all(paths.map(published));
  expect(after.map((answer) => answer.body)).toEqual(before.map((answer) => answer.body?.replace(LINE, "")));
  const untagged = (answers: typeof before): unknown => answers.map(({ headers }) => ({ ...headers, ETag: "" }));
  expect(untagged(after)).toEqual(untagged(before));
  expect((await world.kernel.draft.answer(SITE, "/")).body).toContain(LINE);
});
