import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, refused, routeOf, textSection } from "./apiClient.ts";

beforeAll(migrate);

interface Previewed {
  readonly root: object;
  readonly stylesheet: string;
  readonly css: string | null;
  readonly document: string | null;
  readonly sections: readonly { readonly id: string; readonly html: string | null }[];
  readonly issues: readonly { readonly pointer: string }[];
}

const ROUTE = "POST /api/pages/{page}/preview";
const look = (editor: Editor, body: unknown, page = "home"): Promise<Response> =>
  callApi(editor, "POST", `/api/pages/${page}/preview`, { body, key: null });
const looked = async (editor: Editor, body: unknown): Promise<Previewed> =>
  done<Previewed>(await look(editor, body), routeOf("POST", ROUTE.slice("POST ".length)));

describe("a member looks at what nobody has saved", () => {
  test("at sections with an empty required field", async () => {
    const editor = await anEditor("author");
    const { sections, issues, root, stylesheet } = await looked(editor, {
      sections: [{ ...textSection("half"), fields: {} }],
    });
    expect(sections).toMatchObject([{ id: "half", html: expect.stringContaining('data-section-id="half"') }]);
    expect(issues.map(({ pointer }) => pointer)).toEqual([expect.stringMatching(/^\/sections\/0\/fields/)]);
    expect(root).toMatchObject({ "data-scheme": expect.any(String) });
    expect(stylesheet).toMatch(/^\/_assets\/[0-9a-f]{64}\.css\?svc_mode=edit$/);
    const { items } = await done<{ items: { id: string; version: number }[] }>(
      await callApi(editor, "GET", "/api/pages"),
    );
    expect(items.find(({ id }) => id === "home")?.version).toBe(1);
  });

  test("at the page in the dark, if their role may change the theme", async () => {
    const editor = await anEditor("editor");
    const { document, css } = await looked(editor, { theme: { scheme: "dark" } });
    expect(document).toContain('data-scheme="dark"');
    expect(css).toContain(":root{");
    const author = await anEditor("author");
    expect(await refused(await look(author, { theme: { scheme: "dark" } }))).toMatchObject({
      code: "FORBIDDEN",
      permission: "theme.edit",
    });
  });
});
