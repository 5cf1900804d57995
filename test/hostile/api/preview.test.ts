import { beforeAll, describe, expect, test } from "vitest";
import { DOCUMENT_MAX_BYTES } from "../../../manifests/bounds/documents.ts";
import { type Editor, anEditor, callApi, codeOf, done, textSection } from "../../worker/api/apiClient.ts";
import { migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const look = (editor: Editor, body: unknown, page = "home", headers = {}): Promise<Response> =>
  callApi(editor, "POST", `/api/pages/${page}/preview`, { body, headers, key: null });
const sized = (bytes: number): object => {
  const asked = (text: string): object => ({ sections: [{ ...textSection("x"), fields: { body: text } }] });
  return asked("x".repeat(bytes - JSON.stringify(asked("")).length));
};

describe("a preview", () => {
  test("shows another tenant's page to nobody, and does not reveal whether it exists", async () => {
    const [ours, theirs] = [await anEditor(), await anEditor()];
    const made = { id: "their-plans", body: { path: "/plans", title: "Secret plans" } };
    await done(await callApi(theirs, "POST", "/api/pages", { body: made }));
    const answers = [await look(ours, { theme: {} }, "their-plans"), await look(ours, { theme: {} }, "never-there")];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(texts.join()).not.toContain("Secret");
  });

  test("is refused to viewers and to other origins", async () => {
    const body = { sections: [textSection("x")] };
    expect(await codeOf(await look(await anEditor("viewer"), body))).toBe("FORBIDDEN");
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await codeOf(await look(await anEditor(), body, "home", foreign))).toBe("ORIGIN_MISMATCH");
  });

  test.each([
    [0, 200],
    [1, 413],
  ])("of the largest document and %i bytes is answered with %i", async (more, status) => {
    expect((await look(await anEditor(), sized(DOCUMENT_MAX_BYTES + more))).status).toBe(status);
  });

  test("contains no markup of its sender", async () => {
    const typed = '<script>alert(1)</script><img src=x onerror="alert(2)">';
    const section = { ...textSection("x"), variant: typed.slice(0, 60), fields: { body: typed, [typed]: typed } };
    const text = await (await look(await anEditor(), { sections: [section] })).text();
    const { sections } = JSON.parse(text) as { sections: { html: string }[] };
    expect(sections[0]?.html).not.toMatch(/<script|<img/);
  });
});
